"""The policy, pure: facts in, causes per source, two stages, one fold (DESIGN rule 5).

Stage 1 looks at existence, life, rights and lineage of all sources; nothing returns early. Only where stage 1 allows
all of them does stage 2 look at content, so nothing about a visible sibling of a hidden source leaks (threat T31).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple
from uuid import UUID

from citeledger.core.anchoring import OutcomeKind
from citeledger.core.states import STATE_OF, Cause, Finding, State, fold
from revalidation.facts import (
    ABSENT,
    PRESENT,
    CitationFacts,
    DerivedFacts,
    DocumentFacts,
    Facts,
    MemberFacts,
    SpanFacts,
)

_IS_CURRENT: dict[str | None, bool] = {kind.value: kind.is_current for kind in OutcomeKind}


class Computed(NamedTuple):
    """Outcomes worked out in this request: of spans by id, of searches by their id and the version looked through."""

    spans: Mapping[int, str]
    searches: Mapping[tuple[int, int], str]


@dataclass(frozen=True, slots=True)
class Decision:
    """The outcome for one citation; `readable`: stage 1 allowed all. What decided stays within the evaluator."""

    citation: UUID
    state: State
    readable: bool
    causes: tuple[Cause, ...]
    rests_on: CitationFacts | None

    @property
    def may_be_shown(self) -> bool:
        """Whether what the citation's statement says may be shown: readable, and the record of it stands (rule 3)."""
        return self.readable and not (self.rests_on is not None and self.rests_on.broken)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The cause per source: for this package and for holders of the audit right."""
        if self.rests_on is None:
            return tuple(Finding("check", cause) for cause in self.causes)
        # Stage 2 has a cause for each span; stage 1, and stage 2 of a broken citation, also for the rest.
        return tuple(map(Finding, _sources(self.rests_on), self.causes))


def _sources(citation: CitationFacts) -> list[str]:
    spans = [f"span:{span_id}" for span_id in citation.all_span_ids]
    scope = [f"scope:{member.document_id}" for member in citation.scope]
    return [*spans, *scope, *(f"derived:{id_}" for id_ in citation.derived_ids), "citation"]


def stage_one(facts: Facts, citation: CitationFacts) -> tuple[Cause, ...]:
    """Existence, life and rights of every source on the path. Nothing to rest on is itself a cause."""
    found = [life(facts, facts.spans[span_id]) for span_id in citation.all_span_ids]
    found += [life(facts, member) for member in citation.scope]
    found += [_derived_life(facts.derived[id_]) for id_ in citation.derived_ids]
    if not citation.has_closure or not (citation.all_span_ids or citation.scope):
        found.append(Cause.UNKNOWN if citation.id is None else Cause.ERASED)
    return tuple(found)


def life(facts: Facts, source: SpanFacts | MemberFacts) -> Cause:
    document = facts.documents[source.document_id]
    if document.retired or document.head_id is None:
        return Cause.RETIRED
    if source.withdrawn:
        return Cause.WITHDRAWN
    return Cause.INTACT if document.granted else Cause.DENIED


def _derived_life(derived: DerivedFacts) -> Cause:
    if derived.erased:
        return Cause.ERASED
    return Cause.INTACT if derived.granted else Cause.DENIED


def is_readable(causes: tuple[Cause, ...]) -> bool:
    """Whether stage 1 allowed every source."""
    return causes.count(Cause.INTACT) == len(causes)


def missing(facts: Facts, citation: CitationFacts) -> tuple[int, ...]:
    """Ids of the spans whose result stage 2 needs and nobody remembered."""
    return tuple(
        span_id
        for span_id in citation.span_ids
        if facts.spans[span_id].outcome is None and not _is_head(facts, facts.spans[span_id])
    )


def _is_head(facts: Facts, span: SpanFacts) -> bool:
    return facts.documents[span.document_id].head_id == span.version_id


def missing_searches(facts: Facts, citation: CitationFacts) -> tuple[tuple[int, int], ...]:
    """Searches, each with the head version to look through, that stage 2 needs and nobody remembered."""
    return tuple(
        (member.absence_id, head_id)
        for member in citation.scope
        if member.outcome is None
        and (head_id := facts.documents[member.document_id].head_id) is not None
        and head_id != member.version_id
    )


def stage_two(facts: Facts, citation: CitationFacts, computed: Computed) -> tuple[Cause, ...]:
    """Content of every source.

    What is bound to its version is not followed: that version stands and is readable, or stage 1 would have said so.
    """
    spans = computed.spans
    found = tuple(content(facts, facts.spans[span_id], spans.get(span_id)) for span_id in citation.span_ids)
    if citation.bound_ids:
        found += tuple(Cause.BROKEN if facts.spans[id_].broken else Cause.INTACT for id_ in citation.bound_ids)
    if citation.scope:
        found += tuple(still_absent(facts, member, computed.searches) for member in citation.scope)
    return (*found, *[Cause.INTACT] * len(citation.derived_ids), Cause.BROKEN) if citation.broken else found


def content(facts: Facts, span: SpanFacts, computed: str | None) -> Cause:
    document = facts.documents[span.document_id]
    if span.broken:
        return Cause.BROKEN
    unchanged = _unchanged(document, span, computed)
    if unchanged is None:
        return Cause.UNDECIDABLE
    if not unchanged:
        return Cause.CHANGED
    return Cause.SUPERSEDED if document.superseded else Cause.INTACT


def still_absent(facts: Facts, member: MemberFacts, looked: Mapping[tuple[int, int], str]) -> Cause:
    """Absent then: is it absent from what the document says now?"""
    document = facts.documents[member.document_id]
    if document.head_id is not None and document.head_id != member.version_id:
        outcome = member.outcome or looked.get((member.absence_id, document.head_id))
        if outcome != ABSENT:
            return Cause.CHANGED if outcome == PRESENT else Cause.UNDECIDABLE
    return Cause.SUPERSEDED if document.superseded else Cause.INTACT


def _unchanged(document: DocumentFacts, span: SpanFacts, computed: str | None) -> bool | None:
    if document.head_id == span.version_id:
        return True  # compared with itself; that it still re-slices is the background proof's word (rule 3)
    # An outcome nobody knows, remembered by whoever could write there, says nothing.
    return _IS_CURRENT.get(span.outcome or computed)


def decide(
    facts: Facts, looked_at: Sequence[tuple[CitationFacts, tuple[Cause, ...]]], computed: Computed
) -> tuple[Decision, ...]:
    """One decision per citation, order and size kept; `looked_at` is what stage 1 found about each."""
    return tuple(_decide(facts, citation, causes, computed) for citation, causes in looked_at)


def _decide(facts: Facts, citation: CitationFacts, causes: tuple[Cause, ...], computed: Computed) -> Decision:
    readable = is_readable(causes)
    if readable:
        causes = stage_two(facts, citation, computed)
    return Decision(citation.uid, fold(set(causes)), readable, causes, citation)


def undecidable(citations: tuple[UUID, ...]) -> tuple[Decision, ...]:
    """No valid viewer, or guards that do not stand: `unverified`, the same for every uid (DESIGN rules 7, 13)."""
    state = STATE_OF[Cause.UNDECIDABLE]
    return tuple(Decision(uid, state, readable=False, causes=(Cause.UNDECIDABLE,), rests_on=None) for uid in citations)
