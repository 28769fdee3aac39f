"""The hot path: how many queries it takes, and that the answer is the naive one, whatever the world looks like."""

import random
from dataclasses import dataclass
from uuid import UUID

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from acl.models import PrincipalEpoch
from citeledger.core.statements import AnswerKind
from citeledger.core.states import Cause, Finding, State
from citeledger.documents.models import Document, Version
from citeledger.documents.services import retire, withdraw
from citeledger.ledger.models import Answer, Citation
from citeledger.ledger.services import erase_answer
from citeledger.log.models import Erasure
from revalidation import comparison
from revalidation.decisions import trace
from revalidation.models import ProofFailure, SpanResult
from revalidation.panels import Panel, panel
from revalidation.service import Verdict, verdicts
from revalidation.sweeping import sweep
from tests import cast
from tests.cast import AT, Cast
from tests.ground.databases import BuiltOnce

pytestmark = pytest.mark.django_db


@dataclass(frozen=True)
class Cited:
    """A policy that staff reads, and what support said of it."""

    document: UUID
    citation: UUID


@pytest.fixture(scope="module")
def _cited(built_once: BuiltOnce, cast_of_the_module: Cast) -> Cited:
    return built_once(lambda: policy_cited(cast_of_the_module))


def policy_cited(people: Cast) -> Cited:
    document = cast.make_document(owner=people.legal)
    return Cited(document, cast.cite(writer=people.support, documents=[document]).citations[0])


@pytest.fixture
def cited(_cited: Cited, db: None) -> Cited:
    return _cited


@pytest.fixture
def people(cast_of_the_module: Cast, _cited: Cited, db: None) -> Cast:
    """Of a world in which the oldest citation is the policy's, whatever a test cites itself."""
    return cast_of_the_module


def queries(viewer, citations: list[UUID]) -> int:
    with CaptureQueriesContext(
        connection,
    ) as captured:
        verdicts(viewer=viewer, citations=citations)
    return len(captured)


class TestHowManyQueries:
    @pytest.mark.parametrize("size", [1, 10, 100, 500])
    def test_one_whatever_the_size(self, people: Cast, cited: Cited, size: int) -> None:
        batch = [cited.citation, *(cast.unknown() for _ in range(size - 1))]
        assert queries(people.support, batch) == 1

    def test_two_more_where_results_are_missing_whatever_their_number(self, people: Cast) -> None:
        documents = [cast.make_document(owner=people.legal) for _ in range(4)]
        cited = [cast.cite(writer=people.support, documents=[d]).citations[0] for d in documents]
        for document in documents:
            cast.publish(owner=people.legal, document=document, text=cast.EDITED)
        assert queries(people.support, cited[:1]) == 3
        assert queries(people.support, cited) == 3

    def test_one_again_after_the_sweep(self, people: Cast, cited: Cited) -> None:
        version = cast.publish(owner=people.legal, document=cited.document, text=cast.EDITED)
        assert cast.state(people.support, cited.citation) is State.SOURCE_CHANGED
        assert sweep(version=version, at=AT) == 1
        assert queries(people.support, [cited.citation]) == 1
        assert cast.state(people.support, cited.citation) is State.SOURCE_CHANGED

    def test_the_same_for_every_cause_of_unavailable(self, people: Cast) -> None:
        causes = unavailable_worlds(people)
        assert {name: queries(people.support, [uid]) for name, uid in causes.items()} == dict.fromkeys(causes, 1)
        assert {cast.state(people.support, uid) for uid in causes.values()} == {State.UNAVAILABLE}


def unavailable_worlds(people: Cast) -> dict[str, UUID]:
    """One citation for each way a source can be out of reach."""

    def cited(name: str) -> tuple[UUID, UUID]:
        document = cast.make_document(owner=people.legal, title=name)
        return document, cast.cite(writer=people.support, documents=[document]).citations[0]

    retired, withdrawn, revoked = (cited(name) for name in ("retired", "withdrawn", "revoked"))
    retire(actor=people.legal, document=retired[0], at=AT)
    version = cast.current_version(people.legal, withdrawn[0])
    cast.publish(owner=people.legal, document=withdrawn[0], text=cast.EDITED)
    withdraw(actor=people.legal, version=version, at=AT)
    cast.unread(owner=people.legal, document=revoked[0])
    hidden = cast.make_document(owner=people.legal, readers=[])
    note = cast.cite(writer=people.legal, documents=[hidden], kind=AnswerKind.MEMORY_NOTE)
    laundered = cast.cite(writer=people.legal, derived_from=[note.uid]).citations[0]
    erased = cast.cite(writer=people.legal, documents=[hidden], kind=AnswerKind.SUMMARY)
    rests_on_erased = cast.cite(writer=people.legal, derived_from=[erased.uid]).citations[0]
    erase_answer(actor=people.legal, answer=erased.uid, at=AT)
    return {
        "retired": retired[1],
        "withdrawn": withdrawn[1],
        "revoked": revoked[1],
        "derived from hidden": laundered,
        "erased": rests_on_erased,
        "never existed": cast.unknown(),
    }


