"""Computations worked out again from their stored inputs, absences searched again where they were searched."""

import json
from collections.abc import Iterator

from django.db.models import Q

from citeledger.core.absences import parse
from citeledger.core.operations.agreement import DoesNotAgree, prove_agreement
from citeledger.core.operations.computing import compute
from citeledger.core.operations.reading import Input
from citeledger.core.operations.refusing import NotComputable
from citeledger.core.statements import Absence, Computation
from citeledger.documents.absences import looked_through
from citeledger.documents.models import Snapshot
from citeledger.evidence import reach
from citeledger.evidence.problems import NOBODY, Problem, Reach
from citeledger.evidence.rows import Walk
from citeledger.ledger.grounds import DamagedGround, read
from citeledger.ledger.models import CitationSpan, StatementGround
from revalidation.comparison import is_of_another_rule
from revalidation.facts import ABSENT, PRESENT
from revalidation.models import AbsenceResult

EVERY = Q()


def grounds(only: Q = EVERY) -> Iterator[Problem]:
    """Both kinds; `only` these."""
    yield from computations(only)
    yield from absences(only)


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


def absences(only: Q = EVERY) -> Iterator[Problem]:
    """Every search run again over the versions of its snapshot; `only` these grounds."""
    rows = StatementGround.objects.filter(only, snapshot__isnull=False).select_related(
        "statement", "answer", "snapshot"
    )
    yield from Walk(rows=rows, record="ground", reach=reach.of_ground).problems(_searched)


def _searched(row: StatementGround) -> Iterator[Problem]:
    said = read(row.body)
    if not isinstance(said, Absence) or row.snapshot is None or said.snapshot != row.snapshot.uid:
        yield Problem("answer", str(row.answer.uid), f"statement {row.statement.ordinal} searched another snapshot")
        return
    query = parse(said.query)
    found = looked_through(asked=dict.fromkeys(_members(row.snapshot), (query,)))
    if any(places for _, _, (places,) in found):
        yield Problem(
            "answer", str(row.answer.uid), f"statement {row.statement.ordinal} is not absent where it searched"
        )


def _members(snapshot: Snapshot) -> list[int]:
    return list(snapshot.members.values_list("version_id", flat=True))


def results() -> Iterator[Problem]:
    """Every remembered result of a search worked out again."""
    rows = AbsenceResult.objects.select_related("ground__answer", "version")
    yield from Walk(rows=rows, record="search result", reach=_of_result).problems(_worked_out)


def _of_result(pk: int) -> Reach:
    grounds = AbsenceResult.objects.filter(pk=pk).values_list("ground_id", flat=True)
    return next((reach.of_ground(ground_id) for ground_id in grounds), NOBODY)


def _worked_out(result: AbsenceResult) -> Iterator[Problem]:
    if is_of_another_rule(result.rule):
        return  # nobody here uses it
    said = read(result.ground.body)
    queries = [parse(said.query)] if isinstance(said, Absence) else []
    for _, rule, (places,) in looked_through(asked={result.version_id: queries}):
        outcome = PRESENT if places else ABSENT
        now = [rule, outcome, json.dumps([[place.start, place.end] for place in places])]
        if now != [result.rule, result.outcome, result.places]:
            yield Problem(
                "answer", str(result.ground.answer.uid), f"is not searched for in version {result.version.uid}"
            )


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
