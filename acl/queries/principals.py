"""Who is it: the principal behind an account, a token or a uid, if it is active now."""

import hashlib
from uuid import UUID

from django.db.models import QuerySet

from acl.models import User
from citeledger.core.principals import Kind, Principal


def principal_of(*, user_id: int) -> Principal | None:
    """The principal behind a signed-in user, or None when the user is unknown or inactive (threat T13)."""
    return _principal(User.objects.filter(pk=user_id, is_active=True))


def principal_of_token(*, token: str) -> Principal | None:
    """The principal a bearer token stands for, or None when unknown, revoked, or its user inactive."""
    digest = hashlib.sha256(token.encode()).hexdigest()
    return _principal(User.objects.filter(tokens__digest=digest, tokens__revoked_at=None, is_active=True))


def principal_named(*, username: str) -> Principal | None:
    """The principal with this username, or None when unknown or inactive."""
    return _principal(User.objects.filter(username=username, is_active=True))


def principal_with_uid(*, uid: UUID) -> Principal | None:
    """The principal with this uid, or None when unknown or inactive."""
    return _principal(User.objects.filter(uid=uid, is_active=True))


def _principal(users: QuerySet[User]) -> Principal | None:
    row = users.values_list("kind", "id", "uid", "username").first()
    return Principal(kind=Kind(row[0]), id=row[1], uid=row[2], name=row[3]) if row else None
