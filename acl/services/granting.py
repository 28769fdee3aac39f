"""Rights on documents, answers and derived texts: granted, revoked, given at birth."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from django.apps import apps
from django.contrib.auth.models import Group, Permission
from django.db import models, transaction
from django.db.models import QuerySet
from guardian.shortcuts import assign_perm, remove_perm

from acl.managers import is_managed
from acl.models import AnswerGroupGrant, AnswerUserGrant, DocumentEpoch, DocumentUserGrant, User
from acl.queries import Holder, can_on_answer, may_grant
from acl.rights import CREATOR_RIGHTS, Right, rights_written
from citeledger.core.principals import Principal
from citeledger.core.refusals import NotFound, Refused
from citeledger.log.models import Erasure
from citeledger.log.services import Json, append

if TYPE_CHECKING:
    from citeledger.ledger.models import Answer


@dataclass(frozen=True, slots=True, kw_only=True)
class _Change:
    """What happens to the rows, under which name it is logged, and which rights a named right stands for."""

    kind: str
    of_row: Callable[[str, User | Group, models.Model], object]
    rights_of: Callable[[Right], frozenset[Right]]


_GRANT = _Change(kind="right_granted", of_row=assign_perm, rights_of=rights_written)
_REVOKE = _Change(kind="right_revoked", of_row=remove_perm, rights_of=lambda right: frozenset({right}))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asked:
    """One right, to or from one holder, by whom and when."""

    actor: Principal
    right: Right
    holder: Holder
    at: datetime


def grant(*, actor: Principal, document: UUID, right: Right, holder: Holder, at: datetime) -> None:
    """Grant a right on a document (and what is written with it). `NotFound` unless the actor manages or operates."""
    _change_document(_GRANT, _Asked(actor=actor, right=right, holder=holder, at=at), document)


def revoke(*, actor: Principal, document: UUID, right: Right, holder: Holder, at: datetime) -> None:
    """Revoke exactly this right. Revoking one that is not held changes nothing and is logged all the same.

    Raises Refused (`last_manager`) where nobody could manage the document afterwards.
    """
    _change_document(_REVOKE, _Asked(actor=actor, right=right, holder=holder, at=at), document)


@transaction.atomic
def _change_document(change: _Change, asked: _Asked, document: UUID) -> None:
    # The right first: asked in this order, hidden and unknown cost the same statements (threat T39).
    allowed = may_grant(principal=asked.actor, document=document)
    thing = apps.get_model("documents", "Document").objects.filter(uid=document).first() if allowed else None
    if thing is None:
        raise NotFound
    # The row that the triggers will move comes first: two writers of several rights wait instead of deadlocking (T22).
    DocumentEpoch.objects.select_for_update().get(document_id=thing.pk)
    _apply(change, asked, thing=thing, subject=document)
    if change is _REVOKE and asked.right is Right.MANAGE and not is_managed(document_id=thing.pk):
        raise Refused("last_manager", "Nobody would manage it any more; grant manage to somebody else first.", "holder")


def grant_answer(*, actor: Principal, answer: UUID, right: Right, holder: Holder, at: datetime) -> None:
    """Grant `read` or `manage` on an answer or derived text. `NotFound` unless the actor manages it, or it is erased.

    Raises Refused (`unknown_holder`, `right_not_applicable`).
    """
    _change_answer(_GRANT, _Asked(actor=actor, right=right, holder=holder, at=at), answer)


def revoke_answer(*, actor: Principal, answer: UUID, right: Right, holder: Holder, at: datetime) -> None:
    """Revoke exactly this right on an answer or derived text."""
    _change_answer(_REVOKE, _Asked(actor=actor, right=right, holder=holder, at=at), answer)


@transaction.atomic
def _change_answer(change: _Change, asked: _Asked, answer: UUID) -> None:
    allowed = can_on_answer(principal=asked.actor, right=Right.MANAGE, answer=answer)
    thing = _locked_answers().filter(uid=answer).first() if allowed else None
    if thing is None or Erasure.objects.filter(subject_uid=answer).exists():
        raise NotFound
    if asked.right not in {Right.READ, Right.MANAGE}:
        raise Refused("right_not_applicable", "An answer carries the rights read and manage only.", "right")
    _apply(change, asked, thing=thing, subject=answer)


def drop_answer_grants(*, answer_id: int) -> None:
    """Every grant on an answer that is being erased. Part of the erasure, inside its transaction, behind its row.

    Whoever grants meanwhile either commits first, and the grant goes too, or waits here and finds the erasure.
    """
    _locked_answers().get(pk=answer_id)
    for grants in (AnswerUserGrant, AnswerGroupGrant):
        grants.objects.filter(content_object_id=answer_id).delete()


def _locked_answers() -> "QuerySet[Answer]":
    """Answers whose rows are held until the transaction ends; SQLite's writers already take turns.

    What is read after the lock is read anew, so a change that was waited for is seen.
    """
    return apps.get_model("ledger", "Answer").objects.select_for_update()


def _apply(change: _Change, asked: _Asked, *, thing: models.Model, subject: UUID) -> None:
    holder, rights = asked.holder, sorted(change.rights_of(asked.right))
    row = row_of(holder)
    for right in rights:
        change.of_row(f"{thing._meta.app_label}.{right.value}", row, thing)
    held: list[Json] = [right.value for right in rights]
    body: dict[str, Json] = {"holder_kind": holder.kind, "holder": holder.name, "rights": held}
    append(kind=change.kind, actor=asked.actor, subject=subject, body=body, at=asked.at)


def row_of(holder: Holder) -> User | Group:
    """The user or group a holder names. Raises Refused (`unknown_holder`)."""
    found = (
        User.objects.filter(username=holder.name).first()
        if holder.kind == "user"
        else Group.objects.filter(name=holder.name).first()
    )
    if found is None:
        raise Refused("unknown_holder", "No user or group of that name; check the spelling.", "holder")
    return found


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


def _id(actor: Principal) -> int:
    if actor.id is None:
        raise NotFound
    return actor.id
