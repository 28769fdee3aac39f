"""The review queue: what a person may attest and nobody has, newest change first, and nothing of what is hidden."""

from copy import deepcopy
from datetime import datetime, timedelta
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from acl.queries import Holder
from acl.rights import Right
from acl.services import grant, revoke, revoke_answer
from citeledger.core.principals import Principal
from citeledger.core.refusals import NotFound, Refused
from citeledger.core.statements import Absence, AnswerKind, Basis, Context, Statement
from citeledger.documents.models import Document, Version
from citeledger.documents.services import pin, retire, supersede, withdraw
from citeledger.emission.services import record_answer
from citeledger.ledger.models import Answer, Closure
from citeledger.tables.install import install
from revalidation import reviews as queue
from revalidation.attesting import attest
from revalidation.models import SpanResult
from revalidation.panels import panel
from revalidation.reading import answer
from revalidation.reviews import Review, reviews
from revalidation.sweeping import sweep
from tests import cast
from tests.cast import AT, STAFF, Cast
from tests.ground.databases import BuiltOnce
from tests.integration.evidence.forging import drop_guards

pytestmark = pytest.mark.django_db
NOTE = "It still holds."
CREDIT = cast.POLICY.replace("Software licences are not refunded.", "Software is refunded as store credit.")


def day(number: int) -> datetime:
    return AT + timedelta(days=number)


class Desk:
    """Staff reads, cites and may attest what legal writes; each policy is cited by support and edited on some day."""

    def __init__(self) -> None:
        self.people: Cast = cast.make_cast()

    def policy(self, *, edited_on: int | None = None, attest: bool = True, title: str = "Returns policy") -> UUID:
        document = cast.make_document(owner=self.people.legal, title=title)
        if attest:
            grant(actor=self.people.legal, document=document, right=Right.ATTEST, holder=STAFF, at=AT)
        return document if edited_on is None else self.edited(document, edited_on)

    def edited(self, document: UUID, on: int, text: str = cast.EDITED) -> UUID:
        cast.publish(owner=self.people.legal, document=document, text=text, at=day(on))
        return document

    def cited(self, *documents: UUID, exact: str = cast.REFUND) -> UUID:
        return cast.cite(writer=self.people.legal, documents=documents, exact=exact).citations[0]

    def changed(self, on: int = 1) -> UUID:
        """A citation whose passage changed on that day."""
        document = self.policy()
        citation = self.cited(document)
        self.edited(document, on)
        return citation

    def swept(self) -> None:
        """What the background does about every version, in the order they were published."""
        for version in Version.objects.order_by("id").values_list("uid", flat=True):
            sweep(version=version, at=AT)

    def queue(self, who: Principal | None = None, after: UUID | None = None, limit: int = 50) -> list[UUID]:
        return [item.uid for item in reviews(viewer=who or self.people.manager, after=after, limit=limit).items]

    def attest(self, citation: UUID) -> None:
        seen = {source.current_version for source in panel(viewer=self.people.manager, citation=citation).sources}
        attest(actor=self.people.manager, citation=citation, note=NOTE, versions=seen, at=AT)


@pytest.fixture(scope="module")
def _desk(built_once: BuiltOnce) -> Desk:
    return built_once(Desk)


@pytest.fixture
def desk(_desk: Desk, db: None) -> Desk:
    return deepcopy(_desk)


