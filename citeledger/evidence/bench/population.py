"""Everybody else: people, groups and the grants they hold. What the hot path must not slow down for."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Any, TypeVar

from django.contrib.auth.models import Group, Permission
from django.db import models, transaction

from acl.models import DocumentGroupGrant, DocumentUserGrant, User
from citeledger.documents.models import Document

_ROWS_A_CHUNK = 5000
_GROUPS_A_PERSON = 3
_READ_BY_EVERYBODY = 0.9

M = TypeVar("M", bound=models.Model)


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """The world around the measured batch: documents nobody cites, and who holds grants on each document."""

    documents: int
    people: int
    groups: int
    people_per_document: int
    groups_per_document: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Population:
    """People and groups; `everybody` is the group that reads nine documents in ten."""

    people: Sequence[User]
    groups: Sequence[Group]
    everybody: Group


def size(*, scale: float) -> Size:
    """The world at a scale; 1 is what docs/performance.md reports. The batch itself is the same at every scale."""
    return Size(
        documents=max(20, round(5000 * scale)),
        people=max(60, round(2000 * scale)),
        groups=max(12, round(200 * scale)),
        people_per_document=max(2, round(50 * min(scale, 1.0))),
        groups_per_document=max(1, round(10 * min(scale, 1.0))),
    )


def insert(manager: "models.Manager[M]", rows: Iterable[M]) -> list[M]:
    """Insert rows in chunks, each a transaction of its own; returns them with their keys."""
    inserted: list[M] = []
    for chunk in _chunks(rows):
        with transaction.atomic():
            inserted += manager.bulk_create(chunk)
    return inserted


def populate(*, size: Size) -> Population:
    """People and groups; everybody is in the one big group and in a few others."""
    names = ["bench everybody", *(f"bench group {number}" for number in range(size.groups))]
    everybody, *groups = insert(Group.objects, (Group(name=name) for name in names))
    people = insert(User.objects, (User(username=f"bench-{number}") for number in range(size.people)))
    chance = Random(1)  # noqa: S311 - the same world every time, nothing secret
    insert(
        User.groups.through.objects,
        (
            _membership(person, group)
            for person in people
            for group in (everybody, *chance.sample(groups, _GROUPS_A_PERSON))
        ),
    )
    return Population(people=people, groups=groups, everybody=everybody)


def join(*, person: User, population: Population, others: int) -> None:
    """Put one more person into the big group and into this many of the others."""
    for group in (population.everybody, *population.groups[:others]):
        _membership(person, group).save()


def grant_around(*, documents: Sequence[Document], population: Population, size: Size) -> int:
    """Grants to read, as an organisation has them: some people, some groups, mostly everybody. Returns how many."""
    chance = Random(2)  # noqa: S311 - as above
    read = permission("read")
    count = _inserted(
        DocumentUserGrant.objects,
        (
            DocumentUserGrant(content_object=document, permission=read, user=person)
            for document in documents
            for person in chance.sample(population.people, size.people_per_document)
        ),
    )
    return count + _inserted(
        DocumentGroupGrant.objects,
        (
            DocumentGroupGrant(content_object=document, permission=read, group=group)
            for document in documents
            for group in _reading(population, size, chance)
        ),
    )


def permission(codename: str) -> Permission:
    """The permission behind a right on documents."""
    return Permission.objects.get(content_type__app_label="documents", codename=codename)


def _reading(population: Population, size: Size, chance: Random) -> list[Group]:
    some = chance.sample(population.groups, size.groups_per_document)
    return [population.everybody, *some] if chance.random() < _READ_BY_EVERYBODY else some


def _membership(person: User, group: Group) -> Any:
    return User.groups.through(user_id=person.pk, group_id=group.pk)


def _inserted(manager: "models.Manager[M]", rows: Iterable[M]) -> int:
    count = 0
    for chunk in _chunks(rows):
        with transaction.atomic():
            count += len(manager.bulk_create(chunk))
    return count


def _chunks(rows: Iterable[M]) -> Iterator[list[M]]:
    waiting = iter(rows)
    while chunk := list(islice(waiting, _ROWS_A_CHUNK)):
        yield chunk
