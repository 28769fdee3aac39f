"""Colours of letters and of what is behind them, as files of office programs write them."""

import re
from typing import Final

from citeledger.styling.colours import BLACK, WHITE, Colour

_HEX: Final = re.compile(r"(?:[0-9A-Fa-f]{2})?([0-9A-Fa-f]{2})([0-9A-Fa-f]{2})([0-9A-Fa-f]{2})\Z")
_TINT: Final = re.compile(r"-?(?:1(?:\.0*)?|0?\.\d{1,20}|0)\Z")
_HIGHLIGHTS: Final = {
    "black": "000000", "blue": "0000FF", "cyan": "00FFFF", "green": "00FF00", "magenta": "FF00FF", "red": "FF0000",
    "yellow": "FFFF00", "white": "FFFFFF", "darkBlue": "000080", "darkCyan": "008080", "darkGreen": "008000",
    "darkMagenta": "800080", "darkRed": "800000", "darkYellow": "808000", "darkGray": "808080", "lightGray": "C0C0C0",
}  # fmt: skip
_OF_THEME: Final = {"background1": WHITE, "light1": WHITE, "text1": BLACK, "dark1": BLACK}


def ink(written: str | None) -> Colour | None:
    """A colour of six digits, or of eight of which the first two say nothing; None for another word, or none."""
    found = _HEX.match(written or "")
    return Colour(*(int(part, 16) / 255 for part in found.groups())) if found else None


def highlight(name: str | None) -> Colour | None:
    """The colour of a marker, by the name Word gives it."""
    return ink(_HIGHLIGHTS.get(name or ""))


def of_theme(name: str | None) -> Colour | None:
    """The colour of letters or of paper in a theme, as themes nearly always have them; None for any other."""
    return _OF_THEME.get(name or "")


def tinted(colour: Colour, tint: str | None) -> Colour:
    """A colour made darker (below 0, to -1) or lighter (above 0, to 1)."""
    share = float(tint) if tint and _TINT.match(tint) else 0.0
    light = 1.0 if share > 0 else 0.0
    red, green, blue = (channel * (1 - abs(share)) + light * abs(share) for channel in colour[:3])
    return Colour(red, green, blue)


def is_seen(letters: Colour | None, behind: Colour | None) -> bool:
    """Whether letters are told from what is behind them. What is not known, or left to the program, is."""
    return letters is None or behind is None or letters.is_seen_before(behind)