class TestWhatAwaits:
    def test_what_changed_newest_change_first(self, desk: Desk) -> None:
        early, late, between = desk.changed(1), desk.changed(9), desk.changed(5)
        assert desk.queue() == [late, between, early]

    def test_the_same_order_whether_results_are_remembered_or_not(self, desk: Desk) -> None:
        cited = [desk.changed(on) for on in (3, 8, 5)]
        expected = [cited[1], cited[2], cited[0]]
        assert desk.queue() == expected
        for citation in cited:
            (source,) = panel(viewer=desk.people.legal, citation=citation).sources
            sweep(version=source.current_version, at=AT)
        assert SpanResult.objects.count() == 3
        assert desk.queue() == expected

    def test_a_later_edit_elsewhere_does_not_make_a_change_newer(self, desk: Desk) -> None:
        old = desk.policy()
        first = desk.cited(old)
        desk.edited(old, 1)
        (source,) = panel(viewer=desk.people.legal, citation=first).sources
        sweep(version=source.current_version, at=AT)
        second = desk.changed(5)
        desk.edited(old, 9, cast.EDITED.replace("is free", "costs nothing"))
        (source,) = panel(viewer=desk.people.legal, citation=first).sources
        sweep(version=source.current_version, at=AT)
        assert desk.queue() == [second, first]

    def test_what_is_current_does_not(self, desk: Desk) -> None:
        document = desk.policy()
        kept = desk.cited(document, exact="Return shipping is free within the country.")
        gone = desk.cited(document)
        desk.edited(document, 1)
        assert desk.queue() == [gone]
        assert kept not in desk.queue()

    def test_what_was_superseded_does(self, desk: Desk) -> None:
        document, newer = desk.policy(), desk.policy(title="Newer")
        citation = desk.cited(document)
        supersede(actor=desk.people.legal, document=document, by=newer, effective_from=day(1), at=AT)
        (review,) = reviews(viewer=desk.people.manager, after=None, limit=5).items
        assert review.uid == citation
        assert "taken over" in review.sources[0].change
        desk.attest(citation)
        assert desk.queue() == []

    def test_what_rests_on_a_changed_text_at_any_depth_does(self, desk: Desk) -> None:
        document = desk.policy()
        note = cast.cite(writer=desk.people.legal, documents=[document], kind=AnswerKind.MEMORY_NOTE)
        summary = cast.cite(writer=desk.people.legal, derived_from=[note.uid], kind=AnswerKind.SUMMARY)
        plan = cast.cite(writer=desk.people.legal, derived_from=[summary.uid], kind=AnswerKind.PLAN)
        for text in (note, summary, plan):
            cast.share_answer(owner=desk.people.legal, answer=text.uid)
        desk.edited(document, 1)
        assert set(desk.queue()) == {note.citations[0], summary.citations[0], plan.citations[0]}

    def test_it_tells_what_it_is_about(self, desk: Desk) -> None:
        citation = desk.changed(4)
        (review,) = reviews(viewer=desk.people.manager, after=None, limit=5).items
        assert isinstance(review, Review)
        assert (review.uid, review.basis, review.differs_since) == (citation, "paraphrased", day(4))
        assert review.statement == "Opened electronics can come back for 30 days."
        assert [(source.title, source.outcome) for source in review.sources] == [("Returns policy", "numbers")]


class TestSinceWhen:
    def test_it_is_dated_by_the_change_that_lasts_not_by_the_first_one_ever(self, desk: Desk) -> None:
        """Changed on day 1, as it was on day 2, changed again on day 6; the other on day 4 and never back."""
        document, citations = desk.policy(), []
        citations.append(desk.cited(document))
        for on, text in ((1, cast.EDITED), (2, cast.POLICY), (6, cast.EDITED), (8, f"{cast.EDITED}More.\n")):
            desk.edited(document, on, text)
        citations.append(desk.changed(4))
        for _ in ("worked out", "remembered"):
            found = reviews(viewer=desk.people.manager, after=None, limit=5).items
            dates = {review.uid: review.differs_since for review in found}
            assert dates == {citations[0]: day(6), citations[1]: day(4)}
            desk.swept()
        assert desk.queue() == citations

    def test_of_several_sources_the_first_that_differs_tells(self, desk: Desk) -> None:
        documents = [desk.policy(), desk.policy()]
        both = desk.cited(*documents)
        desk.edited(documents[0], 7)
        desk.edited(documents[1], 3)
        later = desk.changed(5)
        desk.swept()
        assert desk.queue() == [later, both]
        found = reviews(viewer=desk.people.manager, after=None, limit=5).items
        assert [review.differs_since for review in found] == [day(5), day(3)]

    def test_superseded_is_differing_from_that_day_on(self, desk: Desk) -> None:
        document, newer = desk.policy(), desk.policy(title="Newer")
        citation = desk.cited(document)
        supersede(actor=desk.people.legal, document=document, by=newer, effective_from=day(3), at=AT)
        desk.edited(document, 6)
        desk.swept()
        other = desk.changed(4)
        found = reviews(viewer=desk.people.manager, after=None, limit=5).items
        assert [(review.uid, review.differs_since) for review in found] == [(other, day(4)), (citation, day(3))]


