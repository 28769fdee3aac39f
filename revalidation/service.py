"""The evaluator: the one answer to "what is the state of these citations for this viewer, now" (DESIGN rules 4, 9)."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from citeledger.core.principals import Principal
from citeledger.core.states import State
from citeledger.documents.absences import search_rules
from revalidation import absences, comparison, guards, policy, statement, withholding
from revalidation.facts import Facts
from revalidation.policy import Decision


@dataclass(frozen=True, slots=True)
class Verdict:
    """The state of one citation for one viewer. `readable`: its statement may be shown.

    Every source may be read, and the statement is not known to be another than the one recorded.
    """

    citation: UUID
    state: State
    readable: bool


def verdicts(*, viewer: Principal, citations: Sequence[UUID]) -> tuple[Verdict, ...]:
    """One verdict per uid, order and size kept; known, unknown and hidden uids are asked about alike.

    One query; two more where a span result is missing, three where that of a search is. Raises whatever the database
    raises: an outage is not a verdict.
    """
    return verdicts_of(known=facts(viewer=viewer, citations=citations), citations=citations)


def verdicts_of(*, known: Facts, citations: Sequence[UUID]) -> tuple[Verdict, ...]:
    """The verdicts that follow from facts about (at least) these uids."""
    decided = {decision.citation: decision for decision in decide(known)}
    return tuple(Verdict(uid, decided[uid].state, decided[uid].may_be_shown) for uid in citations)


def decisions(*, viewer: Principal, citations: Sequence[UUID]) -> tuple[Decision, ...]:
    """One decision per distinct uid, with its findings: for this package and the audit right only."""
    return decide(facts(viewer=viewer, citations=citations))


def facts(*, viewer: Principal, citations: Sequence[UUID]) -> Facts:
    """Read the facts about the distinct uids: repeated ones would multiply rows inside the statement."""
    rules = comparison.rules_here() | search_rules()
    return statement.read(viewer=viewer, citations=tuple(dict.fromkeys(citations)), rules=rules)


def decide(known: Facts) -> tuple[Decision, ...]:
    """Decide from facts, working out in this request what nobody remembered; note if that withholds something."""
    decided = _decide(known)
    if not all(decision.readable for decision in decided):
        withholding.note()
    return decided


def decide_foreseen(known: Facts, computed: policy.Computed) -> tuple[Decision, ...]:
    """Decide from facts as they would be, with all they lack: nothing is worked out here.

    Only beside `decide` on the facts as they are, which says of what more may be known.
    """
    if not _is_decidable(known):
        return policy.undecidable(tuple(citation.uid for citation in known.citations))
    return policy.decide(known, [(each, policy.stage_one(known, each)) for each in known.citations], computed)


def all_readable(known: Facts) -> bool:
    """Whether everything these citations rest on may be read: stage 1 alone, no text is compared. Notes if not."""
    readable = known.viewer.active and all(
        policy.is_readable(policy.stage_one(known, citation)) for citation in known.citations
    )
    if not readable:
        withholding.note()
    return readable


def readable_citations(known: Facts) -> frozenset[UUID]:
    """Those of which everything they rest on may be read: stage 1 alone, no text is compared. Notes if not all."""
    decidable = known.citations if _is_decidable(known) else ()
    readable = frozenset(each.uid for each in decidable if policy.is_readable(policy.stage_one(known, each)))
    if len(readable) < len(known.citations):
        withholding.note()
    return readable


def _is_decidable(known: Facts) -> bool:
    return known.viewer.active and known.viewer.triggers == guards.expected()


def _decide(known: Facts) -> tuple[Decision, ...]:
    if not _is_decidable(known):
        return policy.undecidable(tuple(citation.uid for citation in known.citations))
    looked_at = [(citation, policy.stage_one(known, citation)) for citation in known.citations]
    readable = [citation for citation, causes in looked_at if policy.is_readable(causes)]
    needed = [span_id for citation in readable for span_id in policy.missing(known, citation)]
    kinds = comparison.kinds(comparison.from_facts(known, needed))
    spans = {span_id: kind.value for (span_id, _), kind in kinds.items()}
    searches = absences.look({pair for citation in readable for pair in policy.missing_searches(known, citation)})
    return policy.decide(known, looked_at, policy.Computed(spans, searches))
