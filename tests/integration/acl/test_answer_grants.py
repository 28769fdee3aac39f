"""Grants on an answer go when it is erased, and none comes after, whoever is faster."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import UUID

import pytest
from django.db import connections, transaction

from acl import services
from acl.models import AnswerGroupGrant, AnswerUserGrant
from acl.queries import Holder
from acl.rights import Right
from acl.services import granting
from citeledger.core.refusals import NotFound
from citeledger.ledger.models import Answer
from citeledger.log.services import open_door
from tests import cast
from tests.cast import AT, Cast
from tests.ground.databases import CommittedDatabase

CONTRACTOR = Holder("user", "contractor")


def _world() -> tuple[Cast, UUID]:
    people = cast.make_cast()
    document = cast.make_document(owner=people.legal)
    return people, cast.cite(writer=people.legal, documents=[document]).uid


def _grants(answer: UUID) -> int:
    return sum(
        grants.objects.filter(content_object__uid=answer).count() for grants in (AnswerUserGrant, AnswerGroupGrant)
    )


def _share(people: Cast, answer: UUID) -> None:
    services.grant_answer(actor=people.legal, answer=answer, right=Right.READ, holder=CONTRACTOR, at=AT)


def _erase(people: Cast, answer: UUID) -> None:
    open_door(subject=answer, actor=people.legal, at=AT)
    services.drop_answer_grants(answer_id=Answer.objects.get(uid=answer).pk)


def test_all_grants_go_with_the_answer_and_no_others(db: None) -> None:
    people, answer = _world()
    _share(people, answer)
    cast.share_answer(owner=people.legal, answer=answer)
    other = cast.cite(writer=people.support, documents=[cast.make_document(owner=people.legal)]).uid
    with transaction.atomic():
        _erase(people, answer)
    assert (_grants(answer), _grants(other)) == (0, 2)


def test_nothing_is_granted_on_an_erased_answer_even_where_a_right_was_left(db: None) -> None:
    people, answer = _world()
    open_door(subject=answer, actor=people.legal, at=AT)
    with pytest.raises(NotFound):
        _share(people, answer)


def _both(first: Callable[[], None], second: Callable[[], None]) -> list[Any]:
    """What the two raised, run on connections of their own."""

    def one(act: Callable[[], None]) -> Any:
        try:
            act()
        except NotFound as refused:
            return refused
        finally:
            connections.close_all()

    with ThreadPoolExecutor(max_workers=2) as threads:
        return [future.result() for future in (threads.submit(one, first), threads.submit(one, second))]


def test_whoever_grants_while_it_is_erased_waits_and_is_refused(committed_db: CommittedDatabase) -> None:
    people, answer = _world()
    dropped = threading.Event()

    def erase() -> None:
        with transaction.atomic():
            _erase(people, answer)
            dropped.set()
            granted.wait(timeout=1)  # without the lock the grant is made within this second

    def share() -> None:
        dropped.wait(timeout=10)
        _share(people, answer)
        granted.set()

    granted = threading.Event()
    assert [type(said) for said in _both(erase, share)] == [type(None), NotFound]
    assert _grants(answer) == 0


def test_a_grant_that_comes_first_goes_too(committed_db: CommittedDatabase, monkeypatch: pytest.MonkeyPatch) -> None:
    people, answer = _world()
    applied, erased = threading.Event(), threading.Event()
    log = granting.append

    def slow_log(**fact: Any) -> Any:
        applied.set()
        erased.wait(timeout=1)  # without the lock the eraser is done within this second
        return log(**fact)

    def erase() -> None:
        applied.wait(timeout=10)
        with transaction.atomic():
            _erase(people, answer)
        erased.set()

    monkeypatch.setattr(granting, "append", slow_log)
    assert _both(lambda: _share(people, answer), erase) == [None, None]
    assert _grants(answer) == 0
