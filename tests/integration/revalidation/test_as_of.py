"""Statements bound to the version they cite: current while that may be read, whatever came after, and never more."""

from uuid import UUID, uuid4

import pytest

from acl.rights import Right
from citeledger.core.refusals import Refused
from citeledger.core.statements import AnswerKind, Basis, Context, Statement
from citeledger.core.states import State
from citeledger.documents.services import retire, withdraw
from citeledger.emission.proof import SpanDraft
from citeledger.emission.services import RecordedAnswer, record_answer
from citeledger.evidence.verification import verify
from citeledger.ledger.models import Citation, CitationSpan, Closure, Span
from citeledger.ledger.services import erase_answer, rebuild_closures
from citeledger.rebinding.services import CitedPlace, bound_places, rebind
from revalidation import comparison, reading
from revalidation.panels import NOT_COMPARED, panel
from revalidation.reviews import reviews
from tests import cast
from tests.cast import AT, Cast
from tests.ground.databases import BuiltOnce
from tests.integration.evidence.forging import forge

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def _policy(built_once: BuiltOnce, cast_of_the_module: Cast) -> UUID:
    return built_once(lambda: cast.make_document(owner=cast_of_the_module.legal))


@pytest.fixture
def policy(_policy: UUID, db: None) -> UUID:
    return _policy


def say(
    people: Cast,
    *spans: UUID,
    as_of: tuple[UUID, ...] = (),
    of: tuple[UUID, ...] = (),
    kind: AnswerKind = AnswerKind.MEMORY_NOTE,
    basis: Basis = Basis.PARAPHRASED,
    text: str = "It fell from 30 days.",
) -> RecordedAnswer:
    statement = Statement(text=text, basis=basis, spans=spans, as_of=as_of, derived_from=of)
    return record_answer(
        writer=people.legal, kind=kind, segments=[statement], context=Context(), on_behalf_of=None, at=AT
    )


def then(people: Cast, policy: UUID) -> UUID:
    return cast.mint(writer=people.legal, document=policy, exact=cast.REFUND)


def edited(people: Cast, policy: UUID) -> UUID:
    return cast.publish(owner=people.legal, document=policy, text=cast.EDITED)


def problems() -> list[str]:
    return [str(problem) for problem in verify(progress=lambda _step: None)]


class TestTheState:
    def test_a_bound_passage_stays_current_when_the_text_changes(self, people: Cast, policy: UUID) -> None:
        span = then(people, policy)
        bound, followed = say(people, span, as_of=(span,)), say(people, span)
        edited(people, policy)
        states = [cast.state(people.support, one.citations[0]) for one in (bound, followed)]
        assert states == [State.CURRENT, State.SOURCE_CHANGED]

    def test_it_is_never_assumed(self, people: Cast, policy: UUID) -> None:
        span = then(people, policy)
        say(people, span)
        assert not CitationSpan.objects.filter(as_of=True).exists()
        assert Closure.objects.get().bound_ids == []

    @pytest.mark.parametrize("end", ["withdrawn", "retired", "revoked"])
    def test_it_ends_with_its_version_its_document_and_the_right_to_read(
        self, people: Cast, policy: UUID, end: str
    ) -> None:
        span, first = then(people, policy), cast.current_version(people.legal, policy)
        citation = say(people, span, as_of=(span,)).citations[0]
        edited(people, policy)
        if end == "withdrawn":
            withdraw(actor=people.legal, version=first, at=AT)
        elif end == "retired":
            retire(actor=people.legal, document=policy, at=AT)
        else:
            cast.unread(owner=people.legal, document=policy)
        assert cast.state(people.support, citation) is State.UNAVAILABLE

    def test_only_the_bound_one_of_two_passages_is_not_followed(self, people: Cast, policy: UUID) -> None:
        """Fell from 30 to 14 days: the 14 goes on being followed."""
        old = then(people, policy)
        edited(people, policy)
        new = cast.mint(writer=people.legal, document=policy, exact="within 14 days")
        citation = say(people, old, new, as_of=(old,)).citations[0]
        assert cast.state(people.support, citation) is State.CURRENT
        cast.publish(owner=people.legal, document=policy, text=cast.EDITED.replace("14", "7"))
        assert cast.state(people.support, citation) is State.SOURCE_CHANGED


