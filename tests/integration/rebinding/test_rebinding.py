"""Binding a citation's words to another place: a new citation through the gate, linked; the old one as it was."""

import copy
from collections.abc import Callable
from datetime import timedelta
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from acl.models import Surface
from acl.rights import Right
from acl.services import grant, grant_answer, revoke, revoke_answer
from citeledger.core.outcomes import Locator
from citeledger.core.principals import Principal
from citeledger.core.refusals import Forbidden, NotFound, Refused
from citeledger.core.statements import AnswerKind, Basis, Context, Statement
from citeledger.core.states import State
from citeledger.documents.services import retire, withdraw
from citeledger.emission.proof import SpanDraft
from citeledger.emission.services import RecordedAnswer, record_answer
from citeledger.evidence import verification
from citeledger.ledger.models import Answer, Citation, Rebinding, Span, StatementText
from citeledger.ledger.services import erase_answer, put_page
from citeledger.log.models import LogDetail, LogEntry
from citeledger.rebinding import rules
from citeledger.rebinding.services import CitedPlace, bound_places, ready_to_rebind, rebind, refusals
from revalidation import reading
from revalidation.attesting import attest
from revalidation.panels import SourcePanel, panel
from revalidation.rebindings import NOT_REBOUND, Rebound
from tests import cast
from tests.cast import AT, STAFF, Cast
from tests.ground.databases import BuiltOnce
from tests.integration.evidence.forging import forge

pytestmark = pytest.mark.django_db
LATER = AT + timedelta(days=1)
OLD = "Visitors keep a badge for 30 days."
BADGES = f"# Limits\n\n{OLD}\n\nAsk the desk when you lose it on the way home.\n"
TWICE = (
    "# Limits\n\nAsk the desk when you lose it on the way home.\n\n"
    "Printers are replaced every 30 days or so. Chairs are mended every 30 days too.\n"
)
WORDS = "30 days"


class Badges:
    """What support said of two words that stand twice in the newest version, neither time where they stood."""

    def __init__(self, people: Cast, *, basis: Basis, text: str) -> None:
        self.people = people
        self.document = cast.make_document(owner=self.people.legal, text=BADGES)
        span = cast.mint(writer=self.people.support, document=self.document, exact=WORDS)
        self.answer: RecordedAnswer = record_answer(
            writer=self.people.support,
            kind=AnswerKind.MEMORY_NOTE,
            segments=[Statement(text, basis, (span,))],
            context=Context(agent="helper", question="How long?", surface="chat"),
            on_behalf_of=None,
            at=AT,
        )
        self.citation = self.answer.citations[0]
        self.version = cast.publish(owner=self.people.legal, document=self.document, text=TWICE, at=LATER)

    @property
    def source(self) -> SourcePanel:
        (found,) = panel(viewer=self.people.legal, citation=self.citation).sources
        return found

    @property
    def cited(self) -> CitedPlace:
        place = self.source.cited
        return CitedPlace(version=place.version, start=place.start, end=place.end)

    def place(self, exact: str = WORDS, *, nth: int = 1) -> SpanDraft:
        start = -1
        for _ in range(nth):
            start = TWICE.index(exact, start + 1)
        return SpanDraft(version=self.version, start=start, end=start + len(exact), exact=exact)

    def rebind(
        self,
        who: Principal | None = None,
        *,
        citation: UUID | None = None,
        cited: CitedPlace | None = None,
        to: SpanDraft | None = None,
    ) -> UUID:
        """The citation it makes."""
        recorded = rebind(
            writer=who or self.people.support,
            citation=citation or self.citation,
            cited=cited or self.cited,
            to=to or self.place(nth=2),
            at=LATER,
        )
        return recorded.citations[0]

    def ready_to_rebind(self) -> Callable[[], RecordedAnswer]:
        return ready_to_rebind(
            writer=self.people.support, citation=self.citation, cited=self.cited, to=self.place(nth=2), at=LATER
        )


@pytest.fixture(scope="module")
def _people(built_once: BuiltOnce) -> Cast:
    return built_once(cast.make_cast)


