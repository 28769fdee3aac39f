"""Writing facts. Called inside the transaction of the fact itself, never alone."""

import hashlib
import hmac
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

import rfc8785
from django.db import connection

from citeledger.core.hashing import sha256_hex
from citeledger.core.moments import written
from citeledger.core.principals import Principal
from citeledger.log.models import Erasure, LogDetail, LogEntry

Json = str | int | bool | None | list["Json"] | dict[str, "Json"]


class NotInTransaction(RuntimeError):
    """A fact and its log entry commit together: open `transaction.atomic()` around both."""


@dataclass(frozen=True, slots=True)
class Fact:
    """What happened to `subject`. `body` is the record itself, with digests instead of texts."""

    kind: str
    subject: UUID
    body: Mapping[str, Json]


def append(*, kind: str, actor: Principal | None, subject: UUID, body: Mapping[str, Json], at: datetime) -> LogEntry:
    """Log one fact. `body` is the record itself (digests instead of texts); `at` is aware UTC."""
    return append_all(facts=[Fact(kind=kind, subject=subject, body=body)], actor=actor, at=at)[0]


def append_all(*, facts: Sequence[Fact], actor: Principal | None, at: datetime) -> list[LogEntry]:
    """Log facts of one transaction, in two statements however many they are (SQLite: two per 100 facts)."""
    if not connection.in_atomic_block:
        raise NotInTransaction([fact.kind for fact in facts])
    details = [LogDetail(salt=secrets.token_hex(32), body=rfc8785.dumps(dict(fact.body)).decode()) for fact in facts]
    entries = LogEntry.objects.bulk_create(
        _committed(fact=fact, detail=detail, actor=actor, at=at) for fact, detail in zip(facts, details, strict=True)
    )
    for entry, detail in zip(entries, details, strict=True):
        detail.entry = entry
    LogDetail.objects.bulk_create(details)
    return entries


def _committed(*, fact: Fact, detail: LogDetail, actor: Principal | None, at: datetime) -> LogEntry:
    entry = LogEntry(kind=fact.kind, at=at, actor_uid=actor.uid if actor else None, subject_uid=fact.subject)
    entry.commitment = commitment(entry=entry, salt=detail.salt, body=detail.body)
    entry.leaf = leaf(entry=entry)
    return entry


def commitment(*, entry: LogEntry, salt: str, body: str) -> str:
    """HMAC-SHA256 over every field of the entry and its body; any changed byte changes it (DESIGN section 4, Log)."""
    fields = _leaf_fields(entry) | {"body": body}
    return hmac.new(bytes.fromhex(salt), rfc8785.dumps(fields), hashlib.sha256).hexdigest()


def leaf(*, entry: LogEntry) -> str:
    """SHA-256 (hex) over the entry with its commitment as canonical JSON (RFC 8785)."""
    return sha256_hex(rfc8785.dumps(_leaf_fields(entry) | {"commitment": entry.commitment}))


def _leaf_fields(entry: LogEntry) -> dict[str, Json]:
    return {
        "actor": str(entry.actor_uid) if entry.actor_uid else None,
        "at": written(entry.at),
        "format": entry.format,
        "kind": entry.kind,
        "outcome": entry.outcome,
        "subject": str(entry.subject_uid),
        "uid": str(entry.uid),
    }


def open_door(*, subject: UUID, actor: Principal | None, at: datetime) -> None:
    """Write the erasure row that lets the triggers pass the DELETEs of this subject's content.

    Nobody is the actor where what is kept for a time has had its time.
    """
    open_doors(subjects=[subject], actor=actor, at=at)


def open_doors(*, subjects: Iterable[UUID], actor: Principal | None, at: datetime) -> None:
    """`open_door` for many, in one statement (SQLite: one per 300 subjects)."""
    actor_uid = actor.uid if actor else None
    Erasure.objects.bulk_create(Erasure(subject_uid=subject, at=at, actor_uid=actor_uid) for subject in subjects)
