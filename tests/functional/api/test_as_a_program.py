"""What a program does with the API, from the first document to the last verdict."""

from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from acl.models import User
from acl.queries import principal_of
from acl.services import issue_token
from citeledger.documents.services import adopt
from tests.functional.api.cast import (
    NOW,
    POLICY,
    SENTENCE,
    UNKNOWN,
    Program,
    World,
    mint,
    page_of,
    program,
    publish,
    quoting,
    read_upload,
    resting_on,
    surface_for,
    uid_of,
)

CHANGED = POLICY.replace("30 days", "14 days")
REFLOWED = POLICY.replace("within 30 days of purchase", "within 30  days\nof purchase")
EVERYBODY = {"kind": "group", "name": "anyone"}


def state(by: Program, citation: str) -> str:
    (verdict,) = by.post("verdicts", {"citations": [citation]}).json()
    assert verdict["citation"] == citation
    return str(verdict["state"])


def grant(by: Program, document: str, right: str = "read", holder: dict[str, str] = EVERYBODY) -> None:
    assert by.post(f"documents/{document}/grants", {"right": right, "holder": holder}).status_code == 204


def revoke(by: Program, document: str, right: str = "read", holder: dict[str, str] = EVERYBODY) -> None:
    assert by.post(f"documents/{document}/grants/revoke", {"right": right, "holder": holder}).status_code == 204


def test_an_edit_of_the_passage_is_noticed_and_shown(world: World) -> None:
    assert state(world.owner, world.citation) == "current"

    publish(world.owner, world.document, CHANGED, expected=world.version)
    panel = world.owner.get(f"citations/{world.citation}/panel").json()
    (source,) = panel["sources"]

    assert state(world.owner, world.citation) == panel["state"] == "source_changed"
    assert panel["statement"] == source["cited"]["text"] == SENTENCE
    assert (source["cited"]["number"], source["current_number"], source["changed_in"]) == (1, 2, 2)
    assert source["document"] == world.document
    assert "14 days" in source["now"]["text"]


@pytest.mark.parametrize("text", [REFLOWED, POLICY + "\n## 6. Contact\n\nAsk support.\n", "Intro.\n\n" + POLICY])
def test_edits_that_do_not_touch_the_passage_change_nothing(world: World, text: str) -> None:
    publish(world.owner, world.document, text, expected=world.version)

    assert state(world.owner, world.citation) == "current"


def test_a_superseded_source_has_changed(world: World) -> None:
    other = uid_of(world.owner.post("documents", {"title": "Refunds, new"}))
    body = {"by": other, "effective_from": "2026-01-01T00:00:00Z"}

    assert world.owner.post(f"documents/{world.document}/supersede", body).status_code == 204
    assert state(world.owner, world.citation) == "source_changed"
    assert world.owner.get(f"documents/{world.document}").json()["superseded_by"]["uid"] == other


def test_the_five_ways_to_lose_a_source_are_one(world: World) -> None:
    """Rule 6: revoked, retired, withdrawn, erased and never existed are the same bytes to a reader."""
    owner, reader = world.owner, program("reader")
    losses = {
        "revoked": lambda made: revoke(owner, made["document"]),
        "retired": lambda made: owner.post(f"documents/{made['document']}/retire"),
        "withdrawn": lambda made: owner.post(f"versions/{made['version']}/withdraw"),
        "erased": lambda made: owner.post(f"answers/{made['answer']}/erase"),
    }
    heard = {UNKNOWN: answers_about(reader, UNKNOWN)}
    for loss, cause in losses.items():
        made = cited(owner)
        assert state(reader, made["citation"]) == "current", loss
        cause(made)
        heard[loss] = answers_about(reader, made["citation"])

    assert len({str(each) for each in heard.values()}) == 1, heard
    said = b'{"state":"unavailable","advice":"retrieve_again","basis":null,"bases_below":[],"statement":null,'
    rest = (
        b'"sources":[],"roots":null,"computed":null,"searches":[],"attestation":null,'
        b'"rebound_from":null,"rebound_to":[]}'
    )
    assert heard[UNKNOWN]["panel"] == said + rest


