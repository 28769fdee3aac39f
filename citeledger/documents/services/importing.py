"""A history made elsewhere becomes a document with its versions. Run again, it goes on where it stopped."""

import json
import re
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from django.db import transaction

from acl.queries import Holder, grants_on
from acl.rights import Right
from acl.services import grant
from citeledger.core.hashing import sha256_hex
from citeledger.core.principals import Principal
from citeledger.core.refusals import Refused
from citeledger.documents import facts
from citeledger.documents.access import visible_documents
from citeledger.documents.gate import Manuscript, read_manuscript
from citeledger.documents.histories import Edition, History, UnusableHistory
from citeledger.documents.metadata import Metadata
from citeledger.documents.models import Document, Version
from citeledger.documents.services.creation import create_document
from citeledger.documents.services.publication import Origin, import_manuscript
from citeledger.log.models import LogDetail

_FRONT_MATTER_TITLE = re.compile(r"^title:[ \t]*(['\"]?)(?P<title>\S.*?)\1[ \t]*$", re.MULTILINE)


class HistoryDiverged(ValueError):
    """The document begun from this history went on differently here. Nothing was added; import for another owner."""


class Outcome(StrEnum):
    """What became of one edition."""

    PUBLISHED = "published"
    ALREADY_HERE = "already here"
    IDENTICAL = "same bytes as the edition before, no version"
    REMOVED = "removed in this commit, no version"
    UNREADABLE = "not readable, no version"


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """Progress: edition `position` of `total` and what became of it; `detail` says why it was not readable."""

    position: int
    total: int
    edition: Edition
    outcome: Outcome
    detail: str = ""


def import_history(
    *,
    actor: Principal,
    history: History,
    title: str,
    readers: Sequence[Holder],
    now: Callable[[], datetime],
    report: Callable[[Step], None],
) -> UUID:
    """Publish every edition that is not here yet, each in a transaction of its own; returns the document's uid.

    `title` may be empty: then the text's own title serves. `readers` get `read`. Editions that make no version are
    reported, never passed over in silence. Raises UnusableHistory (no readable edition), HistoryDiverged, Conflict
    (somebody publishes meanwhile) and Refused (an invalid title, an unknown reader, a retired document).
    """
    run = _Run(actor=actor, history=history, title=title, readers=readers, now=now)
    run.go_on()
    for position, edition in enumerate(history.editions, start=1):
        outcome, detail = run.take(edition)
        report(Step(position=position, total=len(history.editions), edition=edition, outcome=outcome, detail=detail))
    if run.document is None:
        raise UnusableHistory("No edition of this history is readable text.")
    return run.document


@dataclass(kw_only=True)
class _Run:
    """One import under way. `held` are the digests of versions that are here and that the history must confirm."""

    actor: Principal
    history: History
    title: str
    readers: Sequence[Holder]
    now: Callable[[], datetime]
    document: UUID | None = None
    current: UUID | None = None
    held: deque[str] = field(default_factory=deque)
    newest: str = ""

    def go_on(self) -> None:
        """Take up the document an earlier run began, if there is one."""
        begun = _begun(actor=self.actor, history=self.history)
        if begun is not None:
            self.document = begun.uid
            self.current = begun.head.version.uid if begun.head.version else None
            self.held.extend(_digests(begun))
            _let_read(actor=self.actor, document=begun.uid, readers=self.readers, at=self.now())

    def take(self, edition: Edition) -> tuple[Outcome, str]:
        data = edition.load()
        if data is None:
            return Outcome.REMOVED, ""
        digest = sha256_hex(data)
        if digest == self.newest:
            return Outcome.IDENTICAL, ""
        if self.held and digest == self.held[0]:
            self.newest = self.held.popleft()
            return Outcome.ALREADY_HERE, ""
        return self._add(edition, data)

    def _add(self, edition: Edition, data: bytes) -> tuple[Outcome, str]:
        try:
            manuscript = read_manuscript(data=data, media_type=self.history.media_type)
        except Refused as refused:
            return Outcome.UNREADABLE, refused.detail
        if self.held:
            raise HistoryDiverged(f"Document {self.document} has a version that this history does not have.")
        self._publish(edition, manuscript, title=self.title or _own_title(manuscript) or self.history.title)
        self.newest = manuscript.sha256
        return Outcome.PUBLISHED, ""

    @transaction.atomic
    def _publish(self, edition: Edition, manuscript: Manuscript, *, title: str) -> None:
        at = self.now()
        document = self.document or self._begin(title, at)
        self.current = import_manuscript(
            actor=self.actor,
            document=document,
            manuscript=manuscript,
            expected=self.current,
            origin=Origin(history=self.history.name, commit=edition.commit, path=edition.path),
            at=at,
            effective_at=edition.effective_at,
        )
        self.document = document

    def _begin(self, title: str, at: datetime) -> UUID:
        metadata = Metadata(
            title=title,
            originator=self.history.originator,
            source_quality=self.history.source_quality,
        )
        document = create_document(actor=self.actor, metadata=metadata, at=at)
        _let_read(actor=self.actor, document=document, readers=self.readers, at=at)
        return document


def _begun(*, actor: Principal, history: History) -> Document | None:
    """The actor's own document whose versions were imported from this history; the oldest, if two runs raced."""
    own = visible_documents(viewer=actor).filter(creator_id=actor.id)
    firsts = Version.objects.filter(document__in=own, number=1)
    document_of = dict(firsts.values_list("uid", "document_id"))
    origins = LogDetail.objects.filter(
        entry__kind=facts.VERSION_IMPORTED, entry__subject_uid__in=firsts.values("uid")
    ).select_related("entry")
    name = sha256_hex(history.name)
    found = [
        document_of[detail.entry.subject_uid] for detail in origins if json.loads(detail.body)["history_sha256"] == name
    ]
    return Document.objects.select_related("head__version").filter(pk__in=found).order_by("pk").first()


def _digests(document: Document) -> list[str]:
    versions = Version.objects.filter(document=document, rendition=1).order_by("number")
    # A version whose bytes were erased can be confirmed by nothing: the empty text is no digest.
    return [digest or "" for digest in versions.values_list("source__sha256", flat=True)]


def _let_read(*, actor: Principal, document: UUID, readers: Sequence[Holder], at: datetime) -> None:
    held = {one.holder for one in grants_on(viewer=actor, document=document) if one.right is Right.READ}
    for holder in dict.fromkeys(readers):
        if holder not in held:
            grant(actor=actor, document=document, right=Right.READ, holder=holder, at=at)


def _own_title(manuscript: Manuscript) -> str:
    """What the text calls itself: in its front matter, else in its only first-level heading; empty if it does not."""
    text, structure = manuscript.extraction.text, manuscript.extraction.structure
    opening = structure.blocks[0]
    named = _FRONT_MATTER_TITLE.search(text, opening.start, opening.end) if opening.kind == "front_matter" else None
    if named:
        return named["title"]
    titles = [heading.title for heading in structure.headings if heading.level == 1]
    return titles[0] if len(titles) == 1 else ""
