"""The last gate before paper: what an export shows of each statement."""

from dataclasses import replace
from datetime import UTC, date, timedelta, timezone, tzinfo

import pytest

from citeledger.core.states import State
from citeledger.interfaces.exports.pdf import ContradictoryStatementError, TimeNotInUtcError
from tests.unit.exports.samples import ATTESTED, COMPUTED_AT, REFUNDS, export, statement


def test_an_unavailable_statement_shows_nothing_whatever_the_caller_passed_along() -> None:
    more = {"changed_on": date(2026, 6, 12), "attestation": ATTESTED}
    careless = statement("The board will sell the company.", state="unavailable", **more)

    assert (careless.shown_text, careless.shown_basis, careless.shown_changed_on) == (None, None, None)
    assert careless.shown_attestation is None


@pytest.mark.parametrize("state", ["current", "unavailable", "unverified"])
def test_only_a_changed_source_shows_a_date_and_an_attestation(state: str) -> None:
    shown = statement("Words.", state=state, changed_on=date(2026, 6, 12), attestation=ATTESTED)

    assert (shown.shown_changed_on, shown.shown_attestation) == (None, None)


def test_a_statement_without_text_shows_no_basis() -> None:
    assert statement(None, state="unverified").shown_basis is None


@pytest.mark.parametrize("state", ["current", "source_changed"])
def test_a_readable_statement_without_text_is_refused(state: str) -> None:
    readable = statement("Words.", state=state)

    with pytest.raises(ContradictoryStatementError, match="needs the statement's text"):
        replace(readable, text=None)


def test_an_unknown_state_is_refused() -> None:
    with pytest.raises(ValueError, match="fine"):
        statement("Words.", state="fine")


@pytest.mark.parametrize("zone", [None, timezone(timedelta(hours=1))])
def test_a_time_outside_utc_is_refused(zone: tzinfo | None) -> None:
    with pytest.raises(TimeNotInUtcError):
        export(computed_at=COMPUTED_AT.replace(tzinfo=zone))


def test_utc_by_another_name_is_utc() -> None:
    zulu = timezone(timedelta(0), "Z")

    assert zulu is not UTC
    assert export(computed_at=COMPUTED_AT.replace(tzinfo=zulu)).computed_at == COMPUTED_AT


def test_citations_are_counted_by_state() -> None:
    assert REFUNDS.count_by_state == dict.fromkeys(State, 1)
