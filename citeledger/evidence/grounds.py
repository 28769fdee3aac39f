"""Computed statements worked out again from their stored inputs: each must say what it said, and say the result."""

from collections.abc import Iterator

from django.db.models import Q

from citeledger.core.operations.agreement import DoesNotAgree, prove_agreement
from citeledger.core.operations.computing import compute
from citeledger.core.operations.reading import Input
from citeledger.core.operations.refusing import NotComputable
from citeledger.core.statements import Computation
from citeledger.evidence import reach
from citeledger.evidence.problems import Problem
from citeledger.evidence.rows import Walk
from citeledger.ledger.grounds import DamagedGround, read
from citeledger.ledger.models import CitationSpan, StatementGround

EVERY = Q()


def computations(only: Q = EVERY) -> Iterator[Problem]:
    """Every computation; `only` these grounds."""
    rows = StatementGround.objects.filter(only, snapshot=None).select_related("statement__content", "answer")
    yield from Walk(rows=rows, record="ground", reach=reach.of_ground).problems(_computed)


def _computed(row: StatementGround) -> Iterator[Problem]:
    try:
        _prove(row, _said(row))
    except (DamagedGround, NotComputable, DoesNotAgree, KeyError) as broken:
        what = f"statement {row.statement.ordinal} is not what its inputs amount to: {type(broken).__name__}"
        yield Problem("answer", str(row.answer.uid), what)


def _said(row: StatementGround) -> Computation:
    said = read(row.body)
    if isinstance(said, Computation):
        return said
    raise DamagedGround


def _prove(row: StatementGround, said: Computation) -> None:
    edges = CitationSpan.objects.filter(citation__statement=row.statement)
    exact = dict(edges.values_list("span__uid", "span__content__exact"))
    inputs = [Input(exact[each.span], each.language or "") for each in said.inputs]
    value = compute(operation=said.operation, inputs=inputs, parameters=said.parameters)
    prove_agreement(statement=row.statement.content.text, claim=said.value, value=value, language=said.language)
