"""Alive, ready, counted: what an operator's machines see."""

import io
from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import DatabaseError, InterfaceError, OperationalError, connection
from django.test import Client
from django.utils import timezone

from acl.models import Incarnation
from acl.services import issue_token
from citeledger.core.states import State
from citeledger.interfaces.operations import views
from citeledger.ledger.models import Citation
from revalidation import health
from revalidation.metrics import ShownOn, exposition, shown
from revalidation.models import ProofFailure
from tests import cast
from tests.cast import AT

pytestmark = pytest.mark.django_db


def test_a_living_process_says_so(client: Client) -> None:
    assert client.get("/healthz").json() == {"status": "alive"}


def test_a_sound_installation_is_ready(client: Client) -> None:
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()) == (200, {"status": "ready", "problems": []})


def test_a_failed_proof_makes_it_not_ready(client: Client) -> None:
    ProofFailure.objects.create(subject_kind="span", what="does not re-slice", found_at=timezone.now())
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["problems"]) == (503, ["proofs"])


def test_a_missing_trigger_makes_it_not_ready(client: Client) -> None:
    on = "" if connection.vendor == "sqlite" else " ON ledger_span"
    with connection.cursor() as cursor:
        cursor.execute(f"DROP TRIGGER citeledger_noup_ledger_span{on}")
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["problems"]) == (503, ["triggers"])


AWAY = pytest.mark.parametrize("error", [DatabaseError, InterfaceError, OperationalError])


@AWAY
def test_a_database_that_is_away_makes_it_not_ready(
    client: Client, monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    monkeypatch.setattr(health, "drift", raising(error))
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["problems"]) == (503, ["database"])


def raising(error: type[Exception]) -> Callable[..., None]:
    def away(**_: object) -> None:
        raise error("away")

    return away


class TestMetrics:
    def test_are_for_operators_with_a_token(self, client: Client) -> None:
        people = cast.make_cast()
        token = issue_token(actor=people.superuser, name="watch", at=AT)
        shown(on=ShownOn.API, states=[State.UNAVAILABLE])
        text = client.get("/metrics", headers={"Authorization": f"Bearer {token}"}).content.decode()
        assert 'citeledger_states_shown_total{state="unavailable",surface="api"}' in text

    def test_count_what_the_last_proof_found_in_every_process(self, client: Client) -> None:
        """A worker finds it, a web process tells it: read from the database, one for each record."""
        people = cast.make_cast()
        cited = cast.cite(writer=people.legal, documents=[cast.make_document(owner=people.legal)]).citations[0]
        citation = Citation.objects.get(uid=cited)
        for reached in ({"citation": citation}, {"span": citation.span_edges.get().span}):
            ProofFailure.objects.create(subject_kind="answer", what="answer: forged", found_at=AT, **reached)
        token = issue_token(actor=people.superuser, name="watch", at=AT)
        text = client.get("/metrics", headers={"Authorization": f"Bearer {token}"}).content.decode()
        assert "\nciteledger_proof_failures 1.0\n" in text

    @pytest.mark.parametrize("multiprocess", [False, True])
    def test_of_failures_are_told_however_many_processes_serve(
        self, multiprocess: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", str(tmp_path))
        assert b"\nciteledger_proof_failures 0.0\n" in exposition(multiprocess=multiprocess)

    @pytest.mark.parametrize("header", ["", "Bearer wrong", "Basic eA==", "Bearer "])
    def test_do_not_exist_for_others(self, client: Client, header: str) -> None:
        assert client.get("/metrics", headers={"Authorization": header}).status_code == 404

    @AWAY
    def test_are_503_without_a_database_whoever_asks(
        self, client: Client, monkeypatch: pytest.MonkeyPatch, error: type[Exception]
    ) -> None:
        monkeypatch.setattr(views, "principal_of_token", raising(error))
        answer = client.get("/metrics", headers={"Authorization": "Bearer any"})
        assert (answer.status_code, answer.content, answer["Retry-After"]) == (503, b"", "5")

    def test_do_not_exist_for_ordinary_readers(self, client: Client) -> None:
        people = cast.make_cast()
        token = issue_token(actor=people.support, name="curious", at=AT)
        assert client.get("/metrics", headers={"Authorization": f"Bearer {token}"}).status_code == 404


def test_rotating_the_incarnation_changes_its_token() -> None:
    before = Incarnation.objects.get().token
    call_command("rotate_incarnation", stdout=io.StringIO())
    assert Incarnation.objects.get().token != before
