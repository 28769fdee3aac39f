"""Replies kept with the fact they report, so that a repeated request changes nothing and hears the same (threat T101).

A caller whose connection broke at COMMIT cannot know what happened. It repeats the request under the same key: the
reply row was written in the transaction of the fact, so either both are there or neither is. That transaction holds
SQLite's one write lock, so nothing but writing happens in it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction

from citeledger.log.models import IdempotentReply


class KeyReused(Exception):
    """The key was used for another request. Take a new key for a new request; nothing was changed."""


@dataclass(frozen=True, slots=True)
class Reply:
    """An HTTP status and a JSON body as text. Holds ids and numbers only: texts must be proved on every way out."""

    status: int
    body: str
    replayed: bool = False


@dataclass(frozen=True, slots=True)
class Request:
    """What makes two requests the same: who, under which key, and the SHA-256 (hex) of what was asked."""

    principal_uid: UUID
    key: str
    digest: str


def once(*, request: Request, at: datetime, prove: Callable[[], Callable[[], Reply]]) -> Reply:
    """Do it once per key and keep its reply; later calls get the kept reply, `replayed`.

    `prove` does all the work on text, outside any transaction; the call it returns writes. The row is claimed before
    that call, in its transaction, so that a concurrent twin waits at the unique constraint instead of writing again.
    When either raises, there is no claim: refusals are not kept. Raises KeyReused.
    """
    if kept := _kept(request):
        return kept
    try:
        write = prove()
    except Exception:
        # A twin that was faster may be why this is refused: then its reply is the answer.
        if kept := _kept(request):
            return kept
        raise
    return _written(request=request, at=at, write=write)


def _written(*, request: Request, at: datetime, write: Callable[[], Reply]) -> Reply:
    with transaction.atomic():
        row, is_claimed = IdempotentReply.objects.get_or_create(
            principal_uid=request.principal_uid,
            key=request.key,
            defaults={"request_digest": request.digest, "status": 0, "body": "", "at": at},
        )
        if not is_claimed:
            return _replayed(row=row, request=request)
        reply = write()
        row.status, row.body = reply.status, reply.body
        row.save(update_fields=["status", "body"])
        return reply


def _kept(request: Request) -> Reply | None:
    row = IdempotentReply.objects.filter(principal_uid=request.principal_uid, key=request.key).first()
    return _replayed(row=row, request=request) if row else None


def _replayed(*, row: IdempotentReply, request: Request) -> Reply:
    if row.request_digest != request.digest:
        raise KeyReused
    return Reply(status=row.status, body=row.body, replayed=True)
