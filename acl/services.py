"""Changing rights. Each change and its log entry commit together; the epochs move by trigger, never from here."""

import hashlib
import secrets
from collections.abc import Iterable
from datetime import datetime
from typing import Any
from uuid import UUID

from django.apps import apps
from django.contrib.auth.models import Group, Permission
from django.db import IntegrityError, models, transaction
from guardian.shortcuts import assign_perm, remove_perm

from acl.models import AnswerUserGrant, ApiToken, DocumentUserGrant, InstallationGrant, User
from acl.queries import Holder, can_on_answer, may_grant, require_operate
from acl.rights import CREATOR_RIGHTS, RESERVED_GROUPS, InstallationRight, Right, rights_written
from citeledger.core.principals import Kind, Principal
from citeledger.core.refusals import NotFound, Refused
from citeledger.log.services import Json, append

TOKEN_PREFIX = "clt_"  # noqa: S105  # a mark that scanners for leaked tokens can look for


def grant(*, actor: Principal, document: UUID, right: Right, holder: Holder, at: datetime) -> None:
    """Grant a right on a document (and what is written with it). `NotFound` unless the actor manages or operates."""
    _change(actor=actor, document=document, rights=rights_written(right), holder=holder, at=at, kind="right_granted")


def revoke(*, actor: Principal, document: UUID, right: Right, holder: Holder, at: datetime) -> None:
    """Revoke exactly this right. Revoking one that is not held changes nothing and is logged all the same."""
    _change(actor=actor, document=document, rights=frozenset({right}), holder=holder, at=at, kind="right_revoked")


@transaction.atomic
def _change(
    *, actor: Principal, document: UUID, rights: frozenset[Right], holder: Holder, at: datetime, kind: str
) -> None:
    # The right first: asked in this order, hidden and unknown cost the same statements (threat T39).
    allowed = may_grant(principal=actor, document=document)
    thing = apps.get_model("documents", "Document").objects.filter(uid=document).first() if allowed else None
    if thing is None:
        raise NotFound
    _apply(thing=thing, app_label="documents", rights=rights, holder=holder, kind=kind)
    _log(kind=kind, actor=actor, subject=document, rights=rights, holder=holder, at=at)


def grant_answer(*, actor: Principal, answer: UUID, right: Right, holder: Holder, at: datetime) -> None:
    """Grant `read` or `manage` on an answer or derived text. `NotFound` unless the actor manages it."""
    _change_answer(actor=actor, answer=answer, rights=rights_written(right), holder=holder, at=at, kind="right_granted")


def revoke_answer(*, actor: Principal, answer: UUID, right: Right, holder: Holder, at: datetime) -> None:
    """Revoke exactly this right on an answer or derived text."""
    _change_answer(actor=actor, answer=answer, rights=frozenset({right}), holder=holder, at=at, kind="right_revoked")


@transaction.atomic
def _change_answer(
    *, actor: Principal, answer: UUID, rights: frozenset[Right], holder: Holder, at: datetime, kind: str
) -> None:
    allowed = can_on_answer(principal=actor, right=Right.MANAGE, answer=answer)
    thing = apps.get_model("ledger", "Answer").objects.filter(uid=answer).first() if allowed else None
    if thing is None:
        raise NotFound
    if not rights <= {Right.READ, Right.MANAGE}:
        raise Refused("right_not_applicable", "An answer carries the rights read and manage only.", "right")
    _apply(thing=thing, app_label="ledger", rights=rights, holder=holder, kind=kind)
    _log(kind=kind, actor=actor, subject=answer, rights=rights, holder=holder, at=at)


def _apply(*, thing: models.Model, app_label: str, rights: frozenset[Right], holder: Holder, kind: str) -> None:
    change = assign_perm if kind == "right_granted" else remove_perm
    who = _holder(holder)
    for right in sorted(rights):
        change(f"{app_label}.{right.value}", who, thing)


def _holder(holder: Holder) -> User | Group:
    found = (
        User.objects.filter(username=holder.name).first()
        if holder.kind == "user"
        else Group.objects.filter(name=holder.name).first()
    )
    if found is None:
        raise Refused("unknown_holder", "No user or group of that name; check the spelling.", "holder")
    return found


def _log(*, kind: str, actor: Principal, subject: UUID, rights: Iterable[Right], holder: Holder, at: datetime) -> None:
    body: dict[str, Json] = {
        "holder_kind": holder.kind,
        "holder": holder.name,
        "rights": [right.value for right in sorted(rights)],
    }
    append(kind=kind, actor=actor, subject=subject, body=body, at=at)


def grant_all_to_creator(*, creator: Principal, document: UUID) -> None:
    """Every right on a document to whoever made it. Part of the birth, inside its transaction and its log entry."""
    thing = apps.get_model("documents", "Document").objects.get(uid=document)
    codes = [right.value for right in CREATOR_RIGHTS]
    permissions = Permission.objects.filter(
        content_type__app_label="documents", content_type__model="document", codename__in=codes
    )
    DocumentUserGrant.objects.bulk_create(
        DocumentUserGrant(content_object=thing, permission=permission, user_id=_id(creator))
        for permission in permissions
    )


