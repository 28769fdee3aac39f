"""What is set or said wrongly is told at once, and never looks like an outage, or as if nothing were there."""

import asyncio
import json
import socket
import time
from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest
from citeledger_client import AsyncClient, Client, Draft, NothingEmitted, Retry, Session, Span, Unverified, marker

ORIGIN = "https://ledger.example"
UID = UUID("5c8e9907-7957-4c9b-9e35-446b5952a6dd")
SPAN = Span(uid=UID, version=uuid4(), start=0, end=1)


class Asked:
    """A site that opens sessions and hands over; it remembers what it was asked."""

    def __init__(self) -> None:
        self.bodies: list[Any] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.bodies.append(json.loads(request.content or b"null"))
        more = {"citations": [], "envelope": {"uid": "x", "new": 1}, "unshared": [str(UID)]}
        return httpx.Response(201, json={"uid": str(uuid4()), **more})


@pytest.fixture
def site() -> Asked:
    return Asked()


@pytest.fixture
def client(site: Asked) -> Client:
    return Client(ORIGIN, token="clt_t", transport=httpx.MockTransport(site))


NO_ORIGINS = [
    "",
    "127.0.0.1:8631",
    "localhost:8000",
    "ledger.example",
    "//ledger.example",
    "ftp://ledger.example",
    "https://",
    "https://:8000",
    "http://[::1",
    "http://ledger.example:port",
    "https://ledger.example/api/v1",
    "https://ledger.example/?q=1",
    "https://ledger.example/#top",
    "https://somebody:secret@ledger.example",
]


@pytest.mark.parametrize("kind", [Client, AsyncClient])
@pytest.mark.parametrize("origin", NO_ORIGINS)
def test_what_is_no_origin_is_refused_before_anything_is_asked(kind: Callable[..., Any], origin: str) -> None:
    with pytest.raises(ValueError, match=r'scheme, host and port alone, like "https://'):
        kind(origin, token="clt_t")


@pytest.mark.parametrize("origin", ["http://127.0.0.1:8000", "https://ledger.example/", "http://[::1]:8000"])
def test_an_origin_is_one_with_a_slash_behind_it_too(origin: str, site: Asked) -> None:
    with Client(origin, token="clt_t", transport=httpx.MockTransport(site)) as client:
        assert client.session("Why?").__enter__().uid


@pytest.mark.parametrize("kind", [Client, AsyncClient])
@pytest.mark.parametrize("token", ["", None, " ", "clt_secret\n", "Bearer clt_secret", "clt_sécret"])
def test_what_is_no_token_is_refused_and_not_repeated(kind: Callable[..., Any], token: Any) -> None:
    with pytest.raises(ValueError, match="/tokens") as told:
        kind(ORIGIN, token=token)
    assert "cret" not in str(told.value)


def _behind(error: httpx.HTTPError, cause: Exception) -> httpx.HTTPError:
    error.__cause__ = cause
    return error


REFUSED = httpx.ConnectError("[Errno 111] Connection refused")
UNKNOWN_HOST = _behind(httpx.ConnectError("unknown"), socket.gaierror(socket.EAI_NONAME, "Name or service not known"))
NO_RESOLVER = _behind(httpx.ConnectError("later"), socket.gaierror(socket.EAI_AGAIN, "Temporary failure"))
PROTOCOL = httpx.UnsupportedProtocol("Request URL has an unsupported protocol")


