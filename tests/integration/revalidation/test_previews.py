"""What publishing would do to citations: told before, as it turns out then, and of nothing its editor may not read."""

from copy import deepcopy
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from threading import Thread
from typing import Any
from uuid import UUID

import pytest

from acl.queries import Holder
from acl.rights import Right
from acl.services import grant, revoke_answer
from citeledger.core.principals import Principal
from citeledger.core.refusals import Forbidden, NotFound, Refused
from citeledger.core.statements import Absence, AnswerKind, Basis, Context, Statement
from citeledger.core.states import State
from citeledger.documents.gate import Manuscript, read_manuscript
from citeledger.documents.services import pin, retire
from citeledger.documents.services.undoing import manuscript_of
from citeledger.emission.services import record_answer
from citeledger.ledger.models import SpanText
from revalidation import previews, wiring, withholding
from revalidation.cache import NoCache
from revalidation.models import SpanResult
from revalidation.pacing import TooSoon, take_turn
from revalidation.panels import panel
from revalidation.previews import Place, Preview, preview
from revalidation.reviews import reviews
from revalidation.sweeping import sweep
from tests import cast
from tests.cast import AT, STAFF, Cast
from tests.ground.databases import BuiltOnce
from tests.integration.evidence.forging import forge
from tests.rig.caches import MemoryCache

pytestmark = pytest.mark.django_db
SHIPPING = "Return shipping is free within the country."
SOFTWARE = "Software licences are not refunded."
LAST = f"## 5. Exceptions\n\n{SOFTWARE}\n"
MOVED = cast.POLICY.replace(f"\n{LAST}", "").replace("## 3.", f"{LAST}\n## 3.")
GIFTS = f"\n## 6. Gifts\n\n{cast.REFUND}\n"
COPIED = cast.EDITED + GIFTS
SPREAD = COPIED + GIFTS.replace("6. Gifts", "7. Books")
QUERIES = 12  # two of them for results nobody remembered
STRUCK = cast.POLICY.replace(cast.REFUND, f"~~{cast.REFUND}~~")


class Desk:
    """A policy of legal's, which writes and edits; staff reads it."""

    def __init__(self) -> None:
        self.people: Cast = cast.make_cast()
        self.document = cast.make_document(owner=self.people.legal)

    def cite(self, exact: str = cast.REFUND, **more: Any) -> UUID:
        writer = more.pop("writer", self.people.legal)
        return cast.cite(writer=writer, documents=[self.document], exact=exact, **more).citations[0]

    def publish(self, text: str) -> UUID:
        return cast.publish(owner=self.people.legal, document=self.document, text=text)

    def preview(self, text: str, editor: Principal | None = None, at: datetime = AT) -> Preview:
        read = lambda: read_manuscript(data=text.encode(), media_type="text/markdown")  # noqa: E731
        return preview(editor=editor or self.people.legal, document=self.document, read=read, at=at)

    def states(self, citations: list[UUID]) -> dict[UUID, State]:
        return {uid: cast.state(self.people.legal, uid) for uid in citations}


@pytest.fixture(scope="module")
def _desk(built_once: BuiltOnce) -> Desk:
    return built_once(Desk)


@pytest.fixture
def desk(_desk: Desk, db: None) -> Desk:
    return deepcopy(_desk)


def numbers(found: Preview) -> dict[str, int]:
    names = ("answers", "current", "moved", "returning", "differing", "unknown")
    return {"turned": len(found.turned), **{name: getattr(found, name) for name in names}}


NOTHING = dict.fromkeys(("turned", "answers", "current", "moved", "returning", "differing", "unknown"), 0)


