"""Citations against their place in the answer, closures against what the direct edges amount to."""

from collections.abc import Iterator

from citeledger.core.lineage import LineageError, closures
from citeledger.evidence.problems import Problem
from citeledger.evidence.rows import inspected
from citeledger.ledger.models import Citation, Closure, StatementText
from citeledger.ledger.queries import edges_below
from citeledger.log.models import Erasure


def lineage() -> Iterator[Problem]:
    """Every closure worked out again from the direct edges; a citation without one rests on something erased."""

    def inspect(citation: Citation) -> Iterator[Problem]:
        yield from _placed(citation)
        yield from _closed(citation)

    yield from inspected(Citation.objects.select_related("statement__answer"), "citation", inspect)


def _placed(citation: Citation) -> Iterator[Problem]:
    """What is stored twice says the same twice: times, owners, and the order of the edges without a gap."""
    answer = citation.statement.answer
    spans = list(citation.span_edges.order_by("position").values_list("position", "answer_id"))
    derived = list(citation.derived_edges.order_by("position").values_list("position", "answer_id"))
    positions = [position for position, _ in spans + derived]
    counted = [*range(len(spans)), *range(len(derived))]
    owners = {answer_id for _, answer_id in spans + derived}
    owners |= set(StatementText.objects.filter(statement=citation.statement).values_list("answer_id", flat=True))
    if citation.at != answer.at or positions != counted or owners - {answer.pk}:
        yield Problem("citation", str(citation.uid), f"does not stand where answer {answer.uid} has it")


def _closed(citation: Citation) -> Iterator[Problem]:
    stored = Closure.objects.filter(citation=citation).first()
    try:
        found = closures(citations=edges_below(text_ids=[citation.statement.answer_id])).get(citation.pk)
    except LineageError as broken:
        yield Problem("citation", str(citation.uid), f"its lineage is broken: {type(broken).__name__}")
        return
    kept = (sorted(stored.span_ids), sorted(stored.derived_ids), stored.depth) if stored else None
    again = (sorted(found.spans), sorted(found.derived), found.depth) if found else None
    if kept != again and not (kept is None and _rests_on_erased(citation)):
        yield Problem("citation", str(citation.uid), "its closure is not what its lineage amounts to")


def _rests_on_erased(citation: Citation) -> bool:
    below = edges_below(text_ids=[citation.statement.answer_id])
    texts = {edge.text for edge in below.values()} | {id_ for edge in below.values() for id_ in edge.derived}
    uids = Citation.objects.filter(statement__answer__in=texts).values("statement__answer__uid")
    return Erasure.objects.filter(subject_uid__in=uids).exists()
