"""An outage is never a verdict: what a client does with silence, with 503, and with replies that are not the site's."""

import asyncio
import json
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest
from citeledger_client import Advice, AsyncClient, Client, NotFound, Problem, Retry, State, Unverified

CITATION = uuid4()
PAUSES = Retry(attempts=3, first_pause=1.0, longest_pause=5.0)
Answering = Callable[[httpx.Request], httpx.Response]


def verdict(state: str = "current", **members: Any) -> httpx.Response:
    return httpx.Response(200, json=[{"citation": str(CITATION), "state": state, **members}])


def outage(retry_after: str | None = "2") -> httpx.Response:
    headers = {"Content-Type": "application/problem+json"} | ({"Retry-After": retry_after} if retry_after else {})
    body = {"type": "/api/v1/problems/outage", "title": "-", "status": 503, "code": "outage", "detail": "-", "at": ""}
    return httpx.Response(503, headers=headers, content=json.dumps(body))


class Site:
    """Gives these replies one after the other, the last one for ever; remembers what it was sent."""

    def __init__(self, *replies: httpx.Response | Exception) -> None:
        self.replies, self.requests = list(replies), list[httpx.Request]()

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        given = self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]
        if isinstance(given, Exception):
            raise given
        return given

    @property
    def keys(self) -> list[str | None]:
        return [request.headers.get("Idempotency-Key") for request in self.requests]


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """What was slept, without sleeping it."""
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr(time, "sleep", slept.append)
    monkeypatch.setattr(asyncio, "sleep", sleep)
    return slept


def client(site: Answering, retry: Retry = PAUSES) -> Client:
    return Client("https://citeledger.example/", token="clt_t", retry=retry, transport=httpx.MockTransport(site))


@pytest.mark.parametrize("is_async", [False, True], ids=["blocking", "asynchronous"])
def test_an_outage_is_waited_for_as_long_as_it_asks(is_async: bool, pauses: list[float]) -> None:
    site = Site(outage("2"), httpx.ConnectError("refused"), verdict())
    (found,) = asyncio.run(_asked(site)) if is_async else client(site).verdicts(CITATION)

    assert (found.state, found.advice) == (State.CURRENT, Advice.USE)
    assert pauses == [2.0, 2.0], "what the site asked for; then twice the first pause"


async def _asked(site: Site) -> tuple[Any, ...]:
    transport = httpx.MockTransport(site)
    async with AsyncClient("https://citeledger.example", token="clt_t", retry=PAUSES, transport=transport) as asking:
        return await asking.verdicts(CITATION)


UNHEARD = {
    "no connection": httpx.ConnectError("refused"),
    "no reply in time": httpx.ReadTimeout("late"),
    "half a reply": httpx.RemoteProtocolError("cut"),
    "an outage": outage(),
    "an outage that says no time": outage(None),
    "a proxy without a site": httpx.Response(502, text="<html>Bad gateway</html>"),
    "a proxy in a hurry": httpx.Response(429, text="slow down", headers={"Retry-After": "0"}),
}
NOT_THE_SITES = {
    "a proxy's 404": httpx.Response(404, text="<html>Not found</html>"),
    "a proxy's 404 in our words": httpx.Response(404, json={"code": "not_found"}),
    "a proxy's 403": httpx.Response(403, json={"error": "blocked"}),
    "a problem without a code": httpx.Response(404, json={}, headers={"Content-Type": "application/problem+json"}),
    "a sign-in page": httpx.Response(200, text="<html>Sign in to the network</html>"),
    "a redirect": httpx.Response(302, headers={"Location": "https://elsewhere.example/"}),
    "a list of something else": httpx.Response(200, json=[{"citation": str(uuid4()), "state": "current"}]),
    "one verdict too many": httpx.Response(200, json=[{"citation": str(CITATION), "state": "current"}] * 2),
    "no verdict": httpx.Response(200, json=[]),
    "an object": httpx.Response(200, json={"state": "current"}),
    "nothing": httpx.Response(204),
    "nested without end": httpx.Response(200, content=b"[" * 100_000),
    "a fault of the site": httpx.Response(
        500, json={"code": "internal_error"}, headers={"Content-Type": "application/problem+json"}
    ),
}


@pytest.mark.parametrize("heard", [*UNHEARD.values(), *NOT_THE_SITES.values()], ids=[*UNHEARD, *NOT_THE_SITES])
def test_whatever_is_not_the_sites_word_is_unverified(heard: httpx.Response | Exception, pauses: list[float]) -> None:
    """Also after a `current`: nothing is remembered."""
    asking = client(Site(verdict(), heard))
    assert [one.state for one in asking.verdicts(CITATION)] == [State.CURRENT]

    with pytest.raises(Unverified):
        asking.verdicts(CITATION)
    assert [(one.citation, one.state, one.advice) for one in asking.states(CITATION)] == [
        (CITATION, State.UNVERIFIED, Advice.STOP)
    ]