class TestAbsences:
    """A search over two policies that found no store credit; then one of them offers some."""

    def absent(self, desk: Desk, *, attest: bool = True) -> tuple[UUID, UUID]:
        documents = [desk.policy(title="One"), desk.policy(title="Two", attest=attest)]
        snapshot = pin(actor=desk.people.legal, name="Both", documents=documents, at=AT).uid
        query = {"version": 1, "kind": "phrase", "phrase": "store credit"}
        statement = Statement("No policy offers it.", Basis.ABSENCE, absence=Absence(query, snapshot))
        recorded = record_answer(
            writer=desk.people.legal,
            kind=AnswerKind.MEMORY_NOTE,
            segments=[statement],
            context=Context(),
            on_behalf_of=None,
            at=AT,
        )
        cast.share_answer(owner=desk.people.legal, answer=recorded.uid)
        return recorded.citations[0], documents[0]

    def test_absent_then_present_now_awaits_with_what_is_there(self, desk: Desk) -> None:
        citation, document = self.absent(desk)
        assert desk.queue() == []
        for on, text in ((2, CREDIT), (3, cast.POLICY), (5, CREDIT), (6, f"{CREDIT}More.\n")):
            desk.edited(document, on, text)
        older = desk.changed(4)
        for _ in ("worked out", "remembered"):
            first, second = reviews(viewer=desk.people.manager, after=None, limit=5).items
            assert (first.uid, first.differs_since, first.is_attestable, second.uid) == (citation, day(5), False, older)
            (source,) = first.sources
            assert (source.title, source.outcome, source.passages) == ("One", "present", ("store credit",))
            desk.swept()
        desk.edited(document, 7, cast.POLICY)
        assert desk.queue() == [older]

    def test_so_does_what_rests_on_it(self, desk: Desk) -> None:
        citation, document = self.absent(desk)
        (note,) = Answer.objects.filter(statements__citations__uid=citation).values_list("uid", flat=True)
        above = cast.cite(writer=desk.people.legal, derived_from=[note]).citations[0]
        desk.edited(document, 2, CREDIT)
        assert set(desk.queue()) == {citation, above}

    def test_nothing_of_it_for_who_may_not_read_or_attest_on_all_that_was_searched(self, desk: Desk) -> None:
        citation, document = self.absent(desk, attest=False)
        desk.edited(document, 2, CREDIT)
        assert (desk.queue(), desk.queue(desk.people.legal)) == ([], [citation])

    def test_the_number_of_queries_does_not_grow(self, desk: Desk) -> None:
        def asked() -> int:
            with CaptureQueriesContext(connection) as queries:
                reviews(viewer=desk.people.manager, after=None, limit=50)
            return len(queries)

        counts = []
        for _ in range(3):
            desk.edited(self.absent(desk)[1], 2, CREDIT)
            counts.append(asked())
        assert len(set(counts)) == 1


class TestAttestation:
    def test_clears_it(self, desk: Desk) -> None:
        kept, cleared = desk.changed(1), desk.changed(2)
        desk.attest(cleared)
        assert desk.queue() == [kept]
        assert desk.queue(desk.people.support) == [kept]

    def test_until_it_falls_silent(self, desk: Desk) -> None:
        document = desk.policy()
        citation = desk.cited(document)
        desk.edited(document, 1)
        desk.attest(citation)
        assert desk.queue() == []
        desk.edited(document, 2, cast.EDITED.replace("14 days", "90 days"))
        (review,) = reviews(viewer=desk.people.manager, after=None, limit=5).items
        assert review.uid == citation
        assert review.attestation is not None
        assert (review.attestation.note, review.attestation.still_applies) == (NOTE, False)


class TestForWhom:
    def test_only_where_they_may_attest(self, desk: Desk) -> None:
        document = desk.policy(attest=False)
        citation = desk.cited(document)
        desk.edited(document, 1)
        assert desk.queue() == []
        assert desk.queue(desk.people.legal) == [citation]

    def test_also_in_an_answer_that_was_not_shared_of_which_they_learn_no_more(self, desk: Desk) -> None:
        """Whoever may read all that a statement rests on may check it (ADR 7); the answer is another matter."""
        citation = desk.changed()
        (item,) = reviews(viewer=desk.people.manager, after=None, limit=50).items
        assert (item.uid, item.statement) == (citation, "Opened electronics can come back for 30 days.")
        with pytest.raises(NotFound):
            answer(viewer=desk.people.manager, uid=Answer.objects.get().uid)

    def test_on_every_document_it_rests_on(self, desk: Desk) -> None:
        mine, other = desk.policy(), desk.policy(attest=False)
        citation = desk.cited(mine, other)
        desk.edited(mine, 1)
        assert desk.queue() == []
        grant(actor=desk.people.legal, document=other, right=Right.ATTEST, holder=STAFF, at=AT)
        assert desk.queue() == [citation]

    def test_the_right_without_reading_is_none(self, desk: Desk) -> None:
        document = desk.policy()
        desk.cited(document)
        desk.edited(document, 1)
        cast.unread(owner=desk.people.legal, document=document)
        assert desk.queue() == []

    def test_not_where_a_text_on_the_way_is_not_shared(self, desk: Desk) -> None:
        document = desk.policy()
        note = cast.cite(writer=desk.people.legal, documents=[document], kind=AnswerKind.MEMORY_NOTE)
        above = cast.cite(writer=desk.people.legal, derived_from=[note.uid]).citations[0]
        desk.edited(document, 1)
        assert above not in desk.queue()
        cast.share_answer(owner=desk.people.legal, answer=note.uid)
        assert above in desk.queue()
        revoke_answer(actor=desk.people.legal, answer=note.uid, right=Right.READ, holder=STAFF, at=AT)
        assert above not in desk.queue()

    def test_a_service_and_a_visitor_have_none(self, desk: Desk) -> None:
        citation, service = desk.changed(), desk.people.service
        for document in _documents_of(citation):
            for right in (Right.READ, Right.ATTEST):
                for holder in (Holder("user", service.name), cast.ANYONE):
                    grant(actor=desk.people.legal, document=document, right=right, holder=holder, at=AT)
        assert desk.queue(desk.people.contractor) == [citation]
        assert desk.queue(service) == desk.queue(desk.people.anonymous) == []

    def test_a_revocation_holds_at_once(self, desk: Desk) -> None:
        citation = desk.changed()
        (document,) = _documents_of(citation)
        revoke(actor=desk.people.legal, document=document, right=Right.ATTEST, holder=STAFF, at=AT)
        assert desk.queue() == []

    def test_nothing_retired_and_nothing_cited_from_what_was_withdrawn(self, desk: Desk) -> None:
        retired, document = desk.policy(), desk.policy()
        desk.cited(retired)
        desk.cited(document)
        first = cast.current_version(desk.people.legal, document)
        assert first is not None
        desk.edited(retired, 1)
        desk.edited(document, 1)
        assert len(desk.queue(desk.people.legal)) == 2
        retire(actor=desk.people.legal, document=retired, at=AT)
        withdraw(actor=desk.people.legal, version=first, at=AT)
        assert desk.queue(desk.people.legal) == []


