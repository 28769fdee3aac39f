"""Text that nobody wrote from sources, beside passages that may support it: candidates to look at, never citations.

Nothing is recorded, and nothing here says that a passage supports a sentence: both use some of the same words.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from citeledger.core.markers.sentences import sentences
from citeledger.core.principals import Principal
from citeledger.core.refusals import Refused
from citeledger.documents.search.searching import LONGEST_QUERY, TERMS_PER_QUERY, Found, Hit, search
from citeledger.documents.search.terms import terms_of_query

SENTENCES_PER_RETROFIT = 50
RETROFIT_LENGTH = 20_000  # code points
CANDIDATES_PER_SENTENCE = 3


@dataclass(frozen=True, slots=True)
class Retrofitted:
    """A sentence of the text (code points, end exclusive) and passages that share its words, best first."""

    start: int
    end: int
    text: str
    candidates: tuple[Hit, ...]


@dataclass(frozen=True, slots=True)
class Retrofit:
    """The sentences in order. `pending` readable versions were not indexed yet, and not searched."""

    sentences: tuple[Retrofitted, ...]
    pending: int


def retrofit(*, viewer: Principal, text: str, at: datetime) -> Retrofit:
    """Search passages for every sentence of a text among the current versions that the viewer reads. Writes nothing.

    As many statements for each sentence as one search takes. Raises Refused (`statement_too_long`: the whole text,
    `too_many_statements`, `unstorable_text`) and DamagedVersion.
    """
    if len(text) > RETROFIT_LENGTH:
        raise Refused("statement_too_long", f"At most {RETROFIT_LENGTH} characters at once.", "text")
    cut = sentences(text)
    if len(cut) > SENTENCES_PER_RETROFIT:
        raise Refused("too_many_statements", f"At most {SENTENCES_PER_RETROFIT} sentences at once.", "text")
    found = [_found(viewer, sentence, at) for sentence in cut]
    pending = max((each.pending for each in found), default=0)
    return Retrofit(tuple(_placed(cut, found)), pending)


def _found(viewer: Principal, sentence: str, at: datetime) -> Found:
    query = _query(sentence)
    return search(viewer=viewer, query=query, limit=CANDIDATES_PER_SENTENCE, at=at) if query else Found((), 0)


def _query(sentence: str) -> str:
    """As much of a sentence as one search looks up, from its beginning; nothing where it has no words."""
    query = sentence.strip()[:LONGEST_QUERY]
    while len(terms := terms_of_query(query)) > TERMS_PER_QUERY:
        query = query[: len(query) * 3 // 4]
    return query if terms else ""


def _placed(cut: list[str], found: list[Found]) -> Iterator[Retrofitted]:
    position = 0
    for sentence, passages in zip(cut, found, strict=True):
        yield Retrofitted(position, position + len(sentence), sentence, passages.hits)
        position += len(sentence)
