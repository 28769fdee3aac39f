"""Binding the words of a citation to another place: a new citation, through the gate like any other (ADR 10).

Records are never updated. The old citation stays what it was, wherever it is shown; the new one is a statement of its
own, in an answer of its own, proved at birth, and linked to the one it was made from.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from uuid import UUID, uuid4

from django.db import transaction

from citeledger.core.outcomes import Locator
from citeledger.core.principals import Principal
from citeledger.core.refusals import Forbidden, NotFound, Refused
from citeledger.core.statements import AnswerKind, Basis, Context, Statement
from citeledger.documents.models import DocumentHead, Version
from citeledger.emission.minting import insert_proved, prove_spans
from citeledger.emission.proof import SpanDraft
from citeledger.emission.recorded import proved_record
from citeledger.emission.recording import RecordedAnswer, prove_again, record_proved
from citeledger.emission.shape import check_answer, placed_statements
from citeledger.emission.sieve import Sieve
from citeledger.emission.sources import CitableSpan, readable_spans
from citeledger.ledger.births import ProvedSpan
from citeledger.ledger.locks import keep_lineage
from citeledger.ledger.models import Citation, CitationDerived, Span
from citeledger.ledger.rebindings import insert_rebinding
from citeledger.rebinding.rules import (
    CitedPlace,
    bound_places,
    changed,
    edges_of,
    leaving,
    own_citation,
    quote_of,
    refusals,
    refuse_what_stays,
    replaced,
)

__all__ = ["CitedPlace", "bound_places", "ready_to_rebind", "rebind", "refusals"]

_NO_ID = 0  # of a span that is not minted yet


def rebind(*, writer: Principal, citation: UUID, cited: CitedPlace, to: SpanDraft, at: datetime) -> RecordedAnswer:
    """Record the citation's statement again with `to` in the place of `cited`; everything else it rests on stays.

    `cited` is a span the citation names itself, `to` a place in the current version of the same document. The writer
    wrote the citation's answer or manages it, reads all the citation rests on, and may cite every document. The words
    stay: what was quoted must be quoted from `to`, and where `to` says another number, or "not", the statement is
    written anew. Raises NotFound (unknown, or not readable as a whole), Forbidden, and Refused: `not_a_direct_source`,
    `not_the_current_version`, `nothing_changed`, `written_anew_only`, `not_contiguous_source`, `cannot_be_checked`,
    `source_not_proved`, and what `mint_span` and `record_answer` refuse.
    """
    return ready_to_rebind(writer=writer, citation=citation, cited=cited, to=to, at=at)()


def ready_to_rebind(
    *, writer: Principal, citation: UUID, cited: CitedPlace, to: SpanDraft, at: datetime
) -> Callable[[], RecordedAnswer]:
    """`rebind` in two steps: everything is proved here, only the call returned needs a transaction.

    Both raise what `rebind` raises.
    """
    row = own_citation(writer=writer, citation=citation)
    proved_record(answer_id=row.statement.answer_id)
    spans = _spans(row)
    span = replaced(spans=spans, cited=cited)
    refuse_what_stays(row=row, span=span)
    _refuse_unless_current(span=span, to=to)
    left = changed(leaving(writer=writer, row=row, spans=[span]).get(span.pk))
    (proved,) = prove_spans(writer=writer, drafts={"": to})
    if why := left.refusal(Locator(proved.place.start, proved.place.end), quote=quote_of(row)):
        raise why
    words = _proved_words(row=row, writer=writer, kept=[one.uid for one in spans if one != span], proved=proved)
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
    row = own_citation(writer=writer, citation=citation)
    spans = _spans(row)
    left = replaced(spans=spans, cited=cited)
    _refuse_unless_current(span=left, to=to)
    minted = insert_proved(writer=writer, proved=[proved], at=at)[proved.place]
    bound = [minted if span == left else span.uid for span in spans]
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


def _spans(row: Citation) -> list[Span]:
    return [edge.span for edge in edges_of(row)]


def _refuse_unless_current(*, span: Span, to: SpanDraft) -> None:
    current = DocumentHead.objects.values_list("version__uid", flat=True).get(document=span.version.document_id)
    if to.version != current:
        raise Refused("not_the_current_version", "Bind to a place in the current version of the same document.", "to")
    if span.version.uid == current:
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
    (said,) = prove_again(statements=placed_statements(segments), spans=known, read=known.keys(), sieve=sieve)
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
        as_of=tuple(edges_of(row).filter(as_of=True).values_list("span__uid", flat=True)),
    )


def _context(row: Citation) -> Context:
    said = row.statement.answer.context
    return Context(question=said.question, surface=said.surface)
