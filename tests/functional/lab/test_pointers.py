"""How pointers die: slicing never complains, the check always does."""

import pytest
from django.test import Client

from citeledger.lab.pointers import CITED, PRINTED, intact, stations


@pytest.mark.parametrize("exact", CITED)
def test_slicing_is_silent_and_the_check_is_not(exact: str) -> None:
    assert intact(exact=exact).passage == exact
    for station in stations(exact=exact):
        if station.refusal is None:
            assert station.pointed.passage == exact
        else:
            assert station.pointed.passage != exact
            assert "is not the text claimed" in station.refusal or "does not fit" in station.refusal


def test_a_stripped_header_makes_fourteen_days_thirty() -> None:
    *_, headless = stations(exact="14 days")
    assert (headless.name, headless.pointed.passage) == ("Running headers stripped", "30 days")
    assert headless.refusal is not None


def test_each_clean_up_kills_some_pointer() -> None:
    for number in range(4):
        assert any(stations(exact=exact)[number].refusal for exact in CITED)


def test_what_is_stored_is_not_touched() -> None:
    before = PRINTED
    stations(exact=CITED[0])
    assert before == PRINTED


@pytest.mark.django_db
@pytest.mark.parametrize(
    "asked", ["", "?cited=1", "?cited=99", "?cited=x", "?cited=-1", f"?cited={'9' * 5000}"], ids=len
)
def test_the_page(client: Client, asked: str) -> None:
    answer = client.get(f"/lab/pointers{asked}")
    page = answer.content.decode()
    assert answer.status_code == 200
    assert page.count("the check stopped it") >= 1
    assert "Running headers stripped" in page
