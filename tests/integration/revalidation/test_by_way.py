"""What a statement does not cite itself, but a text it rests on, is told as that wherever it is told."""

from dataclasses import dataclass
from uuid import UUID

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from acl.models import User
from acl.rights import Right
from acl.services import grant
from citeledger.core.principals import Principal
from citeledger.core.statements import Absence, AnswerKind, Basis, Context, Statement
from citeledger.core.states import State
from citeledger.documents.services import pin
from citeledger.emission.hand_offs import hand_over, take_over
from citeledger.emission.services import record_answer
from citeledger.interfaces.handing_over import envelope_of
from citeledger.interfaces.wording import BY_WAY, CHANGED_BY_WAY, STATES
from revalidation.by_way import spans_by_way
from revalidation.panels import panel
from revalidation.reading import answer
from revalidation.reviews import reviews
from revalidation.service import facts
from revalidation.views import StatementView
from tests import cast
from tests.cast import AT, STAFF, Cast
from tests.ground.databases import BuiltOnce

pytestmark = pytest.mark.django_db
SHIPPING = "Return shipping is free within the country."
CREDIT = {"version": 1, "kind": "phrase", "phrase": "store credit"}
NUMBER = "A number in the cited words was changed."


def recorded(writer: Principal, *statements: Statement, kind: AnswerKind = AnswerKind.ANSWER) -> tuple[UUID, ...]:
    """The uids of the text and of its citations; all of staff may read it."""
    how = {"context": Context(), "on_behalf_of": None, "at": AT}
    made = record_answer(writer=writer, kind=kind, segments=statements, **how)
    cast.share_answer(owner=writer, answer=made.uid)
    return made.uid, *made.citations


@dataclass(frozen=True)
class Taken:
    """An answer of legal's on two passages, and what the manager took over of it; then one passage was edited.

    `window` and `free` are citations of legal's answer; `taken_window` and `taken_free` of the text taken over.
    """

    people: Cast
    document: UUID
    taken: UUID
    window: UUID
    free: UUID
    taken_window: UUID
    taken_free: UUID


def told() -> Taken:
    people = cast.make_cast()
    legal, manager = people.legal, people.manager
    document = cast.make_document(owner=legal)
    grant(actor=legal, document=document, right=Right.ATTEST, holder=STAFF, at=AT)
    window, free = (cast.mint(writer=legal, document=document, exact=exact) for exact in (cast.REFUND, SHIPPING))
    text, *cited = recorded(
        legal,
        Statement("There are 30 days.", Basis.PARAPHRASED, spans=(window,)),
        Statement(SHIPPING, Basis.QUOTED, spans=(free,)),
    )
    assert manager.uid
    envelope = envelope_of(sender=legal, hand_off=hand_over(sender=legal, answer=text, to=manager.uid, at=AT))
    taken = take_over(receiver=manager, envelope=envelope, at=AT)
    cast.share_answer(owner=manager, answer=taken.uid)
    cast.publish(owner=legal, document=document, text=cast.EDITED)
    return Taken(people, document, taken.uid, *cited, *taken.citations)


@pytest.fixture(scope="module")
def _told(built_once: BuiltOnce) -> Taken:
    return built_once(told)


@pytest.fixture
def story(_told: Taken, db: None) -> Taken:
    return _told


@pytest.fixture
def browser(story: Taken) -> Client:
    client = Client()
    client.force_login(User.objects.get(pk=story.people.support.id), "django.contrib.auth.backends.ModelBackend")
    return client


def test_the_queue_says_which_statement_cites_what_changed(story: Taken) -> None:
    found = reviews(viewer=story.people.support, after=None, limit=9).items
    assert {one.uid: [(source.change, source.by_way) for source in one.sources] for one in found} == {
        story.window: [(NUMBER, False)],
        story.taken_window: [(NUMBER, True)],
        story.taken_free: [(NUMBER, True)],
    }


