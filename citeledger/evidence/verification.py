"""Verification of the whole: everything re-sliced, every hash and result worked out again, the log opened."""

from collections.abc import Callable, Iterator
from datetime import datetime
from uuid import UUID

import structlog
from django.db import transaction

from citeledger.evidence import contents, facts, grounds, letters, lineages, pages, passages, rights, snapshots, texts
from citeledger.evidence.problems import Problem
from revalidation.models import Proof, ProofFailure

_log = structlog.get_logger(__name__)
STEPS: tuple[tuple[str, Callable[[], Iterator[Problem]]], ...] = (
    ("versions against their hashes", texts.versions),
    ("letters digested again", letters.letters),
    ("spans re-sliced", texts.spans),
    ("span results worked out again", texts.results),
    ("computations worked out again", grounds.computations),
    ("absences searched again", grounds.absences),
    ("search results worked out again", grounds.results),
    ("lineage walked again", lineages.lineage),
    ("log entries opened", facts.entries),
    ("log details placed", facts.details),
    ("erasures justified", facts.erasures),
    ("records against the log", facts.records),
    ("heads against the facts", facts.heads),
    ("snapshots rooted again", snapshots.snapshots),
    ("owners of every row", contents.orphans),
    ("nothing back that was erased", contents.erased),
    ("pages against the log", pages.pages),
    ("passages indexed again", passages.passages),
    ("rights against the log", rights.rights),
)


def verify(*, progress: Callable[[str], object]) -> Iterator[Problem]:
    """Every problem there is, step by step; `progress` hears the name of each step as it begins.

    A walk is no snapshot: a right that is granted between reading the log and reading the rights looks like damage
    once. So a step that finds something is taken again, and what is found both times is a problem.
    """
    for name, step in STEPS:
        progress(name)
        yield from _finished(name, step)


def _finished(name: str, step: Callable[[], Iterator[Problem]]) -> Iterator[Problem]:
    """A step that cannot go on is itself a finding: the rest is still proved, and nobody takes silence for health."""
    try:
        yield from _confirmed(step)
    except Exception as error:  # noqa: BLE001 - whatever damaged rows can make a library raise
        _log.error("proof_interrupted", step=name, error=type(error).__name__)
        yield Problem("verification", name, "could not be finished")


def _confirmed(step: Callable[[], Iterator[Problem]]) -> Iterator[Problem]:
    if once := {_known_by(problem) for problem in step()}:
        yield from (problem for problem in step() if _known_by(problem) in once)


def _known_by(problem: Problem) -> tuple[str, str, str]:
    return problem.record, problem.uid, problem.what


@transaction.atomic
def remember(*, problems: list[Problem], at: datetime) -> None:
    """Keep what a proof of everything that began at `at` found, in place of what was found before it.

    What a problem reaches shows `unverified`, and `/readyz` fails (DESIGN rule 3). What a proof of single records
    found meanwhile stays: the walk may have been past them when they were damaged.
    """
    ProofFailure.objects.filter(found_at__lte=at).delete()
    Proof.objects.create(began_at=at)
    add(problems=problems, at=at)


@transaction.atomic
def add(*, problems: list[Problem], at: datetime) -> None:
    """Keep what a proof of single records found, beside what is known. Each is logged by its name alone."""
    known = set(ProofFailure.objects.values_list("subject_kind", "subject_uid", "what"))
    rows = (row for problem in problems for row in _failures(problem, at))
    ProofFailure.objects.bulk_create(row for row in rows if (row.subject_kind, row.subject_uid, row.what) not in known)
    for problem in problems:
        _log.error("record_damaged", record=problem.record, subject=problem.uid)


def _failures(problem: Problem, at: datetime) -> Iterator[ProofFailure]:
    """One row for each span and citation the problem reaches, or one alone where it reaches none."""
    spans, citations = problem.reach.spans, problem.reach.citations
    reached = [*((span, None) for span in spans), *((None, citation) for citation in citations)] or [(None, None)]
    for span_id, citation_id in reached:
        yield ProofFailure(
            subject_kind=problem.record[:30],
            subject_uid=_uid(problem.uid),
            span_id=span_id,
            citation_id=citation_id,
            what=str(problem)[:200],
            found_at=at,
        )


def _uid(name: str) -> UUID | None:
    """The uid in a problem's name; None where it names a row, because the uid could not be read."""
    try:
        return UUID(name)
    except ValueError:
        return None
