"""The blocking client."""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import TracebackType
from typing import Any, Final, Self, TypeVar
from uuid import UUID

import httpx

from citeledger_client import calls
from citeledger_client.answers import Answer, AnswerItem, Emitted, HandedOver, Span, TakenOver, Verdict
from citeledger_client.calling import Listed
from citeledger_client.changing import Changes
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
from citeledger_client.sessions import Session
from citeledger_client.wiring import SECONDS, settings

T = TypeVar("T")

_RETRY: Final = Retry()


class Client:
    """Talks to one site as the holder of one token. Use it as a context manager, or call `close`.

    `origin` is the site's address, "https://ledger.example"; ValueError at once for anything else, and for no token.
    Every method raises Problem where the site says no, and Unverified where nothing is known. `timeout` (seconds) is
    for each step of a request; `transport` is for tests and proxies.
    """

    def __init__(
        self,
        origin: str,
        *,
        token: str,
        retry: Retry = _RETRY,
        timeout: float = SECONDS,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        self._http = httpx.Client(**settings(origin=origin, token=token, timeout=timeout), transport=transport)
        self._retry = retry

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _where: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the connections."""
        self._http.close()

    def send(self, call: Call[T]) -> T:
        """One call of `citeledger_client.calls`, insisting as long as `retry` says. All methods come through here."""
        attempt = 1
        while (pause := self._retry.pause(heard := self._hear(call), attempt=attempt)) is not None:
            time.sleep(pause)
            attempt += 1
        return result(call, heard)

    def _hear(self, call: Call[Any]) -> Heard:
        try:
            return reply(self._http.send(request(self._http, call)))
        except httpx.HTTPError as error:
            return silence(error, origin=self._http.base_url)

    def _all(self, stretch: Callable[[str | None], Call[Listed[T]]]) -> Iterator[T]:
        listed = self.send(stretch(None))
        while True:
            yield from listed.items
            if listed.next is None:
                return
            listed = self.send(stretch(listed.next))

    def me(self) -> Me:
        return self.send(calls.me())

    def search(self, query: str, *, snapshot: UUID | None = None, limit: int | None = None) -> Found:
        """Passages of current versions, or of a snapshot of yours. Writes nothing; within a session, search there."""
        return self.send(calls.search(query, snapshot=snapshot, limit=limit))

    def session(self, question: str = "", *, on_behalf_of: UUID | None = None) -> Session:
        """To search, read, cite and emit in: `with client.session("…") as session`; for somebody, by their rights."""
        return Session(self, question, on_behalf_of)

    def session_record(self, uid: UUID) -> SessionRecord:
        """What was done in a session of yours, in order."""
        return self.send(calls.session(uid))

    def hand_over(self, answer: UUID, *, to: UUID) -> HandedOver:
        """They may read it from now on; give them the envelope as it is, and hand over what is `unshared` as well.

        `to`: the uid that `me()` says to them.
        """
        return self.send(calls.hand_over(answer, to))

    def take_over(self, envelope: Mapping[str, Any]) -> TakenOver:
        """A text of your own that rests on what was handed to you, as far as you may read it."""
        return self.send(calls.take_over(envelope))

    def create_document(self, title: str, **metadata: str) -> UUID:
        """A document only you can read, until you grant; `metadata` as in the API (owner, language, …)."""
        return self.send(calls.create_document(title=title, metadata=metadata))

    def documents(self) -> Iterator[DocumentItem]:
        """All documents you may read, newest first."""
        return self._all(calls.documents)

    def document(self, uid: UUID) -> Document:
        return self.send(calls.document(uid))

    def publish(self, document: UUID, text: str, *, expected: UUID | None, media_type: str = "text/markdown") -> UUID:
        """The text as the next version after `expected` (None: the first). Raises Conflict where another is current."""
        return self.send(calls.publish(document, text=text, media_type=media_type, expected=expected))

    def preview(self, document: UUID, text: str, *, media_type: str = "text/markdown") -> Preview:
        """What publishing the text would do to citations, of those you may read; publishes nothing.

        Then publish over its `current_version`. At most as many in a minute as the site's limits say.
        """
        return self.send(calls.preview(document, text=text, media_type=media_type))

    def preview_upload(self, upload: UUID, *, document: UUID | None = None) -> Preview:
        """The same for a file that was uploaded and read; `document` where it was not sent for one."""
        return self.send(calls.preview_upload(upload, document=document))

    def versions(self, document: UUID) -> tuple[VersionItem, ...]:
        """The history, newest first."""
        return self.send(calls.versions(document))

    def version(self, uid: UUID) -> Version:
        """A version's canonical text. It is a passage: `cite` takes words from it."""
        return self.send(calls.version(uid))

    def retire(self, document: UUID) -> None:
        return self.send(calls.retire(document))

    def withdraw(self, version: UUID) -> None:
        """For good: never shown, quoted or compared again."""
        return self.send(calls.withdraw(version))

    def grant(self, document: UUID, right: str, *, user: str | None = None, group: str | None = None) -> None:
        return self.send(calls.grants("documents", document, "grants", right=right, user=user, group=group))

    def revoke(self, document: UUID, right: str, *, user: str | None = None, group: str | None = None) -> None:
        """Holds from the moment this returns."""
        return self.send(calls.grants("documents", document, "grants/revoke", right=right, user=user, group=group))

    def share_answer(self, answer: UUID, right: str, *, user: str | None = None, group: str | None = None) -> None:
        return self.send(calls.grants("answers", answer, "grants", right=right, user=user, group=group))

    def unshare_answer(self, answer: UUID, right: str, *, user: str | None = None, group: str | None = None) -> None:
        return self.send(calls.grants("answers", answer, "grants/revoke", right=right, user=user, group=group))

    def pin(self, name: str, documents: Iterable[UUID]) -> PinnedSnapshot:
        """Pin the current versions of documents under a name."""
        return self.send(calls.pin(name, documents))

    def snapshots(self) -> Iterator[SnapshotItem]:
        """All snapshots of yours, newest first."""
        return self._all(calls.snapshots)

    def snapshot(self, uid: UUID) -> Snapshot:
        return self.send(calls.snapshot(uid))

    def mint(self, *places: Place) -> tuple[Span, ...]:
        """Spans over these places, all or none, in order."""
        return self.send(calls.mint(places))

    def record(
        self,
        draft: Draft,
        *,
        kind: str = "answer",
        context: Context | None = None,
        on_behalf_of: UUID | None = None,
        on_unproved: str | None = None,
    ) -> Emitted:
        """An answer, or with another `kind` a derived text; `on_unproved`: `reject` (all or nothing) or `drop`."""
        return self.send(
            calls.record(draft, kind=kind, context=context, on_behalf_of=on_behalf_of, on_unproved=on_unproved)
        )

    def record_text(
        self,
        text: str,
        *,
        kind: str = "answer",
        basis: str | None = None,
        context: Context | None = None,
        on_behalf_of: UUID | None = None,
        on_unproved: str | None = None,
    ) -> Emitted:
        """The same, from text with a marker right behind each sentence or clause; `basis` is that of all of them."""
        call = calls.record_text(
            text, kind=kind, basis=basis, context=context, on_behalf_of=on_behalf_of, on_unproved=on_unproved
        )
        return self.send(call)

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
        """What a model's raw response proves is minted, and with `record` recorded; the rest is told, labelled.

        `documents` are all that its request carried, in their order. `on_unproved` is `drop` unless you say `reject`.
        """
        call = calls.ingest(provider, response, documents, record=record, context=context, on_unproved=on_unproved)
        return self.send(call)

    def retrofit(self, text: str) -> Retrofit:
        """Passages that share words with each sentence of a text that exists. Records nothing, supports nothing."""
        return self.send(calls.retrofit(text))

    def answers(self) -> Iterator[AnswerItem]:
        """All answers you may read, newest first."""
        return self._all(calls.answers)

    def answer(self, uid: UUID, *, texts: str | None = None) -> Answer:
        """Read back: words where they are current; with `texts="all"` wherever you may read them."""
        return self.send(calls.answer(uid, texts=texts))

    def erase(self, answer: UUID) -> None:
        """Its text and lineage, for good."""
        return self.send(calls.erase(answer))

    def changes(self, *, since: str | None = None) -> Changes:
        """Your own answers of which something is not current for you now.

        With the `since` of an earlier walk: only what is not as that walk told it.
        """
        return Changes(self, since)

    def verdicts(self, *citations: UUID) -> tuple[Verdict, ...]:
        """For programs that act: raises Unverified where nothing can be checked."""
        return self.send(calls.verdicts(citations))

    def panel(self, citation: UUID) -> Panel:
        return self.send(calls.panel(citation))

    def states(self, *citations: UUID) -> tuple[Verdict, ...]:
        """For showing people: never raises Unverified, all are `unverified` where nothing can be checked."""
        try:
            return self.verdicts(*citations)
        except Unverified:
            return tuple(calls.unverified(citation) for citation in citations)
