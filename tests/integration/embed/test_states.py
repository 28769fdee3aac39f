"""One question per page, for surfaces that may know states (DESIGN section 4, Inline or framed; threat T65)."""

import json
from collections.abc import Callable
from typing import Any
from unittest.mock import patch
from uuid import UUID, uuid4

import pytest
from django.db import InterfaceError, OperationalError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from acl.models import SurfaceKey, User
from citeledger.documents.services import retire
from citeledger.ledger.models import Citation
from revalidation.models import ProofFailure
from tests import cast
from tests.integration.embed.conftest import DESK, LEDGER, OPEN, ROBOT, WIKI, World, post


def words(response: Any) -> list[str]:
    return [row["state"] for row in response.json()["states"]]


def whole(response: Any) -> tuple[int, list[tuple[str, str]], bytes]:
    return response.status_code, list(response.items()), response.content


class TestWhoIsLooking:
    @pytest.mark.parametrize(
        ("who", "state"),
        [("support", "current"), ("manager", "current"), ("legal", "current"), ("contractor", "unavailable")],
    )
    def test_the_state_is_that_persons(self, world: World, who: str, state: str) -> None:
        assert words(world.states(world.citation, who=who)) == [state]

    @pytest.mark.parametrize("who", [None, "stranger"])
    def test_nobody_we_know_sees_unverified_for_every_uid_alike(self, world: World, who: str | None) -> None:
        response = world.states(world.citation, uuid4(), who=who)

        assert response.status_code == 200
        assert words(response) == ["unverified", "unverified"]

    def test_a_deactivated_person_is_nobody_at_once(self, world: World) -> None:
        world.people.deactivate(world.people.support)

        assert words(world.states(world.citation, who="support")) == ["unverified"]

    def test_a_revoked_key_is_nobody_at_once(self, world: World) -> None:
        SurfaceKey.objects.filter(kid="wiki.example").update(revoked_at="2026-11-30T00:00:00Z")

        assert words(world.states(world.citation, who="support")) == ["unverified"]

    def test_a_session_of_the_console_is_nobody_here(self, world: World) -> None:
        client = Client()
        client.force_login(User.objects.get(username="legal"), backend="django.contrib.auth.backends.ModelBackend")
        body = {"citations": [str(world.citation)], "assertion": None}

        response = client.post(
            "/embed/v1/states", data=json.dumps(body), content_type="application/json", headers={"Origin": WIKI}
        )

        assert words(response) == ["unverified"]

    def test_rights_are_read_after_the_assertion_was_made(self, world: World) -> None:
        body = {"citations": [str(world.citation)], "assertion": world.assertion("support")}
        assert words(post("/embed/v1/states", body, origin=WIKI)) == ["current"]

        cast.unread(owner=world.people.legal, document=world.document)

        assert words(post("/embed/v1/states", body, origin=WIKI)) == ["unavailable"]


class TestAPublicSurface:
    def test_shows_what_anyone_may_read_without_an_assertion(self, world: World) -> None:
        public = cast.make_document(owner=world.people.legal, readers=[cast.ANYONE])
        cited = cast.cite(writer=world.people.legal, documents=[public])
        cast.share_answer(owner=world.people.legal, answer=cited.uid, holder=cast.ANYONE)

        response = world.states(cited.citations[0], world.citation, who=None, at=OPEN)

        assert words(response) == ["current", "unavailable"]

    def test_a_wrong_assertion_is_nobody_there_too(self, world: World) -> None:
        assert words(world.states(world.citation, who="stranger", at=OPEN)) == ["unverified"]


class TestASurfaceThatActs:
    """Its failure mode is to stop and ask again (DESIGN rule 8); people who read a wiki see `unverified` instead."""

    @pytest.mark.parametrize(("who", "state"), [("support", "current"), ("contractor", "unavailable")])
    def test_is_told_what_could_be_checked(self, world: World, who: str, state: str) -> None:
        assert words(world.states(world.citation, who=who, at=ROBOT)) == [state]

    @pytest.mark.parametrize("who", [None, "stranger"])
    def test_stops_where_nobody_we_know_is_looking_for_every_uid_alike(self, world: World, who: str | None) -> None:
        answers = [world.states(uid, who=who, at=ROBOT) for uid in (world.citation, uuid4())]

        assert whole(answers[0]) == whole(answers[1])
        assert (answers[0].status_code, answers[0]["Retry-After"]) == (503, "2")
        assert answers[0]["Access-Control-Allow-Origin"] == ROBOT

    def test_stops_where_one_of_many_could_not_be_checked_and_hears_of_none(self, world: World) -> None:
        other = cast.make_document(owner=world.people.legal, title="Other")
        broken = cast.cite(writer=world.people.legal, documents=[other]).citations[0]
        ProofFailure.objects.create(citation=Citation.objects.get(uid=broken), found_at=cast.AT)

        shown = world.states(world.citation, broken, who="support")
        stopped = world.states(world.citation, broken, who="support", at=ROBOT)

        assert "unverified" in words(shown)
        assert stopped.status_code == 503
        assert b"current" not in stopped.content

    def test_shows_frames_like_any_other(self, world: World) -> None:
        assert world.panel(world.citation, who="stranger", at=ROBOT).json()["state"] == "unverified"


