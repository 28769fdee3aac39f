"""Pages: what a host shows where. Any uid may be embedded; who may say so is limited (T39, T85)."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.contrib.auth.models import Group

from acl.models import Surface, User
from citeledger.core.principals import ANONYMOUS, Principal
from citeledger.core.refusals import Forbidden, NotFound, Refused
from citeledger.ledger.models import Page, PageCitation
from citeledger.ledger.services import CITATIONS_PER_PAGE, create_page, put_page
from citeledger.log.models import LogDetail, LogEntry
from tests.integration.ledger.world import NOW, World, make_operator


@pytest.fixture
def world(db: None) -> World:
    return World()


@pytest.fixture
def wiki(world: World) -> Surface:
    """A surface for the group of which Alice is a member and Bob is not."""
    group = Group.objects.create(name="support")
    User.objects.get(pk=world.alice.id).groups.add(group)
    return Surface.objects.create(name="wiki", allowed_group=group)


def put(actor: Principal, surface: UUID, citations: Sequence[UUID] = (), **more: Any) -> UUID:
    values = {"kind": "runbook", "host_reference": "RB-12", "title": "Refunds"} | more
    return put_page(actor=actor, surface=surface, citations=citations, at=NOW, **values)


def shown(page: UUID) -> list[UUID]:
    return list(PageCitation.objects.filter(page__uid=page).order_by("position").values_list("citation_uid", flat=True))


def test_a_page_keeps_its_citations_in_order_known_or_not(world: World, wiki: Surface) -> None:
    first, second = uuid4(), uuid4()
    page = put(world.alice, wiki.uid, [second, first, second])
    assert shown(page) == [second, first, second]
    assert Page.objects.get(uid=page).owner_id == world.alice.id


def test_putting_it_again_replaces_it_as_a_whole_and_keeps_its_owner(world: World, wiki: Surface) -> None:
    page = put(world.alice, wiki.uid, [uuid4(), uuid4()])
    make_operator(world.bob)
    only = uuid4()
    assert put(world.bob, wiki.uid, [only], kind="ticket", title="Returns") == page
    stored = Page.objects.get(uid=page)
    assert (stored.title, stored.kind, stored.owner_id, shown(page)) == ("Returns", "ticket", world.alice.id, [only])
    assert [entry.actor_uid for entry in LogEntry.objects.filter(subject_uid=page).order_by("pk")] == [
        world.alice.uid,
        world.bob.uid,
    ]


def test_somebody_else_does_not_replace_it(world: World, wiki: Surface) -> None:
    page = put(world.alice, wiki.uid)
    wiki.allowed_group.user_set.add(world.bob.id)
    with pytest.raises(Forbidden):
        put(world.bob, wiki.uid, title="Mine now")
    assert Page.objects.get(uid=page).title == "Refunds"


def test_the_same_reference_on_another_surface_is_another_page(world: World, wiki: Surface) -> None:
    other = Surface.objects.create(name="tickets", allowed_group=wiki.allowed_group)
    assert put(world.alice, wiki.uid) != put(world.alice, other.uid)


def test_the_log_names_the_citations_and_no_title(world: World, wiki: Surface) -> None:
    citation = uuid4()
    page = put(world.alice, wiki.uid, [citation])
    body = LogDetail.objects.get(entry__subject_uid=page).body
    assert str(citation) in body
    assert "Refunds" not in body
    assert "RB-12" not in body


def test_strangers_and_unknown_surfaces_are_not_found(world: World, wiki: Surface) -> None:
    for actor, surface in ((world.bob, wiki.uid), (ANONYMOUS, wiki.uid), (world.alice, uuid4())):
        with pytest.raises(NotFound):
            put(actor, surface)
    assert not Page.objects.exists()


def test_a_surface_for_everyone_takes_pages_from_whoever_is_signed_in(world: World) -> None:
    everyone = Surface.objects.create(name="chat")
    assert put(world.bob, everyone.uid)
    with pytest.raises(NotFound):
        put(ANONYMOUS, everyone.uid)
    User.objects.filter(pk=world.bob.id).update(is_active=False)
    with pytest.raises(NotFound):
        put(world.bob, everyone.uid)


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"kind": "blog"}, "unknown_page_kind"),
        ({"title": ""}, "invalid_title"),
        ({"title": "x" * 301}, "invalid_title"),
        ({"title": "two\nlines"}, "invalid_title"),
        ({"title": "a\0b"}, "invalid_title"),
        ({"title": "half \ud800"}, "invalid_title"),
        ({"title": "turned \u202e"}, "invalid_title"),
        ({"host_reference": " "}, "invalid_host_reference"),
        ({"host_reference": "r" * 301}, "invalid_host_reference"),
    ],
)
def test_what_does_not_fit_is_refused(world: World, wiki: Surface, more: dict[str, str], code: str) -> None:
    with pytest.raises(Refused) as refused:
        put(world.alice, wiki.uid, **more)
    assert refused.value.code == code
    assert not Page.objects.exists()


def test_none_is_made_where_one_is_whoever_put_it(world: World, wiki: Surface) -> None:
    put(world.alice, wiki.uid)
    with pytest.raises(Refused) as refused:
        create_page(
            actor=world.alice,
            surface=wiki.uid,
            kind="runbook",
            host_reference="RB-12",
            title="Another",
            citations=(),
            at=NOW,
        )
    assert (refused.value.code, refused.value.at) == ("page_exists", "host_reference")
    assert Page.objects.count() == 1


def test_citations_are_capped(world: World, wiki: Surface) -> None:
    assert len(shown(put(world.alice, wiki.uid, [uuid4()] * CITATIONS_PER_PAGE))) == CITATIONS_PER_PAGE
    with pytest.raises(Refused) as refused:
        put(world.alice, wiki.uid, [uuid4()] * (CITATIONS_PER_PAGE + 1))
    assert refused.value.code == "too_many_citations"
