"""Pinning a set of documents as they are. Publishing owes a snapshot nothing: it holds versions, which never change."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction

from acl.queries import principal_of
from citeledger.core.names import BadName, checked_name
from citeledger.core.principals import Principal
from citeledger.core.refusals import Forbidden, Refused
from citeledger.documents.access import account_of, visible_documents
from citeledger.documents.models import Snapshot, SnapshotMember, SnapshotText
from citeledger.documents.snapshots import (
    DOCUMENTS_PER_SNAPSHOT,
    SNAPSHOT_PINNED,
    Pinned,
    describe_snapshot,
    tree,
)
from citeledger.log.services import append

LONGEST_SNAPSHOT_NAME = 200  # code points


@dataclass(frozen=True, slots=True)
class PinnedSnapshot:
    """Its address, and the root (hex) that commits to everything in it."""

    uid: UUID
    root: str


@dataclass(frozen=True, slots=True)
class _Current:
    document_id: int
    version_id: int
    pinned: Pinned


def pin(*, actor: Principal, name: str, documents: Sequence[UUID], at: datetime) -> PinnedSnapshot:
    """Pin the current versions of these documents, read in one moment, under a name of the actor's.

    Any active signed-in principal may, with what they may read. Raises Forbidden (nobody in particular, inactive) and
    Refused: `invalid_name`, `no_documents`, `too_many_documents`, and `unknown_document`, with `at` naming the first
    that is unknown, hidden, retired or without a text.
    """
    maker = account_of(actor)
    if principal_of(user_id=maker) is None:
        raise Forbidden
    said, wanted = _checked_name(name), tuple(dict.fromkeys(documents))
    if not wanted:
        raise Refused("no_documents", "Name at least one document.", "documents")
    if len(wanted) > DOCUMENTS_PER_SNAPSHOT:
        raise Refused("too_many_documents", f"At most {DOCUMENTS_PER_SNAPSHOT} documents fit.", "documents")
    with transaction.atomic():
        return _pin(actor, maker, said, _current(actor=actor, documents=documents, wanted=wanted), at)


def _checked_name(name: str) -> str:
    try:
        return checked_name(text=name, longest=LONGEST_SNAPSHOT_NAME)
    except BadName as bad:
        raise Refused("invalid_name", str(bad), "name") from bad


def _current(*, actor: Principal, documents: Sequence[UUID], wanted: Sequence[UUID]) -> list[_Current]:
    rows = visible_documents(viewer=actor).filter(
        uid__in=wanted, head__retired_at=None, head__version__content__isnull=False
    )
    found: Mapping[UUID, _Current] = {
        uid: _Current(document_id, version_id, Pinned(uid, version, sha256))
        for uid, document_id, version_id, version, sha256 in rows.values_list(
            "uid", "pk", "head__version_id", "head__version__uid", "head__version__content__sha256"
        )
    }
    for place, uid in enumerate(documents):
        if uid not in found:
            raise Refused("unknown_document", "No such document with a text that you can read.", f"documents.{place}")
    return [found[uid] for uid in wanted]


def _pin(actor: Principal, maker: int, name: str, current: Sequence[_Current], at: datetime) -> PinnedSnapshot:
    salt = secrets.token_hex(32)
    root = tree(pinned=(one.pinned for one in current), salt=salt).root
    snapshot = Snapshot.objects.create(maker_id=maker, root=root, size=len(current), at=at)
    SnapshotText.objects.create(snapshot=snapshot, name=name, salt=salt)
    SnapshotMember.objects.bulk_create(
        SnapshotMember(snapshot=snapshot, document_id=one.document_id, version_id=one.version_id) for one in current
    )
    append(kind=SNAPSHOT_PINNED, actor=actor, subject=snapshot.uid, body=describe_snapshot(snapshot), at=at)
    return PinnedSnapshot(snapshot.uid, root)