def grant_answer_to_writer(*, writer: Principal, on_behalf_of: UUID | None, answer: UUID) -> None:
    """`read` and `manage` to the writer, `read` to the person written for. Part of the birth of the answer."""
    thing = apps.get_model("ledger", "Answer").objects.get(uid=answer)
    permissions = {
        permission.codename: permission
        for permission in Permission.objects.filter(content_type__app_label="ledger", content_type__model="answer")
    }
    grants = [
        AnswerUserGrant(content_object=thing, permission=permissions[right.value], user_id=_id(writer))
        for right in (Right.READ, Right.MANAGE)
    ]
    if on_behalf_of is not None and on_behalf_of != writer.uid:
        reader = User.objects.get(uid=on_behalf_of)
        grants.append(AnswerUserGrant(content_object=thing, permission=permissions[Right.READ.value], user=reader))
    AnswerUserGrant.objects.bulk_create(grants)


@transaction.atomic
def grant_installation(*, actor: Principal, right: InstallationRight, holder: Holder, at: datetime) -> None:
    """Grant audit or operate over the installation. The actor operates, else `NotFound`."""
    require_operate(principal=actor)
    InstallationGrant.objects.get_or_create(right=right.value, **_installation_holder(holder))
    append(
        kind="installation_right_granted",
        actor=actor,
        subject=_holder(holder).uid if holder.kind == "user" else actor.uid,  # type: ignore[arg-type,union-attr]  # an operator is a user and has a uid
        body={"right": right.value, "holder_kind": holder.kind, "holder": holder.name},
        at=at,
    )


@transaction.atomic
def revoke_installation(*, actor: Principal, right: InstallationRight, holder: Holder, at: datetime) -> None:
    """Revoke audit or operate."""
    require_operate(principal=actor)
    InstallationGrant.objects.filter(right=right.value, **_installation_holder(holder)).delete()
    append(
        kind="installation_right_revoked",
        actor=actor,
        subject=_holder(holder).uid if holder.kind == "user" else actor.uid,  # type: ignore[arg-type,union-attr]  # as above
        body={"right": right.value, "holder_kind": holder.kind, "holder": holder.name},
        at=at,
    )


def _installation_holder(holder: Holder) -> dict[str, Any]:
    return {holder.kind: _holder(holder)}


@transaction.atomic
def create_user(*, actor: Principal, username: str, password: str | None, kind: Kind, at: datetime) -> UUID:
    """A new person or service; without a password only tokens sign in. The actor operates, else `NotFound`."""
    require_operate(principal=actor)
    if User.objects.filter(username=username).exists():
        raise Refused("username_taken", "Choose another username; this one is taken.", "username")
    user = User(username=username, kind=kind.value)
    user.set_password(password) if password else user.set_unusable_password()
    user.full_clean(exclude=["password"])
    user.save(force_insert=True)
    append(kind="user_created", actor=actor, subject=user.uid, body={"username": username, "kind": kind.value}, at=at)
    return user.uid


@transaction.atomic
def set_active(*, actor: Principal, user: UUID, active: bool, at: datetime) -> None:
    """Let a user in or shut them out, at once, everywhere."""
    require_operate(principal=actor)
    if not User.objects.filter(uid=user).update(is_active=active):
        raise NotFound
    append(kind="user_activity_set", actor=actor, subject=user, body={"active": active}, at=at)


@transaction.atomic
def create_group(*, actor: Principal, name: str, at: datetime) -> None:
    """A new group without members."""
    require_operate(principal=actor)
    try:
        with transaction.atomic():
            Group.objects.create(name=name)
    except IntegrityError as taken:
        raise Refused("group_name_taken", "Choose another name; this group exists.", "name") from taken
    append(kind="group_created", actor=actor, subject=_uid(actor), body={"group": name}, at=at)


@transaction.atomic
def add_member(*, actor: Principal, group: str, user: UUID, at: datetime) -> None:
    """Put a user into a group."""
    _member(actor=actor, group=group, user=user).groups.add(_group(group))
    append(kind="member_added", actor=actor, subject=user, body={"group": group}, at=at)


@transaction.atomic
def remove_member(*, actor: Principal, group: str, user: UUID, at: datetime) -> None:
    """Take a user out of a group."""
    _member(actor=actor, group=group, user=user).groups.remove(_group(group))
    append(kind="member_removed", actor=actor, subject=user, body={"group": group}, at=at)


def _member(*, actor: Principal, group: str, user: UUID) -> User:
    require_operate(principal=actor)
    if group in RESERVED_GROUPS:
        raise Refused("reserved_group", "anyone and signed_in have no members; grant to them instead.", "group")
    found = User.objects.filter(uid=user).first()
    if found is None:
        raise NotFound
    return found


def _group(name: str) -> Group:
    found = Group.objects.filter(name=name).first()
    if found is None:
        raise NotFound
    return found


@transaction.atomic
def issue_token(*, actor: Principal, name: str, at: datetime) -> str:
    """A new bearer token of the actor's own. Returned once; only its SHA-256 is kept (256 random bits need no salt)."""
    token = TOKEN_PREFIX + secrets.token_urlsafe(32)
    row = ApiToken.objects.create(
        user_id=_id(actor), name=name, digest=hashlib.sha256(token.encode()).hexdigest(), created_at=at
    )
    append(kind="token_issued", actor=actor, subject=row.uid, body={"name": name}, at=at)
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


def _uid(actor: Principal) -> UUID:
    if actor.uid is None:
        raise NotFound
    return actor.uid


def rotate_incarnation() -> None:
    """Make everything cached before unusable: after a restore, a failover, or a repair of triggers (threat T5)."""
    apps.get_model("acl", "Incarnation").objects.update(token=secrets.token_hex(16))
