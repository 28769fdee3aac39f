"""The asynchronous client."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from types import TracebackType
from typing import Any, Final, Self, TypeVar
from uuid import UUID

import httpx

from citeledger_client import calls
from citeledger_client.answers import Answer, AnswerItem, Emitted, HandedOver, Span, TakenOver, Verdict
from citeledger_client.calling import Listed
from citeledger_client.changing import AsyncChanges
from citeledger_client.documents import (
    Document,
    DocumentItem,
    Me,
    PinnedSnapshot,
    Snapshot,
    SnapshotItem,
    Version,
    VersionItem,
)
from citeledger_client.drafts import Context, Draft
from citeledger_client.errors import Unverified
from citeledger_client.exchange import Call, Heard, Retry, reply, request, result, silence
from citeledger_client.existing import Ingested, Retrofit, SentDocument
from citeledger_client.panels import Panel
from citeledger_client.passages import Place
from citeledger_client.previews import Preview
from citeledger_client.searching import Found, SessionRecord
from citeledger_client.sessions import AsyncSession
from citeledger_client.wiring import SECONDS, settings

T = TypeVar("T")

_RETRY: Final = Retry()


class AsyncClient:
    """The same methods as `Client`, to be awaited; lists are walked with `async for`."""

    def __init__(
        self,
        origin: str,
        *,
        token: str,
        retry: Retry = _RETRY,
        timeout: float = SECONDS,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self._http = httpx.AsyncClient(**settings(origin=origin, token=token, timeout=timeout), transport=transport)
        self._retry = retry

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _where: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Let go of the connections."""
        await self._http.aclose()

    async def send(self, call: Call[T]) -> T:
        """One call of `citeledger_client.calls`, insisting as long as `retry` says. All methods come through here."""
        attempt = 1
        while (pause := self._retry.pause(heard := await self._hear(call), attempt=attempt)) is not None:
            await asyncio.sleep(pause)
            attempt += 1
        return result(call, heard)

    async def _hear(self, call: Call[Any]) -> Heard:
        try:
            return reply(await self._http.send(request(self._http, call)))
        except httpx.HTTPError as error:
            return silence(error, origin=self._http.base_url)

    async def _all(self, stretch: Callable[[str | None], Call[Listed[T]]]) -> AsyncIterator[T]:
        listed = await self.send(stretch(None))
        while True:
            for item in listed.items:
                yield item
            if listed.next is None:
                return
            listed = await self.send(stretch(listed.next))

    async def me(self) -> Me:
        return await self.send(calls.me())

    async def search(self, query: str, *, snapshot: UUID | None = None, limit: int | None = None) -> Found:
        return await self.send(calls.search(query, snapshot=snapshot, limit=limit))

    def session(self, question: str = "", *, on_behalf_of: UUID | None = None) -> AsyncSession:
        return AsyncSession(self, question, on_behalf_of)

    async def session_record(self, uid: UUID) -> SessionRecord:
        return await self.send(calls.session(uid))

    async def hand_over(self, answer: UUID, *, to: UUID) -> HandedOver:
        return await self.send(calls.hand_over(answer, to))

    async def take_over(self, envelope: Mapping[str, Any]) -> TakenOver:
        return await self.send(calls.take_over(envelope))

    async def create_document(self, title: str, **metadata: str) -> UUID:
        return await self.send(calls.create_document(title=title, metadata=metadata))

    def documents(self) -> AsyncIterator[DocumentItem]:
        return self._all(calls.documents)

    async def document(self, uid: UUID) -> Document:
        return await self.send(calls.document(uid))

    async def publish(
        self, document: UUID, text: str, *, expected: UUID | None, media_type: str = "text/markdown"
    ) -> UUID:
        return await self.send(calls.publish(document, text=text, media_type=media_type, expected=expected))

    async def preview(self, document: UUID, text: str, *, media_type: str = "text/markdown") -> Preview:
        return await self.send(calls.preview(document, text=text, media_type=media_type))

    async def preview_upload(self, upload: UUID, *, document: UUID | None = None) -> Preview:
        return await self.send(calls.preview_upload(upload, document=document))

    async def versions(self, document: UUID) -> tuple[VersionItem, ...]:
        return await self.send(calls.versions(document))

    async def version(self, uid: UUID) -> Version:
        return await self.send(calls.version(uid))

    async def retire(self, document: UUID) -> None:
        return await self.send(calls.retire(document))

    async def withdraw(self, version: UUID) -> None:
        return await self.send(calls.withdraw(version))

    async def grant(self, document: UUID, right: str, *, user: str | None = None, group: str | None = None) -> None:
        return await self.send(calls.grants("documents", document, "grants", right=right, user=user, group=group))

    async def revoke(self, document: UUID, right: str, *, user: str | None = None, group: str | None = None) -> None:
        return await self.send(
            calls.grants("documents", document, "grants/revoke", right=right, user=user, group=group)
        )

    async def share_answer(
        self, answer: UUID, right: str, *, user: str | None = None, group: str | None = None
    ) -> None:
        return await self.send(calls.grants("answers", answer, "grants", right=right, user=user, group=group))

    async def unshare_answer(
        self, answer: UUID, right: str, *, user: str | None = None, group: str | None = None
    ) -> None:
        return await self.send(calls.grants("answers", answer, "grants/revoke", right=right, user=user, group=group))

    async def pin(self, name: str, documents: Iterable[UUID]) -> PinnedSnapshot:
        return await self.send(calls.pin(name, documents))

    def snapshots(self) -> AsyncIterator[SnapshotItem]:
        return self._all(calls.snapshots)

    async def snapshot(self, uid: UUID) -> Snapshot:
        return await self.send(calls.snapshot(uid))

    async def mint(self, *places: Place) -> tuple[Span, ...]:
        return await self.send(calls.mint(places))

    async def record(
        self,
        draft: Draft,
        *,
        kind: str = "answer",
        context: Context | None = None,
        on_behalf_of: UUID | None = None,
        on_unproved: str | None = None,
    ) -> Emitted:
        return await self.send(
            calls.record(draft, kind=kind, context=context, on_behalf_of=on_behalf_of, on_unproved=on_unproved)
        )

    async def record_text(
        self,
        text: str,
        *,
        kind: str = "answer",
        basis: str | None = None,
        context: Context | None = None,
        on_behalf_of: UUID | None = None,
        on_unproved: str | None = None,
    ) -> Emitted:
        call = calls.record_text(
            text, kind=kind, basis=basis, context=context, on_behalf_of=on_behalf_of, on_unproved=on_unproved
        )
        return await self.send(call)

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
        call = calls.ingest(provider, response, documents, record=record, context=context, on_unproved=on_unproved)
        return await self.send(call)

    async def retrofit(self, text: str) -> Retrofit:
        return await self.send(calls.retrofit(text))

    def answers(self) -> AsyncIterator[AnswerItem]:
        return self._all(calls.answers)

    async def answer(self, uid: UUID, *, texts: str | None = None) -> Answer:
        return await self.send(calls.answer(uid, texts=texts))

    async def erase(self, answer: UUID) -> None:
        return await self.send(calls.erase(answer))

    def changes(self, *, since: str | None = None) -> AsyncChanges:
        return AsyncChanges(self, since)

    async def verdicts(self, *citations: UUID) -> tuple[Verdict, ...]:
        return await self.send(calls.verdicts(citations))

    async def panel(self, citation: UUID) -> Panel:
        return await self.send(calls.panel(citation))

    async def states(self, *citations: UUID) -> tuple[Verdict, ...]:
        try:
            return await self.verdicts(*citations)
        except Unverified:
            return tuple(calls.unverified(citation) for citation in citations)
