"""Office files made part by part, for what no program that writes them would write."""

from collections.abc import Mapping
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

_TYPES = (
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="xml" ContentType="application/xml"/>'
    '<Override PartName="/{main}" ContentType="application/vnd.openxmlformats-officedocument.{kind}.main+xml"/></Types>'
)
_KINDS = {"word": "wordprocessingml.document", "xl": "spreadsheetml.sheet"}  # by the folder of the main part
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def relations(named: Mapping[str, tuple[str, str]]) -> str:
    """A relationship part: by id, the kind and the target."""
    rows = "".join(
        f'<Relationship Id="{name}" Type="{OFFICE}/{kind}" Target="{target}"/>'
        for name, (kind, target) in named.items()
    )
    return f'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{rows}</Relationships>'


def package(main: str, parts: Mapping[str, str | bytes]) -> bytes:
    """A package of these parts, `main` being the document's or workbook's own."""
    types = _TYPES.format(main=main, kind=_KINDS.get(main.partition("/")[0], "unknown"))
    members = {"[Content_Types].xml": types, "_rels/.rels": relations({"rId1": ("officeDocument", main)}), **parts}
    return archive(members)


def archive(members: Mapping[str, str | bytes]) -> bytes:
    file = BytesIO()
    with ZipFile(file, "w", ZIP_DEFLATED) as written:
        for name, content in members.items():
            written.writestr(name, content)
    return file.getvalue()
