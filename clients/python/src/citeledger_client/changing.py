"""Walking what changed, and where the next walk begins."""

from collections.abc import AsyncIterator, Iterator
from typing import Protocol, TypeVar

from citeledger_client import calls
from citeledger_client.answers import ChangedAnswer
from citeledger_client.exchange import Call

T = TypeVar("T")


class _Sending(Protocol):
    def send(self, call: Call[T]) -> T: ...


class _AsyncSending(Protocol):
    async def send(self, call: Call[T]) -> T: ...


class Changes(Iterator[ChangedAnswer]):
    """One walk, to be iterated once. `since` is None until its end; keep it only once the items were dealt with."""

    def __init__(self, client: _Sending, since: str | None) -> None:
        self.since: str | None = None
        self._walk = self._walked(client, since)

    def __next__(self) -> ChangedAnswer:
        return next(self._walk)

    def _walked(self, client: _Sending, cursor: str | None) -> Iterator[ChangedAnswer]:
        while True:
            listed = client.send(calls.changes(cursor))
            yield from listed.items
            if listed.next is None:
                self.since = listed.since
                return
            cursor = listed.next


class AsyncChanges(AsyncIterator[ChangedAnswer]):
    """The same, with `async for`."""

    def __init__(self, client: _AsyncSending, since: str | None) -> None:
        self.since: str | None = None
        self._walk = self._walked(client, since)

    async def __anext__(self) -> ChangedAnswer:
        return await anext(self._walk)

    async def _walked(self, client: _AsyncSending, cursor: str | None) -> AsyncIterator[ChangedAnswer]:
        while True:
            listed = await client.send(calls.changes(cursor))
            for item in listed.items:
                yield item
            if listed.next is None:
                self.since = listed.since
                return
            cursor = listed.next
