"""Binding the words of a citation to another place: a new citation, through the gate like any other (ADR 10).

Records are never updated. The old citation stays what it was, wherever it is shown; the new one is a statement of its
own, in an answer of its own, proved at birth, and linked to the one it was made from.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from uuid import UUID, uuid4

import rfc8785
from django.db import transaction
from django.db.models import QuerySet

from acl.queries import can_on_answer
from acl.rights import Right
from citeledger.core.principals import Principal
from citeledger.core.refusals import Forbidden, NotFound, Refused
from citeledger.core.statements import AnswerKind, Basis, Context, Statement
from citeledger.documents.models import DocumentHead, Version
from citeledger.emission.minting import insert_proved, prove_spans
from citeledger.emission.proof import SpanDraft
from citeledger.emission.recording import RecordedAnswer, prove_again, record_proved
from citeledger.emission.shape import check_answer, placed_statements
from citeledger.emission.sieve import Sieve
from citeledger.emission.sources import CitableSpan, readable_spans, reads_all
from citeledger.ledger.births import ProvedSpan
from citeledger.ledger.facts import ANSWER_RECORDED, describe_answer
from citeledger.ledger.locks import keep_lineage
from citeledger.ledger.models import Citation, CitationDerived, CitationSpan, Span
from citeledger.ledger.queries import answer_records
from citeledger.ledger.rebindings import insert_rebinding
from citeledger.log.models import LogDetail

_NO_ID = 0  # of a span that is not minted yet
_REBINDABLE = (Basis.QUOTED, Basis.PARAPHRASED)


@dataclass(frozen=True, slots=True, kw_only=True)
class CitedPlace:
    """Where a citation is bound now: a version and code points, end exclusive."""

    version: UUID
    start: int
    end: int


def rebind(*, writer: Principal, citation: UUID, cited: CitedPlace, to: SpanDraft, at: datetime) -> RecordedAnswer:
    """Record the citation's statement again with `to` in the place of `cited`; everything else it rests on stays.

    `cited` is a span the citation names itself, `to` a place in the current version of the same document. The writer
    wrote the citation's answer or manages it, reads all the citation rests on, and may cite every document. The words
    stay: a quotation that does not say what `to` says is refused. Raises NotFound (unknown, or not readable as a
    whole), Forbidden, and Refused: `not_a_direct_source`, `not_the_current_version`, `nothing_changed`,
    `source_not_proved`, and what `mint_span` and `record_answer` refuse.
    """
    return ready_to_rebind(writer=writer, citation=citation, cited=cited, to=to, at=at)()


def ready_to_rebind(
    *, writer: Principal, citation: UUID, cited: CitedPlace, to: SpanDraft, at: datetime
) -> Callable[[], RecordedAnswer]:
    """`rebind` in two steps: everything is proved here, only the call returned needs a transaction.

    Both raise what `rebind` raises.
    """
    row = _own(writer=writer, citation=citation)
    _prove_record(row)
    spans = _spans(row)
    replaced = _replaced(spans, cited)
    _refuse_what_stays(row, replaced)
    _refuse_unless_current(replaced=replaced, to=to)
    (proved,) = prove_spans(writer=writer, drafts={"": to})
    words = _proved_words(row=row, writer=writer, kept=[span.uid for span in spans if span != replaced], proved=proved)
    return partial(_rebind, writer=writer, citation=citation, cited=cited, to=to, proved=proved, words=words, at=at)


@transaction.atomic
def _rebind(
    *,
    writer: Principal,
    citation: UUID,
    cited: CitedPlace,
    to: SpanDraft,
    proved: ProvedSpan,
    words: str,
    at: datetime,
) -> RecordedAnswer:
    keep_lineage()
    # All asked again: it may have been erased, hidden or edited while its words were compared.
    row = _own(writer=writer, citation=citation)
    spans = _spans(row)
    replaced = _replaced(spans, cited)
    _refuse_unless_current(replaced=replaced, to=to)
    minted = insert_proved(writer=writer, proved=[proved], at=at)[proved.place]
    bound = [minted if span == replaced else span.uid for span in spans]
    recorded = record_proved(
        writer=writer,
        kind=AnswerKind(row.statement.answer.kind),
        segments={0: replace(_statement(row, bound), text=words)},
        context=_context(row),
        on_behalf_of=None,
        at=at,
        sieve=Sieve(),
    )
    insert_rebinding(citation=recorded.citations[0], origin_id=row.pk, writer=writer, at=at)
    return recorded


def bound_places(*, writer: Principal, citation: UUID) -> tuple[CitedPlace, ...]:
    """The places the citation names itself, for whoever may re-bind it. Raises NotFound, Forbidden as `rebind` does."""
    row = _own(writer=writer, citation=citation)
    spans = [edge.span for edge in _edges(row) if not edge.as_of and row.statement.basis in _REBINDABLE]
    return tuple(CitedPlace(version=span.version.uid, start=span.start, end=span.end) for span in spans)


def _own(*, writer: Principal, citation: UUID) -> Citation:
    row = _readable(writer=writer, citation=citation)
    answer = row.statement.answer
    if answer.writer_id == writer.id or can_on_answer(principal=writer, right=Right.MANAGE, answer=answer.uid):
        return row
    raise Forbidden


def _spans(row: Citation) -> list[Span]:
    return [edge.span for edge in _edges(row)]


def _edges(row: Citation) -> QuerySet[CitationSpan]:
    return CitationSpan.objects.filter(citation=row).select_related("span__version").order_by("position")


def _readable(*, writer: Principal, citation: UUID) -> Citation:
    """The citation, if the writer may read everything it rests on. The same statements for every reason against."""
    rows = Citation.objects.select_related(
        "closure", "statement__content", "statement__answer__writer", "statement__answer__context"
    )
    row = rows.filter(uid=citation, closure__isnull=False, statement__content__isnull=False).first()
    spans = row.closure.span_ids + row.closure.bound_ids if row else []
    texts, absences = (row.closure.derived_ids, row.closure.absence_ids) if row else ([], [])
    reads = reads_all(writer=writer, span_ids=spans, text_ids=texts, absence_ids=absences)
    if not reads or row is None or not spans:
        raise NotFound
    return row


def _prove_record(row: Citation) -> None:
    """The words that are about to be said again are those that were recorded: the log says so (DESIGN rule 2)."""
    answer = row.statement.answer
    said = rfc8785.dumps(describe_answer(answer_records(answer_ids=[answer.pk])[answer.pk])).decode()
    if not LogDetail.objects.filter(entry__kind=ANSWER_RECORDED, entry__subject_uid=answer.uid, body=said).exists():
        raise Refused("source_not_proved", "The stored statement failed its proof; tell the operators.")


def _replaced(spans: Sequence[Span], cited: CitedPlace) -> Span:
    for span in spans:
        if (span.version.uid, span.start, span.end) == (cited.version, cited.start, cited.end):
            return span
    raise Refused(
        "not_a_direct_source",
        "The citation does not name this place itself; re-bind the text it came through.",
        "cited",
    )


def _refuse_what_stays(row: Citation, replaced: Span) -> None:
    """What was worked out from the old place, or speaks of its version on purpose, is another statement elsewhere."""
    if row.statement.basis not in _REBINDABLE:
        raise Refused("written_anew_only", "A computed statement is computed again from the new place; write it anew.")
    if _edges(row).filter(span=replaced, as_of=True).exists():
        raise Refused("written_anew_only", "It speaks of the cited version on purpose; write a new statement.", "cited")


def _refuse_unless_current(*, replaced: Span, to: SpanDraft) -> None:
    current = DocumentHead.objects.values_list("version__uid", flat=True).get(document=replaced.version.document_id)
    if to.version != current:
        raise Refused("not_the_current_version", "Bind to a place in the current version of the same document.", "to")
    if replaced.version.uid == current:
        raise Refused("nothing_changed", "The citation is bound to the current version already.", "cited")


def _proved_words(*, row: Citation, writer: Principal, kept: Sequence[UUID], proved: ProvedSpan) -> str:
    """The statement is proved on the spans it will rest on, one of which is not minted yet. Returns its words there."""
    unborn = uuid4()
    statement = _statement(row, [*kept, unborn])
    segments, sieve = {0: statement}, Sieve()
    check_answer(segments=segments, context=_context(row), sieve=sieve)
    spans = readable_spans(writer=writer, uids=kept)
    if spans.keys() != set(kept):
        raise NotFound
    if not all(span.may_cite for span in spans.values()):
        raise Forbidden
    known = spans | {unborn: _unborn(proved)}
    (said,) = prove_again(statements=placed_statements(segments), spans=known, sieve=sieve)
    return said.statement.text


def _unborn(proved: ProvedSpan) -> CitableSpan:
    return CitableSpan(
        id=_NO_ID,
        version_id=proved.place.version_id,
        media_type=Version.objects.values_list("media_type", flat=True).get(pk=proved.place.version_id),
        start=proved.place.start,
        end=proved.place.end,
        exact=proved.exact,
        language="",
        may_cite=True,
    )


def _statement(row: Citation, spans: Sequence[UUID]) -> Statement:
    derived = CitationDerived.objects.filter(citation=row).order_by("position").values_list("derived__uid", flat=True)
    return Statement(
        text=row.statement.content.text,
        basis=Basis(row.statement.basis),
        spans=tuple(dict.fromkeys(spans)),
        derived_from=tuple(derived),
        as_of=tuple(_edges(row).filter(as_of=True).values_list("span__uid", flat=True)),
    )


def _context(row: Citation) -> Context:
    said = row.statement.answer.context
    return Context(question=said.question, surface=said.surface)