@pytest.mark.parametrize(
    ("error", "attempts"), [(REFUSED, 3), (NO_RESOLVER, 3), (UNKNOWN_HOST, 1), (PROTOCOL, 1)], ids=repr
)
def test_silence_names_the_address_and_the_cause_and_is_insisted_on_where_that_heals(
    error: httpx.HTTPError, attempts: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[httpx.Request] = []

    def silent(request: httpx.Request) -> httpx.Response:
        asked.append(request)
        raise error

    monkeypatch.setattr(time, "sleep", lambda _seconds: None)
    client = Client(
        "http://127.0.0.1:8631", token="clt_t", retry=Retry(attempts=3), transport=httpx.MockTransport(silent)
    )
    with pytest.raises(Unverified) as told:
        client.me()

    assert f"http://127.0.0.1:8631 ({type(error).__name__}: {error})" in str(told.value)
    assert (told.value.__cause__, len(asked)) == (error, attempts)


def test_a_wrong_port_is_told_as_the_system_tells_it() -> None:
    """No transport in between: nobody listens on a port that was bound and let go of."""
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        origin = f"http://127.0.0.1:{bound.getsockname()[1]}"
    with Client(origin, token="clt_t", retry=Retry(attempts=1)) as client, pytest.raises(Unverified) as told:
        client.me()

    assert origin in str(told.value)
    assert "refused" in str(told.value)
    assert isinstance(told.value.__cause__, httpx.ConnectError)


@pytest.mark.parametrize("given", [SPAN, UID, str(UID), [SPAN], (UID,), [str(UID)]], ids=lambda one: type(one).__name__)
def test_one_source_needs_no_list(given: Any) -> None:
    draft = Draft()
    draft.say("So it is.", resting_on=given, as_of=given)
    assert [(one["spans"], one["as_of"]) for one in draft.segments] == [([str(UID)], [str(UID)])]


@pytest.mark.parametrize("given", ["abc", ["abc"], [f"{UID},{UID}"], {"uid": str(UID)}, [b"abc"], [1], object()])
@pytest.mark.parametrize("where", ["quoting", "resting_on", "derived_from"])
def test_what_is_no_source_is_refused_where_it_is_said(where: str, given: Any) -> None:
    draft = Draft()
    with pytest.raises((TypeError, ValueError), match=r"no uid|uid .* is meant|not iterable"):
        draft.say("So it is.", **{where: given})
    assert draft.segments == []


def test_a_marker_takes_spans_and_uids_alone() -> None:
    assert marker(SPAN, UID) == f"[cite:{UID},{UID}]"
    with pytest.raises(ValueError, match="'abc' is no uid"):
        marker("abc")  # type: ignore[arg-type]


UIDS = {
    "document": lambda client: client.document("abc"),
    "publish": lambda client: client.publish("abc", "text", expected=None),
    "versions": lambda client: client.versions("abc"),
    "version": lambda client: client.version("abc"),
    "retire": lambda client: client.retire("abc"),
    "withdraw": lambda client: client.withdraw("abc"),
    "grant": lambda client: client.grant("abc", "read", user="x"),
    "share_answer": lambda client: client.share_answer("abc", "read", user="x"),
    "pin": lambda client: client.pin("Now", ["abc"]),
    "snapshot": lambda client: client.snapshot("abc"),
    "search": lambda client: client.search("word", snapshot="abc"),
    "answer": lambda client: client.answer("abc"),
    "erase": lambda client: client.erase("abc"),
    "verdicts": lambda client: client.verdicts(UID, "abc"),
    "states": lambda client: client.states("abc"),
    "panel": lambda client: client.panel("abc"),
    "session_record": lambda client: client.session_record("abc"),
    "hand_over": lambda client: client.hand_over(UID, to="abc"),
    "hand over what": lambda client: client.hand_over("abc", to=UID),
}


@pytest.mark.parametrize("ask", UIDS.values(), ids=UIDS)
def test_what_is_no_uid_is_told_and_not_asked_for(ask: Callable[[Client], Any], site: Asked, client: Client) -> None:
    with pytest.raises(ValueError, match="'abc' is no uid"):
        ask(client)
    assert site.bodies == []


def test_a_span_is_no_answer(site: Asked, client: Client) -> None:
    with pytest.raises(TypeError, match="Span given where a uid"):
        client.answer(SPAN)  # type: ignore[arg-type]
    assert site.bodies == []


def test_a_hand_over_tells_what_is_not_shared_and_passes_the_envelope_on_as_it_is(client: Client) -> None:
    handed = client.hand_over(UID, to=UID)

    assert (handed.envelope, handed.unshared) == ({"uid": "x", "new": 1}, (UID,))
    assert asyncio.run(_handed_asynchronously()) == handed


async def _handed_asynchronously() -> Any:
    async with AsyncClient(ORIGIN, token="clt_t", transport=httpx.MockTransport(Asked())) as client:
        return await client.hand_over(UID, to=UID)


def test_nothing_drafted_is_told_before_anything_is_asked(site: Asked, client: Client) -> None:
    with client.session("Why?") as session:
        session.say("So it is.", resting_on=UID)
        session.emit()
        asked = len(site.bodies)
        with pytest.raises(ValueError, match="nothing is drafted"):
            session.emit()
        with pytest.raises(ValueError, match="nothing is drafted"):
            client.record(Draft())
    assert len(site.bodies) == asked


def test_a_draft_that_was_left_behind_is_told(client: Client) -> None:
    with pytest.warns(NothingEmitted, match="emit") as told, client.session("Why?") as session:
        session.say("So it is.", resting_on=UID)
    assert told[0].filename == __file__, "the line of the `with`, not one of the client's"

    with pytest.warns(NothingEmitted) as told:
        asyncio.run(_left_asynchronously())
    assert told[0].filename == __file__


async def _left_asynchronously() -> None:
    client = AsyncClient(ORIGIN, token="clt_t", transport=httpx.MockTransport(Asked()))
    async with client, client.session("Why?") as session:
        session.say("So it is.", resting_on=UID)


def test_nothing_is_told_of_what_was_emitted_cleared_or_broken_off(client: Client) -> None:
    """Every warning is an error here (pyproject.toml)."""
    with client.session("Nothing said?"):
        pass
    with client.session("Emitted?") as session:
        session.say("So it is.", resting_on=UID)
        session.emit()
    with client.session("Given up?") as session:
        session.say("So it is.", resting_on=UID)
        session.segments.clear()
    with pytest.raises(TypeError), client.session("Broken off?") as session:
        _break_off(session)


def _break_off(session: Session) -> None:
    session.say("So it is.", resting_on=UID)
    session.say("And so.", resting_on=1)  # type: ignore[arg-type]