class TestWhatTurns:
    def test_is_told_with_old_and_new_words_and_how(self, desk: Desk) -> None:
        uid = desk.cite()
        desk.cite(SHIPPING)
        desk.cite(SOFTWARE)
        found = desk.preview(cast.EDITED)
        (turned,) = found.turned
        (passage,) = turned.passages
        assert numbers(found) == NOTHING | {"turned": 1, "answers": 1, "current": 2}
        assert (turned.citation, turned.basis) == (uid, "paraphrased")
        assert turned.statement == "Opened electronics can come back for 30 days."
        assert (passage.cited.text, passage.outcome) == (cast.REFUND, "numbers")
        assert passage.change == "A number in the cited words was changed."
        assert passage.now
        assert passage.now.text == cast.REFUND.replace("30", "14")
        assert cast.EDITED[passage.now.start : passage.now.end] == passage.now.text
        assert [piece.text.strip() for piece in passage.difference if piece.op == "removed"] == ["30"]

    def test_words_struck_through_are_called_that(self, desk: Desk) -> None:
        desk.cite()
        ((passage,),) = (one.passages for one in desk.preview(STRUCK).turned)
        assert passage.change == "The cited words are struck through now."

    @pytest.mark.parametrize("text", [COPIED, SPREAD])
    def test_the_same_place_and_words_are_shown_once_it_is_published(self, desk: Desk, text: str) -> None:
        """The old sentence stands elsewhere again, once or twice: it is no proof that nothing changed."""
        uid = desk.cite()
        ((told,),) = (one.passages for one in desk.preview(text).turned)
        desk.publish(text)
        (shown,) = panel(viewer=desk.people.legal, citation=uid).sources
        assert told.now
        assert shown.now
        assert (told.now.start, told.now.end) == (shown.now.start, shown.now.end)
        assert (told.outcome, told.change, told.difference) == (shown.outcome, shown.change, shown.difference)
        assert [piece.text.strip() for piece in told.difference if piece.op == "removed"] == ["30"]

    def test_words_that_stand_in_several_other_places_alone_are_shown_in_the_first(self, desk: Desk) -> None:
        uid = desk.cite()
        text = cast.DELETED + GIFTS + GIFTS.replace("6. Gifts", "7. Books")
        ((told,),) = (one.passages for one in desk.preview(text).turned)
        desk.publish(text)
        (shown,) = panel(viewer=desk.people.legal, citation=uid).sources
        first = text.index(cast.REFUND)
        assert (told.now, told.change) == (Place(first, first + len(cast.REFUND), cast.REFUND), shown.change)

    def test_what_moves_and_what_comes_back_is_counted_apart(self, desk: Desk) -> None:
        desk.cite()
        desk.cite(SOFTWARE)
        desk.publish(cast.EDITED)
        assert numbers(desk.preview(MOVED)) == NOTHING | {"moved": 1, "returning": 1}
        assert numbers(desk.preview(cast.DELETED)) == NOTHING | {"current": 1, "differing": 1}

    def test_what_is_remembered_of_the_current_version_says_nothing_of_the_next(self, desk: Desk) -> None:
        desk.cite()
        desk.cite(SHIPPING)
        sweep(version=desk.publish(cast.EDITED), at=AT)
        assert numbers(desk.preview(cast.ELSEWHERE)) == NOTHING | {"returning": 1, "turned": 1, "answers": 1}

    def test_what_rests_on_it_through_another_text_turns_with_it(self, desk: Desk) -> None:
        legal = desk.people.legal
        note = cast.cite(writer=legal, documents=[desk.document], kind=AnswerKind.MEMORY_NOTE)
        below = cast.cite(writer=legal, derived_from=[note.uid], text="A month.").citations[0]
        found = desk.preview(cast.EDITED)
        ways = {one.citation: [passage.by_way for passage in one.passages] for one in found.turned}
        assert ways == {note.citations[0]: [False], below: [True]}
        assert found.answers == 2

    def test_what_was_nowhere_and_would_be_there_turns(self, desk: Desk) -> None:
        legal = desk.people.legal
        snapshot = pin(actor=legal, name="Searched", documents=[desk.document], at=AT).uid
        absence = Absence(query={"version": 1, "kind": "phrase", "phrase": "store credit"}, snapshot=snapshot)
        statement = Statement(text="Nothing on store credit.", basis=Basis.ABSENCE, absence=absence)
        record_answer(
            writer=legal, kind=AnswerKind.ANSWER, segments=[statement], context=Context(), on_behalf_of=None, at=AT
        )
        assert numbers(desk.preview(cast.EDITED)) == NOTHING | {"current": 1}
        (turned,) = desk.preview(f"{cast.POLICY}\nStore credit lasts a year.\n").turned
        assert [place.text for place in turned.found] == ["Store credit"]

    @pytest.mark.parametrize("before", [None, cast.EDITED, MOVED])
    @pytest.mark.parametrize("text", [cast.EDITED, cast.REFLOWED, cast.ELSEWHERE, cast.DELETED, MOVED, STRUCK, "New."])
    def test_comes_true(self, desk: Desk, before: str | None, text: str) -> None:
        cited = [desk.cite(exact) for exact in (cast.REFUND, SHIPPING, SOFTWARE)]
        if before:
            desk.publish(before)
        told, was = desk.preview(text), desk.states(cited)
        assert SpanResult.objects.count() == 0  # nothing is stored, nothing is published
        desk.publish(text)
        now = desk.states(cited)
        changed = {uid for uid in cited if now[uid] is State.SOURCE_CHANGED}
        assert {one.citation for one in told.turned} == {uid for uid in changed if was[uid] is State.CURRENT}
        assert told.current + told.moved + told.returning == len(cited) - len(changed)
        assert told.unknown == 0