class TestDerived:
    def test_a_text_made_from_it_inherits_the_bound(self, people: Cast, policy: UUID) -> None:
        span = then(people, policy)
        note = say(people, span, as_of=(span,))
        cast.share_answer(owner=people.legal, answer=note.uid)
        summary = say(people, of=(note.uid,), kind=AnswerKind.SUMMARY)
        edited(people, policy)
        assert cast.state(people.support, summary.citations[0]) is State.CURRENT

    def test_followed_on_any_path_is_followed(self, people: Cast, policy: UUID) -> None:
        span = then(people, policy)
        bound, followed = say(people, span, as_of=(span,)), say(people, span)
        both = [say(people, of=(bound.uid, followed.uid)), say(people, span, as_of=(span,), of=(followed.uid,))]
        edited(people, policy)
        assert {cast.state(people.legal, one.citations[0]) for one in both} == {State.SOURCE_CHANGED}
        assert {tuple(Closure.objects.get(citation__uid=one.citations[0]).bound_ids) for one in both} == {()}

    def test_the_bound_is_as_restricted_as_any_source(self, people: Cast, policy: UUID) -> None:
        span = then(people, policy)
        note = say(people, span, as_of=(span,))
        cast.share_answer(owner=people.legal, answer=note.uid)
        open_document = cast.make_document(owner=people.legal, title="open")
        both = say(people, then(people, open_document), of=(note.uid,))
        assert cast.state(people.support, both.citations[0]) is State.CURRENT
        cast.unread(owner=people.legal, document=policy)
        assert cast.state(people.support, both.citations[0]) is State.UNAVAILABLE

    def test_closures_are_the_same_when_they_are_built_again(self, people: Cast, policy: UUID) -> None:
        span = then(people, policy)
        note = say(people, span, as_of=(span,))
        summary = say(people, of=(note.uid,))
        born = list(Closure.objects.order_by("pk").values_list("span_ids", "bound_ids", "derived_ids"))
        rebuild_closures(answers=[note.uid, summary.uid])
        assert list(Closure.objects.order_by("pk").values_list("span_ids", "bound_ids", "derived_ids")) == born


