"""Absences: a search that finds nothing is stated, run again on later versions, and known to who may read the scope."""

from copy import deepcopy
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from citeledger.core.absences import parse, steps
from citeledger.core.refusals import Refused
from citeledger.core.statements import Absence, AnswerKind, Basis, Context, Statement
from citeledger.core.states import State
from citeledger.documents import absences as search
from citeledger.documents.models import OutboxEntry, VersionText
from citeledger.documents.services import pin, retire, supersede, withdraw
from citeledger.emission import absences as gate
from citeledger.emission.services import RecordedAnswer, record_answer
from citeledger.emission.sieve import OnUnproved
from citeledger.evidence.verification import verify
from citeledger.ledger.models import Answer, Closure, StatementGround
from citeledger.ledger.services import erase_answer, rebuild_closures
from revalidation import absences
from revalidation.absences import LookedFor
from revalidation.decisions import trace
from revalidation.models import AbsenceResult
from revalidation.panels import panel
from revalidation.reading import answer as read_answer
from revalidation.service import verdicts
from revalidation.sweeping import sweep
from tests import cast
from tests.cast import AT, Cast
from tests.ground.databases import BuiltOnce
from tests.integration.evidence.forging import forge

pytestmark = pytest.mark.django_db
QUERY = {"version": 1, "kind": "phrase", "phrase": "store credit"}
PATTERN = {"version": 1, "kind": "pattern", "pattern": r"(?:\w* ){20}zz"}
WITH = cast.POLICY.replace("Software licences are not refunded.", "Software is refunded as store credit.")


class Scene:
    """Two documents of legal's that staff read, pinned; neither mentions store credit."""

    def __init__(self) -> None:
        self.people: Cast = cast.make_cast()
        self.legal = self.people.legal
        self.documents = [cast.make_document(owner=self.legal, title=title) for title in ("one", "two")]
        self.snapshot = pin(actor=self.legal, name="Both", documents=self.documents, at=AT).uid

    def say(self, **more: Any) -> RecordedAnswer:
        given = {"absence": Absence(QUERY, self.snapshot), "basis": Basis.ABSENCE} | more
        statement = Statement(text="No policy offers store credit.", **given)
        recorded = record_answer(
            writer=self.legal,
            kind=AnswerKind.MEMORY_NOTE,
            segments=[statement],
            context=Context(),
            on_behalf_of=None,
            at=AT,
        )
        cast.share_answer(owner=self.legal, answer=recorded.uid)
        return recorded

    def answer(self, *asked: Absence, **more: Any) -> RecordedAnswer:
        return record_answer(
            writer=self.legal,
            kind=AnswerKind.MEMORY_NOTE,
            segments=[
                Statement(text=f"It is not there ({n}).", absence=one, basis=Basis.ABSENCE)
                for n, one in enumerate(asked)
            ],
            context=Context(),
            on_behalf_of=None,
            at=AT,
            **more,
        )

    def made_from(self, note: RecordedAnswer) -> UUID:
        return self.say(absence=None, basis=Basis.PARAPHRASED, derived_from=(note.uid,)).citations[0]

    def publish(self, text: str, number: int = 1) -> UUID:
        return cast.publish(owner=self.legal, document=self.documents[number], text=text)

    def state(self, citation: UUID) -> State:
        return cast.state(self.people.support, citation)


@pytest.fixture(scope="module")
def _scene(built_once: BuiltOnce) -> Scene:
    return built_once(Scene)


@pytest.fixture
def scene(_scene: Scene, db: None) -> Scene:
    return deepcopy(_scene)


def refused(scene: Scene, **more: Any) -> tuple[str, str]:
    with pytest.raises(Refused) as met:
        scene.say(**more)
    assert not StatementGround.objects.exists()
    return met.value.code, met.value.at


def problems() -> list[str]:
    return [str(problem) for problem in verify(progress=lambda _step: None)]


