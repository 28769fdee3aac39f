"""The numbers Word draws before list items and headings, as a reader sees them (ECMA-376, part 1, section 17.9)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from lxml import etree

from citeledger.extraction.ooxml import child, integer, value

_LEVELS: Final = 9
_LONGEST: Final = 30  # letters: Word goes on from z to aa, bb, ...
_ROMAN: Final = (
    *((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl")),
    *((10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")),
)


@dataclass(frozen=True, slots=True)
class _Level:
    start: int
    form: str
    pattern: str
    restarts: bool
    is_legal: bool
    style: str


class Numbering:
    """The lists of a document, counted as they are met."""

    def __init__(self, root: etree._Element | None, links: Mapping[str, str]) -> None:
        """`links` names the list that each numbering style stands for."""
        found = () if root is None else root.iterchildren("{*}abstractNum")
        self._kinds = {value(each, "abstractNumId") or "": _levels(each) for each in found}
        self._links = {} if root is None else _linked(root, links)
        lists = () if root is None else root.iterchildren("{*}num")
        self._lists = {value(each, "numId") or "": each for each in lists}
        self._counts: dict[str, list[int | None]] = {}
        self._begun: set[str] = set()

    def level_of(self, style: str, number: str) -> int:
        """The level of list `number` that paragraphs of a style are on, the first if none is named."""
        levels = self._kinds.get(self._kind(number), {})
        return next((place for place, level in levels.items() if level.style == style), 0)

    def advance(self, number: str, place: int) -> str | None:
        """The number of the next item on a level (0-8) of list `number`: empty for bullets, None for no list."""
        kind = self._kind(number)
        levels = self._kinds.get(kind, {}) | self._overrides(number)
        level = levels.get(place)
        if level is None or number == "0":
            return None
        counts = self._counts.setdefault(kind, [None] * _LEVELS)
        self._begin(number, counts)
        before = counts[place]
        counts[place] = level.start if before is None else before + 1
        for deeper in range(place + 1, _LEVELS):
            if deeper not in levels or levels[deeper].restarts:
                counts[deeper] = None
        return _shown(level, levels, counts)

    def _begin(self, number: str, counts: list[int | None]) -> None:
        """A list that names its own start begins anew where it is first used."""
        if number in self._begun:
            return
        self._begun.add(number)
        for override in self._lists[number].iterchildren("{*}lvlOverride"):
            start, place = child(override, "startOverride"), integer(value(override, "ilvl"), -1)
            if start is not None and 0 <= place < _LEVELS:
                counts[place] = integer(value(start, "val"), 1) - 1

    def _kind(self, number: str) -> str:
        named = child(self._lists.get(number), "abstractNumId")
        kind = "" if named is None else value(named, "val") or ""
        linked = child(self._lists.get(self._links.get(kind, "")), "abstractNumId")
        return kind if linked is None else value(linked, "val") or ""

    def _overrides(self, number: str) -> dict[int, _Level]:
        found = self._lists.get(number)
        overrides = () if found is None else found.iterchildren("{*}lvlOverride")
        return {place: level for each in overrides for place, level in _levels(each).items()}


def _linked(root: etree._Element, links: Mapping[str, str]) -> dict[str, str]:
    """Lists that only say "as that style": by their kind, the list the style stands for."""
    kinds = ((each, child(each, "numStyleLink")) for each in root.iterchildren("{*}abstractNum"))
    named = {value(kind, "abstractNumId") or "": value(link, "val") or "" for kind, link in kinds if link is not None}
    return {kind: links[style] for kind, style in named.items() if style in links}


def _levels(parent: etree._Element) -> dict[int, _Level]:
    levels = ((integer(value(each, "ilvl"), -1), each) for each in parent.iterchildren("{*}lvl"))
    return {place: _level(each) for place, each in levels if 0 <= place < _LEVELS}


def _level(element: etree._Element) -> _Level:
    said = {name: child(element, name) for name in ("start", "numFmt", "lvlText", "lvlRestart", "isLgl", "pStyle")}
    values = {name: value(each, "val") for name, each in said.items() if each is not None}
    return _Level(
        start=integer(values.get("start"), 0),
        form=values.get("numFmt") or "decimal",
        pattern=(values.get("lvlText") or "")[:100],
        restarts=values.get("lvlRestart") != "0",
        is_legal="isLgl" in values,
        style=values.get("pStyle") or "",
    )


def _shown(level: _Level, levels: Mapping[int, _Level], counts: list[int | None]) -> str:
    if level.form == "bullet":
        return ""
    shown = level.pattern
    for place in range(_LEVELS):
        mark = f"%{place + 1}"
        if mark in shown:
            count, each = counts[place], levels.get(place, level)
            number = _formatted(each.start if count is None else count, "decimal" if level.is_legal else each.form)
            if number is None:
                return ""  # drawn in a way that is not known here: no number is better than a wrong one
            shown = shown.replace(mark, number)
    return shown.strip()


def _formatted(count: int, form: str) -> str | None:
    if form in {"lowerLetter", "upperLetter"} and 0 < count <= 26 * _LONGEST:
        letters = chr(ord("a") + (count - 1) % 26) * ((count - 1) // 26 + 1)
        return letters if form == "lowerLetter" else letters.upper()
    if form in {"lowerRoman", "upperRoman"} and 0 < count < 4000:
        return _roman(count) if form == "lowerRoman" else _roman(count).upper()
    return {"decimal": str(count), "decimalZero": f"{count:02}", "none": ""}.get(form)


def _roman(count: int) -> str:
    written = ""
    for worth, letters in _ROMAN:
        times, count = divmod(count, worth)
        written += letters * times
    return written
