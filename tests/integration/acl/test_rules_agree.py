"""`can`, `readable` and the evaluator are one rule in three shapes: random worlds do not tell them apart (T12, T26)."""

import random

import pytest
from django.contrib.auth.models import Group

from acl.models import User
from acl.queries import Holder, can, can_read_answer, principal_named, readable, readable_answers
from acl.rights import Right
from acl.services import grant, grant_answer
from citeledger.core.principals import ANONYMOUS
from citeledger.core.states import State
from tests import cast
from tests.cast import AT, Cast
from tests.ground.databases import BuiltOnce

pytestmark = pytest.mark.django_db

GROUPS = ("red", "green", "anyone", "signed_in")
PEOPLE = ("ann", "ben", "cem")


@pytest.fixture(scope="module")
def _people(built_once: BuiltOnce) -> Cast:
    return built_once(cast.make_cast)


@pytest.fixture
def people(_people: Cast, db: None) -> Cast:
    return _people


@pytest.mark.parametrize("seed", range(6))
def test_one_rule_in_three_shapes(people: Cast, seed: int) -> None:
    chance = random.Random(seed)
    for name in ("red", "green"):
        Group.objects.create(name=name)
    for name in PEOPLE:
        user = User.objects.create(username=name, is_superuser=chance.random() < 0.3)
        user.groups.set(Group.objects.filter(name__in=chance.sample(("red", "green"), chance.randint(0, 2))))
    holders = [Holder("group", name) for name in GROUPS] + [Holder("user", name) for name in PEOPLE]
    documents = [cast.make_document(owner=people.legal, readers=[]) for _ in range(5)]
    answers = [cast.cite(writer=people.legal, documents=[document]) for document in documents]
    for document, answer in zip(documents, answers, strict=True):
        for holder in chance.sample(holders, chance.randint(0, 2)):
            right = chance.choice([Right.READ, Right.CITE, Right.MANAGE])
            grant(actor=people.legal, document=document, right=right, holder=holder, at=AT)
            grant_answer(actor=people.legal, answer=answer.uid, right=Right.READ, holder=holder, at=AT)
    viewers = [principal for name in PEOPLE if (principal := principal_named(username=name))]
    for viewer in [*viewers, ANONYMOUS, people.legal]:
        for right in Right:
            held = set(readable(principal=viewer, right=right).values_list("uid", flat=True))
            assert held == {uid for uid in documents if can(principal=viewer, right=right, document=uid)}
        read = {uid for uid in documents if can(principal=viewer, right=Right.READ, document=uid)}
        shown = {
            document
            for document, answer in zip(documents, answers, strict=True)
            if cast.state(viewer, answer.citations[0]) is State.CURRENT
        }
        assert shown == read
        listed = set(readable_answers(principal=viewer).values_list("uid", flat=True))
        assert listed == {a.uid for a in answers if can_read_answer(principal=viewer, answer=a.uid)}


def test_an_inactive_user_reads_nothing(people: Cast) -> None:
    document = cast.make_document(owner=people.legal, readers=[cast.ANYONE, cast.STAFF])
    gone = people.deactivate(people.legal)
    assert not can(principal=gone, right=Right.EDIT, document=document)


@pytest.mark.parametrize("right", list(Right))
def test_no_right_implies_another(people: Cast, right: Right) -> None:
    """Each cell of the table: one row granted, exactly that right held; edit and manage write read as a row."""
    document = cast.make_document(owner=people.legal, readers=[])
    grant(actor=people.legal, document=document, right=right, holder=Holder("user", "contractor"), at=AT)
    held = {other for other in Right if can(principal=people.contractor, right=other, document=document)}
    assert held == ({right, Right.READ} if right in (Right.EDIT, Right.MANAGE) else {right})


def test_a_new_document_is_its_creators_alone(people: Cast) -> None:
    document = cast.make_document(owner=people.legal, readers=[])
    readers = {
        name
        for name in ("legal", "support", "manager", "contractor", "auditor", "service", "superuser", "anonymous")
        if can(principal=getattr(people, name), right=Right.READ, document=document)
    }
    assert readers == {"legal"}
