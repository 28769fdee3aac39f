"""No program is its own authority: what it published itself is no ground for what it says (ADR 17)."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from acl.models import User
from acl.queries import Holder
from acl.rights import Right
from acl.services import grant_answer
from citeledger.core.principals import Kind, Principal
from citeledger.core.refusals import Refused
from citeledger.core.statements import Absence, AnswerKind, Basis, Context, Statement
from citeledger.documents.services import adopt, pin, publish_version
from citeledger.emission.hand_offs import hand_over, take_over
from citeledger.emission.ingesting import Recording, ready_to_take_in
from citeledger.emission.provider_responses import SentDocument, read_response
from citeledger.emission.services import OnUnproved, record_answer
from citeledger.interfaces.handing_over import envelope_of
from citeledger.ledger.models import Answer
from citeledger.rebinding.services import CitedPlace, rebind
from revalidation.panels import panel
from tests.cast import let_act_for
from tests.integration.ledger.world import NOW, SENTENCE, Source, World, answered, person, says, source
from tests.unit.providers.responses import char_location

pytestmark = pytest.mark.django_db
QUERY = {"version": 1, "kind": "phrase", "phrase": "store credit"}


def program(name: str) -> Principal:
    user = User.objects.create(username=name, kind=Kind.SERVICE.value)
    return Principal(kind=Kind.SERVICE, id=user.pk, uid=user.uid, name=name)


@pytest.fixture
def world() -> World:
    return World()


@pytest.fixture
def robot() -> Principal:
    return program("robot")


@pytest.fixture
def draft(robot: Principal) -> Source:
    """A draft that the robot published as a document."""
    return source(robot)


def refused(act: Callable[[], Any]) -> tuple[str, str]:
    before = Answer.objects.count()
    with pytest.raises(Refused) as met:
        act()
    assert Answer.objects.count() == before
    return met.value.code, met.value.at


def not_there(writer: Principal, *documents: UUID) -> Statement:
    snapshot = pin(actor=writer, name="Searched", documents=documents, at=NOW).uid
    return Statement(text="No store credit.", basis=Basis.ABSENCE, absence=Absence(QUERY, snapshot))


def share(owner: Principal, answer: UUID, reader: Principal) -> None:
    grant_answer(actor=owner, answer=answer, right=Right.READ, holder=Holder("user", reader.name), at=NOW)


def test_a_program_may_not_cite_its_own_draft(world: World, robot: Principal, draft: Source) -> None:
    policy = world.policy()
    policy.let(robot, Right.READ, Right.CITE)
    good, own = policy.mint(SENTENCE, writer=robot).uid, draft.mint(SENTENCE).uid
    answered(robot, says(good))
    assert refused(lambda: answered(robot, says(good), says(good, own))) == ("own_publication", "segments.1.spans.1")
    quoted = says(own, text=SENTENCE, basis=Basis.QUOTED)
    assert refused(lambda: answered(robot, quoted)) == ("own_publication", "segments.0.spans.0")
    bound = Statement(text="So it said.", basis=Basis.PARAPHRASED, spans=(own,), as_of=(own,))
    assert refused(lambda: answered(robot, bound)) == ("own_publication", "segments.0.spans.0")


def test_with_drop_that_statement_alone_is_withheld(world: World, robot: Principal, draft: Source) -> None:
    policy = world.policy()
    policy.let(robot, Right.READ, Right.CITE)
    segments = (says(policy.mint(SENTENCE, writer=robot).uid), says(draft.mint(SENTENCE).uid))
    how = {"context": Context(), "on_behalf_of": None, "at": NOW, "on_unproved": OnUnproved.DROP}
    recorded = record_answer(writer=robot, kind=AnswerKind.ANSWER, segments=segments, **how)
    assert [(each.code, each.at) for each in recorded.withheld] == [("own_publication", "segments.1.spans.0")]


def test_people_cite_what_they_wrote_and_what_programs_wrote(world: World, draft: Source) -> None:
    own = world.policy()
    answered(world.alice, says(own.mint(SENTENCE).uid))
    draft.let(world.alice, Right.READ, Right.CITE)
    cited = answered(world.alice, says(draft.mint(SENTENCE, writer=world.alice).uid)).citations[0]
    (found,) = panel(viewer=world.alice, citation=cited).sources
    assert found.cited.program == "robot"
    assert found.now is not None
    assert found.now.program == "robot"


def test_nor_by_way_of_another_agents_note(robot: Principal, draft: Source) -> None:
    """Whatever it was made of on the way, at any depth."""
    other, third = program("other"), program("third")
    draft.let(other, Right.READ, Right.CITE)
    draft.let(third, Right.READ, Right.CITE)
    note = answered(other, says(draft.mint(SENTENCE, writer=other).uid), kind=AnswerKind.MEMORY_NOTE).uid
    for reader in (robot, third):
        share(other, note, reader)
    summary = answered(third, says(of=[note]), kind=AnswerKind.SUMMARY).uid
    share(third, summary, robot)
    for text in (note, summary):
        assert refused(lambda text=text: answered(robot, says(of=[text]))) == (  # type: ignore[misc]  # bound early
            "own_publication",
            "segments.0.derived_from.0",
        )


def test_a_hand_off_may_be_taken_over_and_is_no_way_round(robot: Principal, draft: Source) -> None:
    other = program("other")
    draft.let(other, Right.READ, Right.CITE)
    note = answered(other, says(draft.mint(SENTENCE, writer=other).uid), kind=AnswerKind.MEMORY_NOTE).uid
    assert robot.uid
    uid = hand_over(sender=other, answer=note, to=robot.uid, at=NOW)
    mine = take_over(receiver=robot, envelope=envelope_of(sender=other, hand_off=uid), at=NOW).uid
    assert refused(lambda: answered(robot, says(of=[mine])))[0] == "own_publication"


def test_nor_for_somebody_else(robot: Principal, draft: Source) -> None:
    reader = person("reader")
    draft.let(reader, Right.READ, Right.CITE)
    let_act_for(robot)
    span = draft.mint(SENTENCE).uid
    assert refused(lambda: answered(robot, says(span), on_behalf_of=reader.uid))[0] == "own_publication"


def test_an_absence_from_its_own_drafts_says_nothing(world: World, robot: Principal, draft: Source) -> None:
    """With a text of somebody else's among them, its own can only make the search hit."""
    alone = not_there(robot, draft.document)
    assert refused(lambda: answered(robot, alone)) == ("own_publication", "segments.0.absence.snapshot")
    policy = world.policy()
    policy.let(robot, Right.READ, Right.CITE)
    answered(robot, not_there(robot, draft.document, policy.document))


