"""One sheet: the cells a reader sees, each as it is shown, in the tables they belong to."""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from decimal import Decimal
from itertools import product
from typing import Final, NamedTuple

from lxml import etree

from citeledger.extraction.extracted import Unreadable
from citeledger.extraction.ooxml import Package, child, integer, local
from citeledger.extraction.passages import STRUCK, Mark, Piece
from citeledger.extraction.structure import RegionKind
from citeledger.extraction.tables import MOST_CELLS, Table, TableCell
from citeledger.extraction.xlsx import dates, number_formats
from citeledger.extraction.xlsx.workbook import Look, Run, Workbook, rich_text, unescaped
from citeledger.styling.colours import WHITE

_REFERENCE: Final = re.compile(r"\$?([A-Z]{1,3})\$?([1-9][0-9]{0,6})\Z", re.IGNORECASE)
_NUMBER: Final = re.compile(r"[-+]?(?:[0-9]{1,40}(?:\.[0-9]{0,40})?|\.[0-9]{1,40})(?:[eE][-+]?[0-9]{1,3})?\Z")
_LAST_ROW: Final = 1_048_576
_LAST_COLUMN: Final = 16_384
_LARGEST: Final = 308  # power of ten of the largest number a spreadsheet holds
_MOST_TABLES: Final = 100  # of a sheet; cells of further ones count to the sheet itself
_MOST_STEPS: Final = 20_000_000  # cells asked whether a rule may hide them
_LOW, _NARROW = 2.0, 0.3
_WHITE: Final = re.compile(r"\[(?:white|color ?2)\]", re.IGNORECASE)  # a format may name the colour of letters
_RICH: Final = frozenset(("s", "inlineStr"))  # kinds of text whose runs say themselves how they look
_OFF: Final = frozenset(("0", "false"))
_NO_VALUE: Final = Mark(RegionKind.UNQUOTABLE, "formula without a stored value")


class Area(NamedTuple):
    """A rectangle of cells, from 1, ends included."""

    top: int
    left: int
    bottom: int
    right: int

    def holds(self, row: int, column: int) -> bool:
        return self.top <= row <= self.bottom and self.left <= column <= self.right

    def places(self) -> Iterator[tuple[int, int]]:
        return product(range(self.top, self.bottom + 1), range(self.left, self.right + 1))

    @property
    def size(self) -> int:
        return max(0, self.bottom + 1 - self.top) * max(0, self.right + 1 - self.left)


class Named(NamedTuple):
    """A table that people made of an area: its name, and how many of its rows are headers."""

    area: Area
    name: str
    headers: int


