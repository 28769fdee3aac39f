"""Text that nobody wrote from sources, beside passages that may support it: candidates to look at, never citations.

Nothing is recorded, and nothing here says that a passage supports a sentence: both use some of the same words.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from citeledger.core.markers.sentences import sentences
from citeledger.core.principals import Principal
from citeledger.core.refusals import Refused
from citeledger.documents.search.searching import (
    LONGEST_QUERY,
    TERMS_PER_QUERY,
    Hit,
    Searched,
    best,
    checked_terms,
    current_texts,
)
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

    What the viewer reads is asked in one statement, and each sentence that has words takes four. Raises Refused
    (`statement_too_long`: the whole text, `too_many_statements`, `unstorable_text`) and DamagedVersion.
    """
    if len(text) > RETROFIT_LENGTH:
        raise Refused("statement_too_long", f"At most {RETROFIT_LENGTH} characters at once.", "text")
    cut = sentences(text)
    if len(cut) > SENTENCES_PER_RETROFIT:
        raise Refused("too_many_statements", f"At most {SENTENCES_PER_RETROFIT} sentences at once.", "text")
    among = current_texts(viewer=viewer, at=at)
    found = [_candidates(viewer, sentence, among) for sentence in cut]
    return Retrofit(tuple(_placed(cut, found)), among.pending)


def _candidates(viewer: Principal, sentence: str, among: Searched) -> tuple[Hit, ...]:
    query = _query(sentence)
    if not query:
        return ()
    return best(viewer=viewer, terms=checked_terms(query), among=among, limit=CANDIDATES_PER_SENTENCE)


def _query(sentence: str) -> str:
    """As much of a sentence as one search looks up, from its beginning; nothing where it has no words."""
    query = sentence.strip()[:LONGEST_QUERY]
    while len(terms := terms_of_query(query)) > TERMS_PER_QUERY:
        query = query[: len(query) * 3 // 4]
    return query if terms else ""


def _placed(cut: list[str], found: list[tuple[Hit, ...]]) -> Iterator[Retrofitted]:
    position = 0
    for sentence, candidates in zip(cut, found, strict=True):
        yield Retrofitted(position, position + len(sentence), sentence, candidates)
        position += len(sentence)