class TestWhatDoesNot:
    def test_the_same_bytes_change_nothing(self, desk: Desk) -> None:
        desk.cite()
        desk.publish(cast.EDITED)
        found = desk.preview(cast.EDITED)
        assert (found.is_new, numbers(found)) == (False, NOTHING | {"differing": 1})

    def test_a_document_without_citations_or_versions(self, desk: Desk) -> None:
        assert numbers(desk.preview(cast.DELETED)) == NOTHING

    def test_what_is_bound_to_its_version(self, desk: Desk) -> None:
        legal = desk.people.legal
        span = cast.mint(writer=legal, document=desk.document, exact=cast.REFUND)
        statement = Statement(text="Then 30 days.", basis=Basis.PARAPHRASED, spans=(span,), as_of=(span,))
        record_answer(
            writer=legal, kind=AnswerKind.ANSWER, segments=[statement], context=Context(), on_behalf_of=None, at=AT
        )
        assert desk.preview(cast.DELETED).turned == ()

    def test_a_passage_that_does_not_re_slice_is_not_shown(self, desk: Desk) -> None:
        desk.cite()
        forge(SpanText.objects.all(), exact="Opened electronics may be returned for ever and ever after that.")
        found = desk.preview(cast.EDITED)
        assert (found.turned, found.unknown) == ((), 1)


