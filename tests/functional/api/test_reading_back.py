"""Read back: what a program is told of a stored answer, what to do about it, and which words it may repeat."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from citeledger.core.states import ADVICE_OF, State
from citeledger.ledger.models import Span
from revalidation.models import ProofFailure
from tests.functional.api.cast import (
    POLICY,
    SENTENCE,
    Program,
    World,
    mint,
    page_of,
    publish,
    quoting,
    session_with,
    surface_for,
    uid_of,
)

EXCEPTION = "Gift cards are not refunded."
CHANGED = POLICY.replace("30 days", "14 days")


def statement(text: str, span: str) -> dict[str, Any]:
    return {"type": "statement", "text": text, "basis": "paraphrased", "spans": [span]}


def heading(text: str) -> dict[str, str]:
    return {"type": "structure", "role": "heading", "text": text}


def read_back(by: Program, uid: str, query: str = "") -> list[tuple[Any, ...]]:
    segments = by.get(f"answers/{uid}{query}").json()["segments"]
    return [(part["text"], part["state"], part["advice"]) for part in segments]


@pytest.fixture
def answer(world: World) -> str:
    """Two headings, each over one statement; the first is about to change, the second is not."""
    first, second = world.span, mint(world.owner, world.version, EXCEPTION)
    segments = [heading("Window"), statement("A month.", first), heading("Exceptions"), statement("No cards.", second)]
    return str(world.owner.post("answers", {"kind": "answer", "segments": segments}).json()["uid"])


def break_first(world: World) -> None:
    ProofFailure.objects.create(
        subject_kind="span", span=Span.objects.get(uid=world.span), what="a byte", found_at=datetime.now(tz=UTC)
    )


def test_what_is_current_comes_with_its_words(world: World, answer: str) -> None:
    whole = [("Window", None, None), ("A month.", "current", "use")]
    whole += [("Exceptions", None, None), ("No cards.", "current", "use")]

    assert read_back(world.owner, answer) == read_back(world.owner, answer, "?texts=current") == whole
    assert read_back(world.owner, answer, "?texts=all") == whole


def test_what_changed_comes_without_its_words_unless_they_are_asked_for(world: World, answer: str) -> None:
    publish(world.owner, world.document, CHANGED, expected=world.version)
    beside = [("Exceptions", None, None), ("No cards.", "current", "use")]

    assert read_back(world.owner, answer) == [(None, "source_changed", "retrieve_again"), *beside]
    told = [("Window", None, None), ("A month.", "source_changed", "retrieve_again"), *beside]
    assert read_back(world.owner, answer, "?texts=all") == told


def test_what_cannot_be_checked_says_stop(world: World, answer: str) -> None:
    break_first(world)

    assert read_back(world.owner, answer)[0] == (None, "unverified", "stop")
    assert read_back(world.owner, answer, "?texts=all")[1] == ("A month.", "unverified", "stop")


def test_what_is_unavailable_never_comes_with_words(world: World, answer: str) -> None:
    assert world.owner.post(f"documents/{world.document}/retire").status_code == 204
    nothing = [(None, "unavailable", "retrieve_again")] * 2

    assert read_back(world.owner, answer) == read_back(world.owner, answer, "?texts=all") == nothing


def test_the_basis_stays_where_words_are_held_back_and_goes_where_they_are_hidden(world: World) -> None:
    publish(world.owner, world.document, CHANGED, expected=world.version)
    (held_back,) = world.owner.get(f"answers/{world.answer}").json()["segments"]
    world.owner.post(f"documents/{world.document}/retire")
    (hidden,) = world.owner.get(f"answers/{world.answer}").json()["segments"]

    assert (held_back["text"], held_back["basis"]) == (None, "quoted")
    assert (hidden["text"], hidden["basis"]) == (None, None)


def test_a_page_is_read_back_by_the_same_rule(world: World) -> None:
    publish(world.owner, world.document, CHANGED, expected=world.version)
    (held_back,) = world.owner.get(f"pages/{world.page}").json()["statements"]
    (told,) = world.owner.get(f"pages/{world.page}?texts=all").json()["statements"]

    assert (held_back["text"], held_back["advice"]) == (None, "retrieve_again")
    assert (told["text"], told["advice"]) == (SENTENCE, "retrieve_again")


@pytest.mark.parametrize(
    "query", ["?texts=", "?texts=none", "?texts=ALL", "?texts=all&texts=all", "?texts=all,current"]
)
@pytest.mark.parametrize("path", ["answers/{answer}", "pages/{page}", f"answers/{UUID(int=7)}"])
def test_whatever_else_is_asked_for_is_refused(world: World, path: str, query: str) -> None:
    response = world.owner.get(path.format(**vars(world)) + query)

    assert (response.status_code, response.json()["code"], response.json()["at"]) == (400, "bad_value", "texts")


def test_verdicts_and_panels_say_what_to_do(world: World) -> None:
    publish(world.owner, world.document, CHANGED, expected=world.version)
    asked = [world.citation, str(uuid4())]

    verdicts = world.owner.post("verdicts", {"citations": asked}).json()
    panels = [world.owner.get(f"citations/{citation}/panel").json() for citation in asked]

    assert [one["advice"] for one in verdicts] == ["retrieve_again", "retrieve_again"]
    assert [one["advice"] for one in panels] == ["retrieve_again", "retrieve_again"]


def test_every_state_has_an_advice() -> None:
    assert {state.value: ADVICE_OF[state].value for state in State} == {
        "current": "use",
        "source_changed": "retrieve_again",
        "unavailable": "retrieve_again",
        "unverified": "stop",
    }


def test_a_quotation_that_no_longer_re_slices_is_stop_and_wordless(world: World) -> None:
    said = world.owner.post("answers", quoting(EXCEPTION, mint(world.owner, world.version, EXCEPTION))).json()
    page = world.owner.post("pages", page_of(surface_for(world.owner), said["citations"])).json()["uid"]
    ProofFailure.objects.create(
        subject_kind="span",
        span=Span.objects.get(start=POLICY.index(EXCEPTION)),
        what="a byte",
        found_at=datetime.now(tz=UTC),
    )

    assert read_back(world.owner, said["uid"]) == [(None, "unverified", "stop")]
    (shown,) = world.owner.get(f"pages/{page}").json()["statements"]
    assert (shown["text"], shown["advice"]) == (None, "stop")


def test_the_writer_is_told_from_which_session_it_came_and_nobody_else(
    world: World, stranger: Program, django_assert_num_queries: Any
) -> None:
    session = session_with(world.owner, world.version, SENTENCE)
    emitted = uid_of(world.owner.post(f"sessions/{session}/answers", quoting(SENTENCE, world.span)))
    alone = uid_of(world.owner.post("answers", quoting(SENTENCE, world.span)))
    assert stranger.principal
    for shared in (f"documents/{world.document}", f"answers/{emitted}", f"answers/{alone}"):
        granted = {"right": "read", "holder": {"kind": "user", "name": stranger.principal.name}}
        assert world.owner.post(f"{shared}/grants", granted).status_code == 204

    assert [world.owner.get(f"answers/{answer}").json()["session"] for answer in (emitted, alone)] == [session, None]
    with CaptureQueriesContext(connection) as asked:
        assert stranger.get(f"answers/{alone}").json()["session"] is None
    with django_assert_num_queries(len(asked)):
        assert stranger.get(f"answers/{emitted}").json()["session"] is None
