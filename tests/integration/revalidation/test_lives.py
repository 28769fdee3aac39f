"""The life of cited passages: what became of each in every version, for who may read it, at a constant cost."""

from copy import deepcopy
from datetime import datetime, timedelta
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from acl.rights import Right
from acl.services import revoke, revoke_answer
from citeledger.core.principals import Principal
from citeledger.core.refusals import NotFound, Refused
from citeledger.core.statements import AnswerKind
from citeledger.core.states import State
from citeledger.documents.services import retire, withdraw
from citeledger.ledger.models import SpanText
from revalidation import history
from revalidation.lives import Life, life
from revalidation.sweeping import sweep
from revalidation.withholding import watching
from tests import cast
from tests.cast import AT, STAFF, Cast
from tests.ground.databases import BuiltOnce
from tests.integration.evidence.forging import forge

pytestmark = pytest.mark.django_db
SHIPPING = "Return shipping is free within the country."
SOFTWARE = "Software licences are not refunded."
MOVED = cast.POLICY.replace(f"{SOFTWARE}\n", "").replace("## 3.", f"## 1. First things\n\n{SOFTWARE}\n\n## 3.")


class Archive:
    """A policy of legal's that staff reads; every citation is shared with staff unless a test says otherwise."""

    def __init__(self) -> None:
        self.people: Cast = cast.make_cast()
        self.document = cast.make_document(owner=self.people.legal)
        self.versions = [cast.current_version(self.people.legal, self.document)]

    def edit(self, text: str) -> None:
        at = AT + timedelta(days=len(self.versions))
        self.versions.append(cast.publish(owner=self.people.legal, document=self.document, text=text, at=at))

    def cite(self, exact: str = cast.REFUND, *, share: bool = True) -> UUID:
        answer = cast.cite(writer=self.people.legal, documents=[self.document], exact=exact)
        if share:
            cast.share_answer(owner=self.people.legal, answer=answer.uid)
        return answer.citations[0]

    def life(self, who: Principal | None = None, after: UUID | None = None, limit: int = 50) -> Life:
        return life(viewer=who or self.people.support, document=self.document, after=after, limit=limit)

    def outcomes(self, who: Principal | None = None) -> dict[str, list[str | None]]:
        return {one.passage.text: [each.outcome for each in one.became] for one in self.life(who).passages}


@pytest.fixture(scope="module")
def _archive(built_once: BuiltOnce) -> Archive:
    return built_once(Archive)


@pytest.fixture
def archive(_archive: Archive, db: None) -> Archive:
    return deepcopy(_archive)


def date(number: int) -> datetime:
    return AT + timedelta(days=number)


