"""No program is its own authority, nor that of another one that answers (ADR 17)."""

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
OWN = ("own_publication", "segments.0.spans.0")
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


def open_to(cited: Source, reader: Principal) -> None:
    cited.let(reader, Right.READ, Right.CITE)


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


def test_nor_does_another_program_write_for_it_what_rests_on_its_draft(world: World, robot: Principal) -> None:
    """Whoever had something written for it has answered, too."""
    agent, other = program("agent"), program("other")
    let_act_for(robot)
    drafted, policy = source(agent), world.policy()
    for reader in (robot, other):
        open_to(drafted, reader)
        open_to(policy, reader)
    open_to(policy, agent)
    span = drafted.mint(SENTENCE).uid
    assert refused(lambda: answered(robot, says(span), on_behalf_of=agent.uid)) == OWN
    alone = not_there(robot, drafted.document)
    assert refused(lambda: answered(robot, alone, on_behalf_of=agent.uid))[0] == "own_publication"
    answered(other, says(span))
    answered(robot, says(policy.mint(SENTENCE, writer=robot).uid), on_behalf_of=agent.uid)
    assert refused(lambda: answered(other, says(span))) == OWN


def test_nor_does_a_person_write_it_for_the_program(world: World, robot: Principal, draft: Source) -> None:
    """On a program's behalf a person says what the program would, and for itself what it likes."""
    let_act_for(world.alice)
    open_to(draft, world.alice)
    span = draft.mint(SENTENCE, writer=world.alice).uid
    note = answered(world.alice, says(span), kind=AnswerKind.MEMORY_NOTE).uid
    share(world.alice, note, robot)
    assert refused(lambda: answered(world.alice, says(span), on_behalf_of=robot.uid)) == OWN
    assert refused(lambda: answered(world.alice, says(of=[note]), on_behalf_of=robot.uid))[0] == "own_publication"


def test_whom_it_writes_for_hides_its_drafts_from_it(robot: Principal) -> None:
    """Else whoever acts for an agent could guess its drafts, by way of a guess that an account of its own uploads."""
    agent = program("agent")
    let_act_for(robot)
    copy = source(program("silent"), source(agent).text)
    open_to(copy, robot)
    open_to(copy, agent)
    answered(robot, says(copy.mint(SENTENCE, writer=robot).uid), on_behalf_of=agent.uid)


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


def test_two_programs_that_cite_each_others_drafts(robot: Principal, draft: Source) -> None:
    """The second of them answers when the first comes to cite it, whatever it published, before or after."""
    other = program("other")
    theirs = source(other, "Refunds\n\nThirty days, as everybody says.\n")
    open_to(theirs, robot)
    open_to(draft, other)
    cited = answered(other, says(draft.mint(SENTENCE, writer=other).uid)).citations[0]
    later = source(other)
    open_to(later, robot)
    for drafted in (theirs, later):
        words = drafted.text.splitlines()[2]
        span = drafted.mint(words, writer=robot).uid
        assert refused(lambda span=span: answered(robot, says(span))) == OWN  # type: ignore[misc]  # bound early
    (found,) = panel(viewer=other, citation=cited).sources
    assert found.cited.program == "robot"


def test_a_chain_of_any_length_ends_at_its_second_program(world: World, robot: Principal, draft: Source) -> None:
    """Each cites the draft before and publishes one: whoever did cite has published no ground for the next."""
    policy, before, met = world.policy(), draft, list[str | None]()
    for name in ("first", "second", "third"):
        agent = program(name)
        open_to(before, agent)
        open_to(policy, agent)
        met.append(code_of(agent, before))
        answered(agent, says(policy.mint(SENTENCE, writer=agent).uid))
        before = source(agent, f"Refunds\n\n{SENTENCE} Says {name}.\n")
    open_to(before, robot)
    assert [*met, code_of(robot, before)] == [None, *["own_publication"] * 3]


def code_of(agent: Principal, cited: Source, *notes: UUID) -> str | None:
    """What the gate says to a statement on the notes, or else on the source."""
    spans = () if notes else (cited.mint(SENTENCE, writer=agent).uid,)
    try:
        answered(agent, says(*spans, of=notes))
    except Refused as refusal:
        return refusal.code
    return None


