"""DOCX files for tests: made part by part, so that each test shows the XML it is about."""

from collections.abc import Mapping

from tests.unit.extraction.packages import OFFICE, package, relations

SPACES = (
    'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" '
    f'xmlns:r="{OFFICE}" '
    'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" '
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
    'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" '
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
    'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" '
    'xmlns:v="urn:schemas-microsoft-com:vml"'
)


def part(name: str, content: str) -> str:
    return f"<w:{name} {SPACES}>{content}</w:{name}>"


def letter(body: str, parts: Mapping[str, str] | None = None, *, raw: Mapping[str, str] | None = None) -> bytes:
    """A document of this body. `parts`: by kind ("styles", "footnotes", "header1"), what is inside; `raw`: as it is."""
    named = dict(parts or {})
    roots = {"header": "hdr", "footer": "ftr"}
    members = {
        f"word/{name}.xml": part(roots.get(name.rstrip("0123456789"), name), content) for name, content in named.items()
    }
    kinds = {name: (name.rstrip("0123456789"), f"{name}.xml") for name in named}
    rels = {"word/_rels/document.xml.rels": relations(kinds)}
    return package(
        "word/document.xml",
        {"word/document.xml": part("document", f"<w:body>{body}</w:body>"), **rels, **members, **(raw or {})},
    )


def run(text: str, properties: str = "") -> str:
    return f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


def paragraph(content: str, properties: str = "") -> str:
    """A paragraph of these runs, or of this text."""
    inside = content if "<" in content or not content else run(content)
    return f"<w:p><w:pPr>{properties}</w:pPr>{inside}</w:p>"


def cell(content: str, properties: str = "") -> str:
    return f"<w:tc><w:tcPr>{properties}</w:tcPr>{content if '<' in content else paragraph(content)}</w:tc>"


def row(*cells: str, properties: str = "") -> str:
    inside = "".join(each if each.startswith("<w:tc>") else cell(each) for each in cells)
    return f"<w:tr><w:trPr>{properties}</w:trPr>{inside}</w:tr>"


def table(*rows: str) -> str:
    return f"<w:tbl><w:tblPr/><w:tblGrid/>{''.join(rows)}</w:tbl>"