class TestWhoIsTold:
    def test_only_who_may_edit_and_nothing_is_read_for_others(self, desk: Desk) -> None:
        def read() -> Manuscript:
            raise AssertionError

        for who, refusal in ((desk.people.support, Forbidden), (desk.people.contractor, NotFound)):
            with pytest.raises(refusal):
                preview(editor=who, document=desk.document, read=read, at=AT)
        retire(actor=desk.people.legal, document=desk.document, at=AT)
        with pytest.raises(Refused, match="retired"):
            preview(editor=desk.people.legal, document=desk.document, read=read, at=AT)

    def test_nothing_of_answers_or_sources_the_editor_may_not_read(
        self, desk: Desk, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Support may edit, and hears of what it may read: everything else is as if it never was."""
        legal, support = desk.people.legal, desk.people.support
        grant(actor=legal, document=desk.document, right=Right.EDIT, holder=STAFF, at=AT)
        secret = cast.make_document(owner=legal, title="Secret", readers=[])
        shared = cast.cite(writer=legal, documents=[desk.document])
        cast.share_answer(owner=legal, answer=shared.uid)
        before = desk.preview(cast.EDITED, support)
        assert [one.citation for one in before.turned] == list(shared.citations)
        hidden = [cast.cite(writer=legal, documents=[desk.document]) for _ in range(2)]
        hidden.append(cast.cite(writer=legal, documents=[desk.document, secret]))
        note = cast.cite(writer=legal, documents=[desk.document], kind=AnswerKind.MEMORY_NOTE)
        hidden.append(cast.cite(writer=legal, derived_from=[note.uid]))
        for each in hidden[2:]:
            cast.share_answer(owner=legal, answer=each.uid)
        monkeypatch.setattr(previews, "CITATIONS_COMPARED", 1)  # what is hidden takes nobody's place either
        assert desk.preview(cast.EDITED, support) == before
        revoke_answer(actor=legal, answer=shared.uid, right=Right.READ, holder=STAFF, at=AT)
        assert numbers(desk.preview(cast.EDITED, support)) == NOTHING


class TestWhatAwaitsReview:
    """What the page of the review queue will show, counted before: on sources the editor may all attest."""

    @staticmethod
    def queue(viewer: Principal) -> set[UUID]:
        return {one.uid for one in reviews(viewer=viewer, after=None, limit=50).items}

    def test_comes_true_for_answers_nobody_shared_as_well(self, desk: Desk) -> None:
        legal, support = desk.people.legal, desk.people.support
        desk.cite()
        desk.cite(SHIPPING)
        unshared = {desk.cite(writer=support), desk.cite(SOFTWARE, writer=support)}
        told = desk.preview(cast.DELETED)
        assert (len(told.turned), told.answers, told.to_review) == (1, 1, 2)
        assert not unshared & {one.citation for one in told.turned}
        desk.publish(cast.DELETED)
        assert len(self.queue(legal)) == told.to_review

    def test_is_nothing_without_the_right_to_attest_on_all_of_it(self, desk: Desk) -> None:
        legal, support = desk.people.legal, desk.people.support
        grant(actor=legal, document=desk.document, right=Right.EDIT, holder=STAFF, at=AT)
        cast.share_answer(owner=legal, answer=cast.cite(writer=legal, documents=[desk.document]).uid)
        assert desk.preview(cast.EDITED, support).to_review == 0
        grant(actor=legal, document=desk.document, right=Right.ATTEST, holder=STAFF, at=AT)
        other = cast.make_document(owner=legal, title="Read only")
        cast.cite(writer=legal, documents=[desk.document, other])
        told = desk.preview(cast.EDITED, support)
        assert (len(told.turned), told.to_review) == (1, 1)
        desk.publish(cast.EDITED)
        assert len(self.queue(support)) == 1

    def test_is_nothing_for_services(self, desk: Desk) -> None:
        legal, robot = desk.people.legal, desk.people.service
        holder = Holder("user", robot.name)
        for right in (Right.EDIT, Right.ATTEST):
            grant(actor=legal, document=desk.document, right=right, holder=holder, at=AT)
        desk.cite()
        assert (desk.preview(cast.EDITED).to_review, desk.preview(cast.EDITED, robot).to_review) == (1, 0)

    def test_counts_only_what_turns(self, desk: Desk) -> None:
        desk.cite()
        desk.publish(cast.EDITED)
        assert (desk.preview(cast.DELETED).to_review, self.queue(desk.people.legal) != set()) == (0, True)


TURN: dict[str, Any] = {"code": "too_many_previews", "most": 4, "at": AT}


@dataclass
class Crowded(MemoryCache):
    """While the first is counted, others come: as far as they get before the first goes on."""

    others: list[Thread] = field(default_factory=list)

    def get(self, key: str) -> Any:
        found = super().get(key)
        for one in self.others:
            if one.ident is None:
                one.start()
                one.join(0.02)
        return found


class TestPace:
    """As many as one processor is worth, and no more; counted for who may ask at all, each for themselves."""

    @pytest.fixture(autouse=True)
    def counted(self, monkeypatch: pytest.MonkeyPatch) -> None:
        kept = MemoryCache()
        monkeypatch.setattr(wiring, "cache", lambda: kept)
        monkeypatch.setattr(previews, "PREVIEWS_A_MINUTE", 2)

    def ask(self, desk: Desk, seconds: int = 0, editor: Principal | None = None) -> int:
        """How many seconds to wait, 0 where it was answered."""
        try:
            desk.preview(cast.EDITED, editor, at=AT + timedelta(seconds=seconds))
        except TooSoon as soon:
            return soon.seconds
        return 0

    def test_ends_for_a_minute_from_the_first(self, desk: Desk) -> None:
        grant(actor=desk.people.legal, document=desk.document, right=Right.EDIT, holder=STAFF, at=AT)
        assert [self.ask(desk, second) for second in (0, 20, 30, 59, 60, 61, 80)] == [0, 0, 30, 1, 0, 19, 0]
        assert self.ask(desk, 61, desk.people.support) == 0

    def test_is_not_counted_where_nothing_may_be_asked(self, desk: Desk) -> None:
        for who in (desk.people.support, desk.people.contractor) * 2:
            with pytest.raises((Forbidden, NotFound)):
                desk.preview(cast.EDITED, who)
        grant(actor=desk.people.legal, document=desk.document, right=Right.EDIT, holder=STAFF, at=AT)
        assert self.ask(desk, 0, desk.people.support) == 0

    def test_of_many_at_once_each_is_counted(self, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
        kept, legal = Crowded(), desk.people.legal
        kept.others = [Thread(target=take_turn, kwargs=TURN | {"principal": legal}) for _ in range(3)]
        monkeypatch.setattr(wiring, "cache", lambda: kept)
        take_turn(principal=legal, **TURN)
        for one in kept.others:
            one.join()
        with pytest.raises(TooSoon):
            take_turn(principal=legal, **TURN)

    def test_is_nobodys_where_the_cache_is_lost(self, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(wiring, "cache", NoCache)
        assert [self.ask(desk) for _ in range(4)] == [0] * 4


class TestCost:
    def test_is_the_same_however_many_citations_and_versions(self, desk: Desk, django_assert_num_queries: Any) -> None:
        desk.cite()
        desk.publish(f"{cast.POLICY}\nFirst edition.\n")
        with django_assert_num_queries(QUERIES):
            assert len(desk.preview(cast.DELETED).turned) == 1
        for number in range(4):
            desk.publish(f"{cast.POLICY}\nEdition {number}.\n")
            desk.cite()
        with django_assert_num_queries(QUERIES):
            assert len(desk.preview(cast.DELETED).turned) == 5

    def test_more_than_the_most_are_said_to_be_more(self, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(previews, "CITATIONS_COMPARED", 2)
        first, *newest = [desk.cite(), desk.cite(), desk.cite()]
        found = desk.preview(cast.EDITED)
        assert found.is_capped
        assert {one.citation for one in found.turned} == set(newest)
        assert first not in newest

    def test_nor_are_more_long_passages_compared_than_a_request_has_time_for(
        self, desk: Desk, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        desk.cite()
        newest = [desk.cite(), desk.cite()]
        monkeypatch.setattr(previews, "PASSAGES_COMPARED", 2 * len(cast.REFUND) + 1)
        found = desk.preview(cast.EDITED)
        assert (found.is_capped, {one.citation for one in found.turned}) == (True, set(newest))
        monkeypatch.setattr(previews, "PASSAGES_COMPARED", 1)
        found = desk.preview(cast.EDITED)
        assert (found.is_capped, [one.citation for one in found.turned]) == (True, newest[1:])

    def test_it_leaves_at_a_tick_whatever_is_hidden(self, desk: Desk) -> None:
        with withholding.watching() as watch:
            desk.preview(cast.EDITED)
        assert watch.withheld

    def test_a_reversion_is_foreseen_from_what_is_stored(self, desk: Desk) -> None:
        desk.cite()
        first = cast.current_version(desk.people.legal, desk.document)
        assert first is not None
        desk.publish(cast.EDITED)
        legal = desk.people.legal
        read = lambda: manuscript_of(actor=legal, document=desk.document, to=first)  # noqa: E731
        found = preview(editor=legal, document=desk.document, read=read, at=AT)
        assert numbers(found) == NOTHING | {"returning": 1}