def test_what_another_account_uploads_again_is_still_its_own(world: World, robot: Principal, draft: Source) -> None:
    """The same words by way of an account that never answers, cited at once, or by way of somebody's note on it."""
    silent, other = program("silent"), program("other")
    copy = source(silent, draft.text, media_type="text/markdown")
    for reader in (robot, other, world.alice):
        open_to(copy, reader)
    span = copy.mint(SENTENCE, writer=robot).uid
    assert refused(lambda: answered(robot, says(span))) == OWN
    alone = not_there(robot, copy.document)
    assert refused(lambda: answered(robot, alone)) == ("own_publication", "segments.0.absence.snapshot")
    for writer in (other, world.alice):
        note = answered(writer, says(span), kind=AnswerKind.MEMORY_NOTE).uid
        share(writer, note, robot)
        assert code_of(robot, copy, note) == "own_publication"


SET_OTHERWISE = {
    "a space more": lambda text: text.replace("may return", "may  return"),
    "a line more": lambda text: text + "\n",
    "another stop": lambda text: text.replace("purchase.", "purchase;"),
    "other case": lambda text: text.replace("Refund", "REFUND"),
    "wide letters": lambda text: text.replace("30", "\uff13\uff10"),
    "emphasis": lambda text: text.replace("goods", "**goods**"),
}


@pytest.mark.parametrize("change", SET_OTHERWISE.values(), ids=SET_OTHERWISE)
def test_nor_what_another_account_uploads_set_otherwise(
    robot: Principal, draft: Source, change: Callable[[str], str]
) -> None:
    copy = source(program("silent"), change(draft.text))
    assert copy.text != draft.text
    open_to(copy, robot)
    line = copy.text.splitlines()[2]
    assert refused(lambda: answered(robot, says(copy.mint(line, writer=robot).uid))) == OWN


def test_other_words_are_another_text(robot: Principal, draft: Source) -> None:
    other = source(program("silent"), draft.text.replace("30", "31"))
    open_to(other, robot)
    answered(robot, says(other.mint(other.text.splitlines()[2], writer=robot).uid))


def test_other_signs_without_a_word_are_another_text(robot: Principal) -> None:
    source(robot, "\u2717\n")
    other = source(program("silent"), "\u2713\n")
    open_to(other, robot)
    answered(robot, says(other.mint("\u2713", writer=robot).uid))


def test_a_copy_that_was_there_first_is_no_draft(robot: Principal) -> None:
    """What copies policies had the text before the program published it as well."""
    copy = source(program("copier"))
    source(robot)
    open_to(copy, robot)
    answered(robot, says(copy.mint(SENTENCE, writer=robot).uid))


def test_no_refusal_tells_of_a_text_that_is_hidden(robot: Principal, draft: Source) -> None:
    """Whoever uploads a guess learns nothing of the draft that says the same, and that only its writer may read."""
    copy, other = source(program("silent"), draft.text), program("other")
    open_to(copy, other)
    answered(other, says(copy.mint(SENTENCE, writer=other).uid))


def test_what_was_adopted_is_no_draft_however_often_it_is_copied(world: World, robot: Principal, draft: Source) -> None:
    copy = source(program("silent"), draft.text)
    open_to(copy, robot)
    draft.let(world.alice, Right.EDIT)
    adopt(actor=world.alice, version=draft.version, at=NOW)
    answered(robot, says(copy.mint(SENTENCE, writer=robot).uid))


def test_an_absence_from_drafts_of_programs_that_answer_says_nothing(world: World, robot: Principal) -> None:
    other = program("other")
    theirs, policy = source(other), world.policy()
    open_to(theirs, robot)
    open_to(policy, other)
    alone = not_there(robot, theirs.document)
    answered(robot, alone)
    answered(other, says(policy.mint(SENTENCE, writer=other).uid))
    assert refused(lambda: answered(robot, alone)) == ("own_publication", "segments.0.absence.snapshot")


def test_what_a_person_adopted_may_be_cited(world: World, robot: Principal, draft: Source) -> None:
    span = draft.mint(SENTENCE).uid
    draft.let(world.alice, Right.EDIT)
    adopt(actor=world.alice, version=draft.version, at=NOW)
    cited = answered(robot, says(span)).citations[0]
    answered(robot, not_there(robot, draft.document))
    (found,) = panel(viewer=robot, citation=cited).sources
    assert found.cited.program is None


def test_it_costs_services_four_queries_and_people_none(world: World, robot: Principal) -> None:
    """One more for the lock, once in its life."""
    policy = world.policy()
    policy.let(robot, Right.READ, Right.CITE)
    counts = {}
    for writer in (world.alice, robot):
        span = policy.mint(SENTENCE, writer=writer).uid
        answered(writer, says(span))
        with CaptureQueriesContext(connection) as queries:
            answered(writer, says(span))
        counts[writer.name] = len(queries)
    assert counts["robot"] - counts["alice"] == 3  # none for searches where nothing is said to be absent
