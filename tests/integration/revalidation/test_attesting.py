"""A person's "this still holds": beside the state, for what they saw, silent once a passage changes again."""

import re
from collections.abc import Callable, Collection
from datetime import timedelta
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from acl.queries import Holder
from acl.rights import Right
from acl.services import grant, revoke
from citeledger.core.hashing import sha256_hex
from citeledger.core.principals import Principal
from citeledger.core.refusals import Conflict, Forbidden, NotFound, Refused
from citeledger.core.statements import AnswerKind
from citeledger.core.states import State
from citeledger.documents.gate import Manuscript
from citeledger.documents.models import Version, VersionText
from citeledger.documents.services import revert, supersede, withdraw
from citeledger.documents.services.renditions import add_rendition
from citeledger.emission.services import RecordedAnswer
from citeledger.evidence import verification
from citeledger.evidence.tasks import prove_records
from citeledger.extraction import Extraction, extract
from citeledger.ledger.models import Attestation
from citeledger.ledger.services import erase_answer
from citeledger.log.models import LogDetail, LogEntry
from revalidation import attested_words, mismatches, wiring
from revalidation.attestations import Attested
from revalidation.attesting import attest, may_attest, ready_to_attest
from revalidation.cache import NoCache
from revalidation.models import SpanResult
from revalidation.panels import Panel, panel
from revalidation.reviews import reviews
from revalidation.service import decisions
from revalidation.sweeping import sweep
from tests import cast
from tests.cast import ANYONE, AT, STAFF, Cast
from tests.ground.databases import BuiltOnce
from tests.ground.mismatches import Ordered
from tests.integration.evidence.forging import forge

pytestmark = pytest.mark.django_db
NOTE = "The statement is about opened goods only."
LATER = AT + timedelta(days=1)
WIDER = cast.EDITED.replace("14 days", "90 days")


class Policy:
    """A policy that staff may read and attest, what support said of it, and an edit of the passage."""

    def __init__(self, people: Cast) -> None:
        self.people = people
        self.document = cast.make_document(owner=self.people.legal)
        grant(actor=self.people.legal, document=self.document, right=Right.ATTEST, holder=STAFF, at=AT)
        self.answer: RecordedAnswer = cast.cite(writer=self.people.support, documents=[self.document])
        self.citation = self.answer.citations[0]
        self.edit(cast.EDITED)

    def edit(self, text: str) -> UUID:
        return cast.publish(owner=self.people.legal, document=self.document, text=text)

    def seen(self, who: Principal | None = None) -> set[UUID]:
        return {source.current_version for source in self.panel(who).sources}

    def panel(self, who: Principal | None = None) -> Panel:
        return panel(viewer=who or self.people.support, citation=self.citation)

    @property
    def attestation(self) -> Attested | None:
        return self.panel().attestation

    @property
    def still_applies(self) -> bool:
        found = self.attestation
        assert found is not None
        return found.still_applies

    def attest(
        self, who: Principal | None = None, *, note: str = NOTE, versions: Collection[UUID] | None = None
    ) -> UUID:
        actor = who or self.people.manager
        seen = self.seen(self.people.support) if versions is None else versions
        return attest(actor=actor, citation=self.citation, note=note, versions=seen, at=LATER)

    def ready_to_attest(self) -> Callable[[], UUID]:
        seen = self.seen(self.people.support)
        return ready_to_attest(actor=self.people.manager, citation=self.citation, note=NOTE, versions=seen, at=LATER)


@pytest.fixture(scope="module")
def _policy(built_once: BuiltOnce, cast_of_the_module: Cast) -> Policy:
    return built_once(lambda: Policy(cast_of_the_module))


@pytest.fixture
def policy(_policy: Policy, db: None) -> Policy:
    return _policy


@pytest.fixture
def attested(policy: Policy) -> Policy:
    policy.attest()
    return policy


