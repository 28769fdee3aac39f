"""The lab says 503 and nothing else where the database is away or silent, as every page does (DESIGN rule 8)."""

import http.client
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode, urlsplit

import pytest
from django.db import InterfaceError, OperationalError
from django.test import Client

from citeledger.lab import views
from tests.ground.databases import CommittedDatabase
from tests.ground.gates import Gate, Mode
from tests.ground.processes import Site


@pytest.mark.django_db
@pytest.mark.parametrize("gone", [OperationalError, InterfaceError])
class TestAway:
    def test_looking(self, client: Client, monkeypatch: pytest.MonkeyPatch, gone: type[Exception]) -> None:
        def away() -> None:
            raise gone

        monkeypatch.setattr(views.story, "current_scene", away)
        answer = client.get("/lab")
        assert (answer.status_code, answer["Retry-After"]) == (503, "5")
        assert answer["Cache-Control"] == "private, no-store"

    def test_changing(self, client: Client, monkeypatch: pytest.MonkeyPatch, gone: type[Exception]) -> None:
        def away(**_: Any) -> None:
            raise gone

        monkeypatch.setattr(views, "perform", away)
        answer = client.post("/lab/act", {"action": "edit"})
        assert (answer.status_code, answer["Retry-After"]) == (503, "5")


def ask(site: Site, method: str, path: str, body: str = "", **headers: str) -> tuple[int, str | None, str, str]:
    """Status, Retry-After, the cookie that was set, and the page."""
    connection = http.client.HTTPConnection(urlsplit(site.origin).netloc, timeout=30)
    try:
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        cookie = (answer.getheader("Set-Cookie") or "").partition(";")[0]
        return answer.status, answer.getheader("Retry-After"), cookie, answer.read().decode()
    finally:
        connection.close()


@pytest.mark.postgresql
def test_a_database_that_hangs_is_an_outage_here_too(
    committed_db: CommittedDatabase, start_site: Callable[..., Site], gate_to: Callable[[str], Gate]
) -> None:
    gate = gate_to(committed_db.url)
    url = gate.url_of(committed_db.url)
    site = start_site(DATABASE_URL=url, DATABASE_ANSWER_SECONDS="1", LAB="1")
    _, _, cookie, page = ask(site, "GET", "/sign-in")
    found = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)
    assert found is not None
    form = urlencode({"csrfmiddlewaretoken": found[1], "action": "edit"})
    sent = {"Cookie": cookie, "Content-Type": "application/x-www-form-urlencoded", "Referer": f"{site.origin}/lab"}
    assert ask(site, "GET", "/lab")[:2] == (503, None)  # no world was told yet: that is no outage

    gate.set(Mode.HANGING)
    assert ask(site, "GET", "/lab")[:2] == (503, "5")
    assert ask(site, "POST", "/lab/act", form, **sent)[:2] == (503, "5")

    gate.set(Mode.OPEN)
    assert ask(site, "GET", "/sign-in")[0] == 200
