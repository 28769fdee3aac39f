"""Two well-known ways to get it wrong, working, so that they can be seen failing beside the right one.

Neither is reachable from the product: it has one evaluator (DESIGN rule 9), and this is not it.
"""

from enum import StrEnum
from uuid import UUID

from citeledger.core.principals import Principal
from citeledger.core.states import STATE_OF, Cause, State
from citeledger.lab.models import KeptVerdict, Scene
from revalidation import comparison, policy, service
from revalidation.facts import CitationFacts, Facts


class Mistake(StrEnum):
    NO_EPOCH = "no_epoch"
    FIRST_FAILING = "first_failing"


ABOUT = {
    Mistake.NO_EPOCH: (
        "A verdict cache without the epoch",
        "Keeps each verdict by viewer, citation and current version. Edits are noticed; a revoked right is not.",
    ),
    Mistake.FIRST_FAILING: (
        "A fold that returns at the first failing span",
        "Looks at one source after the other and stops. You are told of a change in something you may not know of.",
    ),
}


def verdicts(*, mistake: Mistake, scene: Scene, viewer: Principal, citations: list[UUID]) -> dict[UUID, State]:
    """The states as the mistake would show them."""
    facts = service.facts(viewer=viewer, citations=citations)
    right = {decision.citation: decision.state for decision in service.decide(facts)}
    if mistake is Mistake.NO_EPOCH:
        return {found.uid: _kept(scene, facts, viewer, found, right[found.uid]) for found in facts.citations}
    return _first_failing(facts, right)


def _first_failing(facts: Facts, right: dict[UUID, State]) -> dict[UUID, State]:
    """The loop of the textbook: per span, first whether it is there, then whether it may be read, then its content."""
    missing = {span_id for found in facts.citations for span_id in policy.missing(facts, found)}
    compared = comparison.compare(comparison.from_facts(facts, missing))
    outcomes = {span_id: outcome.kind.value for (span_id, _), outcome in compared.items()}
    return {found.uid: _stopping(facts, found, outcomes) or right[found.uid] for found in facts.citations}


def _stopping(facts: Facts, found: CitationFacts, outcomes: dict[int, str]) -> State | None:
    for span_id in found.span_ids:
        span = facts.spans[span_id]
        for cause in (policy.life(facts, span), policy.content(facts, span, outcomes.get(span_id))):
            if cause is not Cause.INTACT:
                return STATE_OF[cause]
    return None


def _kept(scene: Scene, facts: Facts, viewer: Principal, found: CitationFacts, right: State) -> State:
    heads = sorted(facts.documents[facts.spans[span_id].document_id].head_id or 0 for span_id in found.span_ids)
    key = f"{viewer.name}|{found.uid}|{heads}"[:200]
    kept, _ = KeptVerdict.objects.get_or_create(scene=scene, key=key, defaults={"state": right.value})
    return State(kept.state)
