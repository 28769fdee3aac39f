"""An answer sent as one text with citation markers, as programs send it."""

from typing import Any

from tests.functional.api.cast import POLICY, Program, World, mint, publish
from tests.functional.api.test_bad_input import nothing_changes

SECOND = "Gift cards are not refunded."


def marked(text: str, **more: Any) -> dict[str, Any]:
    return {"kind": "answer", "text": text, **more}


def shown(by: Program, uid: str) -> list[tuple[str | None, str | None]]:
    segments = by.get(f"answers/{uid}?texts=all").json()["segments"]
    return [(part["text"], part["state"]) for part in segments]


def test_clauses_of_one_sentence_have_states_of_their_own(world: World) -> None:
    by, cards = world.owner, mint(world.owner, world.version, SECOND)
    text = f"Refunds take 30 days [cite:{world.span}], gift cards are not refunded [cite:{cards}]."
    recorded = by.post("answers", marked(text)).json()
    before = shown(by, recorded["uid"])
    publish(by, world.document, POLICY.replace(SECOND, "Gift cards are refunded."), expected=world.version)
    assert before == [
        ("Refunds take 30 days,", "current"),
        (" ", None),
        ("gift cards are not refunded.", "current"),
    ]
    assert [state for _, state in shown(by, recorded["uid"])] == ["current", None, "source_changed"]
    assert len(recorded["citations"]) == 2


def test_what_is_withheld_is_told_by_its_place_in_the_text(world: World) -> None:
    text = f"Refunds take 30 days [cite:{world.span}]. Shipping is free. Taxes too [cite:all]."
    reply = world.owner.post("answers", marked(text, on_unproved="drop")).json()
    told = [(one["code"], text[slice(*map(int, one["at"].split(".")[1:]))]) for one in reply["withheld"]]
    assert told == [("statement_without_source", "Shipping is free."), ("malformed_marker", "[cite:all]")]
    assert world.owner.get(f"answers/{reply['uid']}").json()["withheld"] == 2


def test_a_session_records_what_was_minted_in_it(world: World) -> None:
    by, quoted = world.owner, "Customers may request a refund within 30 days of purchase"
    where = f"sessions/{world.session}/answers"
    cards = mint(by, world.version, SECOND)
    with nothing_changes():
        assert by.post(where, marked(f"{SECOND[:-1]} [cite:{cards}].")).json()["code"] == "span_not_in_session"
    reply = by.post(where, marked(f"{quoted} [cite:{world.span}].", basis="quoted"))
    assert reply.status_code == 201, reply.content
    assert shown(by, reply.json()["uid"]) == [(f"{quoted}.", "current")]


def test_the_same_text_under_one_key_is_recorded_once(world: World) -> None:
    body = marked(f"Refunds take 30 days [cite:{world.span}].")
    first, again = (world.owner.post("answers", body, Idempotency_Key="one") for _ in range(2))
    assert first.json() == again.json()
    assert again["Idempotent-Replayed"] == "true"
