"""A walk of what changed: all stretches of it, and where the next one begins, which is told at its end alone."""

import asyncio
from typing import Any
from uuid import UUID

import httpx
from citeledger_client import AsyncClient, ChangedAnswer, Client

ORIGIN = "https://ledger.example"
FIRST, SECOND = UUID(int=1), UUID(int=2)


class Walked:
    """A site with two stretches; it remembers the cursors it was asked for."""

    def __init__(self) -> None:
        self.cursors: list[str | None] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        cursor = request.url.params.get("cursor")
        self.cursors.append(cursor)
        is_last = cursor == "on"
        item = {"uid": str(SECOND if is_last else FIRST), "kind": "answer", "at": "2026-03-02T09:00:00Z"}
        ends: dict[str, Any] = {"next": None, "since": "c1"} if is_last else {"next": "on", "since": None}
        return httpx.Response(200, json={"items": [item | {"citations": []}], **ends})


def told(walked: list[tuple[UUID, str | None]], since: str | None, site: Walked) -> None:
    assert walked == [(FIRST, None), (SECOND, None)]
    assert since == "c1"
    assert site.cursors == ["c0", "on"]


def test_the_blocking_client() -> None:
    site = Walked()
    with Client(ORIGIN, token="clt_t", transport=httpx.MockTransport(site)) as client:
        walk = client.changes(since="c0")
        told([(changed.uid, walk.since) for changed in walk], walk.since, site)
        assert list(walk) == []


def test_the_asynchronous_client() -> None:
    site = Walked()

    async def work() -> tuple[list[tuple[UUID, str | None]], str | None]:
        async with AsyncClient(ORIGIN, token="clt_t", transport=httpx.MockTransport(site)) as client:
            walk = client.changes(since="c0")
            return [(changed.uid, walk.since) async for changed in walk], walk.since

    told(*asyncio.run(work()), site)


def test_nothing_is_asked_before_it_is_walked_and_the_first_walk_sends_no_cursor() -> None:
    site = Walked()
    with Client(ORIGIN, token="clt_t", transport=httpx.MockTransport(site)) as client:
        walk = client.changes()
        assert site.cursors == []
        first: ChangedAnswer = next(walk)
    assert (first.uid, site.cursors) == (FIRST, [None])