@pytest.fixture(scope="module")
def _badges(built_once: BuiltOnce, _people: Cast) -> Badges:
    return built_once(lambda: Badges(_people, basis=Basis.PARAPHRASED, text="A month."))


@pytest.fixture
def badges(_badges: Badges) -> Badges:
    """Written once: every test finds it as it was."""
    return copy.copy(_badges)


@pytest.fixture(scope="module")
def quotation(built_once: BuiltOnce, _people: Cast) -> Badges:
    """The two words as they stood there."""
    return built_once(lambda: Badges(_people, basis=Basis.QUOTED, text=WORDS))


def refusal(act: object) -> str:
    before = (Answer.objects.count(), Rebinding.objects.count(), LogEntry.objects.count())
    try:
        act()  # type: ignore[operator]
    except Refused as refused:
        code = refused.code
    except (NotFound, Forbidden) as no:
        code = type(no).__name__
    else:
        return "done"
    assert (Answer.objects.count(), Rebinding.objects.count(), LogEntry.objects.count()) == before
    return code


class TestWhatIsMade:
    def test_the_same_words_bound_to_the_chosen_place(self, badges: Badges) -> None:
        assert badges.source.outcome == "ambiguous"
        made = badges.rebind()
        found = panel(viewer=badges.people.support, citation=made)
        (source,) = found.sources
        assert (found.state, found.statement, found.basis) == (State.CURRENT, "A month.", "paraphrased")
        place = badges.place(nth=2)
        assert (source.cited.version, source.cited.start, source.cited.text) == (badges.version, place.start, WORDS)

    def test_an_answer_of_its_own_of_the_same_kind_by_who_bound_it(self, badges: Badges) -> None:
        grant_answer(actor=badges.people.support, answer=badges.answer.uid, right=Right.MANAGE, holder=STAFF, at=AT)
        made = badges.rebind(badges.people.manager)
        answer = Citation.objects.get(uid=made).statement.answer
        assert (answer.kind, answer.writer.username, answer.context.question) == ("memory_note", "manager", "How long?")
        assert (answer.context.agent, answer.uid == badges.answer.uid) == ("", False)

    def test_the_old_one_stays_what_it_was(self, badges: Badges) -> None:
        before = panel(viewer=badges.people.support, citation=badges.citation)
        made = badges.rebind()
        after = panel(viewer=badges.people.support, citation=badges.citation)
        assert (after.state, after.sources, after.statement) == (before.state, before.sources, before.statement)
        assert (before.rebound, after.rebound) == (NOT_REBOUND, Rebound(successors=(made,)))

    def test_everything_else_it_rests_on_is_kept(self, badges: Badges) -> None:
        people = badges.people
        other = cast.make_document(owner=people.legal, title="Other")
        note = cast.cite(writer=people.support, documents=[other], kind=AnswerKind.MEMORY_NOTE)
        old = cast.publish(owner=people.legal, document=badges.document, text=BADGES, at=LATER)
        spans = (
            cast.mint(writer=people.support, document=badges.document, exact=WORDS),
            cast.mint(writer=people.support, document=other, exact=cast.REFUND),
        )
        statement = Statement("Both.", Basis.PARAPHRASED, spans, (note.uid,))
        context = Context()
        badges.answer = record_answer(
            writer=people.support,
            kind=AnswerKind.ANSWER,
            segments=[statement],
            context=context,
            on_behalf_of=None,
            at=AT,
        )
        badges.citation = badges.answer.citations[0]
        badges.version = cast.publish(owner=people.legal, document=badges.document, text=TWICE, at=LATER)
        cited = next(place for place in bound_places(writer=people.support, citation=badges.citation))
        assert cited.version == old
        made = badges.rebind(cited=cited, to=badges.place())
        row = Citation.objects.get(uid=made)
        assert [str(edge.derived.uid) for edge in row.derived_edges.all()] == [str(note.uid)]
        kept = [edge.span.uid for edge in row.span_edges.order_by("position")]
        assert (kept[1], len(kept), kept[0] == spans[0]) == (spans[1], 2, False)

    def test_a_quotation_that_says_what_stands_there(self, quotation: Badges) -> None:
        made = quotation.rebind()
        assert panel(viewer=quotation.people.support, citation=made).basis == "quoted"

    def test_a_quotation_is_recorded_as_it_stands_there(self, quotation: Badges) -> None:
        exact = "30\u00a0days"
        text = TWICE.replace("every 30 days or", f"every {exact} or")
        version = cast.publish(owner=quotation.people.legal, document=quotation.document, text=text, at=LATER)
        start = text.index(exact)
        made = quotation.rebind(to=SpanDraft(version=version, start=start, end=start + len(exact), exact=exact))
        assert Citation.objects.get(uid=made).statement.content.text == exact

    def test_a_quotation_of_other_words_is_refused(self, quotation: Badges) -> None:
        to = quotation.place("Printers are replaced")
        assert refusal(lambda: quotation.rebind(to=to)) == "not_contiguous_source"

    def test_bound_again_and_again(self, badges: Badges) -> None:
        first, second = badges.rebind(), badges.rebind(to=badges.place(nth=1))
        found = panel(viewer=badges.people.support, citation=badges.citation).rebound
        assert found == Rebound(successors=(second, first))
        assert panel(viewer=badges.people.support, citation=first).rebound == Rebound(origin=badges.citation)

    def test_no_attestation_is_carried_over(self, badges: Badges) -> None:
        grant(actor=badges.people.legal, document=badges.document, right=Right.ATTEST, holder=STAFF, at=AT)
        attest(
            actor=badges.people.manager, citation=badges.citation, note="Holds.", versions=[badges.version], at=LATER
        )
        assert panel(viewer=badges.people.support, citation=badges.rebind()).attestation is None


