"""The story of the refund window: one runbook sentence, what happens to its source, and who sees what."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest

from acl.services import revoke_answer
from citeledger.core.statements import AnswerKind
from citeledger.core.states import State
from citeledger.documents.services import retire, supersede, withdraw
from citeledger.ledger.services import erase_answer
from revalidation.panels import panel
from tests import cast
from tests.cast import ANYONE, AT, STAFF, Cast, cite, make_document, publish, state, unread
from tests.ground.databases import BuiltOnce

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 6, 1, tzinfo=UTC)

READERS = ("legal", "support", "manager")
NON_READERS = ("contractor", "anonymous", "superuser", "service")
EVERYBODY = READERS + NON_READERS


@dataclass(frozen=True)
class Story:
    people: Cast
    policy: UUID
    citation: UUID


@pytest.fixture(scope="module")
def _story(built_once: BuiltOnce) -> Story:
    """Written once: every test rolls back to it."""
    return built_once(tell)


def tell() -> Story:
    people = cast.make_cast()
    policy = make_document(owner=people.legal)
    return Story(people, policy, cite(writer=people.support, documents=[policy]).citations[0])


@pytest.fixture
def people(_story: Story) -> Cast:
    return _story.people


@pytest.fixture
def policy(_story: Story) -> UUID:
    return _story.policy


@pytest.fixture
def citation(_story: Story) -> UUID:
    return _story.citation


def seen(people: Cast, citation) -> dict[str, State]:
    """What each sees; the former colleague has no identity any more, so no state, whatever happened (rule 13)."""
    assert state(people.former, citation) is State.UNVERIFIED
    shown = {name: state(getattr(people, name), citation) for name in EVERYBODY}
    assert {name: panel(viewer=getattr(people, name), citation=citation).state for name in EVERYBODY} == shown
    return shown


def readers_see(shown: State) -> dict[str, State]:
    return dict.fromkeys(READERS, shown) | dict.fromkeys(NON_READERS, State.UNAVAILABLE)


class TestTheSource:
    def test_is_untouched(self, people: Cast, citation) -> None:
        assert seen(people, citation) == readers_see(State.CURRENT)

    def test_is_edited_in_section_4(self, people: Cast, policy, citation) -> None:
        publish(owner=people.legal, document=policy, text=cast.EDITED)
        assert seen(people, citation) == readers_see(State.SOURCE_CHANGED)

    def test_changes_in_whitespace_only(self, people: Cast, policy, citation) -> None:
        publish(owner=people.legal, document=policy, text=cast.REFLOWED)
        assert seen(people, citation) == readers_see(State.CURRENT)

    def test_changes_elsewhere_on_the_page(self, people: Cast, policy, citation) -> None:
        publish(owner=people.legal, document=policy, text=cast.ELSEWHERE)
        assert seen(people, citation) == readers_see(State.CURRENT)

    def test_loses_the_passage(self, people: Cast, policy, citation) -> None:
        publish(owner=people.legal, document=policy, text=cast.DELETED)
        assert seen(people, citation) == readers_see(State.SOURCE_CHANGED)

    def test_is_edited_and_put_back(self, people: Cast, policy, citation) -> None:
        publish(owner=people.legal, document=policy, text=cast.EDITED)
        publish(owner=people.legal, document=policy, text=cast.POLICY)
        assert seen(people, citation) == readers_see(State.CURRENT)

    def test_is_retired(self, people: Cast, policy, citation) -> None:
        retire(actor=people.legal, document=policy, at=NOW)
        assert seen(people, citation) == dict.fromkeys(EVERYBODY, State.UNAVAILABLE)

    def test_is_superseded(self, people: Cast, policy, citation) -> None:
        newer = make_document(owner=people.legal, title="Returns policy 2026")
        supersede(actor=people.legal, document=policy, by=newer, effective_from=AT, at=NOW)
        assert seen(people, citation) == readers_see(State.SOURCE_CHANGED)

    def test_will_be_superseded(self, people: Cast, policy, citation) -> None:
        newer = make_document(owner=people.legal, title="Returns policy 2027")
        later = datetime.now(UTC) + timedelta(days=30)
        supersede(actor=people.legal, document=policy, by=newer, effective_from=later, at=NOW)
        assert seen(people, citation) == readers_see(State.CURRENT)

    def test_has_its_cited_version_withdrawn(self, people: Cast, policy, citation) -> None:
        cited = cast.current_version(people.legal, policy)
        publish(owner=people.legal, document=policy, text=cast.ELSEWHERE)
        withdraw(actor=people.legal, version=cited, at=NOW)
        assert seen(people, citation) == dict.fromkeys(EVERYBODY, State.UNAVAILABLE)

    def test_is_closed_to_the_group(self, people: Cast, policy, citation) -> None:
        unread(owner=people.legal, document=policy)
        expected = dict.fromkeys(EVERYBODY, State.UNAVAILABLE) | {"legal": State.CURRENT}
        assert seen(people, citation) == expected

    def test_is_closed_then_edited(self, people: Cast, policy, citation) -> None:
        """Who may no longer read must not learn that it changed."""
        unread(owner=people.legal, document=policy)
        publish(owner=people.legal, document=policy, text=cast.EDITED)
        expected = dict.fromkeys(EVERYBODY, State.UNAVAILABLE) | {"legal": State.SOURCE_CHANGED}
        assert seen(people, citation) == expected

    def test_is_opened_again(self, people: Cast, policy, citation) -> None:
        unread(owner=people.legal, document=policy)
        assert state(people.support, citation) is State.UNAVAILABLE
        cast.grant(actor=people.legal, document=policy, right=cast.Right.READ, holder=STAFF, at=NOW)
        assert seen(people, citation) == readers_see(State.CURRENT)

    def test_is_opened_to_anyone(self, people: Cast, policy, citation) -> None:
        cast.grant(actor=people.legal, document=policy, right=cast.Right.READ, holder=ANYONE, at=NOW)
        assert seen(people, citation) == dict.fromkeys(EVERYBODY, State.CURRENT)

    def test_is_opened_to_the_signed_in(self, people: Cast, policy, citation) -> None:
        signed_in = cast.Holder("group", "signed_in")
        cast.grant(actor=people.legal, document=policy, right=cast.Right.READ, holder=signed_in, at=NOW)
        expected = dict.fromkeys(EVERYBODY, State.CURRENT) | {"anonymous": State.UNAVAILABLE}
        assert seen(people, citation) == expected


class TestTheViewer:
    def test_who_is_inactive_has_no_identity(self, people: Cast, policy, citation) -> None:
        cast.grant(actor=people.legal, document=policy, right=cast.Right.READ, holder=ANYONE, at=NOW)
        gone = people.deactivate(people.support)
        assert state(gone, citation) is State.UNVERIFIED
        assert state(gone, cast.unknown()) is State.UNVERIFIED

    def test_who_is_a_superuser_reads_by_grants_like_everyone(self, people: Cast, policy, citation) -> None:
        assert state(people.superuser, citation) is State.UNAVAILABLE
        cast.grant(
            actor=people.superuser,
            document=policy,
            right=cast.Right.READ,
            holder=cast.Holder("user", "superuser"),
            at=NOW,
        )
        assert state(people.superuser, citation) is State.CURRENT

    def test_asks_for_what_never_existed(self, people: Cast) -> None:
        assert seen(people, cast.unknown()) == dict.fromkeys(EVERYBODY, State.UNAVAILABLE)


class TestTheMemoryNote:
    """One span from a public policy, one from a restricted draft: the note opens to nobody the draft is closed to."""

    @pytest.fixture
    def draft(self, people: Cast):
        return make_document(owner=people.legal, title="Draft", readers=[])

    @pytest.fixture
    def note(self, people: Cast, policy, draft):
        note = cite(writer=people.legal, documents=[policy, draft], kind=AnswerKind.MEMORY_NOTE)
        cast.share_answer(owner=people.legal, answer=note.uid)
        return note

    @pytest.fixture
    def laundered(self, people: Cast, note):
        return cite(writer=people.legal, derived_from=[note.uid]).citations[0]

    def test_does_not_launder_the_draft(self, people: Cast, laundered) -> None:
        expected = dict.fromkeys(EVERYBODY, State.UNAVAILABLE) | {"legal": State.CURRENT}
        assert seen(people, laundered) == expected

    def test_hides_that_the_public_sibling_changed(self, people: Cast, policy, laundered) -> None:
        publish(owner=people.legal, document=policy, text=cast.EDITED)
        expected = dict.fromkeys(EVERYBODY, State.UNAVAILABLE) | {"legal": State.SOURCE_CHANGED}
        assert seen(people, laundered) == expected

    def test_opens_with_the_draft(self, people: Cast, draft, laundered) -> None:
        cast.grant(actor=people.legal, document=draft, right=cast.Right.READ, holder=STAFF, at=NOW)
        assert seen(people, laundered) == readers_see(State.CURRENT)

    def test_has_rights_of_its_own(self, people: Cast, draft, laundered, note) -> None:
        cast.grant(actor=people.legal, document=draft, right=cast.Right.READ, holder=STAFF, at=NOW)
        revoke_answer(actor=people.legal, answer=note.uid, right=cast.Right.READ, holder=STAFF, at=NOW)
        assert state(people.support, laundered) is State.UNAVAILABLE

    def test_takes_along_what_cited_it_when_deleted(self, people: Cast, note, laundered) -> None:
        erase_answer(actor=people.legal, answer=note.uid, at=NOW)
        assert seen(people, laundered) == dict.fromkeys(EVERYBODY, State.UNAVAILABLE)
        assert seen(people, note.citations[0]) == dict.fromkeys(EVERYBODY, State.UNAVAILABLE)
