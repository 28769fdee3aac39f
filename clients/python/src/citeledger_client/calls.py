"""Every call of the API, as a request and the shape of its reply. Both clients send exactly these."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from citeledger_client.answers import Answer, AnswerItem, ChangedAnswer, Emitted, HandedOver, Span, TakenOver, Verdict
from citeledger_client.calling import Listed, as_many, ask, get, listing, new_uid, nothing, read_as
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
from citeledger_client.exchange import Call, change
from citeledger_client.existing import Ingested, Retrofit, SentDocument
from citeledger_client.members import Malformed, Members
from citeledger_client.panels import Panel
from citeledger_client.passages import Place
from citeledger_client.previews import Preview
from citeledger_client.searching import Found, Reading, SessionRecord
from citeledger_client.states import Advice, State
from citeledger_client.uids import uid_of


@dataclass(frozen=True, slots=True)
class ListedChanges(Listed[ChangedAnswer]):
    """The last stretch has `since`: a walk that begins there lists only what is not as this one told it."""

    since: str | None


def create_document(*, title: str, metadata: Mapping[str, Any]) -> Call[UUID]:
    return change(path="documents", body={"title": title, **metadata}, read=new_uid)


def me() -> Call[Me]:
    return get("me", Me.of)


def search(query: str, *, snapshot: UUID | None, limit: int | None) -> Call[Found]:
    """Outside of a session: nothing is written."""
    said = {
        "query": query,
        "snapshot": None if snapshot is None else str(uid_of(snapshot)),
        "limit": None if limit is None else str(limit),
    }
    return get("search", Found.of, **{name: value for name, value in said.items() if value is not None})


def documents(cursor: str | None) -> Call[Listed[DocumentItem]]:
    return listing("documents", DocumentItem.of, cursor)


def document(uid: UUID) -> Call[Document]:
    return get(f"documents/{uid_of(uid)}", Document.of)


def publish(document: UUID, *, text: str, media_type: str, expected: UUID | None) -> Call[UUID]:
    body = {"text": text, "media_type": media_type, "expected_version": expected and str(uid_of(expected))}
    return change(path=f"documents/{uid_of(document)}/versions", body=body, read=new_uid)


def preview(document: UUID, *, text: str, media_type: str) -> Call[Preview]:
    return ask(f"documents/{uid_of(document)}/preview", {"text": text, "media_type": media_type}, Preview.of)


def preview_upload(upload: UUID, *, document: UUID | None) -> Call[Preview]:
    body = {} if document is None else {"document": str(uid_of(document))}
    return ask(f"uploads/{uid_of(upload)}/preview", body, Preview.of)


def versions(document: UUID) -> Call[tuple[VersionItem, ...]]:
    return get(f"documents/{uid_of(document)}/versions", lambda given: given.many("versions", VersionItem.of))


def version(uid: UUID) -> Call[Version]:
    return get(f"versions/{uid_of(uid)}", Version.of)


def retire(document: UUID) -> Call[None]:
    return change(path=f"documents/{uid_of(document)}/retire", body={}, read=nothing)


def withdraw(version: UUID) -> Call[None]:
    return change(path=f"versions/{uid_of(version)}/withdraw", body={}, read=nothing)


def grants(what: str, uid: UUID, action: str, *, right: str, user: str | None, group: str | None) -> Call[None]:
    """`what` is documents or answers, `action` grants or grants/revoke. Raises ValueError without one holder."""
    if (user is None) == (group is None):
        raise ValueError("name either a user or a group")
    holder = {"kind": "user", "name": user} if group is None else {"kind": "group", "name": group}
    return change(path=f"{what}/{uid_of(uid)}/{action}", body={"right": right, "holder": holder}, read=nothing)


def pin(name: str, documents: Iterable[UUID]) -> Call[PinnedSnapshot]:
    body = {"name": name, "documents": [str(uid_of(uid)) for uid in documents]}
    return change(path="snapshots", body=body, read=read_as(PinnedSnapshot.of))


def snapshots(cursor: str | None) -> Call[Listed[SnapshotItem]]:
    return listing("snapshots", SnapshotItem.of, cursor)


def snapshot(uid: UUID) -> Call[Snapshot]:
    return get(f"snapshots/{uid_of(uid)}", Snapshot.of)


def mint(places: Iterable[Place], *, under: str = "") -> Call[tuple[Span, ...]]:
    """All of them or none, in order; `under` is the path of a session."""
    bodies = [place.body() for place in places]
    return change(path=f"{under}spans", body={"spans": bodies}, read=as_many(len(bodies), "spans", Span.of))


def record(
    draft: Draft,
    *,
    kind: str,
    context: Context | None,
    on_behalf_of: UUID | None,
    on_unproved: str | None,
    under: str = "",
) -> Call[Emitted]:
    """An answer, or a derived text; `under` is the path of a session. Raises ValueError where nothing is drafted."""
    if not draft.segments:
        raise ValueError("nothing is drafted: say something first (what was emitted is drafted no more)")
    return _answer({"segments": list(draft.segments)}, kind, context, on_behalf_of, on_unproved, under)


def record_text(
    text: str,
    *,
    kind: str,
    basis: str | None,
    context: Context | None,
    on_behalf_of: UUID | None,
    on_unproved: str | None,
    under: str = "",
) -> Call[Emitted]:
    """The same, from text with markers."""
    said = {"text": text} if basis is None else {"text": text, "basis": basis}
    return _answer(said, kind, context, on_behalf_of, on_unproved, under)


def _answer(
    said: Mapping[str, Any],
    kind: str,
    context: Context | None,
    on_behalf_of: UUID | None,
    on_unproved: str | None,
    under: str,
) -> Call[Emitted]:
    how = {
        "context": context and context.body(),
        "on_behalf_of": on_behalf_of and str(uid_of(on_behalf_of)),
        "on_unproved": on_unproved,
    }
    body = {"kind": kind, **said, **{name: value for name, value in how.items() if value}}
    return change(path=f"{under}answers", body=body, read=read_as(Emitted.of))


def ingest(
    provider: str,
    response: Mapping[str, Any],
    documents: Iterable[SentDocument],
    *,
    record: bool,
    context: Context | None,
    on_unproved: str | None,
    session: UUID | None = None,
) -> Call[Ingested]:
    """A provider's raw response, with all documents that its request carried, in their order."""
    how = {
        "record": record,
        "context": context and context.body(),
        "on_unproved": on_unproved,
        "session": session and str(session),
    }
    sent = [document.body() for document in documents]
    body = {"provider": provider, "response": response, "documents": sent}
    return change(
        path="ingests", body=body | {name: value for name, value in how.items() if value}, read=read_as(Ingested.of)
    )