FEES = "# Fees\n\nThe yearly fee is 180 EUR.\n\nPaid by the office.\n"
FEE = "The yearly fee is 180 EUR."


class Fee(Badges):
    """The fee as support told it, and the sentence as the newest version has it."""

    def __init__(self, people: Cast, *, basis: Basis) -> None:
        self.people = people
        self.document = cast.make_document(owner=self.people.legal, text=FEES)
        said = FEE if basis is Basis.QUOTED else "It costs 180 EUR a year."
        span = cast.mint(writer=self.people.support, document=self.document, exact=FEE)
        self.answer = record_answer(
            writer=self.people.support,
            kind=AnswerKind.ANSWER,
            segments=[Statement(said, basis, (span,))],
            context=Context(),
            on_behalf_of=None,
            at=AT,
        )
        self.citation = self.answer.citations[0]

    def edited(self, new: str) -> "Fee":
        """The same fee, and a version that says this in its place."""
        fee = copy.copy(self)
        fee.new, fee.text = new, FEES.replace(FEE, new)
        fee.version = cast.publish(owner=self.people.legal, document=self.document, text=fee.text, at=LATER)
        return fee

    def place(self, exact: str = "", *, nth: int = 1) -> SpanDraft:
        words = exact or self.new
        start = self.text.index(words)
        return SpanDraft(version=self.version, start=start, end=start + len(words), exact=words)

    def asked(self, *places: SpanDraft) -> dict[str, str]:
        """By the words of a place, the code with which it is not offered; those that are offered are left out."""
        wanted = [Locator(place.start, place.end) for place in places]
        cited = self.cited
        found = refusals(writer=self.people.support, citation=self.citation, places={cited: wanted})[cited]
        return {self.text[place.start : place.end]: refused.code for place, refused in found.items()}


@pytest.fixture(scope="module")
def _fees(built_once: BuiltOnce, _people: Cast) -> dict[Basis, Fee]:
    return built_once(lambda: {basis: Fee(_people, basis=basis) for basis in (Basis.PARAPHRASED, Basis.QUOTED)})


@pytest.fixture
def told(_fees: dict[Basis, Fee]) -> Fee:
    return _fees[Basis.PARAPHRASED]