def test_texts_too_large_to_read_meanwhile_wait_for_the_sweep(
    people: Cast, cited: Cited, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a request prepares is capped (T84, T85): beyond it a badge is unverified until the sweep remembers."""
    version = cast.publish(owner=people.legal, document=cited.document, text=cast.EDITED)
    monkeypatch.setattr(comparison, "PREPARED_INLINE", 100)
    assert cast.state(people.support, cited.citation) is State.UNVERIFIED
    sweep(version=version, at=AT)
    assert cast.state(people.support, cited.citation) is State.SOURCE_CHANGED


class TestOrderAndSize:
    def test_are_kept_with_repetitions(self, people: Cast, cited: Cited) -> None:
        stranger = cast.unknown()
        answered = verdicts(
            viewer=people.support, citations=[stranger, cited.citation, cited.citation, stranger, cited.citation]
        )
        assert [v.citation for v in answered] == [stranger, cited.citation, cited.citation, stranger, cited.citation]
        shown = [State.UNAVAILABLE, State.CURRENT, State.CURRENT, State.UNAVAILABLE, State.CURRENT]
        assert [v.state for v in answered] == shown

    def test_nothing_asked_nothing_answered(self, people: Cast) -> None:
        assert verdicts(viewer=people.support, citations=[]) == ()


class TestWhatCannotBeBelieved:
    def test_a_failed_proof_shows_unverified(self, people: Cast, cited: Cited) -> None:
        span = Citation.objects.get(uid=cited.citation).span_edges.get().span
        ProofFailure.objects.create(subject_kind="span", subject_uid=span.uid, span=span, what="text", found_at=AT)
        assert cast.state(people.support, cited.citation) is State.UNVERIFIED
        assert cast.state(people.contractor, cited.citation) is State.UNAVAILABLE

    def test_a_damaged_citation_shows_unverified_and_nothing_of_its_text(self, people: Cast) -> None:
        """No span to blame: the statement, its place or its closure is not what it was."""
        document = cast.make_document(owner=people.legal)
        cited, other = (cast.cite(writer=people.support, documents=[document]).citations[0] for _ in range(2))
        damage(cited)
        assert verdicts(viewer=people.support, citations=[cited, other]) == (
            Verdict(cited, State.UNVERIFIED, readable=False),
            Verdict(other, State.CURRENT, readable=True),
        )
        assert panel(viewer=people.support, citation=cited) == Panel(cited, State.UNVERIFIED)

    def test_a_damaged_citation_one_may_not_read_is_like_any_other(self, people: Cast) -> None:
        causes = unavailable_worlds(people)
        for uid in causes.values():
            damage(uid)
        assert {queries(people.support, [uid]) for uid in causes.values()} == {1}
        assert set(verdicts(viewer=people.support, citations=list(causes.values()))) == {
            Verdict(uid, State.UNAVAILABLE, readable=False) for uid in causes.values()
        }

    def test_a_damaged_citation_is_named_in_the_trace(self, people: Cast) -> None:
        document = cast.make_document(owner=people.legal)
        note = cast.cite(writer=people.support, documents=[document], kind=AnswerKind.MEMORY_NOTE)
        cited = cast.cite(writer=people.support, derived_from=[note.uid]).citations[0]
        damage(cited)
        told = trace(reader=people.auditor, viewer=people.support, citation=cited, at=AT)
        assert told.findings[-1] == Finding("citation", Cause.BROKEN)

    def test_a_missing_trigger_shows_unverified_to_everyone(self, people: Cast, cited: Cited) -> None:
        on = "" if connection.vendor == "sqlite" else " ON acl_documentusergrant"
        with connection.cursor() as cursor:
            cursor.execute(f"DROP TRIGGER citeledger_epoch_acl_documentusergrant_del{on}")
        assert cast.state(people.support, cited.citation) is State.UNVERIFIED
        assert cast.state(people.contractor, cited.citation) is State.UNVERIFIED
        assert cast.state(people.contractor, cast.unknown()) is State.UNVERIFIED

    def test_a_hollow_trigger_shows_unverified_to_everyone(self, people: Cast, cited: Cited) -> None:
        """As many triggers as there should be, but one of them does nothing (T2)."""
        name = "citeledger_noup_ledger_spantext"
        with connection.cursor() as cursor:
            if connection.vendor == "sqlite":
                cursor.execute(f"DROP TRIGGER {name}")
                cursor.execute(f"CREATE TRIGGER {name} BEFORE UPDATE ON ledger_spantext BEGIN SELECT 1; END")
            else:
                cursor.execute(
                    f"CREATE OR REPLACE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'"
                )
        assert cast.state(people.support, cited.citation) is State.UNVERIFIED

    def test_a_result_of_another_rule_is_not_used(self, people: Cast, cited: Cited) -> None:
        """A fleet of mixed Unicode tables computes its own results (T81)."""
        version = cast.publish(owner=people.legal, document=cited.document, text=cast.EDITED)
        span = Citation.objects.get(uid=cited.citation).span_edges.get().span
        SpanResult.objects.create(
            span=span, version=Version.objects.get(uid=version), rule="anchor/1+markdown/1+u9.9.9", outcome="intact"
        )
        assert cast.state(people.support, cited.citation) is State.SOURCE_CHANGED

    def test_an_epoch_row_that_is_gone_hides_nothing_and_opens_nothing(self, people: Cast, cited: Cited) -> None:
        PrincipalEpoch.objects.all().delete()
        assert cast.state(people.support, cited.citation) is State.CURRENT
        assert cast.state(people.contractor, cited.citation) is State.UNAVAILABLE


def damage(citation: UUID) -> None:
    """As the proof notes it; nothing to note of an unknown one."""
    for row in Citation.objects.filter(uid=citation):
        ProofFailure.objects.create(
            subject_kind="citation", subject_uid=citation, citation=row, what="forged", found_at=AT
        )


@pytest.mark.parametrize("seed", range(8))
def test_random_worlds_against_the_naive_evaluator(people: Cast, seed: int) -> None:
    """Documents edited, retired, revoked and cited through notes at random; every viewer, one batch (T26, T49)."""
    chance = random.Random(seed)
    documents = [cast.make_document(owner=people.legal, title=f"d{n}") for n in range(4)]
    answers: list[cast.RecordedAnswer] = []
    for _ in range(8):
        below = [a.uid for a in chance.sample(answers, min(len(answers), chance.randint(0, 2)))]
        sources = chance.sample(documents, chance.randint(0 if below else 1, 2))
        answers.append(
            cast.cite(writer=people.legal, documents=sources, derived_from=below, kind=AnswerKind.MEMORY_NOTE)
        )
        if chance.random() < 0.6:
            cast.share_answer(owner=people.legal, answer=answers[-1].uid)
    for document in documents:
        fate = chance.choice(["edit", "reflow", "retire", "revoke", "nothing", "nothing"])
        if fate in ("edit", "reflow"):
            text = cast.EDITED if fate == "edit" else cast.REFLOWED
            version = cast.publish(owner=people.legal, document=document, text=text)
            if chance.random() < 0.5:
                sweep(version=version, at=AT)
        elif fate == "retire":
            retire(actor=people.legal, document=document, at=AT)
        elif fate == "revoke":
            cast.unread(owner=people.legal, document=document)
    if chance.random() < 0.5:
        erase_answer(actor=people.legal, answer=chance.choice(answers).uid, at=AT)
    asked = [answer.citations[0] for answer in answers] + [cast.unknown()]
    chance.shuffle(asked)
    for viewer in (people.legal, people.support, people.contractor, people.anonymous):
        answered = [verdict.state for verdict in verdicts(viewer=viewer, citations=asked)]
        assert answered == [naive(viewer, uid) for uid in asked]


def naive(viewer, citation: UUID) -> State:
    """The evaluator as one would write it first, but with all sources asked before any is compared."""
    row = Citation.objects.filter(uid=citation).first()
    if row is None:
        return State.UNAVAILABLE
    spans, texts, lost = walk(row)
    if lost or not spans:
        return State.UNAVAILABLE
    if not all(cast.readable(viewer, span.version.document) for span in spans):
        return State.UNAVAILABLE
    if not all(cast.readable_text(viewer, text) for text in texts):
        return State.UNAVAILABLE
    if any(span.version.document.head.retired_at for span in spans):
        return State.UNAVAILABLE
    changed = any(span.content.exact.split() != passage_now(span.version.document, span).split() for span in spans)
    return State.SOURCE_CHANGED if changed else State.CURRENT


def walk(row: Citation) -> tuple[list, list[Answer], bool]:
    """All spans and derived texts below a citation, over the direct edges; True where lineage was erased."""
    spans = [edge.span for edge in row.span_edges.all()]
    texts: list[Answer] = []
    lost = Erasure.objects.filter(subject_uid=row.statement.answer.uid).exists()
    for edge in row.derived_edges.all():
        texts.append(edge.derived)
        lost = lost or Erasure.objects.filter(subject_uid=edge.derived.uid).exists()
        for below in Citation.objects.filter(statement__answer=edge.derived):
            more_spans, more_texts, more_lost = walk(below)
            spans, texts, lost = spans + more_spans, texts + more_texts, lost or more_lost
    return spans, texts, lost


def passage_now(document: Document, span) -> str:
    text = document.head.version.content.text
    found = [line for line in text.split("\n\n") if " ".join(line.split()) == " ".join(span.content.exact.split())]
    return found[0] if found else ""
