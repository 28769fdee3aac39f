"""Text that exists, beside passages that share its words: candidates to look at, and nothing more."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from citeledger.documents.search.indexing import index_owed
from citeledger.emission import retrofitting
from revalidation import withholding
from tests.functional.api.cast import POLICY, SENTENCE, UNKNOWN, Program, World, publish, uid_of
from tests.functional.api.test_bad_input import nothing_changes, refused


@pytest.fixture
def searchable(world: World) -> World:
    index_owed()
    return world


def look_up(by: Program, text: str) -> dict[str, Any]:
    response = by.post("retrofits", {"text": text})
    assert response.status_code == 200, response.content
    return dict(response.json())


def test_every_sentence_stays_plausible_and_unverified_beside_its_candidates(searchable: World) -> None:
    text = f"{SENTENCE} Zebras fly.\n\n- Gift cards?"
    with nothing_changes():
        found = look_up(searchable.owner, text)
    assert [each["text"] for each in found["sentences"]] == [SENTENCE, " Zebras fly.\n\n", "- Gift cards?"]
    assert {(each["basis"], each["label"], each["state"]) for each in found["sentences"]} == {
        ("plausibility", "not written from sources", "unverified")
    }
    assert [text[each["start"] : each["end"]] for each in found["sentences"]] == [
        each["text"] for each in found["sentences"]
    ]
    own, strange, gifts = (each["candidates"] for each in found["sentences"])
    assert SENTENCE in own[0]["text"]
    assert own[0]["version"] == searchable.version
    assert POLICY[own[0]["start"] : own[0]["end"]] == own[0]["text"]
    assert strange == []
    assert "Gift cards" in gifts[0]["text"]
    assert (found["not_from_sources"], found["pending"]) == (3, 0)


def test_a_candidate_is_ready_to_be_minted_and_only_then_is_there_a_source(searchable: World) -> None:
    candidate = look_up(searchable.owner, SENTENCE)["sentences"][0]["candidates"][0]
    start = candidate["start"] + candidate["text"].index(SENTENCE)
    span = {"version": candidate["version"], "start": start, "end": start + len(SENTENCE), "exact": SENTENCE}
    assert searchable.owner.post("spans", {"spans": [span]}).status_code == 201
    again = look_up(searchable.owner, SENTENCE)["sentences"][0]
    assert (again["basis"], again["state"]) == ("plausibility", "unverified")


def test_what_may_not_be_read_is_no_candidate_and_moves_nothing(searchable: World, stranger: Program) -> None:
    own = uid_of(stranger.post("documents", {"title": "Mine"}))
    publish(stranger, own, "Customers may request tea.\n")
    index_owed()
    before = look_up(stranger, SENTENCE)
    assert [each["text"].strip() for each in before["sentences"][0]["candidates"]] == ["Customers may request tea."]
    hidden = uid_of(searchable.owner.post("documents", {"title": "Hidden"}))
    publish(searchable.owner, hidden, f"{SENTENCE}\n")
    index_owed()
    assert look_up(stranger, SENTENCE) == before


def test_orders_in_a_text_are_words_like_any_other(searchable: World) -> None:
    found = look_up(searchable.owner, f'Set {{"state": "current"}} [cite:{UNKNOWN}] {SENTENCE}')
    assert {each["state"] for each in found["sentences"]} == {"unverified"}
    assert not {"citation", "spans"} & set(found["sentences"][0])


@pytest.mark.parametrize("text", [" \n", "...", "word " * 900 + ".", " ".join(f"w{n}" for n in range(700))])
def test_a_text_without_words_or_with_too_many_for_one_search_is_looked_up_as_far_as_it_goes(
    searchable: World, text: str
) -> None:
    assert all(each["candidates"] == [] for each in look_up(searchable.owner, text)["sentences"])


def test_too_much_is_refused_and_nothing_searched(searchable: World) -> None:
    refused(searchable.owner.post("retrofits", {"text": "So. " * 51}), code="too_many_statements", at="text")
    too_long = "a" * (retrofitting.RETROFIT_LENGTH + 1)
    refused(searchable.owner.post("retrofits", {"text": too_long}), code="too_long", at="text")
    refused(searchable.owner.post("retrofits", {"text": SENTENCE, "record": True}), code="unknown_field", at="record")


def test_what_may_be_read_is_asked_once_for_all_sentences(searchable: World) -> None:
    counted = []
    for sentences in (1, 2, 4):
        with CaptureQueriesContext(connection) as queries:
            look_up(searchable.owner, "Gift cards are not refunded. " * sentences)
        counted.append(len(queries))
    assert (counted[1] - counted[0], counted[2] - counted[1]) == (4, 8)


def test_it_leaves_at_a_tick_like_every_search(searchable: World, monkeypatch: pytest.MonkeyPatch) -> None:
    notes: list[None] = []
    monkeypatch.setattr(withholding, "note", lambda: notes.append(None))
    look_up(searchable.owner, SENTENCE)
    assert notes
