"""Bearer tokens: each principal's own; those of services are made by operators."""

import hashlib
import secrets
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet

from acl.models import ApiToken, User
from acl.names import LONGEST_TOKEN_NAME, name_of
from acl.queries import require_operate
from citeledger.core.principals import Kind, Principal
from citeledger.core.refusals import NotFound
from citeledger.log.services import Fact, append, append_all

TOKEN_PREFIX = "clt_"  # noqa: S105  # a mark that scanners for leaked tokens can look for


@transaction.atomic
def issue_token(*, actor: Principal, name: str, at: datetime) -> str:
    """A new bearer token of the actor's own. Returned once; only its SHA-256 is kept (256 random bits need no salt).

    Raises Refused (`invalid_token_name`), and NotFound for the anonymous and whoever was shut out meanwhile.
    """
    return _issue(user=held_account(actor=actor), actor=actor, name=name, at=at)


@transaction.atomic
def issue_token_of_service(*, actor: Principal, service: str, name: str, at: datetime) -> str:
    """The same for a service, which has no password to sign in and make its own with. The actor operates.

    Never for a person: whoever holds a token acts as its owner. Raises Refused (`invalid_token_name`), and NotFound
    where there is no active service of this username, or the actor does not operate.
    """
    require_operate(principal=actor)
    services = User.objects.select_for_update().filter(username=service, kind=Kind.SERVICE.value, is_active=True)
    user = services.first()
    if user is None:
        raise NotFound
    return _issue(user=user, actor=actor, name=name, at=at)


def _issue(*, user: User, actor: Principal, name: str, at: datetime) -> str:
    given = name_of(text=name, longest=LONGEST_TOKEN_NAME, code="invalid_token_name", at="name")
    token = TOKEN_PREFIX + secrets.token_urlsafe(32)
    digest = hashlib.sha256(token.encode()).hexdigest()
    row = ApiToken.objects.create(user=user, name=given, digest=digest, created_at=at)
    append(kind="token_issued", actor=actor, subject=row.uid, body={"name": given, "user": str(user.uid)}, at=at)
    return token


@transaction.atomic
def revoke_token(*, actor: Principal, token: UUID, at: datetime) -> None:
    """Revoke one of the actor's own tokens; it stops working at once."""
    if actor.id is None or not _revoke(ApiToken.objects.filter(uid=token, user_id=actor.id), actor=actor, at=at):
        raise NotFound


def revoke_tokens_of(*, actor: Principal, user: UUID, at: datetime) -> None:
    """Revoke every token of somebody who is being shut out; part of that, inside its transaction."""
    _revoke(ApiToken.objects.filter(user__uid=user), actor=actor, at=at)


def _revoke(tokens: QuerySet[ApiToken], *, actor: Principal, at: datetime) -> int:
    """How many of these tokens worked until now."""
    working = list(tokens.select_for_update().filter(revoked_at=None).order_by("pk"))
    ApiToken.objects.filter(pk__in=[token.pk for token in working]).update(revoked_at=at)
    facts = [Fact(kind="token_revoked", subject=token.uid, body={}) for token in working]
    append_all(facts=facts, actor=actor, at=at)
    return len(working)


def held_account(*, actor: Principal) -> User:
    """The actor's own account, held until the transaction ends: shutting it out waits, or has come first.

    Raises NotFound for the anonymous and whoever was shut out meanwhile.
    """
    return _own(User.objects.select_for_update(), actor)


def account(*, actor: Principal) -> User:
    """The actor's own account as it stands; who changes it asks again for it, held. Raises NotFound likewise."""
    return _own(User.objects.all(), actor)


def _own(accounts: QuerySet[User], actor: Principal) -> User:
    found = accounts.filter(pk=actor.id, is_active=True).first() if actor.id else None
    if found is None:
        raise NotFound
    return found
