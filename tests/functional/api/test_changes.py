"""Polling: the caller's own answers of which something is not current any more, in bounded stretches."""

from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from citeledger.core.principals import ANONYMOUS
from citeledger.core.refusals import Refused
from citeledger.interfaces.api import walks
from citeledger.interfaces.api.walks import Walk
from revalidation import changed_answers as walk
from revalidation.changed_answers import changed_answers
from tests.functional.api.cast import POLICY, SENTENCE, Program, World, let_act_for, mint, program, publish

KEPT = "Gift cards are not refunded."
CHANGED = POLICY.replace("30 days", "14 days")


def saying(*spans: str, **more: Any) -> dict[str, Any]:
    statements = [{"type": "statement", "text": "So.", "basis": "paraphrased", "spans": [span]} for span in spans]
    return {"kind": "answer", "segments": statements} | more


def record(by: Program, *spans: str, **more: Any) -> dict[str, Any]:
    response = by.post("answers", saying(*spans, **more))
    assert response.status_code == 201, response.content
    return dict(response.json())


def let(world: World, right: str, holder: str) -> None:
    body = {"right": right, "holder": {"kind": "user", "name": holder}}
    assert world.owner.post(f"documents/{world.document}/grants", body).status_code == 204


def poll(by: Program, limit: int = 50) -> list[list[dict[str, Any]]]:
    """Every stretch of one walk."""
    found, cursor = [], ""
    while cursor is not None:
        stretch = by.get(f"changes?limit={limit}{cursor and f'&cursor={cursor}'}").json()
        found.append(stretch["items"])
        cursor = stretch["next"]
    return found


def listed(by: Program, limit: int = 50) -> list[str]:
    return [item["uid"] for stretch in poll(by, limit) for item in stretch]


def walked(by: Program, cursor: str = "", limit: int = 50) -> tuple[list[str], str]:
    """The uids of one walk, and where the next begins."""
    found: list[str] = []
    while True:
        stretch = by.get(f"changes?limit={limit}{cursor and f'&cursor={cursor}'}").json()
        found += [item["uid"] for item in stretch["items"]]
        assert (stretch["next"] is None) != (stretch["since"] is None)
        if stretch["next"] is None:
            return found, stretch["since"]
        cursor = stretch["next"]


@pytest.fixture
def kept(world: World) -> str:
    """A span that no edit of these tests touches."""
    return mint(world.owner, world.version, KEPT)


def test_nothing_is_listed_while_all_is_current(world: World) -> None:
    assert poll(world.owner) == [[]]


def test_what_changed_is_listed_newest_first_with_what_is_not_current_of_it(world: World, kept: str) -> None:
    both = record(world.owner, kept, world.span)
    unharmed = record(world.owner, kept)
    publish(world.owner, world.document, CHANGED, expected=world.version)

    (items,) = poll(world.owner)
    assert [item["uid"] for item in items] == [both["uid"], world.note, world.answer]
    assert unharmed["uid"] not in listed(world.owner)
    assert items[0]["citations"] == [
        {"state": "source_changed", "advice": "retrieve_again", "citation": both["citations"][1]}
    ]
    assert (items[1]["kind"], items[2]["kind"]) == ("memory_note", "answer")


def test_it_says_what_is_so_now_and_remembers_nothing(world: World) -> None:
    edited = publish(world.owner, world.document, CHANGED, expected=world.version)
    assert listed(world.owner) == listed(world.owner) == [world.note, world.answer]

    publish(world.owner, world.document, POLICY, expected=edited)
    assert listed(world.owner) == []


@pytest.mark.parametrize("limit", [1, 50])
def test_the_next_walk_tells_what_is_otherwise_than_the_one_before_told(world: World, kept: str, limit: int) -> None:
    unharmed = record(world.owner, kept)["uid"]
    edited = publish(world.owner, world.document, CHANGED, expected=world.version)
    told, since = walked(world.owner, limit=limit)
    assert told == [world.note, world.answer]
    told, since = walked(world.owner, since, limit)
    assert told == []

    edited = publish(world.owner, world.document, CHANGED.replace(KEPT, ""), expected=edited)
    told, since = walked(world.owner, since, limit)
    assert told == [unharmed]
    assert walked(world.owner, limit=limit)[0] == [unharmed, world.note, world.answer], "without it, all is told"

    edited = publish(world.owner, world.document, POLICY, expected=edited)
    told, since = walked(world.owner, since, limit)
    assert told == []
    publish(world.owner, world.document, CHANGED, expected=edited)
    assert walked(world.owner, since, limit)[0] == [world.note, world.answer], "current meanwhile, it is told again"


