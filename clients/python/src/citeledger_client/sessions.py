"""Emission sessions: search, read, cite, and only then say. The site keeps the order, which shows what came first."""

import json
from dataclasses import replace
from hashlib import sha256
from types import TracebackType
from typing import Any, Final, Protocol, Self, TypeVar
from uuid import UUID

from citeledger_client import calls
from citeledger_client.answers import Emitted, Span
from citeledger_client.drafts import Context, Draft
from citeledger_client.exchange import Call
from citeledger_client.passages import Passage, Place, place
from citeledger_client.searching import Found, Reading

T = TypeVar("T")


class _Sending(Protocol):
    def send(self, call: Call[T]) -> T: ...


class _AsyncSending(Protocol):
    async def send(self, call: Call[T]) -> T: ...


class _Opened(Draft):
    """What both kinds know: the draft, the session's uid once it is open, and the question it was opened for."""

    def __init__(self, question: str) -> None:
        super().__init__()
        self._question: Final = question
        self._uid: UUID | None = None
        self._emitted = 0

    @property
    def uid(self) -> UUID:
        """Raises ValueError outside of `with`."""
        if self._uid is None:
            raise ValueError("a session is opened by `with`")
        return self._uid

    @property
    def _under(self) -> str:
        return f"sessions/{self.uid}/"

    def _emission(self, **said: Any) -> Call[Emitted]:
        """Under a key of what is sent: after an outage `emit` may be called again, and a corrected draft is another."""
        context = said.pop("context") or Context(question=self._question)
        call = calls.record(self, context=context, under=self._under, **said)
        digest = sha256(json.dumps(call.body, sort_keys=True).encode()).hexdigest()
        return replace(call, key=f"{self.uid}.{self._emitted}.{digest}")

    def _begin_anew(self) -> None:
        self._emitted += 1
        self.segments.clear()


class Session(_Opened):
    """A draft whose spans come from here: the site refuses any other. Use it in a `with`."""

    def __init__(self, client: _Sending, question: str) -> None:
        super().__init__(question)
        self._client = client

    def __enter__(self) -> Self:
        self._uid = self._client.send(calls.open_session(self._question))
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _where: TracebackType | None
    ) -> None:
        self._uid = None

    def search(self, query: str, *, snapshot: UUID | None = None, limit: int | None = None) -> Found:
        """Passages you may read, best first."""
        return self._client.send(calls.session_search(self.uid, query, snapshot=snapshot, limit=limit))

    def read(self, version: UUID, *, start: int | None = None, end: int | None = None) -> Reading:
        """A version, or a stretch of it (code points, end exclusive)."""
        return self._client.send(calls.session_read(self.uid, version, start=start, end=end))

    def cite(self, passage: Passage, *, exact: str | None = None, nth: int | None = None) -> Span:
        """A span over `exact` in a passage, or over all of it. Raises NotInPassage, StandsRepeatedly."""
        (span,) = self.mint(place(passage, exact, nth=nth))
        return span

    def mint(self, *places: Place) -> tuple[Span, ...]:
        """Spans over these places, all or none, in order."""
        return self._client.send(calls.mint(places, under=self._under))

    def emit(
        self,
        *,
        kind: str = "answer",
        context: Context | None = None,
        on_behalf_of: UUID | None = None,
        on_unproved: str | None = None,
    ) -> Emitted:
        """Record what was said since the last time. A refusal leaves the draft as it is, to be corrected."""
        call = self._emission(kind=kind, context=context, on_behalf_of=on_behalf_of, on_unproved=on_unproved)
        emitted = self._client.send(call)
        self._begin_anew()
        return emitted


class AsyncSession(_Opened):
    """The same, to be awaited; what only drafts (`say`, `heading`, …) is not."""

    def __init__(self, client: _AsyncSending, question: str) -> None:
        super().__init__(question)
        self._client = client

    async def __aenter__(self) -> Self:
        self._uid = await self._client.send(calls.open_session(self._question))
        return self

    async def __aexit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _where: TracebackType | None
    ) -> None:
        self._uid = None

    async def search(self, query: str, *, snapshot: UUID | None = None, limit: int | None = None) -> Found:
        return await self._client.send(calls.session_search(self.uid, query, snapshot=snapshot, limit=limit))

    async def read(self, version: UUID, *, start: int | None = None, end: int | None = None) -> Reading:
        return await self._client.send(calls.session_read(self.uid, version, start=start, end=end))

    async def cite(self, passage: Passage, *, exact: str | None = None, nth: int | None = None) -> Span:
        (span,) = await self.mint(place(passage, exact, nth=nth))
        return span

    async def mint(self, *places: Place) -> tuple[Span, ...]:
        return await self._client.send(calls.mint(places, under=self._under))

    async def emit(
        self,
        *,
        kind: str = "answer",
        context: Context | None = None,
        on_behalf_of: UUID | None = None,
        on_unproved: str | None = None,
    ) -> Emitted:
        call = self._emission(kind=kind, context=context, on_behalf_of=on_behalf_of, on_unproved=on_unproved)
        emitted = await self._client.send(call)
        self._begin_anew()
        return emitted