@pytest.fixture
def quoted(_fees: dict[Basis, Fee]) -> Fee:
    return _fees[Basis.QUOTED]


class TestWhichPlacesAreOffered:
    """The page asks `refusals`, the gate asks `rebind`: one rule, so they never part."""

    @pytest.mark.parametrize(
        ("new", "code"),
        [
            ("The yearly fee is 195 EUR.", "written_anew_only"),
            ("The yearly fee now comes to 195 EUR.", "written_anew_only"),
            ("The yearly fee is not 180 EUR.", "written_anew_only"),
            ("The fee that is paid yearly is 180 EUR.", ""),
        ],
    )
    def test_not_where_a_number_or_a_negation_differs(self, told: Fee, new: str, code: str) -> None:
        fee = told.edited(new)
        assert fee.asked(fee.place()) == ({new: code} if code else {})
        assert refusal(lambda: fee.rebind(to=fee.place())) == (code or "done")

    def test_nor_a_part_of_such_a_passage_nor_one_that_says_something_else(self, told: Fee) -> None:
        fee = told.edited("The yearly fee is 195 EUR.")
        for words in ("The yearly fee is", "Paid by the office."):
            place = fee.place(words)
            assert fee.asked(place) == {words: "written_anew_only"}
            assert refusal(lambda place=place: fee.rebind(to=place)) == "written_anew_only"

    def test_a_quotation_only_where_its_words_stand(self, quoted: Fee) -> None:
        fee = quoted.edited("The fee that is paid yearly is 180 EUR.")
        assert fee.asked(fee.place()) == {fee.new: "not_contiguous_source"}
        assert refusal(lambda: fee.rebind(to=fee.place())) == "not_contiguous_source"

    def test_what_still_stands_needs_no_other_place(self, told: Fee) -> None:
        fee = told.edited(f"{FEE} It is due in May.")
        assert cast.state(fee.people.support, fee.citation) is State.CURRENT
        assert fee.asked(fee.place(FEE)) == {FEE: "nothing_changed"}
        assert refusal(lambda: fee.rebind(to=fee.place(FEE))) == "nothing_changed"

    def test_what_cannot_be_told_is_not_bound(self, told: Fee, monkeypatch: pytest.MonkeyPatch) -> None:
        fee = told.edited("The fee that is paid yearly is 180 EUR.")
        cited, place = fee.cited, fee.place()
        monkeypatch.setattr(rules, "known_histories", lambda **_: {})
        found = refusals(
            writer=fee.people.support, citation=fee.citation, places={cited: [Locator(place.start, place.end)]}
        )
        assert [refused.code for refused in found[cited].values()] == ["cannot_be_checked"]
        assert refusal(lambda: fee.rebind(cited=cited, to=place)) == "cannot_be_checked"

    def test_asking_costs_the_same_whatever_the_number_of_places(self, told: Fee) -> None:
        fee = told.edited("The fee that is paid yearly is 180 EUR.")

        def queries(count: int) -> int:
            with CaptureQueriesContext(connection) as asked:
                fee.asked(*[fee.place(fee.new[:length]) for length in range(10, 10 + count)])
            return len(asked)

        assert queries(1) == queries(12)