class TestWhatIsTold:
    def test_the_panel_says_whether_newer_text_differs(self, people: Cast, policy: UUID) -> None:
        span = then(people, policy)
        citation = say(people, span, as_of=(span,)).citations[0]
        (same,) = panel(viewer=people.support, citation=citation).sources
        edited(people, policy)
        found = panel(viewer=people.support, citation=citation)
        (differs,) = found.sources
        assert (same.as_of, same.outcome) == (True, "intact")
        assert (differs.as_of, differs.outcome, differs.changed_in) == (True, "numbers", 2)
        assert found.state is State.CURRENT
        assert found.changed_at is None

    def test_newer_text_that_cannot_be_compared_takes_nothing_from_it(
        self, people: Cast, policy: UUID, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        span = then(people, policy)
        citation = say(people, span, as_of=(span,)).citations[0]
        edited(people, policy)
        monkeypatch.setattr(comparison, "compare", lambda *_: {})
        found = panel(viewer=people.support, citation=citation)
        assert (found.state, found.sources[0].outcome) == (State.CURRENT, NOT_COMPARED)

    def test_readers_of_an_answer_are_told_the_version(self, people: Cast, policy: UUID) -> None:
        span = then(people, policy)
        note = say(people, span, as_of=(span,))
        summary = say(people, of=(note.uid,))
        edited(people, policy)
        for answer in (note, summary):
            (segment,) = reading.answer(viewer=people.legal, uid=answer.uid).segments
            assert [(one.number, one.at) for one in segment.as_of] == [(1, AT)]
            assert [passage.passage.text for passage in segment.rests_on] == [cast.REFUND]

    def test_who_may_not_read_the_version_is_told_nothing_of_it(self, people: Cast, policy: UUID) -> None:
        span = then(people, policy)
        note = say(people, span, as_of=(span,))
        cast.share_answer(owner=people.legal, answer=note.uid)
        cast.unread(owner=people.legal, document=policy)
        (segment,) = reading.answer(viewer=people.support, uid=note.uid).segments
        assert (segment.state, segment.text, segment.as_of) == (State.UNAVAILABLE, None, ())

    def test_nobody_is_asked_to_review_it(self, people: Cast, policy: UUID) -> None:
        span = then(people, policy)
        say(people, span, as_of=(span,))
        followed = say(people, span).citations[0]
        edited(people, policy)
        listed = reviews(viewer=people.legal, after=None, limit=10).items
        assert [review.uid for review in listed] == [followed]

    def test_a_review_that_rests_on_a_hidden_bound_passage_is_not_listed(self, people: Cast, policy: UUID) -> None:
        hidden = cast.make_document(owner=people.legal, title="hidden", readers=())
        bound = then(people, hidden)
        citation = say(people, then(people, policy), bound, as_of=(bound,)).citations[0]
        cast.share_answer(owner=people.legal, answer=Citation.objects.get(uid=citation).statement.answer.uid)
        cast.grant(actor=people.legal, document=policy, right=Right.ATTEST, holder=cast.STAFF, at=AT)
        edited(people, policy)
        assert reviews(viewer=people.support, after=None, limit=10).items == ()


class TestTheGate:
    def test_only_a_span_of_the_statement_is_bound(self, people: Cast, policy: UUID) -> None:
        with pytest.raises(Refused) as met:
            say(people, then(people, policy), as_of=(uuid4(),))
        assert (met.value.code, met.value.at) == ("as_of_not_cited", "segments.0.as_of.0")

    def test_a_quotation_may_be_bound(self, people: Cast, policy: UUID) -> None:
        span = then(people, policy)
        citation = say(people, span, as_of=(span,), basis=Basis.QUOTED, text=cast.REFUND).citations[0]
        edited(people, policy)
        assert panel(viewer=people.support, citation=citation).statement == cast.REFUND

    def test_what_is_bound_on_purpose_is_not_bound_elsewhere(self, people: Cast, policy: UUID) -> None:
        span = then(people, policy)
        citation = say(people, span, as_of=(span,)).citations[0]
        row = Span.objects.select_related("version").get(uid=span)
        version = edited(people, policy)
        words, start = "within 14 days", cast.EDITED.index("within 14 days")
        to = SpanDraft(version=version, start=start, end=start + len(words), exact=words)
        cited = CitedPlace(version=row.version.uid, start=row.start, end=row.end)
        with pytest.raises(Refused, match="written_anew_only"):
            rebind(writer=people.legal, citation=citation, cited=cited, to=to, at=AT)
        assert bound_places(writer=people.legal, citation=citation) == ()


class TestEvidence:
    def test_binding_and_unbinding_behind_our_back_is_found(self, people: Cast, policy: UUID) -> None:
        span = then(people, policy)
        recorded = say(people, span, as_of=(span,))
        assert problems() == []
        forge(CitationSpan.objects.all(), as_of=False)
        found = problems()
        assert any(f"answer {recorded.uid}" in problem for problem in found)
        assert any(f"citation {recorded.citations[0]}" in problem for problem in found)

    def test_an_erasure_takes_the_bound_with_it(self, people: Cast, policy: UUID) -> None:
        span = then(people, policy)
        note = say(people, span, as_of=(span,))
        summary = say(people, of=(note.uid,))
        erase_answer(actor=people.legal, answer=note.uid, at=AT)
        assert not CitationSpan.objects.exists()
        assert not Closure.objects.exists()
        assert cast.state(people.legal, summary.citations[0]) is State.UNAVAILABLE
        assert problems() == []