def retrofit(text: str) -> Call[Retrofit]:
    return ask("retrofits", {"text": text}, Retrofit.of)


def answers(cursor: str | None) -> Call[Listed[AnswerItem]]:
    return listing("answers", AnswerItem.of, cursor)


def answer(uid: UUID, *, texts: str | None) -> Call[Answer]:
    return get(f"answers/{uid_of(uid)}", Answer.of, **({} if texts is None else {"texts": texts}))


def changes(cursor: str | None) -> Call[ListedChanges]:
    query = {} if cursor is None else {"cursor": cursor}
    return get("changes", _listed_changes, **query)


def _listed_changes(given: Members) -> ListedChanges:
    items, on = given.many("items", ChangedAnswer.of), given.maybe(given.text, "next")
    return ListedChanges(items, on, given.maybe(given.text, "since"))


def hand_over(answer: UUID, to: UUID) -> Call[HandedOver]:
    body = {"answer": str(uid_of(answer)), "to": str(uid_of(to))}
    return change(path="hand-offs", body=body, read=read_as(HandedOver.of))


def take_over(envelope: Mapping[str, Any]) -> Call[TakenOver]:
    return change(path="hand-offs/received", body={"envelope": dict(envelope)}, read=read_as(TakenOver.of))


def open_session(question: str, *, on_behalf_of: UUID | None = None) -> Call[UUID]:
    body: dict[str, Any] = {"question": question} if question else {}
    if on_behalf_of:
        body["on_behalf_of"] = str(uid_of(on_behalf_of))
    return change(path="sessions", body=body, read=new_uid)


def session(uid: UUID) -> Call[SessionRecord]:
    return get(f"sessions/{uid_of(uid)}", SessionRecord.of)


def session_search(session: UUID, query: str, *, snapshot: UUID | None, limit: int | None) -> Call[Found]:
    said = {"query": query, "snapshot": snapshot and str(uid_of(snapshot)), "limit": limit}
    body = {name: value for name, value in said.items() if value is not None}
    return ask(f"sessions/{uid_of(session)}/search", body, Found.of)


def session_read(session: UUID, version: UUID, *, start: int | None, end: int | None) -> Call[Reading]:
    said = {"version": str(uid_of(version)), "start": start, "end": end}
    body = {name: value for name, value in said.items() if value is not None}
    return ask(f"sessions/{uid_of(session)}/reads", body, Reading.of)


def erase(answer: UUID) -> Call[None]:
    return change(path=f"answers/{uid_of(answer)}/erase", body={}, read=nothing)


def verdicts(citations: Sequence[UUID]) -> Call[tuple[Verdict, ...]]:
    """Reads although it is a POST: it takes no key, and may be repeated."""
    asked = [uid_of(citation) for citation in citations]

    def read(given: Any) -> tuple[Verdict, ...]:
        found = tuple(Verdict.of(Members(one)) for one in given) if isinstance(given, list) else ()
        if [verdict.citation for verdict in found] != asked:
            raise Malformed("not the verdicts that were asked for")
        return found

    body = {"citations": [str(uid) for uid in asked]}
    return Call(method="POST", path="verdicts", body=body, read=read)


def unverified(citation: UUID) -> Verdict:
    """What is known of a citation while nothing can be asked."""
    return Verdict(citation=uid_of(citation), state=State.UNVERIFIED, advice=Advice.STOP)


def panel(citation: UUID) -> Call[Panel]:
    return get(f"citations/{uid_of(citation)}/panel", Panel.of)
