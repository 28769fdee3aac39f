"""The seed's rule: a free-form URL in a tool's output is never a supported citation (T89, DESIGN rules 2, 10)."""

import json

import pytest
from django.test import Client

from acl.models import Surface, User
from acl.services import issue_token
from citeledger.core.references import LedgerReference, UntrustedLink, parse_reference
from citeledger.core.statements import AnswerKind
from tests import cast
from tests.cast import AT, Cast

pytestmark = pytest.mark.django_db
URL = "https://policies.example/returns?section=4"


@pytest.fixture
def people() -> Cast:
    return cast.make_cast()


def headers(people: Cast) -> dict[str, str]:
    return {"Authorization": f"Bearer {issue_token(actor=people.support, name='tool', at=AT)}"}


def post(client: Client, people: Cast, address: str, body: dict[str, object]):
    return client.post(address, json.dumps(body), content_type="application/json", headers=headers(people))


def test_only_a_ledger_uid_is_a_reference() -> None:
    uid = cast.unknown()
    assert parse_reference(text=str(uid)) == LedgerReference(uid)
    assert isinstance(parse_reference(text=URL), UntrustedLink)
    assert isinstance(parse_reference(text=f"https://ledger.example/c/{uid}"), UntrustedLink)


def test_a_statement_that_rests_on_a_url_is_refused(client: Client, people: Cast) -> None:
    statement = {"type": "statement", "text": "Thirty days.", "basis": "paraphrased", "spans": [URL]}
    answer = post(client, people, "/api/v1/answers", {"kind": "tool_result", "segments": [statement]})
    assert answer.status_code == 400


def test_a_statement_with_nothing_but_a_url_in_its_text_is_refused(client: Client, people: Cast) -> None:
    statement = {"type": "statement", "text": f"Thirty days, see {URL}", "basis": "paraphrased", "spans": []}
    answer = post(client, people, "/api/v1/answers", {"kind": "tool_result", "segments": [statement]})
    assert (answer.status_code, answer.json()["code"]) == (400, "statement_without_source")


@pytest.mark.parametrize("body", [{"citations": [URL]}, {"citations": [f"/c/{URL}"]}])
def test_a_url_has_no_state(client: Client, people: Cast, body: dict[str, object]) -> None:
    assert post(client, people, "/api/v1/verdicts", body).status_code == 400


def test_a_page_does_not_take_a_url_for_a_citation(client: Client, people: Cast) -> None:
    surface = Surface.objects.create(name="Wiki")
    page = {"surface": str(surface.uid), "kind": "runbook", "host_reference": "r", "title": "R", "citations": [URL]}
    assert post(client, people, "/api/v1/pages", page).status_code == 400


def test_a_url_in_a_recorded_statement_is_text_and_no_link(client: Client, people: Cast) -> None:
    """The statement stands on its span; the URL beside it is words, not a second source."""
    policy = cast.make_document(owner=people.legal)
    answer = cast.cite(
        writer=people.support, documents=[policy], kind=AnswerKind.TOOL_RESULT, text=f"Thirty days, see {URL}"
    )
    client.force_login(User.objects.get(username="support"), backend="django.contrib.auth.backends.ModelBackend")
    shown = client.get(f"/answers/{answer.uid}").content.decode()
    assert "https://policies.example/returns?section=4</bdi>" in shown
    assert "address, not a citation" in shown
    assert 'href="https://policies.example' not in shown
    assert shown.count('data-state="current"') == 1
