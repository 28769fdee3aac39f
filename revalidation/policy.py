"""The policy, pure: facts in, causes per source, two stages, one fold (DESIGN rule 5).

Stage 1 looks at existence, life, rights and lineage of all sources; nothing returns early. Only where stage 1 allows
all of them does stage 2 look at content, so nothing about a visible sibling of a hidden source leaks (threat T31).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from citeledger.core.anchoring import OutcomeKind
from citeledger.core.states import STATE_OF, Cause, Finding, State, fold
from revalidation.facts import CitationFacts, DerivedFacts, DocumentFacts, Facts, SpanFacts


@dataclass(frozen=True, slots=True)
class Decision:
    """The outcome for one citation. `findings` is for holders of the audit right; `readable`: stage 1 allowed all."""

    citation: UUID
    state: State
    readable: bool
    findings: tuple[Finding, ...]


def stage_one(facts: Facts, citation: CitationFacts) -> tuple[Finding, ...]:
    """Existence, life and rights of every source on the path. Nothing to rest on is itself a finding."""
    found = [Finding(f"span:{span_id}", life(facts, facts.spans[span_id])) for span_id in citation.span_ids]
    found += [Finding(f"derived:{id_}", _derived_life(facts.derived[id_])) for id_ in citation.derived_ids]
    if not citation.has_closure or not citation.span_ids:
        found.append(Finding("citation", Cause.UNKNOWN if citation.id is None else Cause.ERASED))
    return tuple(found)


def life(facts: Facts, span: SpanFacts) -> Cause:
    document = facts.documents[span.document_id]
    if document.retired or document.head_id is None:
        return Cause.RETIRED
    if span.withdrawn:
        return Cause.WITHDRAWN
    return Cause.INTACT if document.granted else Cause.DENIED


def _derived_life(derived: DerivedFacts) -> Cause:
    if derived.erased:
        return Cause.ERASED
    return Cause.INTACT if derived.granted else Cause.DENIED


def is_readable(findings: tuple[Finding, ...]) -> bool:
    """Whether stage 1 allowed every source."""
    return all(finding.cause is Cause.INTACT for finding in findings)


def missing(facts: Facts, citation: CitationFacts) -> tuple[int, ...]:
    """Ids of the spans whose result stage 2 needs and nobody remembered."""
    return tuple(
        span_id
        for span_id in citation.span_ids
        if facts.spans[span_id].outcome is None and not _is_head(facts, facts.spans[span_id])
    )


def _is_head(facts: Facts, span: SpanFacts) -> bool:
    return facts.documents[span.document_id].head_id == span.version_id


def stage_two(facts: Facts, citation: CitationFacts, computed: Mapping[int, str]) -> tuple[Finding, ...]:
    """Content of every source; `computed` holds the outcomes worked out in this request, by span id."""
    return tuple(
        Finding(f"span:{span_id}", content(facts, facts.spans[span_id], computed.get(span_id)))
        for span_id in citation.span_ids
    )


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


def _unchanged(document: DocumentFacts, span: SpanFacts, computed: str | None) -> bool | None:
    if document.head_id == span.version_id:
        return True  # compared with itself; that it still re-slices is the background proof's word (rule 3)
    outcome = span.outcome or computed
    return None if outcome is None else OutcomeKind(outcome).is_current


def decide(facts: Facts, computed: Mapping[int, str]) -> tuple[Decision, ...]:
    """One decision per citation, order and size kept."""
    return tuple(_decide(facts, citation, computed) for citation in facts.citations)


def _decide(facts: Facts, citation: CitationFacts, computed: Mapping[int, str]) -> Decision:
    findings = stage_one(facts, citation)
    readable = is_readable(findings)
    if readable:
        findings = stage_two(facts, citation, computed)
    return Decision(citation.uid, fold(finding.cause for finding in findings), readable, findings)


def undecidable(citations: tuple[UUID, ...]) -> tuple[Decision, ...]:
    """No valid viewer, or guards that do not stand: `unverified`, the same for every uid (DESIGN rules 7, 13)."""
    state = STATE_OF[Cause.UNDECIDABLE]
    return tuple(
        Decision(uid, state, readable=False, findings=(Finding("check", Cause.UNDECIDABLE),)) for uid in citations
    )
