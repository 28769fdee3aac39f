"""Colours of styles, and whether text in one is seen before another."""

from functools import lru_cache
from typing import Final, NamedTuple

from tinycss2.color4 import Color
from tinycss2.color5 import parse_color

_ALIKE: Final = 8 / 255  # of every channel: less no eye tells apart
_LIGHTEST: Final = {"lab": 100, "lch": 100, "oklab": 1, "oklch": 1}
_DARK, _LIGHT = 0.02, 0.98
_RGB: Final = 3
_SYSTEM: Final = {"canvas": "white", "canvastext": "black", "field": "white", "fieldtext": "black", "linktext": "blue"}


class Colour(NamedTuple):
    """Red, green, blue and how opaque it is, from 0 to 1."""

    red: float
    green: float
    blue: float
    alpha: float = 1.0

    def over(self, other: "Colour") -> "Colour":
        """What is seen where this lies on an opaque colour."""
        mixed = (self.alpha * own + (1 - self.alpha) * below for own, below in zip(self[:3], other[:3], strict=True))
        return Colour(*mixed)

    def is_seen_before(self, background: "Colour") -> bool:
        """Whether text of this colour is told from an opaque background."""
        return any(abs(own - below) > _ALIKE for own, below in zip(self.over(background), background, strict=True))


BLACK: Final = Colour(0, 0, 0)
WHITE: Final = Colour(1, 1, 1)


@lru_cache(maxsize=1024)
def colour(value: str) -> Colour | None:
    """The colour a value names; None for what is none, or is not known here (a display's own, a mixture)."""
    try:
        read = parse_color(_SYSTEM.get(value.lower(), value))
    except (AssertionError, AttributeError, ValueError, TypeError, RecursionError):
        return None  # the library's own accidents with what is no colour
    return _as_rgb(read) if isinstance(read, Color) else None


def _as_rgb(found: Color) -> Colour | None:
    channels = [float(channel or 0) for channel in found.coordinates]
    if found.space in {"hsl", "hwb"}:
        return Colour(*found.to("srgb"))
    if found.space in _LIGHTEST:  # by lightness: of what is neither black nor white only that it is seen is known
        light = channels[0] / _LIGHTEST[found.space]
        grey = float(round(light))
        return Colour(grey, grey, grey, found.alpha) if not _DARK < light < _LIGHT or found.alpha < _LIGHT else None
    if len(channels) > _RGB:  # printers' inks
        channels = [(1 - each) * (1 - channels[-1]) for each in channels[:-1]]
    red, green, blue = channels
    return Colour(red, green, blue, found.alpha)


def is_colour(value: str) -> bool:
    """Whether a value is a colour."""
    return value.lower() == "currentcolor" or colour(value) is not None
