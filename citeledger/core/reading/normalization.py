"""Normalisers: what two passages are reduced to before they are compared. Named, versioned, kept.

An id is rule version + Unicode data version ("markdown/4+u14.0.0"): Python releases ship different tables, so the
same rules may cut another Python's text differently (threat T81). What was computed under one id is never compared
with what was computed under another; it is computed again from the stored text.
"""

import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from citeledger.core.reading import markdown_blocks, page_text, rst_blocks
from citeledger.core.reading.footnotes import NoteLike, markdown_footnotes, no_footnotes, rst_footnotes
from citeledger.core.reading.tokens import Columns, Run, Token, columns, tokens
from citeledger.core.reading.wraps import Wraps, nothing, wraps

__all__ = [
    "Normalizer",
    "Run",
    "Token",
    "UnknownNormalizer",
    "between",
    "normalizer",
    "normalizer_for",
    "normalizer_ids",
]


class UnknownNormalizer(LookupError):
    """No normaliser here has this id or reads this media type. Recompute from the stored text with a known one."""


@dataclass(frozen=True, slots=True)
class Normalizer:
    """A named rule set. `read` says how the source of one media type reads; cutting into tokens is the same for all.

    A hyphen at a line end may part one word behind `letters_before_break` letters or more. In markup, which a program
    lays out and nobody breaks, a shorter part is a prefix: "un-" and "ionized" are not "unionized". In text that was
    extracted the numbers of items are drawn; in source they are marks, and `read` leaves them out. `wraps` says what
    stands around text that nobody can judge without running a program, `footnotes` which notes a source names itself.
    """

    id: str
    read: Callable[[str], Iterable[Run]]
    letters_before_break: int = 1
    draws_numbers: bool = False
    wraps: Callable[[str], Wraps] = nothing
    footnotes: Callable[[str], Iterable[NoteLike]] = no_footnotes

    def tokens(self, text: str) -> tuple[Token, ...]:
        """Cut canonical text into tokens, in text order; their offsets index `text`. Linear in the text."""
        return tokens(text=text, runs=self.read(text))

    def columns(self, text: str) -> tuple[Columns, Columns]:
        """The same, those a reader sees and those nobody does, each as columns."""
        return columns(text=text, runs=self.read(text))


def _as_it_stands(text: str) -> Iterable[Run]:
    return (Run(0, len(text)),)


def _named(rule: str, read: Callable[[str], Iterable[Run]], letters_before_break: int = 1) -> Normalizer:
    return Normalizer(f"{rule}+u{unicodedata.unidata_version}", read, letters_before_break)


_LONGER_THAN_A_PREFIX = 4  # letters
_PLAIN = _named("plain/2", _as_it_stands)
_PAGE = replace(_named("page/1", page_text.runs), draws_numbers=True)
_OFFICE = "application/vnd.openxmlformats-officedocument."
_BY_MEDIA_TYPE = {
    "text/plain": _PLAIN,
    "text/markdown": replace(
        _named("markdown/4", markdown_blocks.runs, _LONGER_THAN_A_PREFIX), wraps=wraps, footnotes=markdown_footnotes
    ),
    "text/x-rst": replace(_named("rst/2", rst_blocks.runs, _LONGER_THAN_A_PREFIX), footnotes=rst_footnotes),
    # Their canonical text was extracted: it holds what a reader sees, set in lines and letters for a page.
    "text/html": _PAGE,
    "text/csv": _PAGE,
    "message/rfc822": _PAGE,
    "application/pdf": _PAGE,
    "image/png": _PAGE,
    "image/jpeg": _PAGE,
    "image/tiff": _PAGE,
    f"{_OFFICE}wordprocessingml.document": _PAGE,
    f"{_OFFICE}spreadsheetml.sheet": _PAGE,
}
_BY_ID = {known.id: known for known in _BY_MEDIA_TYPE.values()}


def normalizer_for(media_type: str) -> Normalizer:
    """The normaliser that new results for this media type are computed with. Raises UnknownNormalizer."""
    try:
        return _BY_MEDIA_TYPE[media_type]
    except KeyError:
        raise UnknownNormalizer("No normaliser reads this media type.") from None


def between(old: Normalizer, new: Normalizer) -> tuple[Normalizer, Normalizer]:
    """What texts of two media types are compared with: each is read as what it is, under an id that names both."""
    if old.id == new.id:
        return old, new
    joint = f"{old.id}>{new.id}"
    return replace(old, id=joint), replace(new, id=joint)


def normalizer(normalizer_id: str) -> Normalizer:
    """The normaliser a stored result was computed with. Raises UnknownNormalizer: then the result is stale."""
    try:
        return _BY_ID[normalizer_id]
    except KeyError:
        raise UnknownNormalizer("No normaliser with this id runs here.") from None


def normalizer_ids() -> frozenset[str]:
    """Every id this process can compute with (for system checks across a mixed fleet)."""
    return frozenset(_BY_ID)