def cited(owner: Program) -> dict[str, str]:
    document = uid_of(owner.post("documents", {"title": "Refund policy"}))
    version = publish(owner, document, POLICY)
    grant(owner, document)
    answer = owner.post("answers", quoting(SENTENCE, mint(owner, version, SENTENCE))).json()
    return {
        "document": document,
        "version": version,
        "answer": answer["uid"],
        "citation": answer["citations"][0],
    }


def answers_about(reader: Program, citation: str) -> dict[str, Any]:
    verdict = reader.post("verdicts", {"citations": [citation]})
    panel = reader.get(f"citations/{citation}/panel")
    return {
        "verdict": verdict.content.replace(citation.encode(), b"<uid>"),
        "panel": panel.content,
        "headers": sorted([*verdict.headers.items(), *panel.headers.items()]),
    }


def test_verdicts_keep_order_and_number(world: World) -> None:
    asked = [UNKNOWN, world.citation, world.answer, world.citation, world.span, world.citation]
    given = world.owner.post("verdicts", {"citations": asked}).json()

    assert [verdict["citation"] for verdict in given] == asked
    assert [verdict["state"] for verdict in given] == [
        "unavailable",
        "current",
        "unavailable",
        "current",
        "unavailable",
        "current",
    ]


def test_a_uid_is_given_back_in_lower_case(world: World) -> None:
    (verdict,) = world.owner.post("verdicts", {"citations": [world.citation.upper()]}).json()

    assert verdict == {"citation": world.citation, "state": "current", "advice": "use"}


def test_a_batch_costs_the_same_number_of_queries_whatever_its_size(world: World) -> None:
    counts = set()
    for size in (1, 10, 100, 500):
        citations = [world.citation, *(str(uuid4()) for _ in range(size - 1))]
        with CaptureQueriesContext(connection) as queries:
            assert len(world.owner.post("verdicts", {"citations": citations}).json()) == size
        counts.add(len(queries))

    assert counts == {2}, "one for the token, one for the verdicts"


def test_a_text_is_read_back_verbatim_and_again_in_blocks(world: World) -> None:
    version = world.owner.get(f"versions/{world.version}").json()

    assert version["text"] == POLICY
    assert "".join(block["text"] for block in version["blocks"]) == POLICY
    assert all(POLICY[block["start"] : block["end"]] == block["text"] for block in version["blocks"])
    assert version["document"] == world.document
    assert version["is_current"] is True
    assert [heading["title"] for heading in version["headings"]] == ["Refunds", "4. Refund window", "5. Exceptions"]


