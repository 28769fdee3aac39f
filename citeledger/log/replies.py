"""Replies kept with the fact they report, so that a repeated request changes nothing and hears the same (threat T101).

A caller whose connection broke at COMMIT cannot know what happened. It repeats the request under the same key: the
reply row was written in the transaction of the fact, so either both are there or neither is.
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


def once(*, request: Request, at: datetime, do: Callable[[], Reply]) -> Reply:
    """Run `do` once per key and keep its reply; later calls get the kept reply, `replayed`.

    The row is claimed before `do` runs, so that a concurrent twin waits at the unique constraint instead of doing
    the work again. When `do` raises, the claim goes with the transaction: refusals are not kept.
    Raises KeyReused.
    """
    with transaction.atomic():
        row, is_claimed = IdempotentReply.objects.get_or_create(
            principal_uid=request.principal_uid,
            key=request.key,
            defaults={"request_digest": request.digest, "status": 0, "body": "", "at": at},
        )
        if not is_claimed:
            return _kept(row=row, request=request)
        reply = do()
        row.status, row.body = reply.status, reply.body
        row.save(update_fields=["status", "body"])
        return reply


def _kept(*, row: IdempotentReply, request: Request) -> Reply:
    if row.request_digest != request.digest:
        raise KeyReused
    return Reply(status=row.status, body=row.body, replayed=True)
