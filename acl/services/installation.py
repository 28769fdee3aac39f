"""The rights over the whole installation: given and taken by operators, by user or by group."""

from datetime import datetime
from typing import Any

from django.db import transaction

from acl.models import InstallationGrant, User
from acl.queries import Holder, require_operate
from acl.rights import InstallationRight
from acl.services.granting import row_of
from acl.services.people import subject_of
from citeledger.core.principals import Principal
from citeledger.log.services import Json, append


@transaction.atomic
def grant_installation(*, actor: Principal, right: InstallationRight, holder: Holder, at: datetime) -> None:
    """Grant a right over the installation. The actor operates, else `NotFound`; Refused `unknown_holder`."""
    require_operate(principal=actor)
    _insert(right=right, holder=holder)
    _log(kind="installation_right_granted", actor=actor, right=right, holder=holder, at=at)


def ensure_installation_right(*, right: InstallationRight, holder: Holder, at: datetime) -> None:
    """Grant it where it is not held, and log that; for the command line, inside its transaction."""
    if _insert(right=right, holder=holder):
        _log(kind="installation_right_granted", actor=None, right=right, holder=holder, at=at)


def _insert(*, right: InstallationRight, holder: Holder) -> bool:
    """Whether the grant was missing."""
    _, made = InstallationGrant.objects.get_or_create(right=right.value, **_columns(holder))
    return made


@transaction.atomic
def revoke_installation(*, actor: Principal, right: InstallationRight, holder: Holder, at: datetime) -> None:
    """Revoke a right over the installation. Revoking one that is not held changes nothing and is logged."""
    require_operate(principal=actor)
    InstallationGrant.objects.filter(right=right.value, **_columns(holder)).delete()
    _log(kind="installation_right_revoked", actor=actor, right=right, holder=holder, at=at)


def _columns(holder: Holder) -> dict[str, Any]:
    row = row_of(holder)
    return {"user": row} if isinstance(row, User) else {"group": row}


def _log(*, kind: str, actor: Principal | None, right: InstallationRight, holder: Holder, at: datetime) -> None:
    row = row_of(holder)
    subject = row.uid if isinstance(row, User) else subject_of(actor)
    body: dict[str, Json] = {"right": right.value, "holder_kind": holder.kind, "holder": holder.name}
    append(kind=kind, actor=actor, subject=subject, body=body, at=at)
