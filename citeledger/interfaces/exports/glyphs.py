"""Which characters the report's fonts can print, and what is printed instead of the others.

A report must look the same on every machine, so only fonts that come as locked packages are used. A character none of
them has stops a PDF/A file from being written; a character without ink (bidirectional controls, zero-width and tag
characters, CVE-2021-42574, threat T63) can make a page read other than its text. Both are printed as `[U+9000]`, never
dropped.
"""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from functools import cache
from pathlib import Path

import fontpkg
from fontTools.ttLib import TTFont

# Latin, Greek and Cyrillic; Arabic; Hebrew. Amiri rather than Noto Sans Arabic: that font draws a letter as two glyphs
# (skeleton and dots), and the letter then comes out twice when text is copied from the PDF.
FAMILIES = ("Noto Sans", "Amiri", "Heebo")
WEIGHTS = (400, 700)  # regular and bold; user text is never set in italics
INKLESS_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
# Default_Ignorable_Code_Point (Unicode DerivedCoreProperties) outside those categories, and blank Braille.
INKLESS = frozenset(
    {0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0}
    | set(range(0x180B, 0x1810))
    | set(range(0xFE00, 0xFE10))
    | set(range(0xE0100, 0xE01F0))
)
JOINERS = frozenset("\u200c\u200d")
LAYOUT_CHARACTERS = frozenset("\n\r\t")  # set as line ends and spaces, see `passages`
MARKS_PER_LETTER = 4  # more than any orthography stacks; beyond it marks would run into the lines above


class Fit(Enum):
    """How one character gets onto paper: as a new piece, on the piece before it, or as its number."""

    STARTS = auto()
    JOINS = auto()
    MISSING = auto()


@dataclass(frozen=True, slots=True)
class Glyphs:
    """`fonts`: code point -> bit set of the families that have it. `widths`: code point -> widest advance, in em."""

    folders: tuple[Path, ...]
    fonts: Mapping[int, int]
    widths: Mapping[int, float]


@cache
def packaged_glyphs() -> Glyphs:
    """What the packaged fonts cover, read once per process (about 0.1 s)."""
    fonts: dict[int, int] = {}
    widths: dict[int, float] = {}
    for bit, family in enumerate(FAMILIES):
        for code_point, advance in _advances(family=family).items():
            fonts[code_point] = fonts.get(code_point, 0) | 1 << bit
            widths[code_point] = max(widths.get(code_point, 0.0), advance)
    folders = tuple(fontpkg.path(family).parent for family in FAMILIES)
    return Glyphs(folders=folders, fonts=fonts, widths=widths)


def _advances(*, family: str) -> dict[int, float]:
    """Widest advance in em of each character that all weights in use have: a family's bold may know fewer letters."""
    advances = [_advances_in(path=path) for path in {fontpkg.path(family, weight=weight) for weight in WEIGHTS}]
    everywhere = set.intersection(*(set(of_one) for of_one in advances))
    return {code_point: max(of_one[code_point] for of_one in advances) for code_point in everywhere}


def _advances_in(*, path: Path) -> dict[int, float]:
    with TTFont(path, lazy=True) as font:
        advances, em = font["hmtx"], font["head"].unitsPerEm
        return {code_point: advances[name][0] / em for code_point, name in font.getBestCmap().items()}


def code_point_notation(*, character: str) -> str:
    """`U+` and at least four hexadecimal digits, as the Unicode Standard writes it (appendix A)."""
    return f"U+{ord(character):04X}"


def printed(*, text: str) -> tuple[str, ...]:
    """The text in pieces that stay whole: a letter with its marks, or `[U+...]` for what cannot be printed."""
    pieces: list[str] = []
    for character, fit in _fitted(text=text):
        if fit is Fit.MISSING:
            pieces.append(f"[{code_point_notation(character=character)}]")
        elif fit is Fit.JOINS:
            pieces[-1] += character
        else:
            pieces.append(character)
    return tuple(pieces)


def unprintable(*, text: str) -> tuple[str, ...]:
    """The distinct characters of a text that are printed as `[U+...]`, in `U+` notation and order of code points."""
    missing = {character for character, fit in _fitted(text=text) if fit is Fit.MISSING}
    return tuple(code_point_notation(character=character) for character in sorted(missing - LAYOUT_CHARACTERS))


def width(*, pieces: Iterable[str]) -> float:
    """Upper estimate of the printed width in em, over all packaged families at regular weight."""
    widths = packaged_glyphs().widths
    return sum(widths.get(ord(character), 1.0) for piece in pieces for character in piece)


def _fitted(*, text: str) -> Iterator[tuple[str, Fit]]:
    """Each character with how it is printed. One font draws a letter and all that joins it, so one must have both."""
    shared, joined = 0, 0
    for at, character in enumerate(text):
        have, joins = _families_with(text=text, at=at), _joins(text=text, at=at)
        if not have or (joins and (not shared & have or joined == MARKS_PER_LETTER)):
            shared, joined = 0, 0
            yield character, Fit.MISSING
        elif joins:
            shared, joined = shared & have, joined + 1
            yield character, Fit.JOINS
        else:
            shared, joined = have, 0
            yield character, Fit.STARTS


def _families_with(*, text: str, at: int) -> int:
    character = text[at]
    inkless = unicodedata.category(character) in INKLESS_CATEGORIES or ord(character) in INKLESS
    if inkless and not _spells(text=text, at=at):
        return 0
    return packaged_glyphs().fonts.get(ord(character), 0)


def _joins(*, text: str, at: int) -> bool:
    return unicodedata.category(text[at]).startswith("M") or _spells(text=text, at=at)


def _spells(*, text: str, at: int) -> bool:
    """A joiner between two Arabic letters is part of the spelling (Persian); anywhere else it is only invisible."""
    if text[at] not in JOINERS or not 0 < at < len(text) - 1:
        return False
    return all(unicodedata.bidirectional(text[beside]) == "AL" for beside in (at - 1, at + 1))