def _documents_of(citation: UUID) -> list[UUID]:
    spans = Closure.objects.get(citation__uid=citation).span_ids
    return list(Document.objects.filter(versions__spans__in=spans).values_list("uid", flat=True))


class TestPaging:
    def test_every_item_once_whatever_the_length_of_a_stretch(self, desk: Desk) -> None:
        expected = [desk.changed(on) for on in (9, 7, 7, 4, 1)]
        for limit in (1, 2, 5):
            seen: list[UUID] = []
            after: UUID | None = None
            while True:
                stretch = reviews(viewer=desk.people.manager, after=after, limit=limit)
                seen += [item.uid for item in stretch.items]
                if stretch.next is None:
                    break
                after = stretch.next
            assert sorted(seen) == sorted(expected)
            assert (seen[0], seen[-2:]) == (expected[0], expected[-2:])

    def test_a_stretch_may_be_empty_and_go_on(self, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(queue, "_AT_ONCE", 1)
        monkeypatch.setattr(queue, "_ROUNDS", 1)
        waiting, attested = desk.changed(1), desk.changed(2)
        desk.attest(attested)
        first = reviews(viewer=desk.people.manager, after=None, limit=5)
        assert (first.items, first.next) == ((), attested)
        assert desk.queue(after=first.next) == [waiting]

    def test_after_something_that_is_not_in_ones_list(self, desk: Desk) -> None:
        document = desk.policy(attest=False)
        hidden = desk.cited(document)
        desk.edited(document, 1)
        for after in (uuid4(), hidden):
            with pytest.raises(Refused) as refused:
                reviews(viewer=desk.people.manager, after=after, limit=5)
            assert refused.value.code == "stale_cursor"

    def test_hidden_things_take_no_room_in_it(self, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(queue, "_AT_ONCE", 2)
        monkeypatch.setattr(queue, "_ROUNDS", 1)
        mine = desk.changed(1)
        before = reviews(viewer=desk.people.manager, after=None, limit=5)
        open_document, hidden = desk.policy(), desk.policy(attest=False)
        for _ in range(5):
            desk.cited(open_document, hidden)
        desk.edited(open_document, 9)
        desk.edited(hidden, 9)
        assert before == reviews(viewer=desk.people.manager, after=None, limit=5)
        assert [item.uid for item in before.items] == [mine]

    def test_the_number_of_queries_does_not_grow(self, desk: Desk) -> None:
        def asked() -> int:
            with CaptureQueriesContext(connection) as queries:
                reviews(viewer=desk.people.manager, after=None, limit=50)
            return len(queries)

        desk.attest(desk.changed(1))
        desk.changed(2)
        few = asked()
        for on in range(3, 15):
            desk.changed(on)
        assert asked() == few
        assert few <= 16


@pytest.mark.sqlite
def test_a_damaged_closure_stops_no_list(desk: Desk) -> None:
    """On PostgreSQL an array column holds arrays only."""
    kept, broken = desk.changed(1), desk.changed(2)
    drop_guards()
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE ledger_closure SET span_ids = '[1' WHERE citation_id ="
            " (SELECT id FROM ledger_citation WHERE uid = %s)",
            [broken.hex],
        )
    install(using=connection.alias)
    assert desk.queue() == [kept]