def test_so_do_panel_and_text(story: Taken) -> None:
    support = story.people.support
    assert [source.by_way for source in panel(viewer=support, citation=story.window).sources] == [False]
    below = panel(viewer=support, citation=story.taken_free).sources
    assert [(source.cited.text, source.differs, source.by_way) for source in below] == [
        (cast.REFUND, True, True),
        (SHIPPING, False, True),
    ]
    parts = answer(viewer=support, uid=story.taken).segments
    ways = [[source.by_way for source in part.rests_on] for part in parts if isinstance(part, StatementView)]
    assert ways == [[True, True], [True, True]]


def test_what_a_statement_cites_itself_as_well_is_its_own(story: Taken) -> None:
    manager, document = story.people.manager, story.document
    own = tuple(cast.mint(writer=manager, document=document, exact=exact) for exact in ("14 days", SHIPPING))
    both = Statement("Free, and in time.", Basis.PARAPHRASED, spans=own, derived_from=(story.taken,))
    _, citation = recorded(manager, both)

    shown = panel(viewer=story.people.support, citation=citation)
    assert {(source.cited.text, source.cited.number, source.by_way) for source in shown.sources} == {
        (cast.REFUND, 1, True),
        (SHIPPING, 1, True),
        ("14 days", 2, False),
        (SHIPPING, 2, False),
    }
    assert (shown.state, shown.changed_by_way) == (State.SOURCE_CHANGED, True)
    cast.publish(owner=story.people.legal, document=document, text=cast.EDITED.replace("14 days", "7 days"))
    assert not panel(viewer=story.people.support, citation=citation).changed_by_way


class TestWhatPagesSay:
    def test_the_queue(self, story: Taken, browser: Client) -> None:
        page = browser.get("/review").content.decode()
        link = f'<a href="/documents/{story.document}">'
        assert (page.count(NUMBER), page.count(f"{BY_WAY}, {link}")) == (3, 2)

    def test_the_citation_and_its_attesting(self, story: Taken, browser: Client) -> None:
        own, taken = (browser.get(f"/c/{uid}").content.decode() for uid in (story.window, story.taken_free))
        assert CHANGED_BY_WAY in taken
        assert STATES["source_changed"].meaning in own
        assert (own.count(BY_WAY), taken.count(BY_WAY)) == (0, 2)
        attesting = browser.get(f"/c/{story.taken_free}/attest").content.decode()
        assert attesting.count(f"{BY_WAY}: the statement does not cite this passage itself.") == 2

    def test_the_text(self, story: Taken, browser: Client) -> None:
        assert browser.get(f"/answers/{story.taken}").content.decode().count(f"{BY_WAY}, ") == 4


def test_a_search_below_is_by_way_and_ones_own_is_not(story: Taken) -> None:
    legal, document = story.people.legal, story.document
    snapshot = pin(actor=legal, name="All", documents=[document], at=AT).uid
    searched = Absence(query=CREDIT, snapshot=snapshot)
    note, own = recorded(legal, Statement("No credit.", Basis.ABSENCE, absence=searched), kind=AnswerKind.MEMORY_NOTE)
    _, citation = recorded(legal, Statement("There is none.", Basis.PARAPHRASED, derived_from=(note,)))
    cast.publish(owner=legal, document=document, text=f"{cast.EDITED}\nOr store credit.\n")

    found = {one.uid: one.sources for one in reviews(viewer=story.people.support, after=None, limit=9).items}
    assert [[(one.outcome, one.by_way) for one in found[uid]] for uid in (own, citation)] == [
        [("present", False)],
        [("present", True)],
    ]
    changed = [panel(viewer=legal, citation=uid).changed_by_way for uid in (own, citation, story.window)]
    assert changed == [False, True, False]


def test_it_costs_one_query_however_many_and_none_where_no_text_is_below(story: Taken) -> None:
    on_texts, own = [story.taken_window, story.taken_free], [story.window, story.free]
    for citations, queries in ((on_texts[:1], 1), (on_texts, 1), ([*on_texts, *own], 1), (own, 0)):
        known = facts(viewer=story.people.support, citations=citations).citations
        with CaptureQueriesContext(connection) as asked:
            assert set(spans_by_way(citations=known)) == set(citations) - set(own)
        assert len(asked) == queries
