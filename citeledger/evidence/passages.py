"""The index of passages against the texts it was made of. It decides nothing, but what it misses nobody finds."""

from collections.abc import Iterator

from django.db.models import Exists, OuterRef

from citeledger.documents.models import VersionText
from citeledger.documents.search.indexing import passages_of, postings
from citeledger.documents.search.models import IndexedPassage, IndexedText, Posting
from citeledger.documents.search.terms import rule_for
from citeledger.evidence.problems import NOBODY, Problem
from citeledger.evidence.rows import Walk
from citeledger.evidence.texts import TEXTS_AT_ONCE

_RECORD = "index of passages"


def passages() -> Iterator[Problem]:
    """Every complete index made again. One on its way, or of another rule, is used by nobody and made anew anyway."""
    indexes = IndexedText.objects.select_related("text__version__withdrawal")
    yield from Walk(rows=indexes, record=_RECORD, reach=lambda _: NOBODY, at_once=TEXTS_AT_ONCE).problems(_made_again)
    begun = IndexedText.objects.filter(text=OuterRef("pk"))
    for rows in (IndexedPassage, Posting):
        strays = VersionText.objects.filter(Exists(rows.objects.filter(text=OuterRef("pk"))), ~Exists(begun))
        for uid in strays.values_list("version__uid", flat=True):
            yield Problem(_RECORD, str(uid), "stands although nothing says that it was made")


def _made_again(index: IndexedText) -> Iterator[Problem]:
    version = index.text.version
    if hasattr(version, "withdrawal"):
        yield Problem(_RECORD, str(version.uid), "stands although the version was withdrawn")
    elif index.is_complete and index.rule == rule_for(version.media_type) and _stored(index) != _wanted(index):
        yield Problem(_RECORD, str(version.uid), "is not what its text amounts to; run rebuild_search")


_Rows = tuple[tuple[int, int], list[tuple[int, int, int]], list[tuple[int, str, int, int]]]


def _stored(index: IndexedText) -> _Rows:
    places = IndexedPassage.objects.filter(text=index.pk).values_list("ordinal", "start", "end")
    stored = Posting.objects.filter(text=index.pk).values_list("ordinal", "term", "count", "length")
    return (index.passages, index.length), sorted(places), sorted(stored)


def _wanted(index: IndexedText) -> _Rows:
    found = list(enumerate(passages_of(index.text)))
    length = sum(passage.terms.total() for _, passage in found)
    places = [(ordinal, passage.start, passage.end) for ordinal, passage in found]
    return (len(found), length), places, sorted(postings(found))
