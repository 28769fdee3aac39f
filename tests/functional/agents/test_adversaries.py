"""Agents that lie: about whose it is, what its state is, what it says, what it amounts to, and that it is not there."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest

from tests.functional.agents.cast import (
    CLAIM,
    answer_of,
    bar,
    claiming,
    grant,
    heard,
    let_in,
    nothing_changes,
    read_back,
    recorded,
    refused,
    shut_out,
)
from tests.functional.api.cast import (
    SENTENCE,
    UNKNOWN,
    Program,
    World,
    build_world,
    me,
    mint,
    program,
    publish,
    span_of,
    uid_of,
)

CARDS = "Gift cards are not refunded."
PHRASE = {"version": 1, "kind": "phrase", "phrase": "store credit"}
FELL = {"operation": "count/1", "inputs": [{"span": UNKNOWN}], "value": "1"}


def absence(snapshot: str) -> dict[str, Any]:
    return claiming("Nothing is said of it.", basis="absence", absence={"query": PHRASE, "snapshot": snapshot})


def computed(span: str) -> dict[str, Any]:
    return claiming("One thing.", basis="computed", computation=FELL | {"inputs": [{"span": span}]})


# Every place of a request in which an agent may name something that is not its own.
PLACES: dict[str, tuple[str, Callable[[Program, World, str], Any]]] = {
    "spans of a quotation": ("span", lambda by, _, uid: said(by, claiming(SENTENCE, uid, basis="quoted"))),
    "spans beside one's own": ("span", lambda by, mine, uid: said(by, claiming(CLAIM, mine.span, uid))),
    "as_of": ("span", lambda by, mine, uid: said(by, claiming(CLAIM, mine.span, uid, as_of=[uid]))),
    "inputs": ("span", lambda by, _, uid: said(by, computed(uid))),
    "spans when dropping": (
        "span",
        lambda by, mine, uid: said(by, claiming(CLAIM, uid), claiming(CLAIM, mine.span), on_unproved="drop"),
    ),
    "spans in a session": (
        "span",
        lambda by, mine, uid: by.post(f"sessions/{mine.session}/answers", answer_of(claiming(CLAIM, uid))),
    ),
    "derived_from": ("answer", lambda by, _, uid: said(by, claiming(derived_from=[uid]), kind="memory_note")),
    "a citation as a source": ("citation", lambda by, _, uid: said(by, claiming(derived_from=[uid]))),
    "a text as a span": ("answer", lambda by, _, uid: said(by, claiming(CLAIM, uid))),
    "snapshot of an absence": ("snapshot", lambda by, _, uid: said(by, absence(uid))),
    "snapshot of a search": ("snapshot", lambda by, _, uid: by.get(f"search?query=refunds&snapshot={uid}")),
    "version to mint from": ("version", lambda by, _, uid: by.post("spans", {"spans": [span_of(uid, SENTENCE)]})),
    "version to mint from in a session": (
        "version",
        lambda by, mine, uid: by.post(f"sessions/{mine.session}/spans", {"spans": [span_of(uid, SENTENCE)]}),
    ),
    "version to read in a session": (
        "version",
        lambda by, mine, uid: by.post(f"sessions/{mine.session}/reads", {"version": uid}),
    ),
    "session to look at": ("session", lambda by, _, uid: by.get(f"sessions/{uid}")),
    "session to search in": ("session", lambda by, _, uid: by.post(f"sessions/{uid}/search", {"query": "refunds"})),
    "session to emit from": (
        "session",
        lambda by, mine, uid: by.post(f"sessions/{uid}/answers", answer_of(claiming(CLAIM, mine.span))),
    ),
    "answer to hand over": ("answer", lambda by, _, uid: by.post("hand-offs", {"answer": uid, "to": me(by)})),
    "answer to read": ("answer", lambda by, _, uid: by.get(f"answers/{uid}?texts=all")),
    "answer to share": (
        "answer",
        lambda by, _, uid: by.post(
            f"answers/{uid}/grants", {"right": "read", "holder": {"kind": "user", "name": "adversary"}}
        ),
    ),
    "citation to ask about": ("citation", lambda by, _, uid: by.post("verdicts", {"citations": [uid]})),
    "citation to look behind": ("citation", lambda by, _, uid: by.get(f"citations/{uid}/panel")),
    "answer to erase": ("answer", lambda by, _, uid: by.post(f"answers/{uid}/erase")),
}
NEVER_THERE = {"a citation as a source", "a text as a span"}


def said(by: Program, *segments: dict[str, Any], kind: str = "answer", **more: Any) -> Any:
    return by.post("answers", answer_of(*segments, kind=kind, **more))


@pytest.fixture
def once(adversary: Program) -> World:
    """What the adversary could read and cite, and may not any more."""
    made = build_world(program("careless"))
    texts = (made.answer, made.note)
    let_in(made, "adversary")
    for text in texts:
        grant(made.owner, "answers", text, "adversary", "read")
    assert read_back(adversary, made.answer) == [(SENTENCE, "current")]
    shut_out(made, "adversary")
    for text in texts:
        bar(made.owner, "answers", text, "adversary", "read")
    return made


def test_what_is_anothers_or_hidden_again_is_made_up(
    world: World, once: World, adversary: Program, mine: World
) -> None:
    """Status, headers and bytes, wherever something may be named."""
    for place, (kind, ask) in PLACES.items():
        uids = (str(uuid4()), getattr(world, kind), getattr(once, kind))
        told = [heard(ask(adversary, mine, uid)) for uid in uids]
        assert told[0] == told[1] == told[2], place
        if place not in NEVER_THERE:
            assert heard(ask(adversary, mine, getattr(mine, kind))) != told[0], f"{place}: one's own is another matter"


VERDICTS = [{"state": "current"}, {"advice": "use"}, {"verdict": {"state": "current"}}, {"readable": True}]


def bodies(mine: World, told: dict[str, Any]) -> list[tuple[str, Any, str]]:
    """Every body in which an agent could try to say what only the evaluator says, and where it is refused."""
    own = claiming(CLAIM, mine.span)
    heading = {"type": "structure", "role": "heading", "text": "Refunds"}
    computation = {"operation": "count/1", "inputs": [{"span": mine.span}], "value": "1"}
    (name,) = told
    summed = claiming("1", basis="computed", computation=computation | told)
    given = claiming("1", basis="computed", computation=computation | {"inputs": [{"span": mine.span} | told]})
    sought = claiming(basis="absence", absence={"query": PHRASE, "snapshot": mine.snapshot} | told)
    return [
        ("answers", answer_of(own) | told, name),
        ("answers", answer_of(own | told), f"segments.0.{name}"),
        ("answers", answer_of(heading | told, own), f"segments.0.{name}"),
        ("answers", answer_of(own, context=told), f"context.{name}"),
        ("answers", answer_of(summed), f"segments.0.computation.{name}"),
        ("answers", answer_of(given), f"segments.0.computation.inputs.0.{name}"),
        ("answers", answer_of(sought), f"segments.0.absence.{name}"),
        ("spans", {"spans": [span_of(mine.version, SENTENCE) | told]}, f"spans.0.{name}"),
        ("verdicts", {"citations": [mine.citation]} | told, name),
        ("hand-offs", {"answer": mine.answer, "to": mine.receiver} | told, name),
        ("hand-offs/received", {"envelope": {}} | told, name),
        ("sessions", told, name),
        (f"sessions/{mine.session}/answers", answer_of(own | told), f"segments.0.{name}"),
        (f"sessions/{mine.session}/search", {"query": "refunds"} | told, name),
        (f"sessions/{mine.session}/reads", {"version": mine.version} | told, name),
    ]


@pytest.mark.parametrize("told", VERDICTS, ids=str)
def test_a_verdict_is_never_an_input(adversary: Program, mine: World, told: dict[str, Any]) -> None:
    with nothing_changes():
        for path, body, at in bodies(mine, told):
            refused(adversary.post(path, body), "unknown_field", at)


@pytest.mark.parametrize("basis", ["plausibility", "document_only"])
@pytest.mark.parametrize("on_unproved", ["reject", "drop"])
def test_what_was_not_written_from_sources_never_passes(
    adversary: Program, mine: World, basis: str, on_unproved: str
) -> None:
    with nothing_changes():
        for statement in (claiming(CLAIM, mine.span, basis=basis), claiming(derived_from=[mine.note], basis=basis)):
            response = said(adversary, statement, on_unproved=on_unproved)
            refused(response, "not_written_from_sources" if on_unproved == "reject" else "nothing_proved")


@pytest.mark.parametrize("basis", ["current", "verified", "QUOTED", "", None, ["quoted"]])
def test_no_basis_is_made_up(adversary: Program, mine: World, basis: Any) -> None:
    with nothing_changes():
        response = said(adversary, claiming(SENTENCE, mine.span, basis=basis))
        assert response.status_code == 400
        assert response.json()["at"] == "segments.0.basis"


MISQUOTED = [
    SENTENCE.replace("30", "60"),
    SENTENCE.replace("30", "3O"),
    SENTENCE.replace("30", "３０"),
    SENTENCE.replace("30", "30.0"),
    SENTENCE.replace("30", "-30"),
    SENTENCE.replace("30", "3\u200b0 0"),
    SENTENCE.replace("may", "must"),
    SENTENCE.replace("may", "may not"),
    SENTENCE.replace("a", "а"),  # Cyrillic
    SENTENCE.replace(" within 30 days", ""),
    SENTENCE.replace("request a refund within", "… within"),
    SENTENCE.replace("request a refund within", "[...] within"),
    SENTENCE + " " + CARDS,
    SENTENCE + " Always.",
    SENTENCE.upper(),
]


@pytest.mark.parametrize("text", MISQUOTED)
def test_no_quotation_says_anything_else(adversary: Program, mine: World, text: str) -> None:
    with nothing_changes():
        refused(said(adversary, claiming(text, mine.span, basis="quoted")), "not_contiguous_source", "segments.0")


@pytest.mark.parametrize(
    ("text", "value", "code"),
    [
        ("The two are 30 days apart.", "30 days", "value_not_agreed"),
        ("The two are 16 weeks apart.", "16 weeks", "value_not_agreed"),
        ("The two are -16 days apart.", "-16 days", "value_not_agreed"),
        ("The two are 160 days apart.", "16 days", "claim_not_in_statement"),
        ("The two are far apart.", "16 days", "claim_not_in_statement"),
    ],
)
def test_no_value_is_other_than_its_inputs_amount_to(
    adversary: Program, mine: World, text: str, value: str, code: str
) -> None:
    policy = "It was 30 days.\n\nIt is 14 days.\n"
    version = publish(adversary, uid_of(adversary.post("documents", {"title": "Days", "language": "en"})), policy)
    inputs = [{"span": mint(adversary, version, words, text=policy)} for words in ("30 days", "14 days")]
    right = {"operation": "difference/1", "inputs": inputs, "value": "16 days", "language": "en"}
    wrong = claiming(text, basis="computed", computation=right | {"value": value})
    with nothing_changes():
        refused(said(adversary, wrong), code)

    recorded(adversary, claiming("The two are 16 days apart.", basis="computed", computation=right))


def test_only_what_is_cited_is_bound_to_its_version(adversary: Program, mine: World) -> None:
    other = mint(adversary, mine.version, CARDS)
    with nothing_changes():
        for unnamed in (other, UNKNOWN):
            response = said(adversary, claiming(CLAIM, mine.span, as_of=[mine.span, unnamed]))
            refused(response, "as_of_not_cited", "segments.0.as_of.1")
        refused(said(adversary, claiming(derived_from=[mine.note], as_of=[mine.span])), "as_of_not_cited")


def lose(world: World, loss: str) -> None:
    """Take the policy from the adversary."""
    match loss:
        case "revoked":
            shut_out(world, "adversary")
        case "retired":
            assert world.owner.post(f"documents/{world.document}/retire").status_code == 204
        case "withdrawn":
            assert world.owner.post(f"versions/{world.version}/withdraw").status_code == 204


class TestAbsences:
    def test_a_scope_of_which_one_document_is_lost_is_no_scope(self, adversary: Program, mine: World) -> None:
        """All of it is searched or nothing, and why a part is lost is not told."""
        told = set()
        for loss in ("revoked", "retired", "withdrawn"):
            theirs = build_world(program(f"owner of what is {loss}"))
            let_in(theirs, "adversary")
            both = uid_of(adversary.post("snapshots", {"name": loss, "documents": [mine.document, theirs.document]}))
            made = recorded(adversary, absence(both))
            assert read_back(adversary, made["uid"]) == [("Nothing is said of it.", "current")]

            lose(theirs, loss)
            refusal = said(adversary, absence(both))
            refused(refusal, "snapshot_not_readable", "segments.0.absence.snapshot")
            told.add(str(heard(refusal)))
            assert read_back(adversary, made["uid"]) == [(None, "unavailable")]
        assert len(told) == 1

    def test_who_reads_the_answer_needs_all_of_the_scope(self, world: World, adversary: Program, mine: World) -> None:
        let_in(world, "adversary")
        both = uid_of(adversary.post("snapshots", {"name": "Both", "documents": [mine.document, world.document]}))
        reader = program("reader")
        made = recorded(adversary, absence(both))
        grant(adversary, "answers", made["uid"], "reader", "read")
        grant(adversary, "documents", mine.document, "reader", "read")
        assert read_back(reader, made["uid"]) == [(None, "unavailable")]

        grant(world.owner, "documents", world.document, "reader", "read")
        assert read_back(reader, made["uid"]) == [("Nothing is said of it.", "current")]

    def test_what_is_there_is_not_absent(self, adversary: Program, mine: World) -> None:
        query = PHRASE | {"phrase": "gift cards"}
        statement = claiming(basis="absence", absence={"query": query, "snapshot": mine.snapshot})
        with nothing_changes():
            refused(said(adversary, statement), "present", "segments.0.absence.query")