@pytest.mark.parametrize("heard", UNHEARD.values(), ids=UNHEARD)
def test_insisting_has_an_end(heard: httpx.Response | Exception, pauses: list[float]) -> None:
    site = Site(heard)
    with pytest.raises(Unverified):
        client(site).answer(CITATION)

    assert len(site.requests) == PAUSES.attempts
    assert len(pauses) == PAUSES.attempts - 1
    assert all(pause <= PAUSES.longest_pause for pause in pauses)


@pytest.mark.parametrize("heard", NOT_THE_SITES.values(), ids=NOT_THE_SITES)
def test_what_is_no_outage_is_not_insisted_on(heard: httpx.Response, pauses: list[float]) -> None:
    site = Site(heard)
    with pytest.raises(Unverified):
        client(site).verdicts(CITATION)

    assert (len(site.requests), pauses) == (1, [])


def test_a_site_that_asks_for_too_much_is_not_waited_for(pauses: list[float]) -> None:
    site = Site(outage("3600"))
    with pytest.raises(Unverified) as told:
        client(site).verdicts(CITATION)

    assert (len(site.requests), pauses, told.value.retry_after) == (1, [], 3600.0)


@pytest.mark.parametrize(
    ("said", "slept"), [("4", 4.0), ("soon", 1.0), ("-1", 1.0), ("², ", 1.0), ("Mon, 01 Jan 2001 00:00:00 GMT", 0.0)]
)
def test_retry_after_is_read_in_both_forms(said: str, slept: float, pauses: list[float]) -> None:
    reply = httpx.Response(503, headers=[(b"Retry-After", said.encode())])
    client(Site(reply, verdict())).verdicts(CITATION)

    assert pauses == [slept]


def test_retry_after_may_be_a_date(pauses: list[float]) -> None:
    until = format_datetime(datetime.now(tz=UTC) + timedelta(seconds=4), usegmt=True)
    client(Site(outage(until), verdict())).verdicts(CITATION)

    assert 1 < pauses[0] <= 4


def test_a_change_is_repeated_under_its_key(pauses: list[float]) -> None:
    made = httpx.Response(201, json={"uid": str(CITATION)})
    site = Site(httpx.ReadTimeout("late"), outage(), made)
    asking = client(site)

    assert asking.create_document("Title") == CITATION
    assert asking.create_document("Title") == CITATION
    first, again, last, another = site.keys
    assert first == again == last != another
    assert first is not None
    assert UUID(first) != UUID(str(another))
    assert len({request.content for request in site.requests}) == 1


def test_every_post_but_the_one_that_only_reads_has_a_key() -> None:
    site = Site(verdict())
    client(site).verdicts(CITATION)

    assert site.keys == [None]


def test_a_problem_is_a_problem_and_not_insisted_on(pauses: list[float]) -> None:
    body = {"code": "not_found", "title": "Not found", "status": 404, "detail": "-", "at": "", "new": [1]}
    site = Site(httpx.Response(404, headers={"Content-Type": "application/problem+json"}, content=json.dumps(body)))
    with pytest.raises(NotFound) as told:
        client(site).answer(CITATION)

    assert (told.value.code, len(site.requests), pauses) == ("not_found", 1, [])
    assert isinstance(told.value, Problem)
    assert not isinstance(told.value, Unverified)


@pytest.mark.parametrize(
    ("members", "state", "advice"),
    [
        ({"state": "current"}, "current", "use"),
        ({"state": "current", "advice": "use", "new": {"deep": 1}}, "current", "use"),
        ({"state": "current", "advice": "stop"}, "current", "stop"),
        ({"state": "current", "advice": "dance"}, "current", "stop"),
        ({"state": "source_changed", "advice": "use"}, "source_changed", "retrieve_again"),
        ({"state": "unavailable"}, "unavailable", "retrieve_again"),
        ({"state": "unverified", "advice": "use"}, "unverified", "stop"),
        ({"state": "fresh", "advice": "use"}, "unverified", "stop"),
        ({"state": "CURRENT", "advice": "use"}, "unverified", "stop"),
        ({"state": None}, "unverified", "stop"),
        ({"state": ["current"], "advice": {"use": 1}}, "unverified", "stop"),
        ({}, "unverified", "stop"),
    ],
)
def test_states_and_advices_nobody_knows_are_the_strictest(members: Any, state: str, advice: str) -> None:
    site = Site(httpx.Response(200, json=[{"citation": str(CITATION), **members}]))
    (found,) = client(site).verdicts(CITATION)

    assert (found.state, found.advice) == (state, advice)


def test_the_token_goes_to_the_site_alone_and_is_not_told() -> None:
    site = Site(httpx.Response(302, headers={"Location": "https://elsewhere.example/"}))
    asking = client(site)
    with pytest.raises(Unverified) as told:
        asking.verdicts(CITATION)

    assert [str(request.url) for request in site.requests] == ["https://citeledger.example/api/v1/verdicts"]
    assert site.requests[0].headers["Authorization"] == "Bearer clt_t"
    assert "clt_t" not in f"{told.value!r}{told.value}{asking!r}"
