"""Panels while the world moves under them, and where a version on the way cannot be compared."""

from typing import Any
from uuid import UUID

import pytest

from citeledger.core.states import State
from citeledger.documents.metadata import Metadata
from citeledger.documents.models import Version
from citeledger.documents.services import update_metadata, withdraw
from citeledger.ledger.models import Answer, Citation
from citeledger.ledger.services import erase_answer
from revalidation import comparison, panels
from revalidation.panels import Panel, panel
from tests import cast
from tests.cast import AT, Cast
from tests.ground.databases import BuiltOnce

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def _versions(built_once: BuiltOnce, cast_of_the_module: Cast) -> list[UUID]:
    return built_once(lambda: published(cast_of_the_module))


@pytest.fixture
def versions(_versions: list[UUID], db: None) -> list[UUID]:
    return [*_versions]


def published(people: Cast) -> list[UUID]:
    """Three versions of one policy: as cited, edited, edited once more."""
    policy = cast.make_document(owner=people.legal)
    first = cast.current_version(people.legal, policy)
    assert first is not None
    cast.cite(writer=people.support, documents=[policy])
    texts = (cast.EDITED, cast.EDITED.replace("14 days", "7 days"))
    return [first, *(cast.publish(owner=people.legal, document=policy, text=text) for text in texts)]


@pytest.fixture
def citation(people: Cast, versions: list[UUID]) -> UUID:
    return Citation.objects.get().uid


class TestAVersionOnTheWay:
    def test_that_cannot_be_compared_leaves_the_date_unknown(
        self, people: Cast, versions: list[UUID], citation: UUID, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Its stored text lost its hash, say. Neither a wrong date nor a crash: nobody knows (DESIGN rule 5)."""
        broken = Version.objects.get(uid=versions[1]).pk
        compare = comparison.compare

        def without(comparisons: Any, sides: Any = None) -> Any:
            return {pair: found for pair, found in compare(comparisons, sides).items() if pair[1] != broken}

        monkeypatch.setattr(comparison, "compare", without)
        assert panel(viewer=people.support, citation=citation) == Panel(citation, State.UNVERIFIED)


class TestInTheMiddleOfAPanel:
    """What commits after the snapshot was read may or may not show; it never breaks the answer."""

    @pytest.fixture
    def meanwhile(self, monkeypatch: pytest.MonkeyPatch) -> Any:
        def arrange(act: Any) -> None:
            read = panels.source_texts

            def later(**parameters: Any) -> Any:
                act()
                return read(**parameters)

            monkeypatch.setattr(panels, "source_texts", later)

        return arrange

    @pytest.mark.parametrize("number", [0, 1, 2])
    def test_a_version_is_withdrawn(
        self, people: Cast, versions: list[UUID], citation: UUID, meanwhile: Any, number: int
    ) -> None:
        meanwhile(lambda: withdraw(actor=people.legal, version=versions[number], at=AT))
        shown = panel(viewer=people.support, citation=citation).state
        assert shown in (State.SOURCE_CHANGED, State.UNVERIFIED)

    def test_a_version_is_published(self, people: Cast, versions: list[UUID], citation: UUID, meanwhile: Any) -> None:
        document = Version.objects.get(uid=versions[0]).document.uid
        meanwhile(lambda: cast.publish(owner=people.legal, document=document, text=cast.POLICY))
        shown = panel(viewer=people.support, citation=citation)
        assert (shown.state, shown.sources[0].current_number) == (State.SOURCE_CHANGED, 3)

    def test_the_answer_is_erased(self, people: Cast, citation: UUID, meanwhile: Any) -> None:
        """Nothing of it is shown half; the next request says `unavailable`."""
        meanwhile(lambda: erase_answer(actor=people.support, answer=Answer.objects.get().uid, at=AT))
        assert panel(viewer=people.support, citation=citation) == Panel(citation, State.UNVERIFIED)
        assert panel(viewer=people.support, citation=citation) == Panel(citation, State.UNAVAILABLE)


def test_words_struck_through_are_not_told_to_be_gone(people: Cast) -> None:
    document = cast.make_document(owner=people.legal)
    citation = cast.cite(writer=people.support, documents=[document]).citations[0]
    cast.publish(owner=people.legal, document=document, text=cast.POLICY.replace(cast.REFUND, f"~~{cast.REFUND}~~"))
    (source,) = panel(viewer=people.support, citation=citation).sources
    assert (source.outcome, source.change) == ("deleted", "The cited words are struck through now.")


class TestTheDatesOfManyChanges:
    """What an export asks: one date for each changed citation, however many there are."""

    def test_are_those_of_the_panels(self, people: Cast) -> None:
        documents = [cast.make_document(owner=people.legal) for _ in range(3)]
        cited = [cast.cite(writer=people.support, documents=[document]).citations[0] for document in documents]
        for document, text in zip(documents, (cast.EDITED, cast.REFLOWED, cast.DELETED), strict=True):
            cast.publish(owner=people.legal, document=document, text=text)
        found = panels.changes(viewer=people.support, citations=[*cited, cast.unknown()])
        told = {uid: panels.panel(viewer=people.support, citation=uid).changed_at for uid in cited}
        assert found == {uid: at for uid, at in told.items() if at}
        assert set(found) == {cited[0], cited[2]}
        assert panels.changes(viewer=people.contractor, citations=cited) == {}

    def test_cost_the_same_however_many(self, people: Cast, django_assert_num_queries: Any) -> None:
        documents = [cast.make_document(owner=people.legal) for _ in range(4)]
        cited = [cast.cite(writer=people.support, documents=[document]).citations[0] for document in documents]
        for document in documents:
            cast.publish(owner=people.legal, document=document, text=cast.EDITED)
        for asked in (cited[:1], cited):
            with django_assert_num_queries(7):
                panels.changes(viewer=people.support, citations=asked)


def test_a_title_given_after_a_revoke_is_not_shown(people: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    """The new enemy (T8): rights and title are of one moment, even where the request was already under way."""
    document = cast.make_document(owner=people.legal, title="Returns policy")
    citation = cast.cite(writer=people.support, documents=[document]).citations[0]
    read = panels.source_texts

    def later(**asked: Any) -> Any:
        cast.unread(owner=people.legal, document=document)
        update_metadata(
            actor=people.legal, document=document, metadata=Metadata(title="Secret merger"), expected=1, at=AT
        )
        return read(**asked)

    monkeypatch.setattr(panels, "source_texts", later)
    shown = panels.panel(viewer=people.support, citation=citation)
    assert [source.title for source in shown.sources] == ["Returns policy"]