class TestTheAnswer:
    def test_keeps_order_and_repetition(self, world: World) -> None:
        unknown = uuid4()

        response = world.states(unknown, world.citation, unknown, who="support")

        assert [row["citation"] for row in response.json()["states"]] == [
            str(unknown),
            str(world.citation),
            str(unknown),
        ]
        assert words(response) == ["unavailable", "current", "unavailable"]

    def test_tells_the_state_and_nothing_else(self, world: World) -> None:
        response = world.states(world.citation, who="support")

        assert response.json() == {"states": [{"citation": str(world.citation), "state": "current"}]}

    def test_is_as_long_and_dressed_alike_in_every_state(self, world: World) -> None:
        answers = [world.states(world.citation, who=who) for who in ("support", "contractor", "stranger")]
        cast.publish(owner=world.people.legal, document=world.document, text=cast.EDITED)
        answers.append(world.states(world.citation, who="support"))

        assert {words(answer)[0] for answer in answers} == {"current", "unavailable", "unverified", "source_changed"}
        assert len({(answer.status_code, tuple(answer.items()), len(answer.content)) for answer in answers}) == 1

    def test_is_stored_nowhere_and_carries_no_validator(self, world: World) -> None:
        response = world.states(world.citation, who="support")

        assert response["Cache-Control"] == "no-store, private"
        assert not {"ETag", "Last-Modified", "Set-Cookie", "Timing-Allow-Origin"} & set(response.headers)
        assert not response.cookies

    def test_needs_one_query_for_the_verdicts_however_many(self, world: World) -> None:
        others = [uuid4() for _ in range(99)]

        counts = {len(verdict_queries(world, [world.citation, *others[:size]])) for size in (0, 9, 99)}

        assert counts == {1}


def verdict_queries(world: World, citations: list[UUID]) -> list[str]:
    """The queries beyond those that identify the viewer."""
    with CaptureQueriesContext(connection) as identity:
        world.states(*citations, who="stranger")
    with CaptureQueriesContext(connection) as captured:
        world.states(*citations, who="support")
    return [query["sql"] for query in captured.captured_queries[len(identity) :]]


class TestRemovedRevokedAndNeverExistedAreOne:
    """DESIGN rule 6: the same bytes, headers and queries."""

    def test_bytes_headers_and_query_count(self, world: World) -> None:
        hidden = [withdrawn_right(world), retired(world), derived_from_hidden(world), uuid4()]
        answers, counts = [], set()
        for uid in hidden:
            with CaptureQueriesContext(connection) as captured:
                response = world.states(uid, who="support")
            counts.add(len(captured))
            answers.append(
                (response.status_code, list(response.items()), response.content.replace(str(uid).encode(), b"uid"))
            )

        assert b"unavailable" in answers[0][2]
        assert all(answer == answers[0] for answer in answers)
        assert len(counts) == 1


def withdrawn_right(world: World) -> UUID:
    document = cast.make_document(owner=world.people.legal, title="Revoked")
    cited = cast.cite(writer=world.people.legal, documents=[document])
    cast.unread(owner=world.people.legal, document=document)
    return cited.citations[0]


def retired(world: World) -> UUID:
    document = cast.make_document(owner=world.people.legal, title="Retired")
    cited = cast.cite(writer=world.people.legal, documents=[document])
    retire(actor=world.people.legal, document=document, at=cast.AT)
    return cited.citations[0]


def derived_from_hidden(world: World) -> UUID:
    hidden = cast.make_document(owner=world.people.legal, title="Draft", readers=[])
    note = cast.cite(writer=world.people.legal, documents=[world.document, hidden], kind=cast.AnswerKind.MEMORY_NOTE)
    cast.share_answer(owner=world.people.legal, answer=note.uid)
    return cast.cite(writer=world.people.legal, derived_from=[note.uid]).citations[0]