@pytest.mark.parametrize("unit", ["code_points", "utf16", "utf8"])
def test_offsets_may_be_counted_in_three_units(world: World, unit: str) -> None:
    exact = "👩‍👩‍👧 are"
    widths = {"code_points": len, "utf16": lambda s: len(s.encode("utf-16-le")) // 2, "utf8": lambda s: len(s.encode())}
    start = widths[unit](POLICY[: POLICY.index(exact)])
    span = {"version": world.version, "start": start, "end": start + widths[unit](exact), "exact": exact, "unit": unit}
    (minted,) = world.owner.post("spans", {"spans": [span]}).json()["spans"]

    assert POLICY[minted["start"] : minted["end"]] == exact
    assert minted["uid"] == mint(world.owner, world.version, exact)


def test_spans_are_given_in_the_order_asked(world: World) -> None:
    exacts = ["Gift cards", "Refunds", "Gift cards", "Café"]
    spans = [
        {"version": world.version, "start": POLICY.index(e), "end": POLICY.index(e) + len(e), "exact": e}
        for e in exacts
    ]
    minted = world.owner.post("spans", {"spans": spans}).json()["spans"]

    assert [POLICY[span["start"] : span["end"]] for span in minted] == exacts
    assert minted[0]["uid"] == minted[2]["uid"]


def test_reading_is_not_citing(world: World) -> None:
    reader = program("reader")
    grant(world.owner, world.document)
    body = {"spans": [{"version": world.version, "start": 2, "end": 9, "exact": "Refunds"}]}

    assert reader.get(f"versions/{world.version}").status_code == 200
    assert reader.post("spans", body).json()["code"] == "forbidden"
    assert reader.post("answers", quoting(SENTENCE, world.span)).json()["code"] == "forbidden"

    grant(world.owner, world.document, "cite")
    assert reader.post("spans", body).status_code == 201


def test_readers_may_not_change_what_they_read(world: World) -> None:
    reader = program("reader")
    grant(world.owner, world.document)
    body = {"text": "x", "media_type": "text/plain", "expected_version": world.version}
    refusals = [
        reader.post(f"documents/{world.document}/versions", body),
        reader.put(f"documents/{world.document}/metadata", {"title": "x", "expected_number": 1}),
        reader.post(f"documents/{world.document}/retire"),
        reader.post(
            f"documents/{world.document}/supersede", {"by": world.document, "effective_from": "2026-01-01T00:00:00Z"}
        ),
        reader.post(f"versions/{world.version}/withdraw"),
    ]

    assert [refusal.status_code for refusal in refusals] == [403] * 5


def test_the_loser_of_an_edit_is_told_what_is_current(world: World) -> None:
    current = publish(world.owner, world.document, CHANGED, expected=world.version)
    body = {"text": "Late", "media_type": "text/markdown", "expected_version": world.version}
    late = world.owner.post(f"documents/{world.document}/versions", body)

    assert late.status_code == 409
    assert late.json()["current"] == current

    number = world.owner.put(f"documents/{world.document}/metadata", {"title": "Refunds", "expected_number": 1}).json()
    late = world.owner.put(f"documents/{world.document}/metadata", {"title": "Late", "expected_number": 1})

    assert number == {"number": 2}
    assert (late.status_code, late.json()["current"]) == (409, "2")
    assert world.owner.get(f"documents/{world.document}").json()["title"] == "Refunds"


def test_bytes_may_be_sent_instead_of_a_text(world: World) -> None:
    body = {"data_base64": "VGhlIHRleHQu", "media_type": "text/plain", "expected_version": world.version}
    version = uid_of(world.owner.post(f"documents/{world.document}/versions", body))

    assert world.owner.get(f"versions/{version}").json()["text"] == "The text."


def test_the_history_is_told_newest_first(world: World) -> None:
    second = publish(world.owner, world.document, CHANGED, expected=world.version)
    versions = world.owner.get(f"documents/{world.document}/versions").json()["versions"]

    assert [(row["uid"], row["number"], row["is_current"]) for row in versions] == [
        (second, 2, True),
        (world.version, 1, False),
    ]


def test_grants_are_listed_for_managers(world: World) -> None:
    grant(world.owner, world.document, "edit")
    grants = world.owner.get(f"documents/{world.document}/grants").json()["grants"]

    assert {"right": "edit", "holder": EVERYBODY} in grants
    assert {"right": "read", "holder": EVERYBODY} in grants, "edit brings read with it"


def test_an_answer_has_readers_of_its_own(world: World) -> None:
    reader = program("reader")
    body = {"right": "read", "holder": {"kind": "user", "name": "reader"}}
    assert world.owner.post(f"answers/{world.answer}/grants", body).status_code == 204

    shown = reader.get(f"answers/{world.answer}").json()
    assert shown["segments"] == [
        {
            "type": "statement",
            "role": None,
            "text": None,
            "citation": world.citation,
            "state": "unavailable",
            "advice": "retrieve_again",
            "basis": None,
            "as_of": [],
            "bases_below": [],
            "handed_basis": None,
        }
    ], "the source stays hidden: a quoted statement is the source"

    grant(world.owner, world.document)
    (segment,) = reader.get(f"answers/{world.answer}").json()["segments"]
    assert (segment["text"], segment["state"], segment["basis"]) == (SENTENCE, "current", "quoted")

    assert body in world.owner.get(f"answers/{world.answer}/grants").json()["grants"]
    assert world.owner.post(f"answers/{world.answer}/grants/revoke", body).status_code == 204
    assert reader.get(f"answers/{world.answer}").status_code == 404


def test_what_rests_on_an_erased_text_is_unavailable(world: World) -> None:
    (note,) = world.owner.get(f"answers/{world.note}").json()["segments"]
    assert note["state"] == "current"

    assert world.owner.post(f"answers/{world.answer}/erase").status_code == 204

    assert world.owner.get(f"answers/{world.answer}").status_code == 404
    (note,) = world.owner.get(f"answers/{world.note}").json()["segments"]
    assert (note["state"], note["text"]) == ("unavailable", None)
    assert world.owner.post("answers", resting_on(world.answer)).json()["code"] == "unknown_source"


def test_structure_stands_between_statements(world: World) -> None:
    body = quoting(SENTENCE, world.span)
    body["segments"] = [
        {"type": "structure", "role": "heading", "text": "Refunds"},
        {"type": "structure", "role": "break", "text": "\n\n"},
        *body["segments"],
    ]
    answer = world.owner.post("answers", body).json()
    segments = world.owner.get(f"answers/{answer['uid']}").json()["segments"]

    assert [(part["type"], part["role"], part["text"]) for part in segments] == [
        ("structure", "heading", "Refunds"),
        ("structure", "break", "\n\n"),
        ("statement", None, SENTENCE),
    ]


def test_a_page_is_read_with_its_states(world: World) -> None:
    page = world.owner.get(f"pages/{world.page}").json()

    assert page["page"]["title"] == "Refund runbook"
    assert [(part["text"], part["state"]) for part in page["statements"]] == [(SENTENCE, "current")]

    again = uid_of(world.owner.post("pages", page_of(world.surface, [UNKNOWN, world.citation])))
    assert again == world.page
    states = [part["state"] for part in world.owner.get(f"pages/{world.page}").json()["statements"]]
    assert states == ["unavailable", "current"]


def stretches(by: Program, path: str, limit: int) -> list[list[str]]:
    found, cursor = [], ""
    while cursor is not None:
        stretch = by.get(f"/api/v1/{path}?limit={limit}" + (f"&cursor={cursor}" if cursor else "")).json()
        assert set(stretch) == {"items", "next"}
        found.append([item["uid"] for item in stretch["items"]])
        cursor = stretch["next"]
    return found


def test_lists_are_walked_in_stretches_newest_first(stranger: Program) -> None:
    made = [uid_of(stranger.post("documents", {"title": f"Document {number}"})) for number in range(5)]

    assert stretches(stranger, "documents", 2) == [[made[4], made[3]], [made[2], made[1]], [made[0]]]
    assert stretches(stranger, "documents", 5) == [made[::-1]]


@pytest.mark.parametrize("path", ["documents", "answers", "pages"])
def test_what_is_hidden_leaves_no_gap_in_a_list(world: World, stranger: Program, path: str) -> None:
    """T40, T41: with hidden things between one's own, stretches are as full and as many as without."""
    make = {"documents": own_document, "answers": own_answer, "pages": own_page}[path]
    mine = []
    for _ in range(3):
        mine.append(make(stranger))
        for hidden in (own_document, own_answer, own_page):
            hidden(world.owner)

    assert stretches(stranger, path, 2) == [[mine[2], mine[1]], [mine[0]]]


def own_document(by: Program) -> str:
    return uid_of(by.post("documents", {"title": "Mine"}))


def own_answer(by: Program) -> str:
    version = publish(by, own_document(by), POLICY)
    return uid_of(by.post("answers", quoting(SENTENCE, mint(by, version, SENTENCE))))


def own_page(by: Program) -> str:
    return uid_of(by.post("pages", page_of(surface_for(by), [])))


def test_a_cursor_is_not_for_others_nor_for_other_lists(world: World, stranger: Program) -> None:
    own_document(world.owner)
    cursor = world.owner.get("/api/v1/documents?limit=1").json()["next"]

    for response in (
        stranger.get(f"/api/v1/documents?cursor={cursor}"),
        world.owner.get(f"/api/v1/answers?cursor={cursor}"),
        world.owner.get(f"/api/v1/documents?cursor={cursor}x"),
        world.owner.get("/api/v1/documents?cursor=x"),
    ):
        assert response.status_code == 400
        assert response.json()["code"] == "bad_cursor"


def test_what_publishing_would_do_is_told_before_it_is_done(world: World) -> None:
    """And nothing is stored by asking: the same version is still expected."""
    told = world.owner.post(f"documents/{world.document}/preview", {"text": CHANGED, "media_type": "text/markdown"})
    preview = told.json()
    ahead = {one["citation"]: one for one in preview["turned"]}

    assert told.status_code == 200, told.content
    assert (preview["current_version"], preview["is_new"], preview["answers"]) == (world.version, True, 2)
    assert set(ahead) == {world.citation, *citations_of(world, world.note)}
    (passage,) = ahead[world.citation]["passages"]
    assert (passage["cited"]["text"], passage["outcome"]) == (SENTENCE, "numbers")
    assert passage["now"]["text"] == SENTENCE.replace("30 days", "14 days")
    assert state(world.owner, world.citation) == "current"

    publish(world.owner, world.document, CHANGED, expected=preview["current_version"])
    assert {state(world.owner, uid) for uid in ahead} == {"source_changed"}


def test_a_file_is_foreseen_like_a_text(world: World) -> None:
    uid = read_upload(world.owner, CHANGED, document=world.document)
    aimed = world.owner.post(f"uploads/{uid}/preview", {}).json()
    named = world.owner.post(f"uploads/{uid}/preview", {"document": world.document}).json()
    nowhere = world.owner.post(f"uploads/{read_upload(world.owner, CHANGED)}/preview", {})

    assert world.citation in {one["citation"] for one in aimed["turned"]}
    assert named == aimed
    assert (nowhere.status_code, nowhere.json()["code"]) == (400, "no_target")


def citations_of(world: World, answer: str) -> list[str]:
    segments = world.owner.get(f"answers/{answer}").json()["segments"]
    return [each["citation"] for each in segments if each["type"] == "statement"]


class TestWhatAProgramPublished:
    """It is marked wherever a version is listed, and its publisher hears at once that it is no ground of its own."""

    @pytest.fixture
    def sync(self, world: World) -> Program:
        principal = principal_of(user_id=User.objects.create(username="sync", kind="service").pk)
        assert principal is not None
        return Program(token=issue_token(actor=principal, name="tests", at=NOW), principal=principal)

    def test_is_marked_in_lists_and_snapshots_until_adopted(self, world: World, sync: Program) -> None:
        document = uid_of(sync.post("documents", {"title": "Copied"}))
        version = publish(sync, document, POLICY)
        for right in ("read", "edit"):
            grant(sync, document, right, {"kind": "user", "name": "owner"})
        snapshot = uid_of(world.owner.post("snapshots", {"name": "Both", "documents": [document, world.document]}))
        own = uid_of(world.owner.post("snapshots", {"name": "Own", "documents": [world.document]}))

        def marks() -> list[dict[str, str | None]]:
            listed = world.owner.get("documents").json()["items"]
            pinned = world.owner.get(f"snapshots/{snapshot}").json()["documents"]
            added = world.owner.get(f"snapshots/{own}/changes/{snapshot}").json()["added"]
            named = ((each, "uid" if each is listed else "document") for each in (listed, pinned, added))
            return [{one[key]: one["published_by_program"] for one in each} for each, key in named]

        both = {document: "sync", world.document: None}
        assert marks() == [both, both, {document: "sync"}]
        adopt(actor=world.owner.principal, version=UUID(version), at=NOW)
        assert marks() == [dict.fromkeys(both), dict.fromkeys(both), {document: None}]

    def test_is_said_to_be_no_ground_of_its_own_as_its_span_is_minted(self, world: World, sync: Program) -> None:
        document = uid_of(sync.post("documents", {"title": "Draft"}))
        version = publish(sync, document, POLICY)
        for right in ("read", "cite", "edit"):
            grant(sync, document, right, {"kind": "user", "name": "owner"})
        start = POLICY.index(SENTENCE)
        place = {"version": version, "start": start, "end": start + len(SENTENCE), "exact": SENTENCE}

        def minted(by: Program, path: str = "spans") -> dict[str, Any]:
            answer = by.post(path, {"spans": [place]})
            assert answer.status_code == 201
            return answer.json()["spans"][0]

        span = minted(sync)
        assert span["published_by_yourself"] is True
        refused = sync.post("answers", quoting(SENTENCE, span["uid"]))
        assert (refused.status_code, refused.json()["code"]) == (400, "own_publication")
        session = uid_of(sync.post("sessions", {}))
        assert minted(sync, f"sessions/{session}/spans")["published_by_yourself"] is True
        assert minted(world.owner)["published_by_yourself"] is False
        adopt(actor=world.owner.principal, version=UUID(version), at=NOW)
        assert minted(sync)["published_by_yourself"] is False
        assert sync.post("answers", quoting(SENTENCE, span["uid"])).status_code == 201
