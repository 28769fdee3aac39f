"""Citations against their place in the answer, closures against what the direct edges amount to."""

from collections.abc import Iterator

from citeledger.core.lineage import Closure as Lineage
from citeledger.core.lineage import LineageError, closures
from citeledger.evidence import reach
from citeledger.evidence.problems import Problem
from citeledger.evidence.rows import Walk, attempt
from citeledger.ledger.models import Answer, Citation, Closure, StatementGround, StatementText
from citeledger.ledger.queries import closure_of, edges_below


def lineage() -> Iterator[Problem]:
    """Every closure worked out again from the direct edges; a citation without one rests on something erased."""
    citations = Citation.objects.select_related("statement__answer")
    yield from Walk(rows=citations, record="citation", reach=reach.of_citation).problems(_placed)
    yield from Walk(rows=Closure.objects.all(), record="closure", reach=reach.of_citation).problems(lambda _: iter(()))
    yield from Walk(rows=Answer.objects.all(), record="answer", reach=reach.of_answer).problems(_closed)


def _placed(citation: Citation) -> Iterator[Problem]:
    """What is stored twice says the same twice: times, owners, and the order of the edges without a gap."""
    answer = citation.statement.answer
    spans = list(citation.span_edges.order_by("position").values_list("position", "answer_id"))
    derived = list(citation.derived_edges.order_by("position").values_list("position", "answer_id"))
    positions = [position for position, _ in spans + derived]
    counted = [*range(len(spans)), *range(len(derived))]
    owners = {answer_id for _, answer_id in spans + derived}
    for content in (StatementText, StatementGround):
        owners |= set(content.objects.filter(statement=citation.statement).values_list("answer_id", flat=True))
    if citation.at != answer.at or positions != counted or owners - {answer.pk}:
        yield Problem("citation", str(citation.uid), f"does not stand where answer {answer.uid} has it")


def _closed(answer: Answer) -> Iterator[Problem]:
    """The closures of all citations of one answer: they share everything below it."""
    own = list(Citation.objects.filter(statement__answer=answer).values_list("pk", "uid"))
    try:
        found = closures(citations=edges_below(text_ids=[answer.pk]))
    except LineageError as broken:
        for pk, uid in own:
            yield Problem(
                "citation", str(uid), f"its lineage is broken: {type(broken).__name__}", reach.of_citation(pk)
            )
        return
    for pk, uid in own:
        if _stored(pk) != found.get(pk):
            what = "its closure is not what its lineage amounts to"
            yield Problem("citation", str(uid), what, reach.of_citation(pk))


def _stored(citation_id: int) -> Lineage | None:
    row = attempt(lambda: Closure.objects.filter(citation=citation_id).first())
    return closure_of(row=row) if row else None
