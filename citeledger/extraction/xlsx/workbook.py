"""What the sheets of a workbook share: their names, the texts they point into, how their cells look."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from lxml import etree

from citeledger.extraction.extracted import Unreadable
from citeledger.extraction.ooxml import Package, child, integer, local, reference
from citeledger.extraction.passages import LOWERED, RAISED, STRUCK, Mark, Piece, small
from citeledger.extraction.xlsx.number_formats import BUILT_IN
from citeledger.extraction.xlsx.palette import Letters, Palette
from citeledger.styling.colours import WHITE, Colour

_ESCAPED: Final = re.compile(r"_x([0-9A-Fa-f]{4})_")
_OFF: Final = frozenset(("0", "false"))
_SIGNS: Final = {"superscript": RAISED, "subscript": LOWERED}


class Look(NamedTuple):
    """How a cell's value shows: its format code (None: one that only the writer's machine knew), struck or not, its
    letters and what is behind them.
    """

    code: str | None = "General"
    is_struck: bool = False
    letters: Letters = Letters()
    behind: Colour | None = WHITE


class Run(NamedTuple):
    """A piece of a string, and its letters where it says so itself."""

    piece: Piece
    letters: Letters | None


class SheetName(NamedTuple):
    name: str
    part: str
    is_hidden: bool


@dataclass(frozen=True, slots=True)
class Workbook:
    """A workbook without its sheets."""

    sheets: tuple[SheetName, ...]
    strings: tuple[tuple[Run, ...], ...]
    looks: tuple[Look, ...]
    palette: Palette
    conditional: tuple[Look, ...]  # what rules of sheets make of cells, by number
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
    palette = Palette(package.tree(targets["theme"]) if "theme" in targets else None)
    styles = package.tree(targets["styles"]) if "styles" in targets else None
    parts = {name: each.target for name, each in named.items()}
    sheets = child(root, "sheets")
    return Workbook(
        sheets=() if sheets is None else tuple(_sheet(each, parts) for each in sheets.iterchildren("{*}sheet")),
        strings=_strings(package, targets["sharedStrings"], palette) if "sharedStrings" in targets else (),
        looks=() if styles is None else _looks(styles, palette),
        palette=palette,
        conditional=() if styles is None else tuple(_conditional(styles, palette)),
        since_1904=properties is not None and properties.get("date1904", "0") not in _OFF,
    )


def rich_text(element: etree._Element, palette: Palette) -> tuple[Run, ...]:
    """The text of a shared or inline string: its runs, without reading aids for its signs."""
    pieces: list[Run] = []
    for run in element.iterchildren("{*}t", "{*}r"):
        written = run if local(run) == "t" else child(run, "t")
        text = "" if written is None else unescaped(written.text or "")
        properties = child(run, "rPr")
        align = child(properties, "vertAlign")
        sign = "" if align is None else _SIGNS.get(align.get("val", ""), "")
        if text:
            before = pieces[-1].piece.text[-1:] if pieces else ""
            raised = small(text, sign) if sign else text
            piece = Piece(sign * before.isalnum() + text if raised is None else raised, _struck(properties))
            pieces.append(Run(piece, palette.letters(properties) if properties is not None else None))
    return tuple(pieces)


def unescaped(text: str) -> str:
    """Characters that XML cannot hold are written `_x000D_`; those that no text may hold show as unreadable."""
    return _ESCAPED.sub(lambda match: _character(int(match[1], 16)), text) if "_x" in text else text


def _character(code: int) -> str:
    return chr(code) if 0 < code < 0xD800 or code > 0xDFFF else "\N{REPLACEMENT CHARACTER}"


def _sheet(element: etree._Element, parts: dict[str, str]) -> SheetName:
    part = parts.get(reference(element), "")
    return SheetName(unescaped(element.get("name", "")), part, element.get("state", "visible") != "visible")


def _strings(package: Package, part: str, palette: Palette) -> tuple[tuple[Run, ...], ...]:
    return tuple(rich_text(each, palette) for each in package.elements(part, "si"))


def _looks(root: etree._Element, palette: Palette) -> tuple[Look, ...]:
    """The looks that cells name by number."""
    codes: dict[int, str] = dict(BUILT_IN)
    for each in _children(root, "numFmts"):
        codes[integer(each.get("numFmtId"), -1)] = unescaped(each.get("formatCode", ""))
    fonts = [(bool(_struck(font)), palette.letters(font)) for font in _children(root, "fonts")]
    fills = [palette.behind(fill) for fill in _children(root, "fills")]
    found = []
    for each in _children(root, "cellXfs"):
        font, fill = integer(each.get("fontId"), -1), integer(each.get("fillId"), -1)
        code = codes.get(integer(each.get("numFmtId"), 0))
        look = fonts[font] if 0 <= font < len(fonts) else (False, Letters())
        found.append(Look(code, *look, fills[fill] if 0 <= fill < len(fills) else WHITE))
    return tuple(found)


def _conditional(root: etree._Element, palette: Palette) -> Iterator[Look]:
    for each in _children(root, "dxfs"):
        code, font, fill = child(each, "numFmt"), child(each, "font"), child(each, "fill")
        yield Look(
            "General" if code is None else unescaped(code.get("formatCode", "")),
            bool(_struck(font)),
            Letters() if font is None else palette.letters(font),
            WHITE if fill is None else palette.behind(fill, of_rule=True),
        )


def _children(root: etree._Element, name: str) -> list[etree._Element]:
    parent = child(root, name)
    return [] if parent is None else list(parent)


def _struck(properties: etree._Element | None) -> tuple[Mark, ...]:
    strike = child(properties, "strike")
    return (STRUCK,) if strike is not None and strike.get("val", "1") not in _OFF else ()