class TestTheGate:
    def test_what_the_search_finds_is_not_absent(self, scene: Scene) -> None:
        scene.publish(WITH)
        now = pin(actor=scene.legal, name="Now", documents=scene.documents, at=AT).uid
        assert refused(scene, absence=Absence(QUERY, now)) == ("present", "segments.0.absence.query")

    def test_another_persons_snapshot_and_none_are_told_alike(self, scene: Scene) -> None:
        theirs = pin(actor=scene.people.support, name="Theirs", documents=scene.documents, at=AT).uid
        told = {refused(scene, absence=Absence(QUERY, uid)) for uid in (theirs, uuid4())}
        assert told == {("unknown_snapshot", "segments.0.absence.snapshot")}

    def test_the_sweep_asks_each_question_once(self, scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
        """However many searches ask it; and of a text that fails its proof nothing again."""
        for query in (QUERY, QUERY, PATTERN):
            scene.say(absence=Absence(query, scene.snapshot))
        asked, texts = list[object](), list[object]()
        hits, looked_through = search.hits, absences.looked_through
        monkeypatch.setattr(search, "hits", lambda query, side: asked.append(query) or hits(query, side))
        monkeypatch.setattr(absences, "looked_through", lambda **given: texts.append(given) or looked_through(**given))
        assert sweep(version=scene.publish(cast.EDITED), at=AT) == 3
        assert (len(asked), len(texts)) == (2, 1)
        damaged = scene.publish(cast.EDITED + "More.\n")
        forge(VersionText.objects.filter(version__uid=damaged), text="Forged.")
        assert sweep(version=damaged, at=AT) == 0
        assert len(asked) == 2
        assert len(texts) == 2

    @pytest.mark.parametrize("end", ["revoked", "retired", "withdrawn"])
    def test_all_of_it_must_be_readable(self, scene: Scene, end: str) -> None:
        hidden = cast.make_document(owner=scene.people.support, title="theirs")
        grant_to_legal(scene, hidden)
        snapshot = pin(actor=scene.legal, name="More", documents=[*scene.documents, hidden], at=AT).uid
        if end == "revoked":
            revoke_from_legal(scene, hidden)
        elif end == "retired":
            retire(actor=scene.people.support, document=hidden, at=AT)
        else:
            withdraw(actor=scene.people.support, version=cast.current_version(scene.people.support, hidden), at=AT)
        assert refused(scene, absence=Absence(QUERY, snapshot))[0] == "snapshot_not_readable"

    def test_there_is_an_end_to_what_is_searched(self, scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
        with monkeypatch.context() as patch:
            patch.setattr(gate, "CODE_POINTS_PER_ANSWER", 100)
            assert refused(scene)[0] == "snapshot_too_large"
        monkeypatch.setattr(gate, "DOCUMENTS_PER_SEARCH", 1)
        assert refused(scene)[0] == "snapshot_too_large"

    def test_the_texts_of_an_answer_are_counted_and_prepared_once_for_all_its_searches(
        self, scene: Scene, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        pinned = [pin(actor=scene.legal, name="One", documents=[one], at=AT).uid for one in scene.documents]
        asked = [Absence(QUERY | {"phrase": f"store credit {n}"}, pinned[n % 2]) for n in range(4)]
        prepared: list[str] = []
        prepare = search.prepare
        monkeypatch.setattr(search, "prepare", lambda side: prepared.append(side.text) or prepare(side))
        monkeypatch.setattr(gate, "CODE_POINTS_PER_ANSWER", 2 * len(cast.POLICY))
        scene.answer(*asked)
        assert len(prepared) == len(scene.documents)
        monkeypatch.setattr(gate, "CODE_POINTS_PER_ANSWER", 2 * len(cast.POLICY) - 1)
        kept = scene.answer(*asked, on_unproved=OnUnproved.DROP)
        assert [(each.at, each.code) for each in kept.withheld] == [
            (f"segments.{n}.absence.snapshot", "snapshot_too_large") for n in (1, 3)
        ]

    def test_each_search_is_judged_by_itself(self, scene: Scene) -> None:
        there = Absence(QUERY | {"phrase": "refund"}, scene.snapshot)
        kept = scene.answer(Absence(QUERY, scene.snapshot), there, on_unproved=OnUnproved.DROP)
        assert [(each.at, each.code) for each in kept.withheld] == [("segments.1.absence.query", "present")]
        assert StatementGround.objects.count() == 1

    def test_the_patterns_of_an_answer_cost_so_much_together(
        self, scene: Scene, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        once = steps(parse(PATTERN)) * 2 * len(cast.POLICY)
        monkeypatch.setattr(gate, "STEPS_AT_ONCE", 2 * once - 1)
        kept = scene.answer(*[Absence(PATTERN, scene.snapshot)] * 2, on_unproved=OnUnproved.DROP)
        assert [(each.at, each.code) for each in kept.withheld] == [
            ("segments.1.absence.query.pattern", "query_too_large")
        ]

    def test_it_rests_on_its_search_alone(self, scene: Scene) -> None:
        span = cast.mint(writer=scene.legal, document=scene.documents[0], exact=cast.REFUND)
        assert refused(scene, spans=(span,))[0] == "absence_with_sources"
        assert refused(scene, absence=None)[0] == "ground_missing"

    @pytest.mark.parametrize(
        ("query", "told"),
        [
            ({}, ("query_not_understood", "segments.0.absence.query")),
            (QUERY | {"phrase": "..."}, ("query_says_nothing", "segments.0.absence.query.phrase")),
            (
                {"version": 1, "kind": "pattern", "pattern": r"(a)\1"},
                ("pattern_not_understood", "segments.0.absence.query.pattern"),
            ),
            (
                {"version": 1, "kind": "pattern", "pattern": "()"},
                ("query_says_nothing", "segments.0.absence.query.pattern"),
            ),
            (QUERY | {"phrase": "st\u043ere"}, ("mixed_scripts", "segments.0.absence.query.phrase")),
        ],
    )
    def test_a_query_that_is_none_is_refused_where_it_is_wrong(
        self, scene: Scene, query: dict[str, Any], told: tuple[str, str]
    ) -> None:
        assert refused(scene, absence=Absence(query, scene.snapshot)) == told


def grant_to_legal(scene: Scene, document: UUID) -> None:
    holder = cast.Holder("user", "legal")
    cast.grant(actor=scene.people.support, document=document, right=cast.Right.READ, holder=holder, at=AT)


def revoke_from_legal(scene: Scene, document: UUID) -> None:
    cast.unread(owner=scene.people.support, document=document, holder=cast.Holder("user", "legal"))


class TestTheState:
    def test_absent_then_present_now(self, scene: Scene) -> None:
        citation = scene.say().citations[0]
        assert scene.state(citation) is State.CURRENT
        scene.publish(cast.EDITED)
        assert scene.state(citation) is State.CURRENT
        scene.publish(WITH)
        assert scene.state(citation) is State.SOURCE_CHANGED

    def test_the_sweep_asks_once_what_is_known_however_many_chunks_it_takes(
        self, scene: Scene, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        scene.say()
        version = scene.publish(cast.EDITED)
        assert sweep(version=version, at=AT) == 1
        scene.say()
        scene.say()
        monkeypatch.setattr(absences, "GROUNDS_A_CHUNK", 1)
        with CaptureQueriesContext(connection) as asked:
            assert sweep(version=version, at=AT) == 2
        reads = [one["sql"] for one in asked if one["sql"].startswith("SELECT")]
        assert sum('"revalidation_absenceresult"' in sql for sql in reads) == 1
        assert not any("EXISTS" in sql for sql in reads if '"ledger_statementground"' in sql)

    def test_the_sweep_remembers_and_changes_no_answer(self, scene: Scene) -> None:
        citation = scene.say().citations[0]
        for text, state in ((cast.EDITED, State.CURRENT), (WITH, State.SOURCE_CHANGED)):
            version = scene.publish(text)
            before = scene.state(citation)
            assert sweep(version=version, at=AT) == 1
            with CaptureQueriesContext(connection) as queries:
                assert verdicts(viewer=scene.people.support, citations=[citation])[0].state is state is before
            assert len(queries) == 1
        assert [row.outcome for row in AbsenceResult.objects.order_by("pk")] == ["absent", "present"]

    def test_without_a_memo_it_is_worked_out_in_the_request(self, scene: Scene) -> None:
        citation = scene.say().citations[0]
        scene.publish(WITH)
        with CaptureQueriesContext(connection) as queries:
            assert scene.state(citation) is State.SOURCE_CHANGED
        assert len(queries) == 4
        assert not AbsenceResult.objects.exists()  # display never writes

    def test_an_absence_of_late_birth_is_owed_its_sweep(self, scene: Scene) -> None:
        version = scene.publish(WITH)
        sweep(version=version, at=AT)
        scene.say()
        assert OutboxEntry.objects.filter(version__uid=version, done_at=None).exists()

    def test_what_is_too_much_for_a_request_is_unverified_until_swept(
        self, scene: Scene, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        citation = scene.say().citations[0]
        version = scene.publish(cast.EDITED)
        monkeypatch.setattr(absences, "SEARCHED_INLINE", 10)
        assert scene.state(citation) is State.UNVERIFIED
        sweep(version=version, at=AT)
        assert scene.state(citation) is State.CURRENT

    def test_a_pattern_too_dear_for_a_text_that_grew_is_unverified_and_never_searched(
        self, scene: Scene, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Neither by the sweep nor in a request; and it holds up no search behind it."""
        dear, cheap = scene.say(absence=Absence(PATTERN, scene.snapshot)).citations[0], scene.say().citations[0]
        version = scene.publish(cast.EDITED)
        monkeypatch.setattr(absences, "STEPS_AT_ONCE", steps(parse(PATTERN)) * len(cast.EDITED) - 1)
        assert [scene.state(citation) for citation in (dear, cheap)] == [State.UNVERIFIED, State.CURRENT]
        assert sweep(version=version, at=AT) == 1
        assert AbsenceResult.objects.get().ground.statement.citations.get().uid == cheap
        assert [scene.state(citation) for citation in (dear, cheap)] == [State.UNVERIFIED, State.CURRENT]
        assert panel(viewer=scene.people.support, citation=dear).state is State.UNVERIFIED

    def test_patterns_too_dear_together_are_swept_one_by_one(
        self, scene: Scene, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        said = [scene.say(absence=Absence(PATTERN, scene.snapshot)).citations[0] for _ in range(2)]
        version = scene.publish(cast.EDITED)
        monkeypatch.setattr(absences, "STEPS_AT_ONCE", steps(parse(PATTERN)) * len(cast.EDITED))
        found = verdicts(viewer=scene.people.support, citations=said)
        assert {verdict.state for verdict in found} == {State.CURRENT, State.UNVERIFIED}
        assert sweep(version=version, at=AT) == 2
        assert {scene.state(citation) for citation in said} == {State.CURRENT}

    @pytest.mark.parametrize("end", ["revoked", "retired", "withdrawn"])
    def test_who_cannot_read_the_whole_scope_sees_unavailable(self, scene: Scene, end: str) -> None:
        first, note = cast.current_version(scene.legal, scene.documents[0]), scene.say()
        citations = [note.citations[0], scene.made_from(note)]
        if end == "revoked":
            cast.unread(owner=scene.legal, document=scene.documents[0])
        elif end == "retired":
            retire(actor=scene.legal, document=scene.documents[0], at=AT)
        else:
            scene.publish(cast.EDITED, 0)
            withdraw(actor=scene.legal, version=first, at=AT)
        scene.publish(WITH)  # a hit elsewhere tells nobody anything
        assert {scene.state(citation) for citation in citations} == {State.UNAVAILABLE}

    def test_a_document_another_took_over_from_is_a_change(self, scene: Scene) -> None:
        citation = scene.say().citations[0]
        supersede(actor=scene.legal, document=scene.documents[0], by=scene.documents[1], effective_from=AT, at=AT)
        assert scene.state(citation) is State.SOURCE_CHANGED


class TestDerived:
    def test_a_text_made_from_it_inherits_scope_and_search(self, scene: Scene) -> None:
        note = scene.say()
        citation = scene.made_from(note)
        assert scene.state(citation) is State.CURRENT
        scene.publish(WITH)
        assert scene.state(citation) is State.SOURCE_CHANGED

    def test_closures_are_the_same_when_they_are_built_again(self, scene: Scene) -> None:
        scene.made_from(scene.say())
        born = list(Closure.objects.order_by("pk").values_list("absence_ids", "derived_ids"))
        answers = Closure.objects.values_list("citation__statement__answer__uid", flat=True)
        rebuild_closures(answers=list(answers))
        assert list(Closure.objects.order_by("pk").values_list("absence_ids", "derived_ids")) == born

    def test_when_it_is_erased_what_was_made_from_it_is_unavailable(self, scene: Scene) -> None:
        note = scene.say()
        citation = scene.made_from(note)
        sweep(version=scene.publish(cast.EDITED), at=AT)
        erase_answer(actor=scene.legal, answer=note.uid, at=AT)
        assert not StatementGround.objects.exists()
        assert not AbsenceResult.objects.exists()
        assert scene.state(citation) is State.UNAVAILABLE
        assert problems() == []

    def test_a_search_without_its_scope_says_nothing(self, scene: Scene) -> None:
        citation = scene.say().citations[0]
        forge(StatementGround.objects.all(), snapshot=None)
        assert scene.state(citation) is State.UNAVAILABLE


class TestWhatIsTold:
    def test_the_panel_says_what_was_looked_for_and_where_it_is_now(self, scene: Scene) -> None:
        citation = scene.say().citations[0]
        (then,) = panel(viewer=scene.people.support, citation=citation).searches
        assert (then.kind, then.terms, then.documents, then.at, then.present) == (
            "phrase",
            ("store credit",),
            2,
            AT,
            (),
        )
        sweep(version=scene.publish(WITH), at=AT)
        (now,) = panel(viewer=scene.people.support, citation=citation).searches
        assert [(found.title, found.passages[0].text) for found in now.present] == [("two", "store credit")]

    def test_who_cannot_read_the_scope_is_told_nothing(self, scene: Scene) -> None:
        note = scene.say()
        cast.unread(owner=scene.legal, document=scene.documents[1])
        found = panel(viewer=scene.people.support, citation=note.citations[0])
        assert (found.state, found.statement, found.searches) == (State.UNAVAILABLE, None, ())
        (segment,) = read_answer(viewer=scene.people.support, uid=note.uid).segments
        assert (segment.text, segment.looked_for) == (None, ())

    def test_an_answer_says_what_was_looked_for_and_in_which_snapshot_also_through_a_text(self, scene: Scene) -> None:
        note = scene.say()
        scene.made_from(note)
        told = LookedFor("phrase", ("store credit",), "Both", 2, AT)
        for uid in Answer.objects.values_list("uid", flat=True):
            (segment,) = read_answer(viewer=scene.people.support, uid=uid).segments
            assert (segment.looked_for, segment.rests_on) == ((told,), ())
        sweep(version=scene.publish(WITH), at=AT)
        (segment,) = read_answer(viewer=scene.people.support, uid=note.uid).segments
        assert (segment.state, segment.looked_for) == (State.SOURCE_CHANGED, (told,))

    def test_several_searches_are_told_by_as_many_questions_as_one(self, scene: Scene) -> None:
        one, two = scene.say(), scene.say(absence=Absence(QUERY | {"phrase": "vouchers"}, scene.snapshot))
        both = scene.say(absence=None, basis=Basis.PARAPHRASED, derived_from=(one.uid, two.uid))
        counts = []
        for uid in (one.uid, both.uid):
            with CaptureQueriesContext(connection) as asked:
                (segment,) = read_answer(viewer=scene.people.support, uid=uid).segments
            counts.append((len(segment.looked_for), len(asked)))
        assert [found for found, _ in counts] == [1, 2]
        assert counts[1][1] == counts[0][1] + 2  # how the texts below rest on their sources, and what they name

    def test_a_search_that_cannot_be_told_is_unverified_there(self, scene: Scene) -> None:
        note = scene.say()
        forge(StatementGround.objects.all(), body="{}")
        (segment,) = read_answer(viewer=scene.people.support, uid=note.uid).segments
        assert (segment.state, segment.text, segment.looked_for) == (State.UNVERIFIED, None, ())

    def test_the_trace_names_the_document(self, scene: Scene) -> None:
        citation = scene.say().citations[0]
        cast.unread(owner=scene.legal, document=scene.documents[1])
        found = trace(reader=scene.people.auditor, viewer=scene.people.support, citation=citation, at=AT)
        causes = {finding.source: finding.cause.value for finding in found.findings}
        assert causes[f"document:{scene.documents[1]}"] == "denied"


class TestEvidence:
    def test_an_honest_absence_has_no_problems_and_a_forged_one_has(self, scene: Scene) -> None:
        recorded = scene.say()
        sweep(version=scene.publish(WITH), at=AT)
        assert problems() == []
        body = StatementGround.objects.get().body
        forge(StatementGround.objects.all(), body=body.replace("store credit", "free"))
        assert [found for found in problems() if f"answer {recorded.uid}: statement 0 is not absent" in found]

    def test_a_forged_memo_is_found(self, scene: Scene) -> None:
        recorded = scene.say()
        sweep(version=scene.publish(WITH), at=AT)
        forge(AbsenceResult.objects.all(), outcome="absent")
        assert [found for found in problems() if str(recorded.uid) in found]
