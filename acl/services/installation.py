"""The rights over the whole installation, audit and operate: given and taken by operators, by user or by group."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from acl.models import InstallationGrant, User
from acl.queries import Holder, require_operate
from acl.rights import InstallationRight
from acl.services.granting import row_of
from citeledger.core.principals import Principal
from citeledger.log.services import append


@transaction.atomic
def grant_installation(*, actor: Principal, right: InstallationRight, holder: Holder, at: datetime) -> None:
    """Grant audit or operate over the installation. The actor operates, else `NotFound`; Refused `unknown_holder`."""
    require_operate(principal=actor)
    InstallationGrant.objects.get_or_create(right=right.value, **_columns(holder))
    _log(kind="installation_right_granted", actor=actor, right=right, holder=holder, at=at)


@transaction.atomic
def revoke_installation(*, actor: Principal, right: InstallationRight, holder: Holder, at: datetime) -> None:
    """Revoke audit or operate. Revoking one that is not held changes nothing and is logged all the same."""
    require_operate(principal=actor)
    InstallationGrant.objects.filter(right=right.value, **_columns(holder)).delete()
    _log(kind="installation_right_revoked", actor=actor, right=right, holder=holder, at=at)


def _columns(holder: Holder) -> dict[str, Any]:
    row = row_of(holder)
    return {"user": row} if isinstance(row, User) else {"group": row}


def _log(*, kind: str, actor: Principal, right: InstallationRight, holder: Holder, at: datetime) -> None:
    body = {"right": right.value, "holder_kind": holder.kind, "holder": holder.name}
    append(kind=kind, actor=actor, subject=_subject(actor=actor, holder=holder), body=body, at=at)


def _subject(*, actor: Principal, holder: Holder) -> UUID:
    """Groups have no uid: the fact is filed under whoever changed it."""
    row = row_of(holder)
    return row.uid if isinstance(row, User) else actor.uid  # type: ignore[return-value]  # an operator has a uid
