"""How pointers die: four well-meant clean-ups of a stored text, and what the old offsets point at afterwards.

Slicing never complains: it returns other characters. Only the comparison with the exact characters notices (DESIGN
rules 2, 3 and 14). The clean-ups work on copies; nothing stored is touched.
"""

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass

from citeledger.core.spans import SpanError, prove

PRINTED = """The oﬃce conﬁrms every return within
two working days. Goods that were dam-
aged on the way are exchanged ﬁrst;   the
customer keeps the original receipt.

NORTHSTAR RETURNS     page 4 of 9
Unopened goods            60 days
Opened electronics        14 days
Accessories               30 days
Gift cards                no days

Days are counted from the day of delivery.
"""
"""A page as an extractor gave it. Each row of its table is as long as the running header: see what that does."""

CITED = ("14 days", "the\ncustomer keeps the original receipt", "two working days")
_AROUND = 40  # code points of its line shown before and after


@dataclass(frozen=True, slots=True)
class Pointed:
    """What offsets point at in a text: the characters, and what stands before and after them."""

    before: str
    passage: str
    after: str


@dataclass(frozen=True, slots=True)
class Station:
    """One clean-up: what slicing returns without a word, and what the check says (None: the passage still proves)."""

    name: str
    about: str
    pointed: Pointed
    refusal: str | None


def _collapsed(text: str) -> str:
    return re.sub(r"\s+", " ", text)


def _unhyphenated(text: str) -> str:
    return re.sub(r"(?<=\w)-\n(?=\w)", "", text)


def _headless(text: str) -> str:
    return re.sub(r"^NORTHSTAR RETURNS.*\n", "", text, flags=re.MULTILINE)


def _compatible(text: str) -> str:
    return unicodedata.normalize("NFKC", text)


_CLEAN_UPS: tuple[tuple[str, str, Callable[[str], str]], ...] = (
    ("Compatibility normalisation (NFKC)", "Every ligature becomes two or three letters.", _compatible),
    ("Whitespace collapsed", "Line ends and runs of spaces become one space.", _collapsed),
    ("Words joined at line ends", "A hyphen and its line end disappear.", _unhyphenated),
    ("Running headers stripped", "The line that every page repeats disappears.", _headless),
)


def intact(*, exact: str) -> Pointed:
    """The passage where it was cited, with the whole stored text around it."""
    before, passage, after = PRINTED.partition(exact)
    return Pointed(before, passage, after)


def stations(*, exact: str) -> list[Station]:
    """Each clean-up, applied to a copy of the stored text, with the offsets `exact` was cited at."""
    start = PRINTED.index(exact)
    return [
        Station(name, about, _pointed(cleaned, start, start + len(exact)), _refusal(cleaned, start, exact))
        for name, about, clean in _CLEAN_UPS
        for cleaned in [clean(PRINTED)]
    ]


def _pointed(text: str, start: int, end: int) -> Pointed:
    before = text[max(start - _AROUND, 0) : start].rpartition("\n")[2]
    after = text[end : end + _AROUND].partition("\n")[0]
    return Pointed(before, text[start:end], after)


def _refusal(text: str, start: int, exact: str) -> str | None:
    try:
        prove(text=text, start=start, end=start + len(exact), exact=exact)
    except SpanError as refused:
        return str(refused)
    return None