def test_another_state_is_told_again_and_the_same_for_another_cause_is_not(world: World) -> None:
    reader = program("reader")
    for right in ("read", "cite"):
        let(world, right, "reader")
    said = record(reader, world.span)["uid"]
    publish(world.owner, world.document, CHANGED, expected=world.version)
    told, since = walked(reader)
    assert told == [said]

    body = {"right": "read", "holder": {"kind": "user", "name": "reader"}}
    world.owner.post(f"documents/{world.document}/grants/revoke", body)
    told, since = walked(reader, since)
    assert told == [said], "source_changed became unavailable"
    assert world.owner.post(f"documents/{world.document}/retire").status_code == 204
    assert walked(reader, since)[0] == []


def test_a_cursor_remembers_so_many_and_no_more(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(walks, "REMEMBERED", 1)
    publish(world.owner, world.document, CHANGED, expected=world.version)
    told, since = walked(world.owner)
    assert told == [world.note, world.answer]
    assert walked(world.owner, since)[0] == [world.answer], "what is forgotten is told, never missed"


def test_the_longest_cursor_fits_an_address(world: World) -> None:
    assert world.owner.principal is not None
    longest = Walk(uuid4(), *[(bytes(8),) * walks.REMEMBERED] * 2)
    cursor = walks.cursor_of(longest, principal=world.owner.principal, listing="/api/v1/changes")
    assert walks.walk_of(cursor, principal=world.owner.principal, listing="/api/v1/changes") == longest
    assert len(cursor) < 3_000, "of about 4,000 that servers take"


def test_a_lost_source_is_listed_whatever_the_cause(world: World) -> None:
    reader = program("reader")
    for right in ("read", "cite"):
        let(world, right, "reader")
    said = record(reader, world.span)
    assert listed(reader) == []

    body = {"right": "read", "holder": {"kind": "user", "name": "reader"}}
    world.owner.post(f"documents/{world.document}/grants/revoke", body)
    revoked = poll(reader)
    let(world, "read", "reader")
    world.owner.post(f"documents/{world.document}/retire")

    assert revoked == poll(reader)
    assert revoked[0][0]["citations"] == [
        {"state": "unavailable", "advice": "retrieve_again", "citation": said["citations"][0]}
    ]


def test_only_ones_own_are_walked_and_those_written_for_one(world: World) -> None:
    reader, other = program("reader"), program("other")
    let(world, "read", "reader")
    assert reader.principal is not None
    let(world, "cite", "reader")
    let_act_for(world.owner)
    for_reader = record(world.owner, world.span, on_behalf_of=str(reader.principal.uid))
    shared = {"right": "read", "holder": {"kind": "group", "name": "anyone"}}
    assert world.owner.post(f"answers/{world.answer}/grants", shared).status_code == 204
    publish(world.owner, world.document, CHANGED, expected=world.version)

    assert listed(reader) == [for_reader["uid"]]
    assert listed(other) == []
    assert set(listed(world.owner)) == {for_reader["uid"], world.answer, world.note}


def test_what_one_may_not_read_any_more_is_not_listed(world: World) -> None:
    reader = program("reader")
    let(world, "read", "reader")
    assert reader.principal is not None
    let(world, "cite", "reader")
    let_act_for(world.owner)
    answer = record(world.owner, world.span, on_behalf_of=str(reader.principal.uid))["uid"]
    publish(world.owner, world.document, CHANGED, expected=world.version)
    assert listed(reader) == [answer]

    body = {"right": "read", "holder": {"kind": "user", "name": "reader"}}
    assert world.owner.post(f"answers/{answer}/grants/revoke", body).status_code == 204
    assert listed(reader) == []


def test_what_rests_on_an_erased_text_is_listed_and_the_erased_is_not(world: World) -> None:
    assert world.owner.post(f"answers/{world.answer}/erase").status_code == 204

    assert listed(world.owner) == [world.note]


@pytest.mark.parametrize("limit", [1, 2, 3, 200])
def test_stretches_of_any_size_walk_all_of_them_once(world: World, kept: str, limit: int) -> None:
    """The first stretches hold nothing that changed: they are empty and go on."""
    changed = [record(world.owner, world.span)["uid"] for _ in range(2)]
    for _ in range(3):
        record(world.owner, kept)
    publish(world.owner, world.document, CHANGED, expected=world.version)

    assert listed(world.owner, limit) == [*reversed(changed), world.note, world.answer]
    if limit == 1:
        assert poll(world.owner, limit)[:3] == [[], [], []]


def test_a_stretch_ends_before_too_many_citations(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(walk, "CITATIONS_PER_STRETCH", 5)
    sizes = (3, 3, 2, 5)
    uids = [record(world.owner, *[world.span] * size)["uid"] for size in sizes]
    publish(world.owner, world.document, CHANGED, expected=world.version)

    stretches = [[len(item["citations"]) for item in stretch] for stretch in poll(world.owner)]
    assert stretches == [[5], [2, 3], [3, 1, 1]]
    assert listed(world.owner) == [*reversed(uids), world.note, world.answer]


def test_an_erasure_in_the_middle_of_a_walk_does_not_end_it(world: World) -> None:
    publish(world.owner, world.document, CHANGED, expected=world.version)
    first = world.owner.get("changes?limit=1").json()
    assert [item["uid"] for item in first["items"]] == [world.note]
    world.owner.post(f"answers/{world.note}/erase")

    rest = world.owner.get(f"changes?limit=1&cursor={first['next']}").json()
    assert ([item["uid"] for item in rest["items"]], rest["next"]) == ([world.answer], None)


def test_cursors_are_opaque_and_ones_own(world: World, stranger: Program) -> None:
    cursor = world.owner.get("changes?limit=1").json()["next"]

    assert world.note not in cursor
    for by, given in ((stranger, cursor), (world.owner, world.note), (world.owner, cursor[:-2] + "AA")):
        assert by.get(f"changes?cursor={given}").json()["code"] == "bad_cursor"
    assert world.owner.get(f"answers?cursor={cursor}").json()["code"] == "bad_cursor"


@pytest.mark.parametrize("uid", [uuid4(), "answer"])
def test_nobody_goes_on_behind_an_answer_of_others(world: World, stranger: Program, uid: UUID | str) -> None:
    assert stranger.principal is not None
    after = UUID(world.answer) if uid == "answer" else uid
    with pytest.raises(Refused) as caught:
        changed_answers(viewer=stranger.principal, after=after, limit=5)
    assert caught.value.code == "stale_cursor"


def test_nobody_in_particular_has_no_answers(world: World) -> None:
    publish(world.owner, world.document, CHANGED, expected=world.version)
    shared = {"right": "read", "holder": {"kind": "group", "name": "anyone"}}
    world.owner.post(f"answers/{world.answer}/grants", shared)

    assert changed_answers(viewer=ANONYMOUS, after=None, limit=5).items == ()


def test_the_queries_do_not_grow_with_answers_or_citations(world: World) -> None:
    publish(world.owner, world.document, CHANGED, expected=world.version)
    counts = set()
    for size in (1, 20, 60):
        record(world.owner, *[world.span] * size)
        record(world.owner, world.span)
        with CaptureQueriesContext(connection) as queries:
            world.owner.get("changes?limit=200")
        counts.add(len(queries))

    assert counts == {6}, "the token, the answers, their citations, the verdicts, and two to compare"


def test_asking_changes_nothing(world: World) -> None:
    publish(world.owner, world.document, CHANGED, expected=world.version)
    with CaptureQueriesContext(connection) as queries:
        world.owner.get("changes")

    assert not [query for query in queries if not query["sql"].lstrip().upper().startswith(("SELECT", "WITH"))]
    assert SENTENCE not in world.owner.get("changes").content.decode()
