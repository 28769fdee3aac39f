"""A damaged record takes its badges with it, and its name goes to the log; what it says goes nowhere."""

import io
from dataclasses import dataclass
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from structlog.testing import capture_logs

from citeledger.core.statements import AnswerKind
from citeledger.core.states import State
from citeledger.documents.models import DocumentHead, DocumentMetadata, Version, VersionText
from citeledger.evidence import verification
from citeledger.ledger.models import (
    Answer,
    AnswerContext,
    Citation,
    CitationSpan,
    Closure,
    Span,
    SpanText,
    StatementText,
)
from citeledger.log.models import LogDetail, LogEntry
from revalidation.models import ProofFailure
from revalidation.panels import Panel, panel
from revalidation.reading import answer
from tests import cast
from tests.cast import AT, Cast
from tests.ground.databases import BuiltOnce
from tests.integration.evidence.forging import forge

pytestmark = pytest.mark.django_db
FORGED = "Everything may be returned for ever."


@dataclass
class World:
    """A note on the policy, an answer that rests on the note, and a bystander on another document."""

    people: Cast
    policy: UUID
    note: UUID
    noted: UUID
    derived: UUID
    bystander: UUID

    def states(self) -> list[State]:
        return [cast.state(self.people.legal, citation) for citation in (self.noted, self.derived, self.bystander)]


@pytest.fixture(scope="module")
def _world(built_once: BuiltOnce) -> World:
    return built_once(build)


@pytest.fixture
def world(_world: World, db: None) -> World:
    return _world


def build() -> World:
    people = cast.make_cast()
    policy, other = (cast.make_document(owner=people.legal, title=title) for title in ("policy", "other"))
    note = cast.cite(writer=people.legal, documents=[policy], kind=AnswerKind.MEMORY_NOTE)
    derived = cast.cite(writer=people.legal, derived_from=[note.uid])
    bystander = cast.cite(writer=people.legal, documents=[other])
    return World(people, policy, note.uid, note.citations[0], derived.citations[0], bystander.citations[0])


def prove() -> list[dict[str, str]]:
    """The nightly proof; returns what it logged."""
    with capture_logs() as lines:
        verification.remember(problems=list(verification.verify(progress=lambda _: None)), at=AT)
    return lines


UNVERIFIED, CURRENT = State.UNVERIFIED, State.CURRENT


class TestWhatHasNoSpan:
    def test_a_forged_statement(self, world: World) -> None:
        forge(StatementText.objects.filter(answer__uid=world.note), text=FORGED)
        prove()
        assert world.states() == [UNVERIFIED, UNVERIFIED, CURRENT]
        assert FORGED not in str(answer(viewer=world.people.legal, uid=world.note))
        assert panel(viewer=world.people.legal, citation=world.noted) == Panel(world.noted, UNVERIFIED)

    def test_a_forged_closure(self, world: World) -> None:
        other = Citation.objects.get(uid=world.bystander).span_edges.get().span_id
        forge(Closure.objects.filter(citation__uid=world.derived), span_ids=[other])
        prove()
        assert world.states() == [CURRENT, UNVERIFIED, CURRENT]

    def test_an_edge_and_all_closures_above_it(self, world: World) -> None:
        """A forger who is consistent is still not what the log says."""
        other = Citation.objects.get(uid=world.bystander).span_edges.get().span_id
        forge(CitationSpan.objects.filter(citation__uid=world.noted), span=other)
        forge(Closure.objects.filter(citation__uid__in=[world.noted, world.derived]), span_ids=[other])
        prove()
        assert world.states() == [UNVERIFIED, UNVERIFIED, CURRENT]

    def test_the_time_of_a_citation(self, world: World) -> None:
        forge(Citation.objects.filter(uid=world.derived), at=AT.replace(year=2020))
        prove()
        assert world.states() == [CURRENT, UNVERIFIED, CURRENT]

    def test_the_question_of_an_answer(self, world: World) -> None:
        forge(AnswerContext.objects.filter(answer__uid=world.note), question=FORGED)
        prove()
        assert world.states() == [UNVERIFIED, UNVERIFIED, CURRENT]

    def test_the_record_of_an_answer(self, world: World) -> None:
        forge(Answer.objects.filter(uid=world.note), at=AT.replace(year=2020))
        prove()
        assert world.states() == [UNVERIFIED, UNVERIFIED, CURRENT]

    @pytest.mark.parametrize("kind", ["answer_recorded", "span_minted", "version_published", "document_created"])
    def test_a_fact_in_the_log(self, world: World, kind: str) -> None:
        entry = LogEntry.objects.filter(kind=kind).earliest("pk")
        forge(LogDetail.objects.filter(entry=entry), body='{"forged":true}')
        prove()
        assert world.states() == [UNVERIFIED, UNVERIFIED, CURRENT]

    @pytest.mark.parametrize("kind", ["answer_recorded", "span_minted", "version_published", "document_created"])
    def test_an_entry_of_the_log_whose_record_stands(self, world: World, kind: str) -> None:
        entry = LogEntry.objects.filter(kind=kind).earliest("pk")
        forge(LogEntry.objects.filter(pk=entry.pk), outcome="undone")
        prove()
        assert world.states() == [UNVERIFIED, UNVERIFIED, CURRENT]

    def test_the_title_of_a_document(self, world: World) -> None:
        forge(DocumentMetadata.objects.filter(document__uid=world.policy), title=FORGED)
        prove()
        assert world.states() == [UNVERIFIED, UNVERIFIED, CURRENT]

    def test_a_head_that_points_elsewhere(self, world: World) -> None:
        elsewhere = Version.objects.exclude(document__uid=world.policy).latest("pk")
        forge(DocumentHead.objects.filter(document__uid=world.policy), version=elsewhere)
        prove()
        assert world.states() == [UNVERIFIED, UNVERIFIED, CURRENT]


class TestWhoMayNotRead:
    def test_sees_a_damaged_citation_as_unavailable(self, world: World) -> None:
        forge(StatementText.objects.filter(answer__uid=world.note), text=FORGED)
        prove()
        for citation in (world.noted, world.derived):
            assert cast.state(world.people.contractor, citation) is State.UNAVAILABLE


class TestTheRecordOfIt:
    def test_names_every_subject(self, world: World) -> None:
        forge(SpanText.objects.all(), exact=FORGED)
        prove()
        spans = set(Span.objects.values_list("uid", flat=True))
        assert set(ProofFailure.objects.filter(subject_kind="span").values_list("subject_uid", flat=True)) == spans

    def test_is_one_line_of_the_log_for_each_problem_without_a_word_of_it(self, world: World) -> None:
        forge(StatementText.objects.filter(answer__uid=world.note), text=FORGED)
        forge(VersionText.objects.filter(version__document__uid=world.policy), text=FORGED)
        lines = [line for line in prove() if line["event"] == "record_damaged"]
        version = Version.objects.get(document__uid=world.policy).uid
        named = [(line["record"], line["subject"]) for line in lines]
        assert {("answer", str(world.note)), ("version", str(version))} <= set(named)
        assert {line["log_level"] for line in lines} == {"error"}
        assert set().union(*lines) == {"event", "log_level", "record", "subject"}

    def test_makes_the_site_not_ready(self, world: World, client: Client) -> None:
        forge(Closure.objects.filter(citation__uid=world.derived), depth=9)
        with pytest.raises(CommandError):
            call_command("verify_ledger", stdout=io.StringIO(), stderr=io.StringIO())
        assert client.get("/readyz").json()["problems"] == ["proofs"]
