"""Emission sessions: search, read, cite, and only then say. The site keeps the order, which shows what came first."""

import json
import warnings
from collections.abc import Iterable, Mapping
from dataclasses import replace
from hashlib import sha256
from types import TracebackType
from typing import Any, Final, Protocol, Self, TypeVar
from uuid import UUID

from citeledger_client import calls
from citeledger_client.answers import Emitted, Span
from citeledger_client.drafts import Context, Draft
from citeledger_client.exchange import Call
from citeledger_client.existing import Ingested, SentDocument
from citeledger_client.passages import Passage, Place, place
from citeledger_client.searching import Found, Reading

T = TypeVar("T")


class _Sending(Protocol):
    def send(self, call: Call[T]) -> T: ...


class _AsyncSending(Protocol):
    async def send(self, call: Call[T]) -> T: ...


class NothingEmitted(UserWarning):
    """A session was left with statements that were drafted and not emitted: they are recorded nowhere.

    Where that is meant, clear `session.segments` before leaving, or ignore the category (`warnings.filterwarnings`).
    """


class _Opened(Draft):
    """What both kinds know: the draft, the session's uid once it is open, and what and whom it is opened for."""

    def __init__(self, question: str, on_behalf_of: UUID | None) -> None:
        super().__init__()
        self._question: Final = question
        self._on_behalf_of: Final = on_behalf_of
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
        return self._keyed(calls.record(self, **self._how(said), under=self._under))

    def _emission_of(self, text: str, **said: Any) -> Call[Emitted]:
        return self._keyed(calls.record_text(text, **self._how(said), under=self._under))

    def _ingestion(self, *given: Any, context: Context | None, **said: Any) -> Call[Ingested]:
        return self._keyed(calls.ingest(*given, context=context or self._context, session=self.uid, **said))

    def _how(self, said: dict[str, Any]) -> dict[str, Any]:
        return said | {"context": said["context"] or self._context, "on_behalf_of": self._on_behalf_of}

    @property
    def _context(self) -> Context:
        return Context(question=self._question)

    def _keyed(self, call: Call[T]) -> Call[T]:
        """Under a key of what is sent: after an outage it may be asked again, and a corrected draft is another."""
        digest = sha256(json.dumps(call.body, sort_keys=True).encode()).hexdigest()
        return replace(call, key=f"{self.uid}.{self._emitted}.{digest}")

    def _close(self, error: BaseException | None) -> None:
        """To be called right from `__exit__`: the warning names the line of the `with`."""
        self._uid = None
        if self.segments and error is None:
            warnings.warn("a session was left with a draft; emit() records it", NothingEmitted, stacklevel=3)

    def _begin_anew(self) -> None:
        self._emitted += 1
        self.segments.clear()


class Session(_Opened):
    """A draft whose spans come from here: the site refuses any other. Use it in a `with`."""

    def __init__(self, client: _Sending, question: str, on_behalf_of: UUID | None = None) -> None:
        super().__init__(question, on_behalf_of)
        self._client = client

    def __enter__(self) -> Self:
        self._uid = self._client.send(calls.open_session(self._question, on_behalf_of=self._on_behalf_of))
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, error: BaseException | None, _where: TracebackType | None
    ) -> None:
        self._close(error)

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
        on_unproved: str | None = None,
    ) -> Emitted:
        """Record what was said since the last time. A refusal leaves the draft as it is, to be corrected."""
        call = self._emission(kind=kind, context=context, on_unproved=on_unproved)
        emitted = self._client.send(call)
        self._begin_anew()
        return emitted

    def emit_text(
        self,
        text: str,
        *,
        kind: str = "answer",
        basis: str | None = None,
        context: Context | None = None,
        on_unproved: str | None = None,
    ) -> Emitted:
        """Record text with a marker right behind each sentence or clause (`marker`); the draft is left as it is."""
        call = self._emission_of(text, kind=kind, basis=basis, context=context, on_unproved=on_unproved)
        emitted = self._client.send(call)
        self._emitted += 1
        return emitted

    def ingest(
        self,
        provider: str,
        response: Mapping[str, Any],
        documents: Iterable[SentDocument],
        *,
        record: bool = False,
        context: Context | None = None,
        on_unproved: str | None = None,
    ) -> Ingested:
        """As the client's, with the spans and the answer as steps of the session."""
        call = self._ingestion(provider, response, documents, record=record, context=context, on_unproved=on_unproved)
        ingested = self._client.send(call)
        self._emitted += 1
        return ingested


class AsyncSession(_Opened):
    """The same, to be awaited; what only drafts (`say`, `heading`, …) is not."""

    def __init__(self, client: _AsyncSending, question: str, on_behalf_of: UUID | None = None) -> None:
        super().__init__(question, on_behalf_of)
        self._client = client

    async def __aenter__(self) -> Self:
        self._uid = await self._client.send(calls.open_session(self._question, on_behalf_of=self._on_behalf_of))
        return self

    async def __aexit__(
        self, _kind: type[BaseException] | None, error: BaseException | None, _where: TracebackType | None
    ) -> None:
        self._close(error)

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
        on_unproved: str | None = None,
    ) -> Emitted:
        call = self._emission(kind=kind, context=context, on_unproved=on_unproved)
        emitted = await self._client.send(call)
        self._begin_anew()
        return emitted

    async def emit_text(
        self,
        text: str,
        *,
        kind: str = "answer",
        basis: str | None = None,
        context: Context | None = None,
        on_unproved: str | None = None,
    ) -> Emitted:
        call = self._emission_of(text, kind=kind, basis=basis, context=context, on_unproved=on_unproved)
        emitted = await self._client.send(call)
        self._emitted += 1
        return emitted

    async def ingest(
        self,
        provider: str,
        response: Mapping[str, Any],
        documents: Iterable[SentDocument],
        *,
        record: bool = False,
        context: Context | None = None,
        on_unproved: str | None = None,
    ) -> Ingested:
        call = self._ingestion(provider, response, documents, record=record, context=context, on_unproved=on_unproved)
        ingested = await self._client.send(call)
        self._emitted += 1
        return ingested