class TestTheGate:
    @pytest.mark.parametrize(
        ("who", "answer"), [("manager", "Forbidden"), ("legal", "Forbidden"), ("contractor", "NotFound")]
    )
    def test_only_the_writer_and_who_manages_the_answer(self, badges: Badges, who: str, answer: str) -> None:
        assert refusal(lambda: badges.rebind(getattr(badges.people, who))) == answer

    def test_the_writer_also_without_managing_it(self, badges: Badges) -> None:
        people = badges.people
        grant_answer(actor=people.support, answer=badges.answer.uid, right=Right.MANAGE, holder=STAFF, at=AT)
        revoke_answer(
            actor=people.manager,
            answer=badges.answer.uid,
            right=Right.MANAGE,
            holder=cast.Holder("user", "support"),
            at=AT,
        )
        assert refusal(badges.rebind) == "done"

    def test_an_unknown_citation(self, badges: Badges) -> None:
        cited = badges.cited
        assert refusal(lambda: badges.rebind(citation=uuid4(), cited=cited)) == "NotFound"

    def test_what_may_not_be_read_any_more_as_a_whole(self, badges: Badges) -> None:
        cited = badges.cited
        cast.unread(owner=badges.people.legal, document=badges.document)
        assert refusal(lambda: badges.rebind(cited=cited)) == "NotFound"
        grant(actor=badges.people.legal, document=badges.document, right=Right.READ, holder=STAFF, at=AT)
        assert refusal(lambda: badges.rebind(cited=cited)) == "done"

    def test_words_whose_old_place_was_withdrawn_are_not_said_again(self, badges: Badges) -> None:
        cited = badges.cited
        withdraw(actor=badges.people.legal, version=cited.version, at=LATER)
        assert refusal(lambda: badges.rebind(cited=cited)) == "NotFound"

    def test_nor_those_of_a_retired_document(self, badges: Badges) -> None:
        cited = badges.cited
        retire(actor=badges.people.legal, document=badges.document, at=LATER)
        assert refusal(lambda: badges.rebind(cited=cited)) == "NotFound"

    def test_citing_is_a_right_of_its_own(self, badges: Badges) -> None:
        revoke(actor=badges.people.legal, document=badges.document, right=Right.CITE, holder=STAFF, at=AT)
        assert refusal(badges.rebind) == "Forbidden"

    @pytest.mark.parametrize(("lost", "answer"), [(Right.CITE, "Forbidden"), (Right.READ, "NotFound")])
    def test_a_right_that_goes_while_words_are_compared_is_asked_again(
        self, badges: Badges, lost: Right, answer: str
    ) -> None:
        record = badges.ready_to_rebind()
        revoke(actor=badges.people.legal, document=badges.document, right=lost, holder=STAFF, at=AT)
        spans = Span.objects.count()
        assert refusal(record) == answer
        assert Span.objects.count() == spans

    def test_an_edit_while_words_are_compared_leaves_nothing_behind(self, badges: Badges) -> None:
        record = badges.ready_to_rebind()
        cast.publish(owner=badges.people.legal, document=badges.document, text=TWICE + "More.\n", at=LATER)
        spans = Span.objects.count()
        assert refusal(record) == "not_the_current_version"
        assert Span.objects.count() == spans

    def test_the_place_is_proved(self, badges: Badges) -> None:
        place = badges.place()
        wrong = SpanDraft(version=place.version, start=place.start + 1, end=place.end + 1, exact=WORDS)
        assert refusal(lambda: badges.rebind(to=wrong)) == "exact_mismatch"

    def test_only_in_the_current_version_of_the_same_document(self, badges: Badges) -> None:
        old = badges.source.cited
        same = SpanDraft(version=old.version, start=old.start, end=old.end, exact=old.text)
        assert refusal(lambda: badges.rebind(to=same)) == "not_the_current_version"
        other = cast.make_document(owner=badges.people.legal, text=TWICE)
        version = cast.current_version(badges.people.legal, other)
        assert version is not None
        place = badges.place()
        foreign = SpanDraft(version=version, start=place.start, end=place.end, exact=WORDS)
        assert refusal(lambda: badges.rebind(to=foreign)) == "not_the_current_version"

    def test_only_a_place_the_citation_names_itself(self, badges: Badges) -> None:
        people = badges.people
        cited = badges.cited
        above = cast.cite(writer=people.support, derived_from=[badges.answer.uid]).citations[0]
        assert refusal(lambda: badges.rebind(citation=above, cited=cited)) == "not_a_direct_source"
        assert bound_places(writer=people.support, citation=above) == ()

    def test_what_is_bound_to_the_current_version_needs_none(self, badges: Badges) -> None:
        made = badges.rebind()
        place = badges.place(nth=2)
        here = CitedPlace(version=place.version, start=place.start, end=place.end)
        assert refusal(lambda: badges.rebind(citation=made, cited=here)) == "nothing_changed"

    def test_words_that_are_not_those_recorded_are_not_said_again(self, badges: Badges) -> None:
        forge(StatementText.objects.filter(answer__uid=badges.answer.uid), text="For ever.")
        assert refusal(badges.rebind) == "source_not_proved"