class TestBesideTheState:
    def test_the_state_stays(self, attested: Policy) -> None:
        assert cast.state(attested.people.support, attested.citation) is State.SOURCE_CHANGED
        assert attested.panel().state is State.SOURCE_CHANGED

    def test_it_says_who_when_and_why(self, attested: Policy) -> None:
        assert attested.attestation == Attested("manager", LATER, NOTE, still_applies=True)

    def test_no_decision_of_the_evaluator_looks_at_it(self, policy: Policy) -> None:
        before = decisions(viewer=policy.people.support, citations=[policy.citation])
        policy.attest()
        assert decisions(viewer=policy.people.support, citations=[policy.citation]) == before

    def test_the_newest_counts(self, attested: Policy) -> None:
        attested.attest(attested.people.support, note="Seen again.")
        found = attested.attestation
        assert found is not None
        assert (found.by, found.note) == ("support", "Seen again.")

    def test_without_one_there_is_none(self, policy: Policy) -> None:
        assert policy.attestation is None

    def test_nothing_built_on_the_citation_inherits_it(self, policy: Policy) -> None:
        grant(actor=policy.people.legal, document=policy.document, right=Right.CITE, holder=STAFF, at=AT)
        built = cast.cite(writer=policy.people.support, derived_from=[policy.answer.uid], kind=AnswerKind.SUMMARY)
        beside = cast.cite(writer=policy.people.support, derived_from=[policy.answer.uid])
        policy.attest()
        for other in (built, beside):
            found = panel(viewer=policy.people.support, citation=other.citations[0])
            assert (found.state, found.attestation) == (State.SOURCE_CHANGED, None)

    def test_who_may_not_read_a_source_hears_nothing_of_it(self, policy: Policy) -> None:
        def looked() -> tuple[Panel, int]:
            with CaptureQueriesContext(connection) as queries:
                return policy.panel(policy.people.contractor), len(queries)

        before = looked()
        policy.attest()
        assert looked() == before
        assert before[0] == Panel(policy.citation, State.UNAVAILABLE)