class TestWhichOriginsMayAsk:
    def test_a_registered_one_may_read_the_answer_without_credentials(self, world: World) -> None:
        response = world.states(world.citation, who="support")

        assert response["Access-Control-Allow-Origin"] == WIKI
        assert "Access-Control-Allow-Credentials" not in response
        assert response["Vary"] == "Origin"

    @pytest.mark.parametrize(
        "origin",
        [
            None,
            "",
            "null",
            "*",
            DESK,
            LEDGER,
            "https://wiki.example.evil",
            "https://evil-wiki.example",
            "https://wiki.example:444",
            "https://wiki.example:443",
            "http://wiki.example",
            "https://WIKI.example",
            "https://wiki.example/",
            "https://wiki.example, https://evil.example",
            "file://",
        ],
    )
    @pytest.mark.parametrize("who", ["support", "stranger"])
    def test_no_other_is_told_anything(self, world: World, origin: str | None, who: str) -> None:
        body = {"citations": [str(world.citation)], "assertion": world.assertion(who)}

        response = post("/embed/v1/states", body, origin=origin)

        assert (response.status_code, response.content) == (403, b"This surface may not ask here.")
        assert "Access-Control-Allow-Origin" not in response
        assert response["Vary"] == "Origin"

    def test_an_assertion_made_for_another_surface_is_nobody(self, world: World) -> None:
        body = {"citations": [str(world.citation)], "assertion": world.assertion("support", at=DESK)}

        assert words(post("/embed/v1/states", body, origin=WIKI)) == ["unverified"]

    def test_a_preflight_is_answered_for_registered_origins_only(self, world: World) -> None:
        asked = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "content-type"}
        yes = Client().options("/embed/v1/states", headers={"Origin": WIKI, **asked})
        no = Client().options("/embed/v1/states", headers={"Origin": "https://evil.example", **asked})

        assert (yes.status_code, yes["Access-Control-Allow-Origin"]) == (204, WIKI)
        assert (yes["Access-Control-Allow-Methods"], yes["Access-Control-Allow-Headers"]) == ("POST", "content-type")
        assert no.status_code == 403
        assert not [name for name in no.headers if name.startswith("Access-Control")]


UID = str(uuid4())
MALFORMED: dict[str, Callable[[], Any]] = {
    "empty": lambda: "",
    "not JSON": lambda: "{",
    "not UTF-8": lambda: b'{"citations": ["\xff"], "assertion": null}',
    "UTF-16": lambda: json.dumps({"citations": [UID], "assertion": None}).encode("utf-16"),
    "nested without end": lambda: "[" * 60_000,
    "a list": lambda: [UID],
    "no assertion": lambda: {"citations": [UID]},
    "one name too many": lambda: {"citations": [UID], "assertion": None, "viewer": "legal"},
    "no citations": lambda: {"citations": [], "assertion": None},
    "501 citations": lambda: {"citations": [UID] * 501, "assertion": None},
    "a text for a list": lambda: {"citations": UID, "assertion": None},
    "a number for a uid": lambda: {"citations": [1], "assertion": None},
    "upper case": lambda: {"citations": [UID.upper()], "assertion": None},
    "no dashes": lambda: {"citations": [UID.replace("-", "")], "assertion": None},
    "a uid and a line end": lambda: {"citations": [UID + "\n"], "assertion": None},
    "assertion a number": lambda: {"citations": [UID], "assertion": 1},
    "larger than any question": lambda: {"citations": [UID], "assertion": "x" * 70_000},
}


@pytest.mark.parametrize("name", MALFORMED)
def test_a_malformed_question_gets_one_answer(world: World, name: str) -> None:
    response = post("/embed/v1/states", MALFORMED[name](), origin=WIKI)

    assert (response.status_code, response.content) == (400, b"The request is malformed.")
    assert response["Cache-Control"] == "no-store, private"


def test_only_json_is_read(world: World) -> None:
    body = json.dumps({"citations": [UID], "assertion": None})

    for content_type in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"):
        assert post("/embed/v1/states", body, origin=WIKI, content_type=content_type).status_code == 400


def test_500_citations_are_answered(world: World) -> None:
    response = world.states(*[uuid4() for _ in range(500)], who="support")

    assert words(response) == ["unavailable"] * 500


@pytest.mark.parametrize("error", [OperationalError("gone"), InterfaceError("closed")])
@pytest.mark.parametrize("where", ["surface_of_origin", "service.verdicts"])
def test_an_outage_is_told_alike_for_everything_and_is_no_verdict(world: World, error: Exception, where: str) -> None:
    with patch(f"citeledger.interfaces.embed.views.{where}", side_effect=error):
        responses = [world.states(uid, who="support") for uid in (world.citation, uuid4())]

    assert whole(responses[0]) == whole(responses[1])
    assert (responses[0].status_code, responses[0]["Retry-After"]) == (503, "2")
    assert b"unavailable" not in responses[0].content
