"""Answers written as one text with citation markers: the same gate, the same records, places of the text."""

from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from acl.rights import Right
from citeledger.core.refusals import Refused
from citeledger.core.statements import AnswerKind, Basis, Context, Role, Structure
from citeledger.core.states import State
from citeledger.documents.services import publish_version
from citeledger.emission import shape
from citeledger.emission.marked import ready_to_record_marked
from citeledger.emission.recording import RecordedAnswer, ready_to_record
from citeledger.emission.services import OnUnproved
from citeledger.emission.sessions import open_session, ready_to_emit, ready_to_mint_in
from citeledger.evidence.verification import verify
from citeledger.ledger.models import (
    Answer,
    AnswerContext,
    Citation,
    CitationSpan,
    Statement,
    StatementText,
    StructureText,
)
from revalidation import reading
from tests.integration.ledger.world import NOW, POLICY, SENTENCE, World, answered, says

pytestmark = pytest.mark.django_db

SECOND = "Opened software is excluded."


@pytest.fixture
def world() -> World:
    return World()


def cite(*uids: UUID) -> str:
    return f"[cite:{','.join(str(uid) for uid in uids)}]"


def recorded(
    world: World, text: str, *, by: str = "alice", basis: Basis = Basis.PARAPHRASED, **how: Any
) -> RecordedAnswer:
    usual: dict[str, Any] = {"ready": ready_to_record, "kind": AnswerKind.ANSWER, "context": Context(), "at": NOW}
    usual |= {"on_behalf_of": None, "on_unproved": OnUnproved.REJECT}
    return ready_to_record_marked(text=text, basis=basis, writer=getattr(world, by), **usual | how)()


def refusal(world: World, text: str, **how: Any) -> Refused:
    with pytest.raises(Refused) as met:
        recorded(world, text, **how)
    assert not Answer.objects.exists()
    return met.value


def problems() -> list[str]:
    return [str(problem) for problem in verify(progress=lambda _step: None)]


def test_clauses_of_one_sentence_live_each_on_its_own(world: World) -> None:
    policy = world.policy()
    one, two = policy.mint(SENTENCE).uid, policy.mint(SECOND).uid
    text = f"# Returns\n\n- Goods return within 30 days {cite(one)}, opened software never {cite(two)}.\n"
    answer = recorded(world, text)
    publish_version(
        actor=world.alice,
        document=policy.document,
        data=POLICY.replace(SECOND, "Opened software may be returned.").encode(),
        media_type="text/plain",
        expected=policy.version,
        at=NOW,
    )
    read = reading.answer(viewer=world.alice, uid=answer.uid)
    assert read.states == (State.CURRENT, State.SOURCE_CHANGED)
    assert "".join(segment.text or "" for segment in read.segments) == (
        "# Returns\n\n- Goods return within 30 days, opened software never.\n"
    )
    assert problems() == []


def test_it_is_the_answer_that_its_segments_would_be(world: World) -> None:
    span = world.policy().mint(SENTENCE).uid
    one = recorded(world, f"Note\n\nGoods return {cite(span)}.")
    line = Structure(Role.BREAK, "\n\n")
    other = answered(world.alice, Structure(Role.PHRASE, "Note"), line, says(span, text="Goods return."))
    first, second = (reading.answer(viewer=world.alice, uid=each.uid).segments for each in (one, other))
    assert [part.text for part in first] == [part.text for part in second] == ["Note", "\n\n", "Goods return."]
    assert one.withheld == ()


def test_a_marker_names_spans_and_texts_alike(world: World) -> None:
    policy = world.policy()
    span, other = policy.mint(SENTENCE).uid, policy.mint(SECOND).uid
    note = answered(world.alice, says(other), kind=AnswerKind.MEMORY_NOTE).uid
    recorded(world, f"Goods return {cite(span, note)}.", kind=AnswerKind.SUMMARY)
    statement = Statement.objects.latest("pk")
    citation = Citation.objects.get(statement=statement)
    assert list(citation.span_edges.values_list("span__uid", flat=True)) == [span]
    assert list(citation.derived_edges.values_list("derived__uid", flat=True)) == [note]
    assert problems() == []


def test_quotes_are_quoted_where_the_request_says_so(world: World) -> None:
    span = world.policy().mint(SENTENCE).uid
    recorded(world, f"- A  customer may return goods\n  within 30 days of purchase {cite(span)}.", basis=Basis.QUOTED)
    assert StatementText.objects.get().text == SENTENCE
    text = f"A customer may return goods {cite(span)}."
    with pytest.raises(Refused) as met:
        recorded(world, text, basis=Basis.QUOTED)
    assert (met.value.code, met.value.at) == ("not_contiguous_source", f"text.0.{len(text)}")


def test_what_has_no_marker_is_refused_with_its_place(world: World) -> None:
    span = world.policy().mint(SENTENCE).uid
    text = f"Goods return {cite(span)}. Shipping is free. Really {cite(span)}."
    met = refusal(world, text)
    start, end = (int(each) for each in met.at.split(".")[1:])
    assert (met.code, text[start:end]) == ("statement_without_source", "Shipping is free.")