class TestWhatBecame:
    def test_of_each_passage_in_every_version_behind_its_own(self, archive: Archive) -> None:
        archive.cite()
        archive.cite(SHIPPING)
        archive.edit(cast.EDITED)
        archive.cite(SOFTWARE)
        archive.edit(cast.POLICY)
        archive.edit(cast.ELSEWHERE)
        assert archive.outcomes() == {
            cast.REFUND: ["numbers", "intact", "intact"],
            SHIPPING: ["intact", "intact", "negation"],
            SOFTWARE: ["intact", "intact"],
        }

    def test_with_the_versions_and_their_dates(self, archive: Archive) -> None:
        archive.cite()
        archive.edit(cast.EDITED)
        found = archive.life()
        assert [(version.uid, version.number, version.at) for version in found.versions] == [
            (archive.versions[0], 1, AT),
            (archive.versions[1], 2, date(1)),
        ]
        assert [(each.version, each.number) for each in found.passages[0].became] == [(archive.versions[1], 2)]

    def test_in_the_order_of_version_and_text(self, archive: Archive) -> None:
        for exact in (SOFTWARE, SHIPPING):
            archive.cite(exact)
        archive.edit(cast.EDITED)
        archive.cite(SHIPPING)
        assert [(one.passage.number, one.passage.text) for one in archive.life().passages] == [
            (1, SHIPPING),
            (1, SOFTWARE),
            (2, SHIPPING),
        ]

    def test_the_same_whether_results_are_remembered_or_not(self, archive: Archive) -> None:
        archive.cite()
        archive.cite(SHIPPING)
        for text in (cast.EDITED, cast.ELSEWHERE, MOVED):
            archive.edit(text)
        before = archive.outcomes()
        for version in archive.versions[1:]:
            assert version is not None
            sweep(version=version, at=AT)
        assert archive.outcomes() == before

    def test_what_nobody_compared_is_not_known(self, archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
        """Drawing a long history waits for nobody: beyond a few pairs of versions the sweep has to be there first."""
        monkeypatch.setattr(history, "_PAIRS_WORKED_OUT", 1)
        archive.cite()
        for text in (cast.EDITED, cast.POLICY, cast.ELSEWHERE):
            archive.edit(text)
        # The newest is compared for the verdict itself; of the others the first.
        assert [each is None for each in archive.outcomes()[cast.REFUND]].count(True) == 2

    def test_a_withdrawn_version_is_none_of_them(self, archive: Archive) -> None:
        archive.cite()
        archive.edit(cast.EDITED)
        archive.edit(cast.POLICY)
        assert archive.versions[1] is not None
        withdraw(actor=archive.people.legal, version=archive.versions[1], at=AT)
        assert archive.outcomes() == {cast.REFUND: ["intact"]}
        assert [version.number for version in archive.life().versions] == [1, 3]

    def test_a_passage_with_its_citations_and_their_states(self, archive: Archive) -> None:
        cited = [archive.cite() for _ in range(7)]
        archive.edit(cast.EDITED)
        (one,) = archive.life().passages
        assert [each.citation for each in one.citations] == cited[:5]
        assert {each.state for each in one.citations} == {State.SOURCE_CHANGED}
        assert one.more == 2


class TestForWhom:
    def test_nothing_for_who_may_not_read_the_document(self, archive: Archive) -> None:
        archive.cite()
        for document in (archive.document, uuid4()):
            with pytest.raises(NotFound):
                life(viewer=archive.people.contractor, document=document, after=None, limit=5)

    def test_only_answers_they_may_read(self, archive: Archive) -> None:
        archive.cite(share=False)
        assert archive.outcomes() == {}
        assert list(archive.outcomes(archive.people.legal)) == [cast.REFUND]

    def test_not_once_the_answer_is_taken_back(self, archive: Archive) -> None:
        answer = cast.cite(writer=archive.people.legal, documents=[archive.document])
        cast.share_answer(owner=archive.people.legal, answer=answer.uid)
        assert list(archive.outcomes()) == [cast.REFUND]
        revoke_answer(actor=archive.people.legal, answer=answer.uid, right=Right.READ, holder=STAFF, at=AT)
        assert archive.outcomes() == {}

    def test_nothing_that_rests_on_something_hidden_as_well(self, archive: Archive) -> None:
        hidden = cast.make_document(owner=archive.people.legal, title="Draft", readers=())
        both = cast.cite(writer=archive.people.legal, documents=[archive.document, hidden])
        cast.share_answer(owner=archive.people.legal, answer=both.uid)
        assert archive.outcomes() == {}
        assert list(archive.outcomes(archive.people.legal)) == [cast.REFUND]

    def test_nor_on_a_text_that_was_not_shared(self, archive: Archive) -> None:
        note = cast.cite(
            writer=archive.people.legal, documents=[archive.document], exact=SHIPPING, kind=AnswerKind.MEMORY_NOTE
        )
        above = cast.cite(writer=archive.people.legal, documents=[archive.document], derived_from=[note.uid])
        cast.share_answer(owner=archive.people.legal, answer=above.uid)
        assert archive.outcomes() == {}
        cast.share_answer(owner=archive.people.legal, answer=note.uid)
        assert list(archive.outcomes()) == [SHIPPING, cast.REFUND]

    def test_nothing_of_a_retired_document(self, archive: Archive) -> None:
        archive.cite()
        retire(actor=archive.people.legal, document=archive.document, at=AT)
        with pytest.raises(NotFound):
            archive.life()
        assert archive.outcomes(archive.people.legal) == {}

    def test_nothing_that_does_not_re_slice(self, archive: Archive) -> None:
        archive.cite()
        archive.cite(SHIPPING)
        forge(SpanText.objects.filter(exact=SHIPPING), exact="Shipping costs a fortune in every country there is.")
        assert list(archive.outcomes()) == [cast.REFUND]

    def test_a_revocation_holds_at_once(self, archive: Archive) -> None:
        archive.cite()
        assert archive.outcomes()
        revoke(actor=archive.people.legal, document=archive.document, right=Right.READ, holder=STAFF, at=AT)
        with pytest.raises(NotFound):
            archive.life()


class TestPaging:
    def test_every_passage_once(self, archive: Archive) -> None:
        for exact in (SHIPPING, cast.REFUND, SOFTWARE):
            archive.cite(exact)
        archive.edit(cast.EDITED)
        for exact in (SHIPPING, SOFTWARE):
            archive.cite(exact)
        seen, after = [], None
        while True:
            stretch = archive.life(after=after, limit=2)
            seen += [(one.passage.number, one.passage.text) for one in stretch.passages]
            after = stretch.next
            if after is None:
                break
        assert seen == [(1, SHIPPING), (1, cast.REFUND), (1, SOFTWARE), (2, SHIPPING), (2, SOFTWARE)]

    def test_hidden_citations_take_no_room(self, archive: Archive) -> None:
        archive.cite(SOFTWARE)
        before = archive.life(limit=1)
        archive.cite(SHIPPING, share=False)
        archive.cite(cast.REFUND, share=False)
        assert archive.life(limit=1) == before

    def test_behind_something_that_is_not_in_ones_list(self, archive: Archive) -> None:
        archive.cite(share=False)
        (hidden,) = archive.life(archive.people.legal).passages
        for after in (hidden.uid, uuid4()):
            with pytest.raises(Refused) as refused:
                archive.life(after=after)
            assert refused.value.code == "stale_cursor"


def test_it_leaves_at_a_tick_whether_anything_is_hidden_or_not(archive: Archive) -> None:
    """What is left out is looked at, so a clock would tell how much; and if only that waited, that there is some."""
    waited = []
    for share in (True, False):
        archive.cite(share=share)
        with watching() as watch:
            archive.life()
        waited.append(watch.withheld)
    assert waited == [True, True]


def test_the_cost_does_not_grow_with_passages_or_versions(archive: Archive) -> None:
    words = ["Return", "shipping", "is", "free", "within", "the", "country"]

    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            archive.life()
        return len(queries)

    archive.cite(words[0])
    archive.edit(cast.EDITED)
    few = asked()
    for word in words[1:]:
        archive.cite(word)
    for number in range(5):
        archive.edit(cast.EDITED + f"\nLine {number}.\n")
    assert asked() == few
    assert few <= 16
