"""Segments are proved one by one and read in a row: together they say what each of them says."""

from time import process_time

import pytest

from citeledger.core.refusals import Refused
from citeledger.core.statements import Basis, Role, Segment, Statement, Structure
from citeledger.emission.fused import fused, refuse_fused
from citeledger.emission.sieve import OnUnproved, Sieve


def said(text: str) -> Statement:
    return Statement(text, Basis.QUOTED)


def between(text: str, role: Role = Role.BREAK) -> Structure:
    return Structure(role, text)


def placed(*segments: Segment | str) -> dict[int, Segment]:
    return dict(enumerate(said(each) if isinstance(each, str) else each for each in segments))


@pytest.mark.parametrize(
    "segments",
    [
        ("1", "4 days"),
        ("not", "5 kg"),
        ("un", "true"),
        ("不", "是5"),
        ("5", "% of it"),
        ("5", "°C"),
        ("a", "\u0338b"),
        ("non-", "refundable"),
        ("1 ", "500 euros"),
        ("1", between("."), "5 kg"),
        ("1", between(","), "000 pieces"),
        ("1", between(":"), "5 kg"),
        ("1", between(" "), "500 euros"),
        (between("-", Role.LIST_MARKER), "5 kg"),
        (between(">", Role.LIST_MARKER), "5 kg"),
        (between("1.", Role.LIST_MARKER), "5 kg"),
        (between("\n"), between("–", Role.LIST_MARKER), "5 kg"),
    ],
)
def test_what_runs_into_a_statement_refuses_it(segments: tuple[Segment | str, ...]) -> None:
    parts = placed(*segments)
    assert list(fused(parts)) == [len(parts) - 1]
    with pytest.raises(Refused) as met:
        refuse_fused(segments=parts, sieve=Sieve())
    assert (met.value.code, met.value.at) == ("runs_together", f"segments.{len(parts) - 1}")


@pytest.mark.parametrize(
    "segments",
    [
        ("You have 30 days,", between(" "), "and shipping is free."),
        ("In 2025", between(" "), "14 days are allowed."),
        ("It takes 30 days", between("."), between(" "), "14 of them count."),
        ("三十日以内。", "次"),
        ("Refunds end", between("\n"), "5 kg"),
        ("It is 1", between("\n"), "500 euros"),
        (between("- ", Role.LIST_MARKER), "5 kg", between("\n"), between("- ", Role.LIST_MARKER), "7 kg"),
        (between("1. ", Role.LIST_MARKER), "5 kg"),
        (between("Fees 1", Role.HEADING), "5 kg"),
        ("5 kg.", "Next"),
        ("(", "5 kg", between(")")),
        ("the end—", "but not yet"),
    ],
)
def test_what_stands_apart_passes(segments: tuple[Segment | str, ...]) -> None:
    assert list(fused(placed(*segments))) == []


@pytest.mark.parametrize("basis", [Basis.PARAPHRASED, Basis.ABSENCE])
def test_a_writers_own_words_are_their_own_matter(basis: Basis) -> None:
    own = Statement("un", basis)
    assert list(fused(dict(enumerate([own, Statement("true", basis), between("."), Statement("5 kg", basis)])))) == []
    assert list(fused({0: own, 1: said("true")})) == [1]
    assert list(fused({0: said("true"), 1: own})) == [1]


@pytest.mark.parametrize("structure", [between("1.", Role.LIST_MARKER), between("–")])
def test_structure_that_runs_into_a_statement_refuses_the_answer(structure: Structure) -> None:
    parts = placed("It takes 5", structure, between(" "), "kg")
    with pytest.raises(Refused) as met:
        refuse_fused(segments=parts, sieve=Sieve(OnUnproved.DROP))
    assert (met.value.code, met.value.at) == ("runs_together", "segments.1")


def test_dropped_it_is_withheld_and_the_next_is_looked_at_without_it() -> None:
    sieve = Sieve(OnUnproved.DROP)
    refuse_fused(segments=placed("1", "4 days", "0 weeks", between(" "), "are enough"), sieve=sieve)
    assert [(one.at, one.code) for one in sieve.withheld] == [
        ("segments.1", "runs_together"),
        ("segments.2", "runs_together"),
    ]


def test_an_answer_of_the_most_and_longest_statements_is_judged_at_once() -> None:
    parts = placed(*(each for number in range(1000) for each in (f"{number} " + "long " * 700, between(" "))))
    began = process_time()
    assert list(fused(parts)) == []
    assert process_time() - began < 3  # seconds, on a slow machine