class TestWhoSeesTheLink:
    def test_not_who_may_not_read_what_it_leads_to(self, badges: Badges) -> None:
        """The newest version is in a document support reads; a note beneath it is support's alone."""
        people = badges.people
        note = cast.cite(writer=people.support, documents=[badges.document], exact="Ask the desk", kind=AnswerKind.PLAN)
        span = cast.mint(writer=people.support, document=badges.document, exact="every 30 days or so")
        statement = Statement("Both.", Basis.PARAPHRASED, (span,), (note.uid,))
        badges.answer = record_answer(
            writer=people.support,
            kind=AnswerKind.ANSWER,
            segments=[statement],
            context=Context(),
            on_behalf_of=None,
            at=AT,
        )
        cast.share_answer(owner=people.support, answer=note.uid)
        badges.citation = badges.answer.citations[0]
        new = TWICE.replace("every 30 days or so", "after 30 days or so")
        badges.version = cast.publish(owner=people.legal, document=badges.document, text=new, at=LATER)
        start = new.index("after 30 days or so")
        to = SpanDraft(version=badges.version, start=start, end=start + 19, exact="after 30 days or so")
        (cited,) = bound_places(writer=people.support, citation=badges.citation)
        made = badges.rebind(cited=cited, to=to)
        assert panel(viewer=people.manager, citation=badges.citation).rebound.successors == (made,)
        revoke_answer(actor=people.support, answer=note.uid, right=Right.READ, holder=STAFF, at=LATER)
        assert panel(viewer=people.manager, citation=badges.citation).rebound == NOT_REBOUND

    def test_the_owner_of_a_page_that_shows_the_old_one_and_nobody_else(self, badges: Badges) -> None:
        people = badges.people
        surface = Surface.objects.create(name="wiki").uid
        uid = put_page(
            actor=people.support,
            surface=surface,
            kind="runbook",
            host_reference="r",
            title="Runbook",
            citations=[badges.citation, badges.citation],
            at=AT,
        )
        first, made = badges.rebind(), badges.rebind(to=badges.place(nth=1))
        found = reading.page(viewer=people.support, uid=uid)
        assert found.rebound == {badges.citation: made}
        assert made != first
        assert [view.citation for view in found.statements] == [badges.citation] * 2
        assert reading.page(viewer=people.superuser, uid=uid).rebound == {}


def problems() -> list[str]:
    return [str(problem) for problem in verification.verify(progress=lambda _: None)]


class TestEvidence:
    def test_it_is_logged_with_two_ids_and_proved(self, badges: Badges) -> None:
        made = badges.rebind()
        entry = LogEntry.objects.get(kind="citation_rebound")
        assert (entry.subject_uid, entry.actor_uid) == (made, badges.people.support.uid)
        assert str(badges.citation) in LogDetail.objects.get(entry=entry).body
        assert problems() == []

    @pytest.mark.parametrize("which", ["old", "new"])
    def test_either_text_may_be_erased(self, badges: Badges, which: str) -> None:
        made = badges.rebind()
        old, new = badges.answer.uid, Citation.objects.get(uid=made).statement.answer.uid
        erase_answer(actor=badges.people.support, answer={"old": old, "new": new}[which], at=LATER)
        left = {"old": made, "new": badges.citation}[which]
        assert Rebinding.objects.count() == 1
        assert panel(viewer=badges.people.support, citation=left).rebound == NOT_REBOUND
        assert problems() == []

    def test_a_forged_link_is_found(self, badges: Badges) -> None:
        first, made = badges.rebind(), badges.rebind()
        older = Citation.objects.get(uid=first).pk
        forge(Rebinding.objects.filter(citation__uid=made), origin=older)
        assert [found for found in problems() if found.startswith(f"rebinding {made}")]
