"""How languages write numbers: which sign parts off the decimals, which signs group the digits.

A number is read by every convention its language has, without a known language by all there are. One reading is the
number; several that differ are ambiguous; none means that it is no number there. Conventions are those of CLDR
(decimal and group symbols per locale), with all that is in use where a language without a region has several.
"""

import re
import unicodedata
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

NARROW_SPACES: Final = "\u00a0\u2009\u202f"  # between digits they only ever group (ISO 80000-1)


@dataclass(frozen=True, slots=True)
class Convention:
    decimal: str
    groups: str

    @property
    def pattern(self) -> re.Pattern[str]:
        """Digits in groups of three, or as in India of two and a last of three, or not grouped; then decimals."""
        group = f"[{re.escape(self.groups + NARROW_SPACES)}]"
        threes = rf"\d{{1,3}}(?P<three>{group})\d{{3}}(?:(?P=three)\d{{3}})*"
        indian = r"\d{1,2}(?:,\d{2})*,\d{3}" if "," in self.groups else threes.replace("three", "again")
        return re.compile(rf"(?P<whole>{threes}|{indian}|\d+)(?:[{re.escape(self.decimal)}](?P<part>\d+))?")


_POINT = Convention(".", ",")
_COMMA_POINT = Convention(",", ".")
_COMMA_SPACE = Convention(",", " ")
_POINT_SPACE = Convention(".", " ")
_APOSTROPHE = Convention(".", "'’")
_ARABIC = Convention("٫", "٬")
_FULL_WIDTH = Convention("．", "，")
_OWN_SIGNS = (_ARABIC, _FULL_WIDTH)  # signs that mean the same everywhere
_PATTERNS = {
    convention: convention.pattern
    for convention in (_POINT, _COMMA_POINT, _COMMA_SPACE, _POINT_SPACE, _APOSTROPHE, *_OWN_SIGNS)
}

_LANGUAGES: tuple[tuple[str, tuple[Convention, ...]], ...] = (
    ("en zh ja ko th he hi bn mr ta te ur ms sw es-mx es-us es-gt es-pr es-do", (_POINT,)),
    ("it nl id tr da el ro hr sl sr vi is es-ar es-co es-cl es-uy ar-ma ar-dz ar-tn", (_COMMA_POINT,)),
    ("de pt es-es ca gl fr-be fr-lu", (_COMMA_POINT, _COMMA_SPACE)),
    ("fr ru uk pl cs sk sv nb nn no fi bg hu et lv lt", (_COMMA_SPACE,)),
    ("de-ch de-li it-ch rm", (_APOSTROPHE,)),
    ("en-za fr-ch", (_POINT, _COMMA_SPACE, _POINT_SPACE, _APOSTROPHE)),
    ("es ar fa", (_POINT, _COMMA_POINT, _COMMA_SPACE)),
)
_BY_TAG = {tag: conventions for tags, conventions in _LANGUAGES for tag in tags.split()}


def known(language: str) -> tuple[Convention, ...]:
    """The conventions of a language (BCP 47): of its region where that has its own; empty where it is not known."""
    tag = language.casefold()
    return _BY_TAG.get(tag) or _BY_TAG.get(tag.partition("-")[0], ())


def groups_with_spaces(language: str) -> bool:
    """Whether an ordinary space may stand inside a number; elsewhere it parts two numbers."""
    return any(" " in convention.groups for convention in known(language))


def amounts(*, digits: str, language: str) -> frozenset[Decimal]:
    """Every number the digits and separators can be read as. Each keeps the decimals it was written with.

    Digits of different scripts in one number, and zeros in front, are read as no number: they are names.
    """
    if len({ord(sign) - unicodedata.decimal(sign) for sign in digits if sign.isdecimal()}) != 1:
        return frozenset()
    conventions = (*known(language), *_OWN_SIGNS) if known(language) else tuple(_PATTERNS)
    found = (_amount(_PATTERNS[convention].fullmatch(digits)) for convention in conventions)
    return frozenset(amount for amount in found if amount is not None)


def _amount(match: re.Match[str] | None) -> Decimal | None:
    if match is None:
        return None
    whole, part = _plain(match["whole"]), _plain(match["part"] or "")
    if len(whole) > 1 and whole[0] == "0":
        return None
    return Decimal(f"{whole}.{part}" if part else whole)


def _plain(written: str) -> str:
    return "".join(str(unicodedata.decimal(sign)) for sign in written if sign.isdecimal())