class TestFallsSilent:
    def test_when_the_passage_changes_again(self, attested: Policy) -> None:
        attested.edit(WIDER)
        assert not attested.still_applies

    def test_not_when_it_is_only_set_differently(self, attested: Policy) -> None:
        attested.edit(cast.EDITED.replace("14 days", "**14** days"))
        assert attested.still_applies
        attested.edit(cast.EDITED.replace("14 days", "~~14~~ days"))
        assert not attested.still_applies

    def test_not_when_something_else_does(self, attested: Policy) -> None:
        attested.edit(cast.EDITED.replace("Return shipping is free", "Return shipping costs nothing"))
        assert attested.still_applies

    def test_not_when_the_passage_only_moves(self, attested: Policy) -> None:
        attested.edit("# Preface\n\nA new first section of many words.\n\n" + cast.EDITED)
        assert attested.still_applies

    @pytest.mark.parametrize("between", [WIDER, cast.DELETED, cast.POLICY], ids=["other", "gone", "cited"])
    def test_for_good_even_if_the_attested_words_come_back(self, attested: Policy, between: str) -> None:
        (seen,) = attested.seen()
        latest = attested.edit(between)
        revert(actor=attested.people.legal, document=attested.document, to=seen, expected=latest, at=LATER)
        assert attested.panel().sources[0].now is not None
        assert not attested.still_applies
        (review,) = reviews(viewer=attested.people.manager, after=None, limit=5).items
        assert review.uid == attested.citation
        attested.attest()
        assert attested.still_applies

    @pytest.mark.parametrize("silencing", [WIDER, cast.POLICY], ids=["other words", "the cited words"])
    @pytest.mark.parametrize("returns", [True, False], ids=["between", "newest"])
    def test_for_good_even_if_what_silenced_it_is_withdrawn(
        self, attested: Policy, silencing: str, returns: bool
    ) -> None:
        """A withdrawn version is compared with nothing; nobody can tell any more that it said the same."""
        (seen,) = attested.seen()
        latest = attested.edit(silencing)
        sweep(version=latest, at=AT)
        if returns:
            revert(actor=attested.people.legal, document=attested.document, to=seen, expected=latest, at=LATER)
        withdraw(actor=attested.people.legal, version=latest, at=LATER)
        assert attested.panel().state is State.SOURCE_CHANGED
        assert not attested.still_applies
        (review,) = reviews(viewer=attested.people.manager, after=None, limit=5).items
        assert review.uid == attested.citation

    def test_not_by_what_was_withdrawn_before_it_was_attested(self, policy: Policy) -> None:
        withdraw(actor=policy.people.legal, version=policy.edit(WIDER), at=AT)
        policy.attest()
        assert policy.still_applies

    def test_a_passage_that_stood_in_what_was_withdrawn_silences_nothing_while_that_is_remembered(
        self, people: Cast
    ) -> None:
        one, two = (cast.make_document(owner=people.legal, title=title) for title in ("one", "two"))
        citation = cast.cite(writer=people.legal, documents=[one, two]).citations[0]
        newest = cast.publish(owner=people.legal, document=one, text=cast.EDITED)
        seen = [newest, cast.current_version(people.legal, two)]
        attest(actor=people.legal, citation=citation, note=NOTE, versions=seen, at=AT)  # type: ignore[arg-type]
        gone = cast.publish(owner=people.legal, document=two, text=f"{cast.POLICY}More.\n")
        sweep(version=gone, at=AT)
        withdraw(actor=people.legal, version=gone, at=LATER)

        def applies() -> bool:
            found = panel(viewer=people.legal, citation=citation).attestation
            assert found is not None
            return found.still_applies

        assert applies()
        SpanResult.objects.all().delete()
        assert not applies()

    def test_where_more_text_would_have_to_be_read_than_a_request_reads(
        self, attested: Policy, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        attested.edit(f"{cast.EDITED}More.\n")
        texts = 2 * len(cast.EDITED) + len("More.\n")
        monkeypatch.setattr(attested_words, "READ_INLINE", texts)
        assert attested.still_applies
        read: list[str] = []
        monkeypatch.setattr(attested_words, "sha256_hex", lambda text: read.append(text) or sha256_hex(text))
        monkeypatch.setattr(attested_words, "READ_INLINE", texts - 1)
        assert (attested.still_applies, read) == (False, [])

    def test_not_when_other_words_stood_there_before_it_was_attested(self, policy: Policy) -> None:
        for text in (WIDER, cast.EDITED, WIDER):
            policy.edit(text)
        policy.attest()
        policy.edit(f"{WIDER}More.\n")
        assert policy.still_applies

    def test_by_facts_that_are_remembered_as_by_those_worked_out(self, attested: Policy) -> None:
        latest = attested.edit(WIDER)
        sweep(version=latest, at=AT)
        newest = attested.edit(cast.EDITED)
        sweep(version=newest, at=AT)
        assert [attested.still_applies, attested.still_applies] == [False, False]

    def test_asking_costs_the_same_however_many_versions_stood_between(
        self, attested: Policy, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(wiring, "cache", NoCache)  # what a cache that lies keeps back is a matter of chance

        def queries(versions: int) -> int:
            for number in range(versions):
                sweep(version=attested.edit(f"{cast.EDITED}Note {number}.\n"), at=AT)
            with CaptureQueriesContext(connection) as asked:
                assert attested.still_applies
            return len(asked)

        assert queries(2) == queries(4)

    def test_not_when_the_same_bytes_are_read_by_another_extractor(self, attested: Policy) -> None:
        """The passage has other characters then, and yet nothing changed."""
        version = Version.objects.select_related("document", "source").get(uid__in=attested.seen())
        before = attested.panel().sources[0].now
        text = cast.EDITED.replace("within 14 days", "within  14 days")
        manuscript = Manuscript(
            data=cast.EDITED.encode(),
            sha256=version.source.sha256,
            media_type=version.media_type,
            extraction=Extraction(text, extract(data=text.encode(), media_type="text/markdown").structure, "text/9"),
            normalizer=version.normalizer,
        )
        assert add_rendition(version=version, manuscript=manuscript, at=LATER) is not None
        after = attested.panel().sources[0].now
        assert before is not None
        assert after is not None
        assert (after.version != before.version, after.text != before.text) == (True, True)
        assert attested.still_applies

    def test_when_what_was_attested_is_withdrawn(self, attested: Policy) -> None:
        """The same words stand in the newest version, but what was withdrawn is compared with nothing."""
        (seen,) = attested.seen()
        attested.edit(cast.EDITED.replace("free", "free of charge"))
        assert attested.still_applies
        withdraw(actor=attested.people.legal, version=seen, at=LATER)
        assert not attested.still_applies

    def test_when_another_document_takes_over(self, attested: Policy) -> None:
        people = attested.people
        other = cast.make_document(owner=people.legal, title="Newer")
        supersede(actor=people.legal, document=attested.document, by=other, effective_from=AT, at=LATER)
        assert not attested.still_applies
        attested.attest()
        assert attested.still_applies
        third = cast.make_document(owner=people.legal, title="Newest")
        supersede(actor=people.legal, document=attested.document, by=third, effective_from=AT, at=LATER)
        assert not attested.still_applies

    def test_not_on_the_day_itself_when_it_was_seen(self, policy: Policy) -> None:
        other = cast.make_document(owner=policy.people.legal, title="Newer")
        supersede(actor=policy.people.legal, document=policy.document, by=other, effective_from=AT, at=AT)
        policy.attest()
        assert policy.still_applies

    def test_when_the_passage_goes_altogether(self, attested: Policy) -> None:
        attested.edit(cast.DELETED)
        assert not attested.still_applies

    def test_when_what_took_the_place_of_a_deleted_passage_changes(self, policy: Policy) -> None:
        """No likeness tells where it stands, so any other text may be the one that now says the opposite."""
        seen = policy.edit(cast.POLICY.replace(cast.REFUND, "Unsealed gadgets: bring back for two weeks."))
        assert policy.panel().sources[0].outcome == "deleted"
        policy.attest()
        assert policy.still_applies
        latest = policy.edit(cast.POLICY.replace(cast.REFUND, "No gadget can be brought back, ever, once unsealed."))
        assert policy.panel().sources[0].outcome == "deleted"
        assert not policy.still_applies
        revert(actor=policy.people.legal, document=policy.document, to=seen, expected=latest, at=LATER)
        assert not policy.still_applies

    def test_when_a_passage_in_doubt_comes_to_stand_under_another_heading(self, policy: Policy) -> None:
        elsewhere = cast.POLICY.replace(cast.REFUND, "This is governed elsewhere.")
        policy.edit(f"{elsewhere}\n## 7. Rules for staff\n\n{cast.REFUND}\n")
        assert policy.panel().sources[0].outcome == "ambiguous"
        policy.attest()
        assert policy.still_applies
        policy.edit(f"{elsewhere}\n## 7. Rules that are void\n\n{cast.REFUND}\n")
        assert policy.panel().sources[0].outcome == "ambiguous"
        assert not policy.still_applies

    def test_what_is_current_again_needs_none(self, attested: Policy) -> None:
        attested.edit(cast.POLICY)
        assert (attested.panel().state, attested.attestation) == (State.CURRENT, None)

    def test_for_one_of_two_sources(self, people: Cast) -> None:
        one, two = (cast.make_document(owner=people.legal, title=title) for title in ("one", "two"))
        citation = cast.cite(writer=people.legal, documents=[one, two]).citations[0]

        def say() -> bool:
            found = panel(viewer=people.legal, citation=citation).attestation
            assert found is not None
            return found.still_applies

        newest = cast.publish(owner=people.legal, document=one, text=cast.EDITED)
        seen = [newest, cast.current_version(people.legal, two)]
        attest(actor=people.legal, citation=citation, note=NOTE, versions=seen, at=AT)  # type: ignore[arg-type]
        assert say()
        cast.publish(owner=people.legal, document=two, text=cast.EDITED)
        assert not say()


class TestWhoMay:
    def test_a_service_never(self, policy: Policy) -> None:
        service = policy.people.service
        for right in (Right.READ, Right.ATTEST):
            holder = Holder("user", service.name)
            grant(actor=policy.people.legal, document=policy.document, right=right, holder=holder, at=AT)
        with pytest.raises(Forbidden):
            policy.attest(service)
        assert not may_attest(viewer=service, documents=[policy.document])

    def test_a_visitor_never_whatever_is_granted(self, policy: Policy) -> None:
        for right in (Right.READ, Right.ATTEST):
            grant(actor=policy.people.legal, document=policy.document, right=right, holder=ANYONE, at=AT)
        with pytest.raises(Forbidden):
            policy.attest(policy.people.anonymous)
        assert not may_attest(viewer=policy.people.anonymous, documents=[policy.document])

    def test_who_may_not_read_hears_what_is_said_of_the_unknown(self, policy: Policy) -> None:
        with pytest.raises(NotFound):
            policy.attest(policy.people.contractor)
        with pytest.raises(NotFound):
            attest(actor=policy.people.manager, citation=uuid4(), note=NOTE, versions=policy.seen(), at=AT)

    @pytest.mark.parametrize(("lost", "answer"), [(Right.ATTEST, Forbidden), (Right.READ, NotFound)])
    def test_a_right_that_goes_while_passages_are_compared_is_asked_again(
        self, policy: Policy, lost: Right, answer: type[Exception]
    ) -> None:
        record = policy.ready_to_attest()
        revoke(actor=policy.people.legal, document=policy.document, right=lost, holder=STAFF, at=AT)
        with pytest.raises(answer):
            record()
        assert not Attestation.objects.exists()

    def test_an_edit_while_passages_are_compared_is_a_conflict(self, policy: Policy) -> None:
        record = policy.ready_to_attest()
        newest = policy.edit(WIDER)
        with pytest.raises(Conflict) as conflict:
            record()
        assert conflict.value.current == str(newest)
        assert not Attestation.objects.exists()

    def test_reading_is_not_enough(self, policy: Policy) -> None:
        revoke(actor=policy.people.legal, document=policy.document, right=Right.ATTEST, holder=STAFF, at=AT)
        with pytest.raises(Forbidden):
            policy.attest()
        assert not may_attest(viewer=policy.people.manager, documents=[policy.document])

    def test_the_right_on_every_source_is_needed(self, people: Cast) -> None:
        policy = Policy(people)
        other = cast.make_document(owner=people.legal, title="Other")
        policy.citation = cast.cite(
            writer=people.legal, documents=[policy.document, other], exact="Return shipping is free within the country."
        ).citations[0]
        policy.edit(cast.ELSEWHERE)
        with pytest.raises(Forbidden):
            policy.attest(versions=policy.seen(people.legal))
        assert not may_attest(viewer=people.manager, documents=[policy.document, other])
        grant(actor=people.legal, document=other, right=Right.ATTEST, holder=STAFF, at=AT)
        assert may_attest(viewer=people.manager, documents=[policy.document, other])
        policy.attest(versions=policy.seen(people.legal))

    def test_the_right_without_reading_is_none(self, policy: Policy) -> None:
        cast.unread(owner=policy.people.legal, document=policy.document)
        with pytest.raises(NotFound):
            policy.attest(versions=policy.seen(policy.people.legal))


class TestWhatIsAttested:
    def test_what_is_unchanged_needs_no_attestation(self, policy: Policy) -> None:
        policy.edit(cast.POLICY)
        with pytest.raises(Refused) as refused:
            policy.attest()
        assert refused.value.code == "nothing_changed"

    def test_only_what_the_person_looked_at(self, policy: Policy) -> None:
        seen = policy.seen()
        latest = policy.edit(WIDER)
        with pytest.raises(Conflict) as conflict:
            policy.attest(versions=seen)
        assert conflict.value.current == str(latest)
        with pytest.raises(Conflict):
            policy.attest(versions=[*seen, latest])
        assert not Attestation.objects.exists()

    @pytest.mark.parametrize("note", ["", "   ", "x" * 501, "two\nlines", "turned \u202eround"])
    def test_a_note_is_one_line(self, policy: Policy, note: str) -> None:
        with pytest.raises(Refused) as refused:
            policy.attest(note=note)
        assert (refused.value.code, refused.value.at) == ("invalid_note", "note")

    def test_what_cannot_be_believed_cannot_be_attested(self, policy: Policy) -> None:
        seen = policy.seen()
        forge(VersionText.objects.filter(version__uid__in=seen), text="Forged.")
        with pytest.raises(Refused) as refused:
            policy.attest(versions=seen)
        assert refused.value.code == "cannot_be_checked"


def problems() -> list[str]:
    return [str(problem) for problem in verification.verify(progress=lambda _: None)]


DAMAGES: dict[str, Callable[[str], str]] = {
    "no JSON": lambda seen: seen[1:],
    "no passages": lambda _: "[7]",
    "a member gone": lambda seen: seen.replace('"span"', '"spam"'),
    "no outcome": lambda seen: seen.replace('"numbers"', '"lumbers"'),
    "no offset": lambda seen: re.sub(r'"start":\d+', '"start":"1"', seen),
}


class TestEvidence:
    def test_it_is_logged_for_what_it_is_and_proved(self, attested: Policy) -> None:
        entry = LogEntry.objects.get(kind="attested")
        assert (entry.actor_uid, entry.subject_uid) == (attested.people.manager.uid, Attestation.objects.get().uid)
        assert NOTE not in LogDetail.objects.get(entry=entry).body
        assert problems() == []

    @pytest.mark.parametrize("column", ["note", "seen", "at", "person"])
    def test_a_forged_one_is_found_and_nobody_sees_its_citation_as_checked(self, attested: Policy, column: str) -> None:
        values = {"note": "Forged.", "seen": "[]", "at": AT, "person": attested.people.legal.id}
        forge(Attestation.objects.all(), **{column: values[column]})
        verification.remember(problems=list(verification.verify(progress=lambda _: None)), at=AT)
        assert cast.state(attested.people.support, attested.citation) is State.UNVERIFIED
        assert attested.panel() == Panel(attested.citation, State.UNVERIFIED)

    @pytest.mark.parametrize("damage", DAMAGES)
    def test_a_damaged_one_stands_in_nobodys_way_and_is_made_known(
        self, attested: Policy, ordered: Ordered, damage: str
    ) -> None:
        people, row = attested.people, Attestation.objects.get()
        forge(Attestation.objects.all(), seen=DAMAGES[damage](row.seen))
        assert (attested.panel().state, attested.attestation) == (State.SOURCE_CHANGED, None)
        queue = reviews(viewer=people.manager, after=None, limit=10).items
        assert [(review.uid, review.attestation) for review in queue] == [(attested.citation, None)]
        mismatches._memory.orders.settle()
        assert ordered == [(prove_records.name, {"records": [("attestation", str(row.uid))]})]
        prove_records(records=[("attestation", str(row.uid))])
        assert cast.state(people.support, attested.citation) is State.UNVERIFIED

    def test_the_proof_of_an_honest_one_finds_nothing(self, attested: Policy) -> None:
        prove_records(records=[("attestation", str(Attestation.objects.get().uid))])
        assert cast.state(attested.people.support, attested.citation) is State.SOURCE_CHANGED

    def test_it_goes_with_the_answer(self, attested: Policy) -> None:
        erase_answer(actor=attested.people.support, answer=attested.answer.uid, at=LATER)
        assert not Attestation.objects.exists()
        assert not LogDetail.objects.filter(entry__kind="attested").exists()
        assert LogEntry.objects.filter(kind="attestation_erased").count() == 1
        assert problems() == []

    def test_many_go_in_as_many_statements_as_one(self, policy: Policy) -> None:
        """It happens under the lock that all who record answers wait for."""

        def erased(attestations: int) -> int:
            other = Policy(policy.people)
            for _ in range(attestations):
                other.attest()
            assert Attestation.objects.count() == attestations
            with CaptureQueriesContext(connection) as queries:
                erase_answer(actor=other.people.support, answer=other.answer.uid, at=LATER)
            assert not Attestation.objects.exists()
            return len(queries)

        assert erased(1) == erased(20)
        assert LogEntry.objects.filter(kind="attestation_erased").count() == 21
        assert problems() == []

    def test_it_goes_with_a_text_below_it(self, policy: Policy) -> None:
        """It names passages that came through the erased text: lineage dies with its text."""
        people = policy.people
        above = cast.cite(writer=people.support, derived_from=[policy.answer.uid]).citations[0]
        cast.share_answer(owner=people.support, answer=policy.answer.uid)
        attest(actor=people.manager, citation=above, note=NOTE, versions=policy.seen(), at=AT)
        assert Attestation.objects.count() == 1
        erase_answer(actor=people.support, answer=policy.answer.uid, at=LATER)
        assert not Attestation.objects.exists()
        assert problems() == []
