"""Edits of one table in every format that has tables, read by its own extractor: the same edit, the same answer."""

from collections.abc import Callable
from html import escape

import pytest

from citeledger.core.anchoring import Locator, Side, reanchor
from citeledger.core.reading.normalization import normalizer_for
from citeledger.extraction import Options
from citeledger.extraction.formats import load
from tests.unit.core.anchored import side
from tests.unit.extraction.workbooks import data, row, text, workbook

Grid = tuple[tuple[str, ...], ...]
Change = Callable[[Grid], Grid]
RULE = "They may enter the vault at any time of the day and of the night without asking."
TABLE: Grid = (
    ("Who", "Least", "Most", "Allowed"),
    ("Staff", "", "30", RULE),
    ("Guests", "40", "60", "Nothing at all."),
    ("Pupils", "41", "60", "The hall."),
)


def _read(content: bytes, media_type: str) -> Side:
    extraction = load(media_type).extract(content, Options())
    return Side(extraction.text, extraction.structure, normalizer_for(media_type))


def _markdown(grid: Grid) -> Side:
    lines = ["| " + " | ".join(line) + " |" for line in (grid[0], ("---",) * len(grid[0]), *grid[1:])]
    return side("The table.\n\n" + "\n".join(lines) + "\n")


def _csv(grid: Grid) -> Side:
    return _read("\n".join(",".join(line) for line in grid).encode(), "text/csv")


def _html(grid: Grid) -> Side:
    rows = ["".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in line) for tag, line in _tagged(grid)]
    return _read(f"<table>{''.join(f'<tr>{cells}</tr>' for cells in rows)}</table>".encode(), "text/html")


def _tagged(grid: Grid) -> list[tuple[str, tuple[str, ...]]]:
    return [("td" if number else "th", line) for number, line in enumerate(grid)]


def _xlsx(grid: Grid) -> Side:
    rows = (
        row(number, *(text(f"{chr(65 + column)}{number}", cell) for column, cell in enumerate(line) if cell))
        for number, line in enumerate(grid, start=1)
    )
    media_type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    return _read(workbook(data(*rows)), media_type)


FORMATS = {"Markdown": _markdown, "CSV": _csv, "HTML": _html, "XLSX": _xlsx}


def _cell(at: int, column: int, value: str) -> Change:
    return lambda grid: tuple(
        tuple(value if (number, place) == (at, column) else cell for place, cell in enumerate(line))
        for number, line in enumerate(grid)
    )


def _all(*changes: Change) -> Change:
    def changed(grid: Grid) -> Grid:
        for change in changes:
            grid = change(grid)
        return grid

    return changed


_HEADERS_SWAPPED = _all(_cell(0, 1, "Most"), _cell(0, 2, "Least"))
_KEYS_SWAPPED = _all(_cell(2, 0, "Pupils"), _cell(3, 0, "Guests"))
ALARMS: dict[str, tuple[str, str, Change]] = {
    "a value in another column": ("30", "30", _all(_cell(1, 1, "30"), _cell(1, 2, ""))),
    "a row with a value in another column": ("Staff", "30", _all(_cell(1, 1, "30"), _cell(1, 2, ""))),
    "headers exchanged, two cells": ("40", "60", _HEADERS_SWAPPED),
    "headers exchanged, a row": ("Guests", "60", _HEADERS_SWAPPED),
    "another unit in a header, a row": ("Guests", "60", _cell(0, 2, "Most (hours)")),
    "keys exchanged, two cells": ("40", "60", _KEYS_SWAPPED),
    "keys exchanged, the end of a row and the next one": ("60", "Pupils", _KEYS_SWAPPED),
    "another key of a whole sentence": (RULE, RULE, _cell(1, 0, "Contractors")),
    "another header of a whole sentence": (RULE, RULE, _cell(0, 3, "Not allowed")),
    "another header of a key": ("Staff", "Staff", _cell(0, 0, "Never")),
    "a value changed, two cells": ("40", "60", _cell(2, 1, "39")),
    "the old value kept behind the new one": ("30", "30", _cell(1, 2, "14 (was 30)")),
    "a word before it": ("The hall.", "The hall.", _cell(3, 3, "Never: The hall.")),
    "more said behind it": ("Nothing at all.", "Nothing at all.", _cell(2, 3, "Nothing at all. But the hall.")),
    "a value made an interval, two cells": ("40", "60", _cell(2, 1, "20 to 40")),
}
CURRENT: dict[str, tuple[str, str, Change]] = {
    "rows in another order, two cells": ("40", "60", lambda grid: (grid[0], *grid[:0:-1])),
    "rows in another order, a sentence": (RULE, RULE, lambda grid: (grid[0], *grid[:0:-1])),
    "a row put in, a row": ("Guests", "60", lambda grid: (*grid[:2], ("Heirs", "1", "2", "The yard."), *grid[2:])),
    "another cell of the row, two cells": ("40", "60", _cell(2, 3, "The garden.")),
    "another cell of the row, a sentence": (RULE, RULE, _cell(1, 2, "31")),
    "another header, two cells": ("40", "60", _cell(0, 3, "Open to them")),
    "more said beside a part of a cell": ("day and of the night", "night", _cell(1, 3, f"{RULE} It is cold.")),
}


def _became_current(read: Callable[[Grid], Side], first: str, last: str, change: Change) -> bool:
    old, new = read(TABLE), read(change(TABLE))
    start = old.text.index(first)
    span = Locator(start, old.text.index(last, start) + len(last))
    return reanchor(old=old, new=new, spans=[span])[0].is_current


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("name", ALARMS)
def test_it_alarms(name: str, form: str) -> None:
    assert not _became_current(FORMATS[form], *ALARMS[name])


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("name", CURRENT)
def test_it_does_not_alarm(name: str, form: str) -> None:
    assert _became_current(FORMATS[form], *CURRENT[name])