def test_what_has_no_marker_is_withheld_where_that_is_asked(world: World) -> None:
    span, nowhere = world.policy().mint(SENTENCE).uid, uuid4()
    text = (
        f"# Returns\n\n- Goods return {cite(span)}.\n- Shipping is free. Always.\n- Hm [cite:1]\n"
        f"\n{cite(span)}\n\nMade up {cite(span, nowhere)}.\n\n```\n# code {cite(span)}\n```\n"
    )
    answer = recorded(world, text, on_unproved=OnUnproved.DROP)
    assert [(one.code, place(text, one.at)) for one in answer.withheld] == [
        ("statement_without_source", "Shipping is free."),
        ("statement_without_source", "Always."),
        ("malformed_marker", "[cite:1]"),
        ("marker_closes_nothing", cite(span)),
        ("unknown_source", str(nowhere)),
        ("statement_without_source", f"```\n# code {cite(span)}\n```"),
    ]
    assert AnswerContext.objects.get().withheld == len(answer.withheld)
    structures = StructureText.objects.exclude(role=Role.BREAK.value).order_by("position")
    assert list(structures.values_list("text", flat=True)) == ["# Returns", "- "], "a mark goes with what it marks"
    assert list(StatementText.objects.values_list("text", flat=True)) == ["Goods return."]
    assert problems() == []


def place(text: str, at: str) -> str:
    name, start, end = at.split(".")
    assert name == "text"
    return text[int(start) : int(end)]


def test_where_nothing_is_left_the_places_are_named(world: World) -> None:
    met = refusal(world, "Free. Hm [cite:1]", on_unproved=OnUnproved.DROP)
    assert (met.code, met.at) == ("nothing_proved", "text")
    assert "text.0.5: statement_without_source; text.9.17: malformed_marker" in met.detail


@pytest.mark.parametrize("meant", ["[cite:1]", "[cite: {}]", "［cite:{}］", "【cite:{}】", "[cite:{};{}]", "[CITE:{}]"])
def test_imitations_of_markers_are_refused_and_never_shown_as_text(world: World, meant: str) -> None:
    span = world.policy().mint(SENTENCE).uid
    written = meant.replace("{}", str(span))
    text = f"Goods return {written} and stay so {cite(span)}."
    met = refusal(world, text)
    assert (met.code, place(text, met.at)) == ("malformed_marker", written)


@pytest.mark.parametrize("around", ["`{}`", "[see {}](https://example.org)", "$x {}$", "<!-- {} -->"])
def test_markers_in_code_links_and_maths_are_left_alone(world: World, around: str) -> None:
    policy = world.policy()
    span, other = policy.mint(SENTENCE).uid, policy.mint(SECOND).uid
    inside = around.replace("{}", cite(other))
    recorded(world, f"Write {inside} for it {cite(span)}.")
    assert StatementText.objects.get().text == f"Write {inside} for it."
    assert list(CitationSpan.objects.values_list("span__uid", flat=True)) == [span]


def test_hidden_and_made_up_names_are_told_alike(world: World) -> None:
    policy, secret = world.policy(), world.policy("A secret.\n")
    policy.let(world.bob, Right.READ, Right.CITE)
    fine, hidden = policy.mint(SENTENCE).uid, secret.mint("A secret.").uid
    text = answered(world.alice, says(fine)).uid
    for on_unproved in OnUnproved:
        heard = {told(world, f"Fine {cite(fine)}. So {cite(uid)}.", on_unproved) for uid in (hidden, text, uuid4())}
        assert len(heard) == 1
        ((_, said),) = heard
        assert "unknown_source" in said


def told(world: World, text: str, on_unproved: OnUnproved) -> tuple[int, str]:
    """How many queries, and what bob hears."""
    with CaptureQueriesContext(connection) as queries:
        try:
            said = repr(recorded(world, text, by="bob", on_unproved=on_unproved).withheld)
        except Refused as refused:
            said = repr(refused)
    return len(queries), said


def test_a_session_takes_what_was_minted_in_it(world: World) -> None:
    policy = world.policy()
    session = open_session(writer=world.alice, at=NOW)
    here = ready_to_mint_in(writer=world.alice, session=session, drafts=[policy.draft(SENTENCE)], at=NOW)()[0].uid
    elsewhere = policy.mint(SECOND).uid
    text = f"Goods return {cite(here)}. No software {cite(elsewhere)}."
    met = refusal(world, text, ready=ready_to_emit, session=session)
    assert (met.code, place(text, met.at)) == ("span_not_in_session", str(elsewhere))
    recorded(world, f"Goods return {cite(here)}.", ready=ready_to_emit, session=session)
    assert problems() == []


def test_ten_thousand_markers_are_refused_before_anything_is_asked(world: World) -> None:
    many = "".join(f"So {cite(uuid4())}. " for _ in range(10_000))
    heap = f"So {''.join(cite(uuid4()) for _ in range(10_000))}"
    same = f"So {cite(uuid4()) * 10_000}"
    rows = "\n\n".join(f"So {cite(*(uuid4() for _ in range(64)))}" for _ in range(100))
    for text, code in ((many, "too_many_segments"), (rows, "too_many_sources"), (heap, "too_many_sources")):
        with CaptureQueriesContext(connection) as queries, pytest.raises(Refused) as met:
            recorded(world, text)
        assert (met.value.code, met.value.at, len(queries)) == (code, "text", 0)
    assert refusal(world, same).code == "marker_closes_nothing", "of a paragraph without end, all but its beginning"
    assert refusal(world, heap[:10_000].rpartition("[")[0]).code == "too_many_spans"


def test_statements_are_capped_as_ever(world: World) -> None:
    span = world.policy().mint(SENTENCE).uid
    met = refusal(world, f"So {cite(span)}. " * (shape.STATEMENTS_PER_ANSWER + 1))
    assert (met.code, met.at) == ("too_many_statements", "text")


def test_queries_do_not_grow_with_the_text(world: World) -> None:
    policy = world.policy()
    spans = [policy.mint(each).uid for each in (SENTENCE, SECOND)]
    counts = set()
    for often in (1, 20):
        with CaptureQueriesContext(connection) as queries:
            recorded(world, "".join(f"So {cite(uid)}. " for uid in spans * often))
        counts.add(len(queries))
    assert len(counts) == 1
