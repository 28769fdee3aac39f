"""What a reader may know beyond the state: passages, dates, differences. Only after the fold, and only where every
source is readable (DESIGN rules 3, 5, 6). What is `unavailable` or undecided has a panel that holds its state alone.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from citeledger.core.anchoring.changes import Piece, word_difference
from citeledger.core.anchoring.notes import Note
from citeledger.core.outcomes import Locator, OutcomeKind, SpanOutcome
from citeledger.core.principals import Principal
from citeledger.core.statements import Basis
from citeledger.core.states import State
from revalidation import service
from revalidation.absences import SearchedFor, searches
from revalidation.attestations import Attested, attested
from revalidation.below import bases_below
from revalidation.by_way import spans_by_way
from revalidation.computations import Computed, computed
from revalidation.facts import Facts
from revalidation.history import SpanHistory, first_changes, histories, known_histories
from revalidation.passages import (
    CitedPassage,
    Passage,
    PassageNotProved,
    SourceText,
    SourceTexts,
    cited_passages,
    source_texts,
)
from revalidation.policy import Decision
from revalidation.rebindings import NOT_REBOUND, Rebound, rebound
from revalidation.roots import Roots, roots

_TOLD = frozenset({State.CURRENT, State.SOURCE_CHANGED})
"""The states beside which more may be told."""
NOT_COMPARED = "not_compared"
"""The outcome of a passage bound to its version where newer text could not be compared."""


@dataclass(frozen=True, slots=True)
class SourcePanel:
    """One source. `now` is the passage in the current version, or the nearest place to show, or None.

    `as_of`: the statement is bound to the cited version on purpose; what is told of newer text decides nothing then,
    and is NOT_COMPARED where it cannot be told.
    `changed_at` (aware UTC), `changed_in` and `changed_version` (number and uid of the version) say when *this span*
    first differed, not the last edit; `differs_since`, from when on it does without a break. `candidates` are further
    places of the current version with the cited words, which could not be told apart or confirmed: for a person to
    choose from. `notes` say what differs beside the words of a passage that still stands. `by_way`: the statement does
    not name this passage itself, a text it rests on does.
    """

    document: UUID
    title: str
    cited: Passage
    now: Passage | None
    current_version: UUID
    current_number: int
    outcome: str
    change: str
    changed_at: datetime | None
    changed_in: int | None
    changed_version: UUID | None
    differs_since: datetime | None
    difference: tuple[Piece, ...]
    superseded: bool
    candidates: tuple[Passage, ...] = ()
    as_of: bool = False
    notes: tuple[Note, ...] = ()
    by_way: bool = False

    @property
    def differs(self) -> bool:
        """Whether it takes part in `source_changed`."""
        return not self.as_of and (self.superseded or not OutcomeKind(self.outcome).is_current)


@dataclass(frozen=True, slots=True)
class Panel:
    """One constant shape; all but the state is empty wherever the state alone may be known.

    `attestation` stands beside `source_changed`, and changes nothing about it; nor does `rebound`.
    `below`: the bases in the texts it rests on, weakest first.
    """

    citation: UUID
    state: State
    basis: str | None = None
    statement: str | None = None
    sources: tuple[SourcePanel, ...] = ()
    roots: Roots | None = None
    attestation: Attested | None = None
    rebound: Rebound = NOT_REBOUND
    computed: Computed | None = None
    searches: tuple[SearchedFor, ...] = ()
    below: tuple[str, ...] = ()

    @property
    def changed_at(self) -> datetime | None:
        """When the first of its passages changed (aware UTC); those bound to their version do not count."""
        followed = (source for source in self.sources if not source.as_of)
        return min((source.changed_at for source in followed if source.changed_at), default=None)

    @property
    def changed_by_way(self) -> bool:
        """Whether it turned by what it rests on by way of other texts alone: nothing it names itself differs."""
        is_changed = self.state is State.SOURCE_CHANGED and self.basis != Basis.ABSENCE
        return is_changed and not any(source.differs and not source.by_way for source in self.sources)


def changes(*, viewer: Principal, citations: Sequence[UUID]) -> dict[UUID, datetime]:
    """When the first passage of each changed citation changed (aware UTC), in a constant number of queries."""
    facts = service.facts(viewer=viewer, citations=citations)
    changed = {one.citation for one in service.decide(facts) if one.state is State.SOURCE_CHANGED}
    return first_changes(facts=facts, citations=[found for found in facts.citations if found.uid in changed])


def passages(*, viewer: Principal, citations: Sequence[UUID]) -> dict[UUID, tuple[CitedPassage, ...]]:
    """The passages, as cited, of each citation that the viewer may know more of than its state. Three queries more.

    Also the passages under derived texts. What cannot be proved is left out.
    """
    facts = service.facts(viewer=viewer, citations=citations)
    shown = {one.citation for one in service.decide(facts) if one.state in _TOLD}
    spans = {c.uid: c.all_span_ids for c in facts.citations if c.uid in shown}
    found = cited_passages(span_ids={span_id for ids in spans.values() for span_id in ids}, facts=facts)
    return {uid: tuple(found[span_id] for span_id in ids if span_id in found) for uid, ids in spans.items()}


def attestations(*, viewer: Principal, citations: Sequence[UUID]) -> dict[UUID, Attested]:
    """The newest attestation of each changed citation that has one, in a constant number of queries."""
    facts = service.facts(viewer=viewer, citations=citations)
    changed = {one.citation for one in service.decide(facts) if one.state is State.SOURCE_CHANGED}
    found = [citation for citation in facts.citations if citation.uid in changed]
    results = known_histories(facts=facts, span_ids={span_id for citation in found for span_id in citation.span_ids})
    return attested(facts=facts, results=results, citations=found)


def panel(*, viewer: Principal, citation: UUID) -> Panel:
    """The panel of one citation for one viewer. Quotes are re-sliced in this very call."""
    facts = service.facts(viewer=viewer, citations=[citation])
    (decision,) = service.decide(facts)
    if decision.state not in _TOLD:
        return Panel(citation, decision.state)
    (found,) = facts.citations
    try:
        texts = source_texts(citation_id=found.id or 0, span_ids=found.all_span_ids, facts=facts)
        past = histories(viewer=viewer, facts=facts, texts=texts)
        by_way = spans_by_way(citations=[found]).get(citation, frozenset())
        sources = tuple(
            replace(_source(texts, past.get(span_id), span_id, facts), by_way=span_id in by_way)
            for span_id in found.all_span_ids
        )
        worked_out = computed(citation_id=found.id or 0, texts=texts, past=past, bound_ids=found.bound_ids)
        looked_for = searches(facts=facts, citation=found)
    except PassageNotProved:
        return Panel(citation, State.UNVERIFIED)
    return Panel(
        citation=citation,
        state=decision.state,
        basis=texts.basis,
        statement=texts.statement,
        sources=sources,
        roots=roots(citation_id=found.id or 0, sources=[(source.document, source.cited.version) for source in sources]),
        attestation=_attestation(decision, past, facts),
        rebound=rebound(viewer=viewer, citation=citation),
        computed=worked_out,
        searches=looked_for,
        below=bases_below(facts=facts, citations=[citation]).get(citation, ()),
    )


def _attestation(decision: Decision, past: Mapping[int, SpanHistory], facts: Facts) -> Attested | None:
    if decision.state is not State.SOURCE_CHANGED:
        return None
    return attested(facts=facts, results=past, citations=facts.citations).get(decision.citation)


def _source(texts: SourceTexts, known: SpanHistory | None, span_id: int, facts: Facts) -> SourcePanel:
    source, past = texts.sources[span_id], known or SpanHistory(NOT_COMPARED, None, None)
    now = source.passage_in_head(past.start, past.end)
    return SourcePanel(
        document=source.document,
        title=source.title,
        cited=source.cited,
        now=now,
        current_version=source.head,
        current_number=source.head_number,
        outcome=past.outcome,
        change=_change(source, past) if known else "Newer text could not be compared just now.",
        changed_at=past.changed_at,
        changed_in=past.changed_in,
        changed_version=past.changed_version,
        differs_since=past.differs_since,
        difference=_difference(source.cited.text, now, past.outcome),
        superseded=facts.documents[facts.spans[span_id].document_id].superseded,
        candidates=_candidates(source, past),
        as_of=any(span_id in citation.bound_ids for citation in facts.citations),
        notes=source.notes(SpanOutcome(OutcomeKind(past.outcome), past.start, past.end)) if known else (),
    )


def _change(source: SourceText, past: SpanHistory) -> str:
    places = tuple(Locator(start, end) for start, end in past.candidates)
    return source.change(SpanOutcome(OutcomeKind(past.outcome), past.start, past.end, places))


def _candidates(source: SourceText, past: SpanHistory) -> tuple[Passage, ...]:
    places = [place for place in past.candidates if place != (past.start, past.end)]
    found = (source.passage_in_head(start, end) for start, end in places)
    return tuple(passage for passage in found if passage is not None)


def _difference(cited: str, now: Passage | None, outcome: str) -> tuple[Piece, ...]:
    if now is None or OutcomeKind(outcome).is_current:
        return ()
    return tuple(word_difference(old=cited, new=now.text))
