"""XLSX files for tests: made part by part, so that each test shows the XML it is about."""

from collections.abc import Mapping, Sequence

from tests.unit.extraction.packages import OFFICE, package, relations

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
SPACES = f'xmlns="{MAIN}" xmlns:r="{OFFICE}"'


def workbook(
    *sheets: str,
    strings: Sequence[str] = (),
    codes: Sequence[str] = (),
    properties: str = "",
    states: Mapping[int, str] | None = None,
    raw: Mapping[str, str] | None = None,
) -> bytes:
    """A workbook of these worksheets (what is inside them), named S1, S2, ...

    `strings`: what is inside the shared strings; `codes`: format codes, style n+1 has the n-th.
    """
    listed = "".join(
        f'<sheet name="S{number}" sheetId="{number}" state="{(states or {}).get(number, "visible")}" r:id="s{number}"/>'
        for number in range(1, len(sheets) + 1)
    )
    formats = "".join(f'<numFmt numFmtId="{200 + n}" formatCode="{code}"/>' for n, code in enumerate(codes))
    looks = "".join(f'<xf numFmtId="{200 + n}"/>' for n in range(len(codes)))
    styles = f"<numFmts>{formats}</numFmts><fonts><font/><font><strike/></font></fonts>"
    styles += f'<cellXfs><xf numFmtId="0"/>{looks}<xf numFmtId="0" fontId="1"/></cellXfs>'
    parts = {
        "xl/workbook.xml": f"<workbook {SPACES}><workbookPr {properties}/><sheets>{listed}</sheets></workbook>",
        "xl/sharedStrings.xml": f"<sst {SPACES}>{''.join(f'<si>{string}</si>' for string in strings)}</sst>",
        "xl/styles.xml": f"<styleSheet {SPACES}>{styles}</styleSheet>",
    }
    parts |= {f"xl/s{number}.xml": f"<worksheet {SPACES}>{sheet}</worksheet>" for number, sheet in enumerate(sheets, 1)}
    named = {f"s{number}": ("worksheet", f"s{number}.xml") for number in range(1, len(sheets) + 1)}
    named |= {"t": ("sharedStrings", "sharedStrings.xml"), "y": ("styles", "styles.xml")}
    return package("xl/workbook.xml", {**parts, "xl/_rels/workbook.xml.rels": relations(named), **(raw or {})})


def data(*rows: str) -> str:
    return f"<sheetData>{''.join(rows)}</sheetData>"


def row(number: int, *cells: str, attributes: str = "") -> str:
    return f'<row r="{number}" {attributes}>{"".join(cells)}</row>'


def number(place: str, value: str, style: int = 0) -> str:
    return f'<c r="{place}" s="{style}"><v>{value}</v></c>'


def text(place: str, words: str, style: int = 0) -> str:
    return f'<c r="{place}" s="{style}" t="inlineStr"><is><t>{words}</t></is></c>'


def formula(place: str, code: str, value: str = "", kind: str = "n") -> str:
    return f'<c r="{place}" t="{kind}"><f>{code}</f>{value}</c>'