def test_nor_does_another_agents_absence_from_them(robot: Principal, draft: Source) -> None:
    other = program("other")
    draft.let(other, Right.READ, Right.CITE)
    note = answered(other, not_there(other, draft.document), kind=AnswerKind.MEMORY_NOTE).uid
    share(other, note, robot)
    assert refused(lambda: answered(robot, says(of=[note]))) == ("own_publication", "segments.0.derived_from.0")


def test_nor_by_binding_what_it_said_to_its_own_edit(world: World, robot: Principal) -> None:
    """A person's text is edited by the program, and what it had said of that text is bound to what it wrote."""
    policy = world.policy()
    policy.let(robot, Right.READ, Right.CITE, Right.EDIT)
    cited = policy.draft(SENTENCE)
    citation = answered(robot, says(policy.mint(SENTENCE, writer=robot).uid)).citations[0]
    edit = "A customer may return goods within 30 days of purchase, whatever their state."
    text = policy.text.replace(SENTENCE, edit)
    how = {"media_type": "text/plain", "expected": policy.version, "at": NOW}
    version = publish_version(actor=robot, document=policy.document, data=text.encode(), **how)
    moved = Source(robot, policy.document, version, text)
    left = CitedPlace(version=policy.version, start=cited.start, end=cited.end)
    place = {"citation": citation, "cited": left, "at": NOW}
    assert refused(lambda: rebind(writer=robot, to=moved.draft(edit), **place))[0] == "own_publication"
    adopt(actor=world.alice, version=version, at=NOW)
    rebind(writer=robot, to=moved.draft(edit), **place)


def test_nor_by_way_of_a_models_response(world: World, robot: Principal, draft: Source) -> None:
    policy = world.policy()
    policy.let(robot, Right.READ, Right.CITE)
    place = policy.draft(SENTENCE)
    cited = [char_location(place.start, place.end, SENTENCE, n) for n in (0, 1)]
    blocks = [{"type": "text", "text": SENTENCE, "citations": [where]} for where in cited]
    read = read_response(
        writer=robot,
        provider="anthropic",
        response={"type": "message", "role": "assistant", "content": blocks},
        documents=[SentDocument(version=policy.version), SentDocument(version=draft.version)],
    )
    every = Recording(on_unproved=OnUnproved.REJECT)
    assert refused(ready_to_take_in(writer=robot, read=read, recording=every, at=NOW))[0] == "own_publication"
    taken = ready_to_take_in(writer=robot, read=read, recording=Recording(), at=NOW)()
    assert (list(taken.citations), taken.withheld) == ([0], {1: "own_publication"})


def test_what_a_person_adopted_may_be_cited(world: World, robot: Principal, draft: Source) -> None:
    span = draft.mint(SENTENCE).uid
    draft.let(world.alice, Right.EDIT)
    adopt(actor=world.alice, version=draft.version, at=NOW)
    cited = answered(robot, says(span)).citations[0]
    answered(robot, not_there(robot, draft.document))
    (found,) = panel(viewer=robot, citation=cited).sources
    assert found.cited.program is None


def test_it_costs_services_three_queries_and_people_none(world: World, robot: Principal) -> None:
    policy = world.policy()
    policy.let(robot, Right.READ, Right.CITE)
    counts = {}
    for writer in (world.alice, robot):
        span = policy.mint(SENTENCE, writer=writer).uid
        with CaptureQueriesContext(connection) as queries:
            answered(writer, says(span))
        counts[writer.name] = len(queries)
    assert counts["robot"] - counts["alice"] == 2  # none for searches where nothing is said to be absent
