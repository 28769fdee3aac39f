"""The documents a request carried, in the order it carried them, and which of them a response means.

A document is found by its place in that order or by the identifier the request gave it, never by its title.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from citeledger.core.outcomes import Locator
from citeledger.core.reading.normalization import UnknownNormalizer, normalizer_for
from citeledger.providers.reasons import Reason, Unreadable


class Form(StrEnum):
    """How the request carried a document."""

    TEXT = "text"
    PAGES = "pages"
    BLOCKS = "blocks"
    SEARCH_RESULT = "search_result"


class BadRequestDocument(ValueError):
    """A document was described wrongly by the caller: parts outside its text, or text sent in several parts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestDocument:
    """One document of the request: the canonical text it was taken from, and which parts of that were sent.

    `ref` is the identifier the request (or the store it was retrieved from) gave the document, empty if none. `parts`
    are ranges of `text` in code points, end exclusive: the pages, the content blocks, or for `TEXT` the one excerpt
    sent (none: all of it). Numbers of a response count within what was sent. Raises BadRequestDocument.
    """

    text: str
    ref: str = ""
    form: Form = Form.TEXT
    parts: tuple[Locator, ...] = ()
    media_type: str = "text/plain"

    def __post_init__(self) -> None:
        if self.form is Form.TEXT and len(self.parts) > 1:
            raise BadRequestDocument("A text is sent in one part; use blocks for several.")
        if not all(0 <= start <= end <= len(self.text) for start, end in self.parts):
            raise BadRequestDocument("A part lies outside the text of its document.")
        try:
            normalizer_for(self.media_type)
        except UnknownNormalizer as unknown:
            raise BadRequestDocument("No text of this media type can be cited.") from unknown

    @property
    def excerpt(self) -> Locator:
        """What of the text was sent, for a document sent as text."""
        return self.parts[0] if self.parts else Locator(0, len(self.text))


class Requested(NamedTuple):
    """A document and its position in the list the caller gave."""

    position: int
    document: RequestDocument


class Requests:
    """All documents of one request, of every turn and every tool result, in order."""

    def __init__(self, documents: Sequence[RequestDocument]) -> None:
        self._all = [Requested(*numbered) for numbered in enumerate(documents)]

    def at(self, index: int) -> Requested:
        """The document with this zero-based number. Search results are counted apart. Raises Unreadable."""
        return _at([one for one in self._all if one.document.form is not Form.SEARCH_RESULT], index)

    def search_result(self, index: int) -> Requested:
        """The search result with this zero-based number among the search results. Raises Unreadable."""
        return _at([one for one in self._all if one.document.form is Form.SEARCH_RESULT], index)

    def with_ref(self, ref: str) -> Requested:
        """The one document that the request gave this identifier. Raises Unreadable."""
        found = [one for one in self._all if ref and one.document.ref == ref]
        if not found:
            raise Unreadable(Reason.DOCUMENT_UNKNOWN if ref else Reason.DOCUMENT_NOT_IDENTIFIED)
        if len(found) > 1:
            raise Unreadable(Reason.DOCUMENT_AMBIGUOUS)
        return found[0]


def _at(documents: list[Requested], index: int) -> Requested:
    if not 0 <= index < len(documents):
        raise Unreadable(Reason.DOCUMENT_INDEX_OUT_OF_RANGE)
    return documents[index]
