"""What undoing does to badges: an edit taken back, a version withdrawn, a retirement ended."""

from uuid import UUID

import pytest

from citeledger.core.states import State
from citeledger.documents.services import retire, revert, unretire, withdraw
from citeledger.evidence.verification import verify
from revalidation.panels import panel
from tests import cast
from tests.cast import AT, Cast
from tests.ground.databases import BuiltOnce

pytestmark = pytest.mark.django_db


class Policy:
    """A policy, what was said of it, and an edit that changed the passage."""

    def __init__(self) -> None:
        self.people: Cast = cast.make_cast()
        self.document = cast.make_document(owner=self.people.legal)
        self.first = self._current()
        self.citation = cast.cite(writer=self.people.support, documents=[self.document]).citations[0]
        self.edit = cast.publish(owner=self.people.legal, document=self.document, text=cast.EDITED)

    def _current(self) -> UUID:
        found = cast.current_version(self.people.legal, self.document)
        assert found is not None
        return found

    @property
    def state(self) -> State:
        return cast.state(self.people.support, self.citation)


@pytest.fixture(scope="module")
def _policy(built_once: BuiltOnce) -> Policy:
    return built_once(changed)


def changed() -> Policy:
    made = Policy()
    assert made.state is State.SOURCE_CHANGED
    return made


@pytest.fixture
def policy(_policy: Policy, db: None) -> Policy:
    return _policy


def revert_to(policy: Policy, version: UUID, expected: UUID) -> UUID:
    return revert(actor=policy.people.legal, document=policy.document, to=version, expected=expected, at=AT)


def test_after_a_revert_the_passage_stands_again(policy: Policy) -> None:
    revert_to(policy, policy.first, policy.edit)
    assert policy.state is State.CURRENT


def test_what_was_said_of_the_edit_is_what_changed_then(policy: Policy) -> None:
    edited = cast.REFUND.replace("30", "14")
    late = cast.cite(writer=policy.people.support, documents=[policy.document], exact=edited).citations[0]
    revert_to(policy, policy.first, policy.edit)
    assert cast.state(policy.people.support, late) is State.SOURCE_CHANGED
    (source,) = panel(viewer=policy.people.support, citation=late).sources
    assert (source.changed_in, source.now and source.now.text) == (3, cast.REFUND)


def test_withdrawing_the_head_brings_back_the_version_before(policy: Policy) -> None:
    withdraw(actor=policy.people.legal, version=policy.edit, at=AT)
    assert cast.current_version(policy.people.legal, policy.document) == policy.first
    assert policy.state is State.CURRENT


def test_withdrawing_a_revert_brings_back_the_edit(policy: Policy) -> None:
    again = revert_to(policy, policy.first, policy.edit)
    withdraw(actor=policy.people.legal, version=again, at=AT)
    assert policy.state is State.SOURCE_CHANGED


def test_withdrawing_what_was_cited_hides_it_though_its_words_stand_again(policy: Policy) -> None:
    revert_to(policy, policy.first, policy.edit)
    withdraw(actor=policy.people.legal, version=policy.first, at=AT)
    assert policy.state is State.UNAVAILABLE


def test_while_retired_unavailable_and_then_as_before(policy: Policy) -> None:
    retire(actor=policy.people.legal, document=policy.document, at=AT)
    assert policy.state is State.UNAVAILABLE
    unretire(actor=policy.people.legal, document=policy.document, at=AT)
    assert policy.state is State.SOURCE_CHANGED


def test_all_of_it_is_proved(policy: Policy) -> None:
    again = revert_to(policy, policy.first, policy.edit)
    retire(actor=policy.people.legal, document=policy.document, at=AT)
    unretire(actor=policy.people.legal, document=policy.document, at=AT)
    withdraw(actor=policy.people.legal, version=again, at=AT)
    assert list(verify(progress=lambda _: None)) == []
