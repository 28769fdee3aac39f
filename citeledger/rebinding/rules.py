"""What of a citation may be bound to another place, and which places its words may be said of as they stand.

The one rule for the form that offers places and for the gate that takes them. Words stay when they are bound anew, so
nobody reads them against the source again but who binds them: where a number or a negation differs, or hardly a word is
the same, the statement is another and is written anew. A place that the evaluator calls the passage as it reads now is
judged by what the evaluator says, too.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.db.models import QuerySet

from acl.queries import can_on_answer
from acl.rights import Right
from citeledger.core.outcomes import Locator, OutcomeKind
from citeledger.core.principals import Principal
from citeledger.core.quotation.quoting import quotation
from citeledger.core.quotation.rewording import PassageOf, rewording
from citeledger.core.reading.normalization import normalizer_for
from citeledger.core.refusals import Forbidden, NotFound, Refused
from citeledger.core.statements import Basis
from citeledger.documents.models import Version
from citeledger.emission.proof import unquotable, unseen
from citeledger.emission.readable import reads_all
from citeledger.emission.sources import CitableVersion, readable_versions
from citeledger.ledger.models import Citation, CitationSpan, Span
from revalidation import service
from revalidation.history import SpanHistory, known_histories

_REBINDABLE: Final = (Basis.QUOTED, Basis.PARAPHRASED)
_WRITE_ANEW: Final = {
    OutcomeKind.NUMBERS: "A number is another one there, so the statement may be another, too: write it anew.",
    OutcomeKind.NEGATION: "A word such as “not” or “unless” makes the difference there: write the statement anew.",
    OutcomeKind.DELETED: "Hardly a word is the same there: write a new statement on that passage.",
}
_NOT_QUOTED: Final = "The quoted words are not those of this place: quote it in a new statement."


@dataclass(frozen=True, slots=True, kw_only=True)
class CitedPlace:
    """Where a citation is bound now: a version and code points, end exclusive."""

    version: UUID
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Leaving:
    """A span that is to be left: both texts as they are read, and what became of the span in the newer one."""

    old: CitableVersion
    new: CitableVersion
    span: Span
    became: SpanHistory

    def refusal(self, place: Locator, *, quote: str | None) -> Refused | None:
        """Why words that rest on the span may not rest on `place` of the newer text; `quote`: those of a quotation."""
        if quote is not None:
            return None if self._says(place, quote) else Refused("not_contiguous_source", _NOT_QUOTED, "to")
        why = _WRITE_ANEW.get(self._by_the_evaluator(place)) or _WRITE_ANEW.get(self._by_its_words(place))
        return Refused("written_anew_only", why, "to") if why else None

    def refusals(self, places: Iterable[Locator], *, quote: str | None) -> dict[Locator, Refused]:
        """The same for many, and why nothing may rest on a place at all, by the places that are refused."""
        named = {str(number): place for number, place in enumerate(places)}
        found = unquotable(passages=named, structure=self.new.structure)
        found |= unseen(passages=named, text=self.new.text, media_type=self.new.media_type)
        refused = {at: found.get(at) or self.refusal(place, quote=quote) for at, place in named.items()}
        return {named[at]: why for at, why in refused.items() if why}

    def _says(self, place: Locator, quote: str) -> bool:
        normalizer = normalizer_for(self.new.media_type)
        return (
            quotation(quote=quote, text=self.new.text, start=place.start, end=place.end, normalizer=normalizer)
            is not None
        )

    def _by_the_evaluator(self, place: Locator) -> OutcomeKind:
        """What it calls the change of the passage where `place` is, or touches, the passage as it reads now."""
        start, end = self.became.start, self.became.end
        touches = start is not None and end is not None and place.start < end and start < place.end
        return OutcomeKind(self.became.outcome) if touches else OutcomeKind.INTACT

    def _by_its_words(self, place: Locator) -> OutcomeKind:
        return rewording(
            old=PassageOf(self.old.text, self.span.start, self.span.end, normalizer_for(self.old.media_type)),
            new=PassageOf(self.new.text, place.start, place.end, normalizer_for(self.new.media_type)),
        )


def own_citation(*, writer: Principal, citation: UUID) -> Citation:
    """The citation, for who wrote its answer or manages it. Raises NotFound, Forbidden."""
    row = _readable(writer=writer, citation=citation)
    answer = row.statement.answer
    if answer.writer_id == writer.id or can_on_answer(principal=writer, right=Right.MANAGE, answer=answer.uid):
        return row
    raise Forbidden


def _readable(*, writer: Principal, citation: UUID) -> Citation:
    """The citation, if the writer may read everything it rests on. The same statements for every reason against."""
    rows = Citation.objects.select_related(
        "closure", "statement__content", "statement__answer__writer", "statement__answer__context"
    )
    row = rows.filter(uid=citation, closure__isnull=False, statement__content__isnull=False).first()
    spans = row.closure.span_ids + row.closure.bound_ids if row else []
    texts, absences = (row.closure.derived_ids, row.closure.absence_ids) if row else ([], [])
    reads = reads_all(reader=writer, span_ids=spans, text_ids=texts, absence_ids=absences)
    if not reads or row is None or not spans:
        raise NotFound
    return row


def edges_of(row: Citation) -> QuerySet[CitationSpan]:
    """What binds the citation to the spans it names itself, in its order."""
    return CitationSpan.objects.filter(citation=row).select_related("span__version").order_by("position")


def bound_places(*, writer: Principal, citation: UUID) -> tuple[CitedPlace, ...]:
    """The places the citation names itself, for whoever may re-bind it. Raises NotFound, Forbidden as `rebind` does."""
    return tuple(map(_place, _followed(own_citation(writer=writer, citation=citation))))


def _followed(row: Citation) -> list[Span]:
    return [edge.span for edge in edges_of(row) if not edge.as_of and row.statement.basis in _REBINDABLE]


def _place(span: Span) -> CitedPlace:
    return CitedPlace(version=span.version.uid, start=span.start, end=span.end)


def replaced(*, spans: Sequence[Span], cited: CitedPlace) -> Span:
    """The span at the place to be left. Raises Refused (`not_a_direct_source`)."""
    for span in spans:
        if _place(span) == cited:
            return span
    raise Refused(
        "not_a_direct_source",
        "The citation does not name this place itself; re-bind the text it came through.",
        "cited",
    )


def refuse_what_stays(*, row: Citation, span: Span) -> None:
    """What was worked out from the old place, or speaks of its version on purpose, is another statement elsewhere."""
    if row.statement.basis not in _REBINDABLE:
        raise Refused("written_anew_only", "A computed statement is computed again from the new place; write it anew.")
    if edges_of(row).filter(span=span, as_of=True).exists():
        raise Refused("written_anew_only", "It speaks of the cited version on purpose; write a new statement.", "cited")


def leaving(*, writer: Principal, row: Citation, spans: Sequence[Span]) -> dict[int, Leaving]:
    """By id, these spans with what the evaluator knows of them; those it cannot tell of just now are left out.

    Raises NotFound where something of it went meanwhile.
    """
    facts = service.facts(viewer=writer, citations=[row.uid])
    if not service.all_readable(facts):
        raise NotFound
    histories = known_histories(facts=facts, span_ids=[span.pk for span in spans])
    heads = [facts.documents[span.version.document_id].head_id for span in spans]
    newest = dict(
        Version.objects.filter(pk__in=[head for head in heads if head is not None]).values_list("document_id", "uid")
    )
    wanted = {*newest.values(), *(span.version.uid for span in spans)}
    texts = readable_versions(writer=writer, uids=wanted)
    if texts.keys() != wanted:
        raise NotFound
    return {
        span.pk: Leaving(texts[span.version.uid], texts[newest[span.version.document_id]], span, histories[span.pk])
        for span in spans
        if span.pk in histories
    }


def refusals(
    *, writer: Principal, citation: UUID, places: Mapping[CitedPlace, Sequence[Locator]]
) -> dict[CitedPlace, dict[Locator, Refused]]:
    """For places of the current versions why `rebind` would refuse them; those it would take are left out.

    `places` are asked about by the place that would be left. A constant number of queries. Raises NotFound, Forbidden.
    """
    row = own_citation(writer=writer, citation=citation)
    spans = [span for span in _followed(row) if _place(span) in places]
    known, quote = leaving(writer=writer, row=row, spans=spans), quote_of(row)
    return {_place(span): _refused(known.get(span.pk), places[_place(span)], quote) for span in spans}


def _refused(known: Leaving | None, places: Sequence[Locator], quote: str | None) -> dict[Locator, Refused]:
    try:
        return changed(known).refusals(places, quote=quote)
    except Refused as refused:
        return dict.fromkeys(places, refused)


def changed(known: Leaving | None) -> Leaving:
    """What is known of a span, if it changed. Raises Refused (`cannot_be_checked`, `nothing_changed`)."""
    if known is None:
        raise Refused("cannot_be_checked", "It cannot be told just now what became of the passage; try again.", "cited")
    if OutcomeKind(known.became.outcome).is_current:
        raise Refused("nothing_changed", "The passage stands unchanged in the current version.", "cited")
    return known


def quote_of(row: Citation) -> str | None:
    """The words of a quotation; None for what says it in its own."""
    return row.statement.content.text if row.statement.basis == Basis.QUOTED else None
