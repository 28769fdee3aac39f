"""Bearer tokens: each principal's own."""

import hashlib
import secrets
from datetime import datetime
from uuid import UUID

from django.db import transaction

from acl.models import ApiToken
from acl.names import LONGEST_TOKEN_NAME, name_of
from citeledger.core.principals import Principal
from citeledger.core.refusals import NotFound
from citeledger.log.services import append

TOKEN_PREFIX = "clt_"  # noqa: S105  # a mark that scanners for leaked tokens can look for


@transaction.atomic
def issue_token(*, actor: Principal, name: str, at: datetime) -> str:
    """A new bearer token of the actor's own. Returned once; only its SHA-256 is kept (256 random bits need no salt).

    Raises Refused (`invalid_token_name`), and NotFound for the anonymous.
    """
    given = name_of(text=name, longest=LONGEST_TOKEN_NAME, code="invalid_token_name", at="name")
    token = TOKEN_PREFIX + secrets.token_urlsafe(32)
    row = ApiToken.objects.create(
        user_id=_id(actor), name=given, digest=hashlib.sha256(token.encode()).hexdigest(), created_at=at
    )
    append(kind="token_issued", actor=actor, subject=row.uid, body={"name": given}, at=at)
    return token


@transaction.atomic
def revoke_token(*, actor: Principal, token: UUID, at: datetime) -> None:
    """Revoke one of the actor's own tokens; it stops working at once."""
    if not ApiToken.objects.filter(uid=token, user_id=_id(actor), revoked_at=None).update(revoked_at=at):
        raise NotFound
    append(kind="token_revoked", actor=actor, subject=token, body={}, at=at)


def _id(actor: Principal) -> int:
    if actor.id is None:
        raise NotFound
    return actor.id
