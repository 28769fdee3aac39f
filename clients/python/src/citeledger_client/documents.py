"""Who asks; documents, their versions, and snapshots of them. Times are aware, offsets are code points."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from citeledger_client.members import Members


@dataclass(frozen=True, slots=True, kw_only=True)
class Me:
    """Who the token stands for."""

    uid: UUID
    name: str
    kind: str

    @classmethod
    def of(cls, given: Members) -> "Me":
        return cls(uid=given.uid("uid"), name=given.text("name"), kind=given.text("kind"))


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentItem:
    """A row of the list. `version` is None while nothing is published; `published_by_program`: as of documents."""

    uid: UUID
    title: str
    language: str
    status: str
    version: UUID | None
    version_number: int | None
    retired_at: datetime | None
    published_by_program: str | None

    @classmethod
    def of(cls, given: Members) -> "DocumentItem":
        return cls(
            uid=given.uid("uid"),
            title=given.text("title"),
            language=given.text("language"),
            status=given.text("status"),
            version=given.maybe(given.uid, "version"),
            version_number=given.maybe(given.number, "version_number"),
            retired_at=given.maybe(given.moment, "retired_at"),
            published_by_program=given.maybe(given.text, "published_by_program"),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A document as it stands, and your rights on it. `published_by_program`: the program that published the current
    version, where no person adopted it.
    """

    uid: UUID
    title: str
    owner: str
    language: str
    status: str
    version: UUID | None
    version_number: int | None
    rights: tuple[str, ...]
    retired_at: datetime | None
    published_by_program: str | None

    @classmethod
    def of(cls, given: Members) -> "Document":
        return cls(
            uid=given.uid("uid"),
            title=given.text("title"),
            owner=given.text("owner"),
            language=given.text("language"),
            status=given.text("status"),
            version=given.maybe(given.uid, "version"),
            version_number=given.maybe(given.number, "version_number"),
            rights=given.texts("rights"),
            retired_at=given.maybe(given.moment, "retired_at"),
            published_by_program=given.maybe(given.text, "published_by_program"),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionItem:
    """A row of a document's history, newest first."""

    uid: UUID
    number: int
    rendition: int
    at: datetime
    is_current: bool
    is_withdrawn: bool
    published_by_program: str | None

    @classmethod
    def of(cls, given: Members) -> "VersionItem":
        return cls(
            uid=given.uid("uid"),
            number=given.number("number"),
            rendition=given.number("rendition"),
            at=given.moment("at"),
            is_current=given.truth("is_current"),
            is_withdrawn=given.truth("is_withdrawn"),
            published_by_program=given.maybe(given.text, "published_by_program"),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """A stretch of a version; its blocks are the whole text without gap or overlap."""

    version: UUID
    kind: str
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """One frozen state of a document. It is a passage, and so is each of its blocks."""

    uid: UUID
    document: UUID
    number: int
    rendition: int
    is_current: bool
    text: str
    blocks: tuple[Block, ...]
    published_by_program: str | None

    @property
    def version(self) -> UUID:
        return self.uid

    @property
    def start(self) -> int:
        return 0

    @classmethod
    def of(cls, given: Members) -> "Version":
        uid = given.uid("uid")
        return cls(
            uid=uid,
            document=given.uid("document"),
            number=given.number("number"),
            rendition=given.number("rendition"),
            is_current=given.truth("is_current"),
            text=given.text("text"),
            blocks=given.many("blocks", lambda block: _block(uid, block)),
            published_by_program=given.maybe(given.text, "published_by_program"),
        )


def _block(version: UUID, given: Members) -> Block:
    return Block(
        version=version,
        kind=given.text("kind"),
        start=given.number("start"),
        end=given.number("end"),
        text=given.text("text"),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class PinnedSnapshot:
    """What was just pinned; `merkle_root` commits to all of it."""

    uid: UUID
    merkle_root: str

    @classmethod
    def of(cls, given: Members) -> "PinnedSnapshot":
        return cls(uid=given.uid("uid"), merkle_root=given.text("merkle_root"))


@dataclass(frozen=True, slots=True, kw_only=True)
class PinnedDocument:
    """A document in the version pinned; `is_current` says whether that still is the current one.

    `published_by_program`: the program that published that version, where no person adopted it.
    """

    document: UUID
    title: str
    version: UUID
    number: int
    is_current: bool
    published_by_program: str | None

    @classmethod
    def of(cls, given: Members) -> "PinnedDocument":
        return cls(
            document=given.uid("document"),
            title=given.text("title"),
            version=given.uid("version"),
            number=given.number("number"),
            is_current=given.truth("is_current"),
            published_by_program=given.maybe(given.text, "published_by_program"),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """A snapshot of yours. `unavailable` counts pinned documents that you may not read now, whatever the cause."""

    uid: UUID
    name: str
    merkle_root: str
    at: datetime
    documents: tuple[PinnedDocument, ...]
    unavailable: int

    @classmethod
    def of(cls, given: Members) -> "Snapshot":
        return cls(
            uid=given.uid("uid"),
            name=given.text("name"),
            merkle_root=given.text("merkle_root"),
            at=given.moment("at"),
            documents=given.many("documents", PinnedDocument.of),
            unavailable=given.number("unavailable"),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class SnapshotItem:
    """A row of the list of your snapshots."""

    uid: UUID
    name: str
    merkle_root: str
    size: int
    at: datetime

    @classmethod
    def of(cls, given: Members) -> "SnapshotItem":
        return cls(
            uid=given.uid("uid"),
            name=given.text("name"),
            merkle_root=given.text("merkle_root"),
            size=given.number("size"),
            at=given.moment("at"),
        )