@dataclass(slots=True)
class Sheet:
    """A sheet being read: the cells a reader sees, by row and column, and what was counted on the way."""

    workbook: Workbook
    counts: Counter[str]
    cells: dict[tuple[int, int], TableCell] = field(default_factory=dict)
    _hidden_columns: bytearray = field(default_factory=lambda: bytearray(_LAST_COLUMN + 1))
    _row: int = 0
    _hides_zeros: bool = False
    _steps: int = 0

    def read(self, package: Package, part: str) -> None:
        """Take in the sheet's own part. Raises Unreadable."""
        merged: list[Area] = []
        for element in package.elements(part, "sheetView", "col", "row", "mergeCell", "conditionalFormatting"):
            match local(element):
                case "sheetView":
                    self._hides_zeros = not _is_on(element, "showZeros", otherwise="1")
                case "conditionalFormatting":
                    self._take_rules(element)
                case "col":
                    self._take_column(element)
                case "row":
                    self._take_row(element)
                case "mergeCell":
                    merged.append(area_of(element.get("ref", "")))
        self._merge(merged)

    def tables(self, name: str, named: list[Named]) -> list[Table]:
        """The cells as tables: those that people made, and between them the sheet's other cells as they come."""
        made = sorted(named)[:_MOST_TABLES]
        tops = [each.area.top for each in made]
        parts: dict[tuple[int, bool], list[TableCell]] = {}
        for place, cell in sorted(self.cells.items()):
            owner = next((number for number, each in enumerate(made) if each.area.holds(*place)), None)
            if owner is None:
                parts.setdefault((bisect_right(tops, cell.row), False), []).append(cell)
            else:
                is_header = cell.row < made[owner].area.top + made[owner].headers
                parts.setdefault((owner, True), []).append(replace(cell, is_header=is_header))
        return [
            Table(made[number].name if is_made else name, f"{name}!", tuple(cells))
            for (number, is_made), cells in sorted(parts.items())
        ]

    def _take_column(self, element: etree._Element) -> None:
        if _is_on(element, "hidden") or _is_flat(element.get("width"), _NARROW):
            first, last = integer(element.get("min"), 1), min(integer(element.get("max"), 0), _LAST_COLUMN)
            self._hidden_columns[max(first, 0) : last + 1] = b"\1" * (last + 1 - max(first, 0))

    def _take_row(self, element: etree._Element) -> None:
        self._row = integer(element.get("r"), self._row + 1)
        if not 0 < self._row <= _LAST_ROW:
            raise Unreadable
        is_hidden = _is_on(element, "hidden") or _is_flat(element.get("ht"), _LOW)
        column = 0
        for each in element.iterchildren("{*}c"):
            column = _column(each.get("r"), self._row, column + 1)
            pieces = self._shown(each)
            if not any(piece.text.strip() for piece in pieces):
                continue
            if is_hidden or self._hidden_columns[column]:
                self.counts["hidden"] += 1
                continue
            self.cells[self._row, column] = TableCell(self._row, column, pieces, value=self._stored(each))
            if len(self.cells) > MOST_CELLS:
                raise Unreadable

    def _shown(self, element: etree._Element) -> tuple[Piece, ...]:
        """What a cell shows: its value by its format; a formula that was never computed as what it is."""
        look = self._look(element)
        formula, stored = child(element, "f"), child(element, "v")
        kind, text = element.get("t", "n"), "" if stored is None else stored.text or ""
        if formula is not None and not text and not (kind == "str" and stored is not None):
            self.counts["uncomputed"] += 1
            return (Piece(f"={unescaped(formula.text or '…')}", (_NO_VALUE,)),)
        pieces = self._value(element, kind, text, look)
        is_white = look.behind == WHITE and bool(_WHITE.search(look.code or ""))
        if is_white or (kind not in _RICH and not look.letters.shows_on(look.behind)):
            self.counts["unseen"] += any(piece.text.strip() for piece in pieces)
            return ()
        return tuple(Piece(each.text, (*each.marks, STRUCK)) for each in pieces) if look.is_struck else pieces

    def _value(self, element: etree._Element, kind: str, text: str, look: Look) -> tuple[Piece, ...]:
        match kind:
            case "s":
                return self._rich(self._shared(text), look)
            case "inlineStr":
                inline = child(element, "is")
                return self._rich(() if inline is None else rich_text(inline, self.workbook.palette), look)
            case "b":
                return (Piece("TRUE" if text not in _OFF else "FALSE"),) if text else ()
            case _ if (number := self._stored_number(kind, text, look.code)) is not None:
                return () if self._hides_zeros and not number else (Piece(self._number(number, look.code)),)
            case _:
                return _formatted_text((Piece(unescaped(text)),), look)

    def _rich(self, runs: tuple[Run, ...], look: Look) -> tuple[Piece, ...]:
        """The runs of a string that a reader sees. A cell whose letters are unseen may hold some that are not."""
        shown = [run for run in runs if (run.letters or look.letters).shows_on(look.behind)]
        self.counts["unseen"] += len(shown) < len(runs)
        return _formatted_text(tuple(run.piece for run in shown), look)

    def _number(self, number: Decimal, code: str | None) -> str:
        since_1904 = self.workbook.since_1904
        shown = None if code is None else number_formats.shown(number, code, since_1904=since_1904)
        if shown is not None:
            return shown
        self.counts["plain"] += 1
        return number_formats.plain(number, code or "", since_1904=since_1904)

    def _stored(self, element: etree._Element) -> str:
        """The number or moment that a cell shows by its format; empty for anything else."""
        stored, code = child(element, "v"), self._look(element).code
        text = "" if stored is None else stored.text or ""
        number = self._stored_number(element.get("t", "n"), text, code)
        if code is None or number is None:
            return ""
        return number_formats.stored(number, code, since_1904=self.workbook.since_1904)

    def _stored_number(self, kind: str, text: str, code: str | None) -> Decimal | None:
        """A number, or a moment written as such if its format shows one: the general format leaves it as written."""
        if kind == "n":
            return Decimal(text) if _is_number(text) else None
        is_moment = kind == "d" and code is not None and number_formats.shows_moments(code)
        return dates.serial(text, since_1904=self.workbook.since_1904) if is_moment else None

    def _look(self, element: etree._Element) -> Look:
        number = integer(element.get("s"), 0)
        return self.workbook.looks[number] if 0 <= number < len(self.workbook.looks) else Look()

    def _take_rules(self, element: etree._Element) -> None:
        """Take cells out that a rule may hide: whether its condition holds is not known here. Raises Unreadable."""
        numbers = {integer(each.get("dxfId"), -1) for each in element.iterchildren("{*}cfRule")}
        looks = [look for number, look in enumerate(self.workbook.conditional) if number in numbers]
        if not any(_hides(look) for look in looks):
            return
        for reference in element.get("sqref", "").split():
            area = area_of(reference)
            is_small = area.size < len(self.cells)
            self._steps += min(area.size, len(self.cells))
            if self._steps > _MOST_STEPS:
                raise Unreadable
            for place in area.places() if is_small else [place for place in self.cells if area.holds(*place)]:
                self.counts["doubtful"] += self.cells.pop(place, None) is not None

    def _shared(self, text: str) -> tuple[Run, ...]:
        number = integer(text, -1)
        if not 0 <= number < len(self.workbook.strings):
            raise Unreadable
        return self.workbook.strings[number]

    def _merge(self, merged: list[Area]) -> None:
        """A merged area shows its first cell alone. Raises Unreadable where areas lie over one another a lot."""
        bottom, right = (max((place[axis] for place in self.cells), default=0) for axis in (0, 1))
        steps = 0
        for each in merged:
            area = Area(each.top, each.left, min(each.bottom, bottom), min(each.right, right))
            steps += min(area.size, len(self.cells))
            if steps > 4 * MOST_CELLS:
                raise Unreadable
            is_small = area.size < len(self.cells)
            for place in area.places() if is_small else [place for place in self.cells if area.holds(*place)]:
                if place != (area.top, area.left):
                    self.cells.pop(place, None)
            first = self.cells.get((area.top, area.left))
            if first:
                rows, columns = area.bottom - area.top + 1, area.right - area.left + 1
                self.cells[area.top, area.left] = replace(first, rows=rows, columns=columns)


