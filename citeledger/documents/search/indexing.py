"""Making the index of passages, piece by piece, and taking it away. It decides nothing: the database is asked live.

What is to be indexed is no queue but a question: the current and the pinned texts without a complete index by a rule
of this process. So nothing can be lost, and new rules, restored backups and late pins need no order of their own.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain, islice

import structlog
from django.db import InterfaceError, OperationalError, transaction
from django.db.models import Exists, OuterRef, QuerySet

from citeledger.core.reading.normalization import normalizer_for
from citeledger.documents.models import DocumentHead, SnapshotMember, VersionText
from citeledger.documents.search.models import IndexedPassage, IndexedText, Posting
from citeledger.documents.search.passages import Passage, passages
from citeledger.documents.search.ranking import MOST_COUNTED
from citeledger.documents.search.terms import RULES, rule_for
from citeledger.extraction import BrokenStructure, Structure

ROWS_A_CHUNK = 1000  # of one transaction: SQLite holds its one write lock well under 100 ms
TEXTS_A_RUN = 20
_log = structlog.get_logger(__name__)
_GOING = ""  # the rule of an index that is being taken away


def index_owed(*, limit: int = TEXTS_A_RUN) -> int:
    """Index up to `limit` texts that want it, and take away what nobody searches any more. How many were indexed.

    A text that cannot be indexed is named in the log, stays owed, and holds up none behind it.
    """
    tried, made = set[int](), 0
    while made < limit and (owed := _owed(limit - made, besides=tried)):
        tried.update(owed)
        made += sum(map(_is_indexed, owed))
    for text_id in list(_unused().values_list("pk", flat=True)[:limit]):
        _take_away(text_id)
    return made


def _is_indexed(text_id: int) -> bool:
    """Index one text; whatever is wrong with it is its own. Where the database is gone, all of them are."""
    try:
        index_text(text_id=text_id)
    except (InterfaceError, OperationalError):
        raise
    except Exception as error:  # noqa: BLE001 - of any kind: the texts behind it are owed, too
        _log.error("text_not_indexed", text=text_id, error=type(error).__name__)
        return False
    return True


def index_text(*, text_id: int) -> None:
    """Index one text from where its index stands; two runs at once do each part once. Nothing if it was withdrawn."""
    text = VersionText.objects.select_related("version").get(pk=text_id)
    if IndexedText.objects.filter(pk=text_id).exclude(rule__in=RULES).exists():
        _take_away(text_id)
    if not _begin(text):
        return
    found, done = enumerate(passages_of(text)), 0
    while chunk := list(_chunk(found)):
        if not _add(text_id, chunk):
            return
        done += len(chunk)
    IndexedText.objects.filter(pk=text_id, rule__in=RULES, passages=done).update(is_complete=True)


def forget_at_once(*, text_ids: Sequence[int]) -> None:
    """Take the index of these texts away in the caller's transaction: their words are gone when it commits."""
    # Whoever adds to one of them holds its row until it has added.
    list(IndexedText.objects.select_for_update().filter(pk__in=text_ids))
    for rows in (Posting, IndexedPassage, IndexedText):
        rows.objects.filter(text__in=text_ids).delete()


def forget_all() -> None:
    """Take the whole index away, so that it is made anew."""
    for text_id in list(IndexedText.objects.values_list("pk", flat=True)):
        _take_away(text_id)


def _owed(limit: int, *, besides: Collection[int]) -> list[int]:
    done = IndexedText.objects.filter(text=OuterRef("version"), rule__in=RULES, is_complete=True)
    standing = {"version__withdrawal": None, "version__content__isnull": False}
    rows = (model.objects.filter(~Exists(done), **standing) for model in (DocumentHead, SnapshotMember))
    wanted = (each.exclude(version__in=besides).order_by("version") for each in rows)
    found = chain.from_iterable(each.values_list("version_id", flat=True).distinct()[:limit] for each in wanted)
    return [text_id for text_id in dict.fromkeys(found) if text_id is not None][:limit]


def _unused() -> QuerySet[IndexedText]:
    current = DocumentHead.objects.filter(version=OuterRef("pk"))
    pinned = SnapshotMember.objects.filter(version=OuterRef("pk"))
    return IndexedText.objects.filter(~Exists(current), ~Exists(pinned))


@transaction.atomic
def _begin(text: VersionText) -> bool:
    """The row that says how far the index is, made under the head's lock: a withdrawal holds it until it commits."""
    DocumentHead.objects.select_for_update().get(document=text.version.document_id)
    if not VersionText.objects.filter(pk=text.pk, version__withdrawal=None).exists():
        return False
    IndexedText.objects.get_or_create(text=text, defaults={"rule": rule_for(text.version.media_type)})
    return True


def passages_of(text: VersionText) -> Iterator[Passage]:
    """Of a damaged text there are none: it is not shown, so it is not found."""
    try:
        structure = Structure.from_json(text.structure)
    except BrokenStructure:
        return iter(())
    return passages(text=text.text, structure=structure, normalizer=normalizer_for(text.version.media_type))


def _chunk(found: Iterator[tuple[int, Passage]]) -> Iterator[tuple[int, Passage]]:
    """Passages until they make enough rows."""
    rows = 0
    for ordinal, passage in islice(found, ROWS_A_CHUNK):
        yield ordinal, passage
        rows += 1 + len(passage.terms)
        if rows >= ROWS_A_CHUNK:
            return


@transaction.atomic
def _add(text_id: int, chunk: Sequence[tuple[int, Passage]]) -> bool:
    """Add what of a chunk is not there yet. False if the index is no longer the one that was begun."""
    row = IndexedText.objects.select_for_update().filter(pk=text_id, rule__in=RULES, is_complete=False).first()
    if row is None or chunk[0][0] > row.passages:
        return False
    new = [(ordinal, passage) for ordinal, passage in chunk if ordinal >= row.passages]
    _insert(text_id, new)
    row.passages += len(new)
    row.length += sum(passage.terms.total() for _, passage in new)
    row.save(update_fields=["passages", "length"])
    return True


def _insert(text_id: int, found: Sequence[tuple[int, Passage]]) -> None:
    IndexedPassage.objects.bulk_create(
        IndexedPassage(text_id=text_id, ordinal=ordinal, start=passage.start, end=passage.end)
        for ordinal, passage in found
    )
    Posting.objects.bulk_create(
        Posting(text_id=text_id, ordinal=ordinal, term=term, count=count, length=length)
        for ordinal, term, count, length in postings(found)
    )


def postings(found: Iterable[tuple[int, Passage]]) -> Iterator[tuple[int, str, int, int]]:
    """What is stored of passages with their ordinals: ordinal, term, how often, and how many terms there are."""
    for ordinal, passage in found:
        length = passage.terms.total()
        for term, count in passage.terms.items():
            yield ordinal, term, min(count, MOST_COUNTED), length


def _take_away(text_id: int) -> None:
    """Rows in chunks, what says that there are any last: who is interrupted is followed by the next run."""
    IndexedText.objects.filter(pk=text_id).update(rule=_GOING, is_complete=False)
    while _take_some(text_id):
        pass


@transaction.atomic
def _take_some(text_id: int) -> bool:
    # Not if the index was begun anew meanwhile.
    row = IndexedText.objects.select_for_update().filter(pk=text_id, rule=_GOING).first()
    if row is None:
        return False
    for rows in (Posting.objects, IndexedPassage.objects):
        some = list(rows.filter(text=text_id).values_list("pk", flat=True)[:ROWS_A_CHUNK])
        if some:
            rows.filter(pk__in=some).delete()
            return True
    row.delete()
    return False
