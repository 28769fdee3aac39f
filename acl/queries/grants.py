"""Who holds what: on a document, on an answer, over the installation."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.apps import apps
from django.db.models import QuerySet

from acl.models import AnswerGroupGrant, AnswerUserGrant, DocumentGroupGrant, DocumentUserGrant, InstallationGrant
from acl.queries.rights import can_on_answer, managed_answers, may_grant, require_operate
from acl.rights import RESERVED_GROUPS, InstallationRight, Right
from citeledger.core.principals import Principal
from citeledger.core.refusals import NotFound
from citeledger.tables.expressions import Ids


@dataclass(frozen=True, slots=True)
class Holder:
    """Who holds a grant: `kind` is `user` (name = username) or `group` (name = group name, also a reserved one)."""

    kind: str
    name: str


@dataclass(frozen=True, slots=True)
class Grant:
    right: Right
    holder: Holder


@dataclass(frozen=True, slots=True)
class InstallationHolding:
    """An installation right and who was granted it."""

    right: InstallationRight
    holder: Holder


def grants_on(*, viewer: Principal, document: UUID) -> tuple[Grant, ...]:
    """Who holds what on the document. The viewer needs `manage` on it or the operate right, else `NotFound`.

    Operators need not read it: this says who holds rights on a uid, and nothing else about the document.
    """
    # The right first: asked in this order, hidden and unknown cost the same statements (threat T39).
    known = may_grant(principal=viewer, document=document) and _exists(document)
    if not known:
        raise NotFound
    return _held(
        DocumentUserGrant.objects.filter(content_object__uid=document),
        DocumentGroupGrant.objects.filter(content_object__uid=document),
    )


def _exists(document: UUID) -> bool:
    return apps.get_model("documents", "Document").objects.filter(uid=document).exists()


def grants_on_answer(*, viewer: Principal, answer: UUID) -> tuple[Grant, ...]:
    """Who holds what on the answer or derived text. The viewer needs `manage` on it, else `NotFound`."""
    if not can_on_answer(principal=viewer, right=Right.MANAGE, answer=answer):
        raise NotFound
    return _held(
        AnswerUserGrant.objects.filter(content_object__uid=answer),
        AnswerGroupGrant.objects.filter(content_object__uid=answer),
    )


def not_named_on_answers(*, viewer: Principal, answers: Collection[int], reader: UUID) -> tuple[UUID, ...]:
    """Of these answers (ids) those the viewer manages, and on which none of the grants they see lets `reader` read.

    No more than `grants_on_answer` says of each: who is in a group is for operators, so a grant to one that has members
    says nothing here. The eldest first; one statement.
    """
    named = AnswerUserGrant.objects.filter(permission__codename=Right.READ, user__uid=reader)
    everybody = AnswerGroupGrant.objects.filter(permission__codename=Right.READ, group__name__in=RESERVED_GROUPS)
    rows = managed_answers(principal=viewer).filter(pk__in=Ids(answers)).order_by("pk")
    rows = rows.exclude(pk__in=named.values("content_object")).exclude(pk__in=everybody.values("content_object"))
    return tuple(rows.values_list("uid", flat=True))


def _held(users: "QuerySet[Any]", groups: "QuerySet[Any]") -> tuple[Grant, ...]:
    held = [
        Grant(Right(code), Holder("user", name))
        for code, name in users.values_list("permission__codename", "user__username")
    ]
    held += [
        Grant(Right(code), Holder("group", name))
        for code, name in groups.values_list("permission__codename", "group__name")
    ]
    return tuple(sorted(held, key=lambda grant: (grant.holder.kind, grant.holder.name, grant.right)))


def installation_grants(*, viewer: Principal) -> tuple[InstallationHolding, ...]:
    """Who was granted which, for operators; others get `NotFound`. Superusers operate without a grant."""
    require_operate(principal=viewer)
    rows = InstallationGrant.objects.values_list("right", "user__username", "group__name")
    held = (
        InstallationHolding(InstallationRight(right), Holder("user", user) if user else Holder("group", group or ""))
        for right, user, group in rows
    )
    return tuple(sorted(held, key=lambda one: (one.right, one.holder.kind, one.holder.name)))
