"""Colours and sizes of the letters in cells, and what is behind them."""

from typing import Final, NamedTuple

from lxml import etree

from citeledger.extraction.inks import ink, is_seen, tinted
from citeledger.extraction.ooxml import child, integer
from citeledger.styling.colours import BLACK, WHITE, Colour

_TINY: Final = 2.0  # points
# How themes are numbered (paper and letters are exchanged in the part), without one as programs have it.
_IN_ORDER: Final = ("lt1", "dk1", "lt2", "dk2", "accent1", "accent2", "accent3", "accent4", "accent5", "accent6")
_USUAL: Final = {"lt1": WHITE, "dk1": BLACK}
_INDEXED: Final = (
    *("000000", "FFFFFF", "FF0000", "00FF00", "0000FF", "FFFF00", "FF00FF", "00FFFF"),
    *("000000", "FFFFFF", "FF0000", "00FF00", "0000FF", "FFFF00", "FF00FF", "00FFFF"),
)


class Letters(NamedTuple):
    """The colour of letters (None: not known, or the program's own), and whether they are too small to be read."""

    colour: Colour | None = None
    is_tiny: bool = False

    def shows_on(self, behind: Colour | None) -> bool:
        """Whether a reader sees them."""
        return not self.is_tiny and is_seen(self.colour, behind)


class Palette:
    """The colours of a workbook by the ways files name them."""

    def __init__(self, theme: etree._Element | None) -> None:
        self._of_theme = dict(_USUAL)
        for name in _IN_ORDER:
            named = child(theme, "themeElements", "clrScheme", name)
            for each in () if named is None else named:
                self._of_theme[name] = ink(each.get("lastClr") or each.get("val")) or self._of_theme.get(name, WHITE)

    def letters(self, font: etree._Element) -> Letters:
        """How letters of a font look."""
        size = child(font, "sz")
        return Letters(self._colour(child(font, "color")), size is not None and _points(size.get("val")) <= _TINY)

    def behind(self, fill: etree._Element, *, of_rule: bool = False) -> Colour | None:
        """What a fill puts behind letters; None for a pattern or a gradient. Rules fill with what is else behind."""
        pattern = child(fill, "patternFill")
        if pattern is None:
            return None
        kind = pattern.get("patternType", "solid" if of_rule else "none")
        if kind == "none":
            return WHITE
        return self._colour(child(pattern, "bgColor" if of_rule else "fgColor")) if kind == "solid" else None

    def _colour(self, named: etree._Element | None) -> Colour | None:
        if named is None:
            return None
        theme, indexed = integer(named.get("theme"), -1), integer(named.get("indexed"), -1)
        found = ink(named.get("rgb"))
        if 0 <= theme < len(_IN_ORDER):
            found = self._of_theme.get(_IN_ORDER[theme])
        elif 0 <= indexed < len(_INDEXED):
            found = ink(_INDEXED[indexed])
        return None if found is None else tinted(found, named.get("tint"))


def _points(size: str | None) -> float:
    try:
        return float(size or "")
    except ValueError:
        return _TINY + 1
