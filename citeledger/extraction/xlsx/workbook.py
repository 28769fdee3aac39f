"""What the sheets of a workbook share: their names, the texts they point into, how their cells look."""

import re
from dataclasses import dataclass
from typing import Final, NamedTuple

from lxml import etree

from citeledger.extraction.extracted import Unreadable
from citeledger.extraction.ooxml import Package, child, integer, local, reference
from citeledger.extraction.passages import LOWERED, RAISED, STRUCK, Mark, Piece, small
from citeledger.extraction.xlsx.number_formats import BUILT_IN

_ESCAPED: Final = re.compile(r"_x([0-9A-Fa-f]{4})_")
_OFF: Final = frozenset(("0", "false"))
_SIGNS: Final = {"superscript": RAISED, "subscript": LOWERED}
_MOST_STYLES: Final = 100_000


class Look(NamedTuple):
    """How a cell's value shows: its format code (None: one that only the writer's machine knew), and struck or not."""

    code: str | None = "General"
    is_struck: bool = False


class SheetName(NamedTuple):
    name: str
    part: str
    is_hidden: bool


@dataclass(frozen=True, slots=True)
class Workbook:
    """A workbook without its sheets."""

    sheets: tuple[SheetName, ...]
    strings: tuple[tuple[Piece, ...], ...]
    looks: tuple[Look, ...]
    since_1904: bool


def opened(package: Package) -> Workbook:
    """Read all but the sheets. Raises Unreadable for anything that is no workbook."""
    main = package.main_part()
    root = package.tree(main)
    if local(root) != "workbook":
        raise Unreadable
    named = package.relationships(main)
    targets = {each.kind: each.target for each in named.values() if package.holds(each.target)}
    properties = child(root, "workbookPr")
    parts = {name: each.target for name, each in named.items()}
    sheets = child(root, "sheets")
    return Workbook(
        sheets=() if sheets is None else tuple(_sheet(each, parts) for each in sheets.iterchildren("{*}sheet")),
        strings=_strings(package, targets["sharedStrings"]) if "sharedStrings" in targets else (),
        looks=_looks(package.tree(targets["styles"])) if "styles" in targets else (),
        since_1904=properties is not None and properties.get("date1904", "0") not in _OFF,
    )


def rich_text(element: etree._Element) -> tuple[Piece, ...]:
    """The text of a shared or inline string: its runs, without reading aids for its signs."""
    pieces: list[Piece] = []
    for run in element.iterchildren("{*}t", "{*}r"):
        written = run if local(run) == "t" else child(run, "t")
        text = "" if written is None else unescaped(written.text or "")
        properties = child(run, "rPr")
        align = child(properties, "vertAlign")
        sign = "" if align is None else _SIGNS.get(align.get("val", ""), "")
        if text:
            before = pieces[-1].text[-1:] if pieces else ""
            raised = small(text, sign) if sign else text
            pieces.append(Piece(sign * before.isalnum() + text if raised is None else raised, _struck(properties)))
    return tuple(pieces)


def unescaped(text: str) -> str:
    """Characters that XML cannot hold are written `_x000D_`; those that no text may hold show as unreadable."""
    return _ESCAPED.sub(lambda match: _character(int(match[1], 16)), text) if "_x" in text else text


def _character(code: int) -> str:
    return chr(code) if 0 < code < 0xD800 or code > 0xDFFF else "\N{REPLACEMENT CHARACTER}"


def _sheet(element: etree._Element, parts: dict[str, str]) -> SheetName:
    part = parts.get(reference(element), "")
    return SheetName(unescaped(element.get("name", "")), part, element.get("state", "visible") != "visible")


def _strings(package: Package, part: str) -> tuple[tuple[Piece, ...], ...]:
    return tuple(rich_text(each) for each in package.elements(part, "si"))


def _looks(root: etree._Element) -> tuple[Look, ...]:
    """The looks that cells name by number."""
    codes: dict[int, str] = dict(BUILT_IN)
    for each in _children(root, "numFmts"):
        codes[integer(each.get("numFmtId"), -1)] = unescaped(each.get("formatCode", ""))
    struck = [bool(_struck(font)) for font in _children(root, "fonts")]
    found = []
    for each in _children(root, "cellXfs"):
        font = integer(each.get("fontId"), -1)
        found.append(Look(codes.get(integer(each.get("numFmtId"), 0)), 0 <= font < len(struck) and struck[font]))
    return tuple(found)


def _children(root: etree._Element, name: str) -> list[etree._Element]:
    parent = child(root, name)
    return [] if parent is None else list(parent)


def _struck(properties: etree._Element | None) -> tuple[Mark, ...]:
    strike = child(properties, "strike")
    return (STRUCK,) if strike is not None and strike.get("val", "1") not in _OFF else ()