def area_of(reference: str) -> Area:
    """An area as files write it ("B2:C4" or "B2"). Raises Unreadable for anything else."""
    first, _, last = reference.partition(":")
    top, left = _place(first)
    bottom, right = _place(last or first)
    return Area(top, left, bottom, right)


def _column(reference: str | None, row: int, otherwise: int) -> int:
    """The column a cell says it is in, the next one if it says nothing. Raises Unreadable where there is none."""
    place = (row, otherwise) if reference is None else _place(reference)
    if place[0] != row or not 0 < place[1] <= _LAST_COLUMN:
        raise Unreadable
    return place[1]


def _place(reference: str) -> tuple[int, int]:
    found = _REFERENCE.match(reference)
    if not found:
        raise Unreadable
    column = 0
    for letter in found.group(1).upper():
        column = 26 * column + ord(letter) - ord("A") + 1
    row = int(found.group(2))
    if row > _LAST_ROW or column > _LAST_COLUMN:
        raise Unreadable
    return row, column


def _is_on(element: etree._Element, name: str, *, otherwise: str = "0") -> bool:
    return element.get(name, otherwise) not in _OFF


def _is_flat(size: str | None, least: float) -> bool:
    """Whether a height (points) or a width (letters) is too small for anything to be read."""
    return size is not None and _is_number(size) and float(size) < least


def _hides(look: Look) -> bool:
    is_blank = look.code is not None and not number_formats.shown_text("x", look.code)
    return is_blank or not look.letters.shows_on(look.behind)


def _is_number(text: str) -> bool:
    return bool(_NUMBER.match(text)) and Decimal(text).adjusted() <= _LARGEST


def _formatted_text(pieces: tuple[Piece, ...], look: Look) -> tuple[Piece, ...]:
    """A text by its format, which may hide it or put words around it."""
    text = "".join(piece.text for piece in pieces)
    shown = number_formats.shown_text(text, look.code or "")
    return pieces if shown == text else (Piece(shown, pieces[0].marks if pieces else ()),)
