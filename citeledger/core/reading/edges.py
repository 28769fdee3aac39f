"""What is written onto the words at an edge of a passage, so that these alone say something else.

"500 euros" is not said by "1 500 euros", "7 days" not by "~7 days", "toxic" not by "non-toxic", 三日 not by 十三日.
Signs are known by their Unicode category, full-width forms by what they are a form of. A sign between two numbers
belongs to the one it touches.
"""

import re
from functools import lru_cache
from typing import NamedTuple
from unicodedata import category, normalize

from citeledger.core.reading.tokens import is_unspaced

_TOUCHING_BEFORE, _TOUCHING_BEHIND = frozenset("-–*/^#.%№"), frozenset("-–*/^%‰‱°′″℃℉")
_APART_BEHIND = frozenset("%‰‱°℃℉")
_DASHES = frozenset("-‐‑‒–—―−~〜∼")
_HYPHENS = frozenset("-‐‑")
_SEPARATORS = frozenset(".,:/٫٬")
_NUMERALS = frozenset("〇零一二三四五六七八九十百千万億兆两兩両壱弐参萬亿")
_NEGATIONS = frozenset("不無无非未没沒")
_HEAD, _GROUP = re.compile(r"\d{1,3}"), re.compile(r"\d{3}(?:[.,]\d+)?")
_FRACTION = re.compile(r"[\u00bc-\u00be\u2150-\u215e\u2189]|\d+[/\u2044]\d+")
_PARTS = re.compile(r"</?(?:t[dhr]|li|d[dt]|p|div|br)\b", re.IGNORECASE)  # what tags of source put on lines of its own
_TOUCHING, _APART, FAR = 0, 1, 2  # how a token stands beside the one before it


class Beside(NamedTuple):
    """The tokens on one side of an edge, the nearest first, "" where there are none, and the gaps before each."""

    own: str
    near: str
    far: str
    gap: int
    far_gap: int


def gap(between: str, *, is_edge: bool) -> int:
    """How far apart two tokens stand that have `between` between them; a line end is a space inside a block."""
    if "<" in between and _PARTS.search(between):
        return FAR
    spaces = [character for character in between if character.isspace()]
    if not spaces:
        return FAR if "|" in between else _TOUCHING
    return _APART if len(spaces) == 1 and spaces[0] != "\t" and "|" not in between and not is_edge else FAR


@lru_cache(maxsize=8192)
def may_belong(near: str, own: str) -> bool:
    """Whether a token may belong to the one beside it, wherever they stand: nearly none does."""
    return (
        near in _HYPHENS
        or own == "^"
        or near in _NEGATIONS
        or ((own[0].isnumeric() or own[-1].isnumeric()) and (not near[0].isalpha() or near[0] in _NUMERALS))
    )


def before(beside: Beside) -> int:
    """How many tokens before a passage belong to its first one."""
    own, near = beside.own, beside.near
    is_number = own[0].isnumeric()
    if _joins_words(beside) or _is_separated(beside):
        return 2
    if beside.gap == _TOUCHING and ((near in _NEGATIONS and is_unspaced(own)) or _adds_numeral(near[-1], own)):
        return 1
    return int(
        is_number and (_is_written_on(beside, _TOUCHING_BEFORE, frozenset()) or _is_one_number(beside, near, own))
    )


def behind(beside: Beside) -> int:
    """How many tokens behind a passage belong to its last one."""
    own, near = beside.own, beside.near
    is_number = own[-1].isnumeric()
    if _joins_words(beside) or _is_separated(beside):
        return 2
    if beside.gap == _TOUCHING and is_number and near[0] in _NUMERALS:
        return 1
    if own == "^":
        return int(beside.gap == _TOUCHING and near[:1].isnumeric())
    return int(
        is_number and (_is_written_on(beside, _TOUCHING_BEHIND, _APART_BEHIND) or _is_one_number(beside, own, near))
    )


def _joins_words(beside: Beside) -> bool:
    """Whether a hyphen joins both words to one, as in "twenty-five"."""
    touch = beside.near in _HYPHENS and beside.gap == beside.far_gap == _TOUCHING
    return touch and all(word[-1:].isalnum() and word[0].isalnum() for word in (beside.own, beside.far))


def _is_separated(beside: Beside) -> bool:
    """Whether a separator stands inside a number that the tokens cut, as a full-width comma does."""
    touch = beside.gap == beside.far_gap == _TOUCHING and _plain(beside.near) in _SEPARATORS
    return touch and all(word[-1:].isdigit() or word[:1].isdigit() for word in (beside.own, beside.far))


def _adds_numeral(near: str, own: str) -> bool:
    """Whether a numeral of Han letters goes on: 十三, 5千."""
    return own in _NUMERALS and (near in _NUMERALS or near.isdigit())


def _is_written_on(beside: Beside, touching: frozenset[str], apart: frozenset[str]) -> bool:
    """Whether a sign belongs to a number: one it touches, or one a space away, or two it stands between ("3 – 5")."""
    if beside.gap == _TOUCHING and _is_sign(beside.near, touching):
        return True
    has_number = beside.far[:1].isnumeric() or beside.far[-1:].isnumeric()
    if beside.near in _DASHES and has_number and beside.gap < FAR and beside.far_gap < FAR:
        return True
    is_taken = has_number and beside.far_gap == _TOUCHING
    return beside.gap == _APART and not is_taken and _is_sign(beside.near, apart)


def _is_one_number(beside: Beside, left: str, right: str) -> bool:
    """Whether a space parts the groups of one number ("1 500") or a number and its fraction ("7 ½")."""
    is_fraction = left.isdigit() and _FRACTION.fullmatch(right) is not None
    is_grouped = _HEAD.fullmatch(left) is not None and _GROUP.fullmatch(right) is not None
    return beside.gap < FAR and (is_fraction or is_grouped)


def _plain(value: str) -> str:
    return value if value.isascii() else normalize("NFKC", value[0])


@lru_cache(maxsize=1024)
def _is_sign(value: str, others: frozenset[str]) -> bool:
    plain = _plain(value)
    return plain != "|" and len(plain) == 1 and (category(plain) in ("Sm", "Sc") or plain in others)
