"""An outage is not a verdict (DESIGN rule 8): one constant body, and when to come again."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import InterfaceError, OperationalError, connection
from django.db.backends.utils import CursorWrapper

from citeledger.interfaces.wording import OUTAGE_NOTICE
from tests.functional.api.cast import UNKNOWN, Program, World


@contextmanager
def no_database(error: Exception) -> Iterator[None]:
    def fail(*_: Any, **__: Any) -> None:
        raise error

    with connection.execute_wrapper(fail):
        yield


CALLS = [
    ("GET", "me", None),
    ("GET", "documents", None),
    ("GET", f"documents/{UNKNOWN}", None),
    ("POST", "verdicts", {"citations": [UNKNOWN]}),
    ("GET", f"citations/{UNKNOWN}/panel", None),
    ("POST", "documents", {"title": "x"}),
]


@pytest.mark.parametrize("error", [OperationalError("server closed"), InterfaceError("connection already closed")])
def test_without_a_database_every_call_gets_the_same_503(owner: Program, error: Exception) -> None:
    with no_database(error):
        responses = [owner.send(method, path, body) for method, path, body in CALLS]

    assert {response.status_code for response in responses} == {503}
    assert {response["Retry-After"] for response in responses} == {"2"}
    assert len({response.content for response in responses}) == 1
    assert json.loads(responses[0].content)["detail"] == OUTAGE_NOTICE


def test_an_outage_in_the_middle_of_a_verdict_is_told_too(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    execute = CursorWrapper.execute
    failing = {"now": False}

    def after_authentication(self: CursorWrapper, sql: str, params: Any = None) -> Any:
        if failing["now"]:
            raise OperationalError("server closed")
        failing["now"] = True
        return execute(self, sql, params)

    with monkeypatch.context() as patch:
        patch.setattr(CursorWrapper, "execute", after_authentication)
        response = world.owner.post("verdicts", {"citations": [world.citation]})

    assert response.status_code == 503
    assert world.citation.encode() not in response.content


def test_what_nobody_expected_is_told_without_detail(
    owner: Program, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(**_: Any) -> None:
        raise RuntimeError("a secret of ours")

    monkeypatch.setattr("citeledger.documents.queries.documents", broken)
    response = owner.get("documents")

    assert response.status_code == 500
    assert response.json()["code"] == "internal_error"
    assert b"secret" not in response.content
    assert "api_exception_unexpected" in caplog.text
