"""The database goes away under a running site, and comes back (DESIGN rule 8; issue A, "Outage")."""

import json
import time
from collections.abc import Callable
from http.client import HTTPConnection, HTTPResponse
from urllib.parse import urlsplit

import pytest

from citeledger.interfaces.wording import OUTAGE_NOTICE
from tests.functional.api.cast import build_world, program
from tests.ground.databases import CommittedDatabase
from tests.ground.gates import Gate, Mode
from tests.ground.processes import Site


def ask(site: Site, token: str, citation: str) -> tuple[HTTPResponse, bytes, float]:
    """A verdict as a program asks for it, and how many seconds it took."""
    address = urlsplit(site.origin)
    connection = HTTPConnection(address.hostname or "", address.port, timeout=20)
    began = time.monotonic()
    try:
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        connection.request("POST", "/api/v1/verdicts", json.dumps({"citations": [citation]}), headers)
        response = connection.getresponse()
        return response, response.read(), time.monotonic() - began
    finally:
        connection.close()


@pytest.mark.postgresql
def test_a_lost_database_is_told_at_once_and_forgotten_when_it_is_back(
    committed_db: CommittedDatabase, start_site: Callable[..., Site], gate_to: Callable[[str], Gate]
) -> None:
    world = build_world(program("owner"))
    token, gate = world.owner.token or "", gate_to(committed_db.url)
    site = start_site(DATABASE_URL=gate.url_of(committed_db.url))
    current = [{"citation": world.citation, "state": "current", "advice": "use"}]
    assert json.loads(ask(site, token, world.citation)[1]) == current

    gate.set(Mode.REFUSED)
    bodies = set()
    for _ in range(5):
        response, body, seconds = ask(site, token, world.citation)
        assert (response.status, response.headers["Retry-After"]) == (503, "2")
        assert seconds < 2
        bodies.add(body)
    (body,) = bodies
    assert json.loads(body)["detail"] == OUTAGE_NOTICE

    gate.set(Mode.OPEN)
    assert json.loads(ask(site, token, world.citation)[1]) == current
