"""Rights against the log (threat T20): who holds what is what the facts about it amount to, told again in their order.

The log knows every right from the first one on: a birth gives the first ones, and each change is logged with it. What
came or went another way is named by what it is on, not by who holds it; granting or revoking it here mends it.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from acl.models import (
    AnswerGroupGrant,
    AnswerUserGrant,
    DocumentGroupGrant,
    DocumentUserGrant,
    InstallationGrant,
    User,
)
from acl.rights import CREATOR_RIGHTS, Right
from citeledger.documents.models import Document
from citeledger.evidence import reach
from citeledger.evidence.problems import NOBODY, Problem
from citeledger.evidence.rows import Walk
from citeledger.ledger.models import Answer
from citeledger.log.models import Erasure, LogDetail


@dataclass(frozen=True, slots=True)
class _Held:
    """What is held, in words that name nobody (`read by a group`), and by whom."""

    what: str
    holder: str


Body = dict[str, Any]
_MEMBERSHIP = "membership of a group"
_RIGHTS = ("right_granted", "right_revoked")
_INSTALLATION = ("installation_right_granted", "installation_right_revoked")
_MEMBERS = ("member_added", "member_removed")
_GIVING = {_RIGHTS[0], _INSTALLATION[0], _MEMBERS[0]}


def rights() -> Iterator[Problem]:
    """The rights on every document and answer, those over the installation, and who is in which group."""
    documents = Document.objects.select_related("creator")
    yield from Walk(rows=documents, record="document", reach=reach.of_document).problems(_on_document)
    answers = Answer.objects.select_related("writer", "on_behalf_of")
    yield from Walk(rows=answers, record="answer", reach=reach.of_answer).problems(_on_answer)
    yield from _over_the_installation()
    yield from Walk(rows=User.objects.all(), record="user", reach=lambda _: NOBODY).problems(_in_groups)


def _on_document(document: Document) -> Iterator[Problem]:
    born = {_held(right, "user", document.creator.username) for right in CREATOR_RIGHTS}
    told = _told(born, _facts(_RIGHTS, document.uid), _rights_of)
    users = DocumentUserGrant.objects.filter(content_object=document)
    groups = DocumentGroupGrant.objects.filter(content_object=document)
    yield from _differences("document", str(document.uid), told, _granted("documents", users, groups))


def _on_answer(answer: Answer) -> Iterator[Problem]:
    users = AnswerUserGrant.objects.filter(content_object=answer)
    groups = AnswerGroupGrant.objects.filter(content_object=answer)
    yield from _differences("answer", str(answer.uid), _told_of(answer), _granted("ledger", users, groups))


def _told_of(answer: Answer) -> set[_Held]:
    """Nobody holds a right on what was erased: rights and the facts about them went with it."""
    if Erasure.objects.filter(subject_uid=answer.uid).exists():
        return set()
    born = {_held(right, "user", answer.writer.username) for right in (Right.READ, Right.MANAGE)}
    if answer.on_behalf_of:
        born.add(_held(Right.READ, "user", answer.on_behalf_of.username))
    return _told(born, _facts(_RIGHTS, answer.uid), _rights_of)


def _granted(app: str, users: "QuerySet[Any]", groups: "QuerySet[Any]") -> set[_Held]:
    """A row whose permission is of another app grants nothing there (threat T17), and no fact tells of it."""
    named = ((users, "user", "user__username"), (groups, "group", "group__name"))
    return {
        _held(code if label == app else f"{label}.{code}", kind, holder)
        for rows, kind, name in named
        for label, code, holder in rows.values_list("permission__content_type__app_label", "permission__codename", name)
    }


def _over_the_installation() -> Iterator[Problem]:
    told = _told(set(), _facts(_INSTALLATION), lambda body: [_held(body["right"], body["holder_kind"], body["holder"])])
    rows = InstallationGrant.objects.values_list("right", "user__username", "group__name")
    held = {_held(right, "user", user) if user else _held(right, "group", group) for right, user, group in rows}
    yield from _differences("rights", "over the installation", told, held)


def _in_groups(user: User) -> Iterator[Problem]:
    told = _told(set(), _facts(_MEMBERS, user.uid), lambda body: [_Held(_MEMBERSHIP, body["group"])])
    held = {_Held(_MEMBERSHIP, name) for name in user.groups.values_list("name", flat=True)}
    yield from _differences("user", str(user.uid), told, held)


def _facts(kinds: tuple[str, str], subject: UUID | None = None) -> Iterator[tuple[str, Body]]:
    """What the log says of it, oldest first; without a subject, of all."""
    rows = LogDetail.objects.filter(entry__kind__in=kinds)
    asked = rows if subject is None else rows.filter(entry__subject_uid=subject)
    for kind, body in asked.order_by("entry_id").values_list("entry__kind", "body").iterator():
        yield kind, json.loads(body)


def _rights_of(body: Body) -> Iterable[_Held]:
    return [_held(right, body["holder_kind"], body["holder"]) for right in body["rights"]]


def _held(right: str, kind: str, holder: str) -> _Held:
    return _Held(f"{right} by a {kind}", holder)


def _told(born: set[_Held], facts: Iterable[tuple[str, Body]], read: Callable[[Body], Iterable[_Held]]) -> set[_Held]:
    """What is held after all the facts, given what was held at birth."""
    held = set(born)
    for kind, body in facts:
        (held.update if kind in _GIVING else held.difference_update)(read(body))
    return held


def _differences(record: str, name: str, told: set[_Held], held: set[_Held]) -> Iterator[Problem]:
    for what in sorted({one.what for one in held - told}):
        yield Problem(record, name, f"{what} is held and no fact says so")
    for what in sorted({one.what for one in told - held}):
        yield Problem(record, name, f"{what} is not held and no fact says so")
