"""What the script of our frame asks: the state, and since when (DESIGN rule 5: dates only after the fold)."""

from datetime import timedelta
from typing import Any
from unittest.mock import patch
from uuid import UUID, uuid4

import pytest
from django.db import OperationalError, connection
from django.test.utils import CaptureQueriesContext

from revalidation.attesting import attest
from revalidation.panels import panel
from tests import cast
from tests.integration.embed.conftest import DESK, LEDGER, OPEN, WIKI, World, post

JUNE = cast.AT + timedelta(days=104)


def shown(response: Any) -> tuple[str, str | None]:
    body = response.json()
    assert set(body) == {"state", "changed_on", "attested_on", "attested_by", "published_by_program"}
    return body["state"], body["changed_on"]


def edit(world: World, *, text: str = cast.EDITED, at: Any = JUNE) -> None:
    cast.publish(owner=world.people.legal, document=world.document, text=text, at=at)


class TestWhoIsLooking:
    @pytest.mark.parametrize(("who", "state"), [("support", "current"), ("contractor", "unavailable")])
    def test_the_state_is_that_persons(self, world: World, who: str, state: str) -> None:
        assert shown(world.panel(world.citation, who=who)) == (state, None)

    @pytest.mark.parametrize("who", [None, "stranger"])
    def test_nobody_we_know_gets_one_answer_for_every_uid(self, world: World, who: str | None) -> None:
        answers = [world.panel(uid, who=who) for uid in (world.citation, uuid4())]

        assert shown(answers[0]) == ("unverified", None)
        assert answers[0].content == answers[1].content
        assert list(answers[0].items()) == list(answers[1].items())

    def test_every_surface_may_show_frames_also_one_that_may_not_know_states(self, world: World) -> None:
        assert shown(world.panel(world.citation, who="support", at=DESK)) == ("current", None)

    def test_a_public_surface_shows_what_anyone_may_read(self, world: World) -> None:
        assert shown(world.panel(world.citation, who=None, at=OPEN)) == ("unavailable", None)

    def test_the_page_around_must_be_the_one_the_assertion_was_made_for(self, world: World) -> None:
        body = {"citation": str(world.citation), "assertion": world.assertion("support"), "origin": DESK}

        assert shown(post("/embed/v1/panel", body, origin=LEDGER)) == ("unverified", None)


class TestTheDate:
    def test_is_that_of_the_version_in_which_this_span_changed(self, world: World) -> None:
        edit(world, text=cast.ELSEWHERE, at=cast.AT + timedelta(days=1))
        edit(world, text=cast.EDITED, at=JUNE)
        edit(world, text=cast.EDITED + "\nA later line.\n", at=JUNE + timedelta(days=30))

        assert shown(world.panel(world.citation, who="support")) == ("source_changed", "2026-06-14")

    def test_is_not_told_to_who_may_not_read_the_source(self, world: World) -> None:
        before = world.panel(world.citation, who="contractor")
        edit(world)
        after = world.panel(world.citation, who="contractor")

        assert before.content == after.content
        assert list(before.items()) == list(after.items())

    def test_is_not_told_where_one_of_two_sources_is_hidden(self, world: World) -> None:
        hidden = cast.make_document(owner=world.people.legal, title="Draft", readers=[])
        both = cast.cite(writer=world.people.legal, documents=[world.document, hidden]).citations[0]
        edit(world)

        assert shown(world.panel(both, who="support")) == ("unavailable", None)
        assert shown(world.panel(both, who="legal"))[0] == "source_changed"


class TestAnAttestation:
    def attest(self, world: World) -> None:
        (source,) = panel(viewer=world.people.legal, citation=world.citation).sources
        seen = [source.current_version]
        attest(actor=world.people.legal, citation=world.citation, note="It holds.", versions=seen, at=JUNE)

    def told(self, world: World, who: str = "support") -> tuple[str | None, str | None]:
        body = world.panel(world.citation, who=who).json()
        return body["attested_by"], body["attested_on"]

    def test_is_told_by_name_and_day_while_it_applies(self, world: World) -> None:
        edit(world)
        assert self.told(world) == (None, None)
        self.attest(world)
        assert shown(world.panel(world.citation, who="support"))[0] == "source_changed"
        assert self.told(world) == ("legal", "2026-06-14")
        edit(world, text=cast.EDITED.replace("14 days", "90 days"))
        assert self.told(world) == (None, None)

    def test_is_not_told_to_who_may_not_read_the_source(self, world: World) -> None:
        def asked() -> tuple[bytes, int]:
            with CaptureQueriesContext(connection) as queries:
                return world.panel(world.citation, who="contractor").content, len(queries)

        edit(world)
        before = asked()
        self.attest(world)

        assert asked() == before
        assert self.told(world, who="contractor") == (None, None)

    def test_makes_no_answer_longer(self, world: World) -> None:
        edit(world)
        before = world.panel(world.citation, who="support")
        self.attest(world)

        assert len(world.panel(world.citation, who="support").content) == len(before.content)


def test_the_answer_is_as_long_and_dressed_alike_in_every_state(world: World) -> None:
    answers = [world.panel(world.citation, who=who) for who in ("support", "contractor", "stranger")]
    edit(world)
    answers.append(world.panel(world.citation, who="support"))

    assert len({shown(answer)[0] for answer in answers}) == 4
    assert len({(answer.status_code, tuple(answer.items()), len(answer.content)) for answer in answers}) == 1
    assert answers[0]["Cache-Control"] == "no-store, private"
    assert answers[0]["Cross-Origin-Resource-Policy"] == "same-origin"


@pytest.mark.parametrize("origin", [None, "null", WIKI, "https://evil.example", LEDGER + ".evil"])
def test_only_our_own_frame_may_ask(world: World, origin: str | None) -> None:
    body = {"citation": str(world.citation), "assertion": world.assertion("support"), "origin": WIKI}

    response = post("/embed/v1/panel", body, origin=origin)

    assert (response.status_code, response.content) == (403, b"This surface may not ask here.")
    assert "Access-Control-Allow-Origin" not in response


@pytest.mark.parametrize(
    "change",
    [{"citation": "x"}, {"citation": None}, {"assertion": 1}, {"origin": None}, {"origin": ["a"]}, {"more": 1}],
)
def test_a_malformed_question_gets_one_answer(world: World, change: dict[str, Any]) -> None:
    body = {"citation": str(world.citation), "assertion": None, "origin": WIKI} | change

    response = post("/embed/v1/panel", body, origin=LEDGER)

    assert (response.status_code, response.content) == (400, b"The request is malformed.")


def test_an_origin_nobody_can_have_is_nobody(world: World) -> None:
    for origin in ("", "null", "\0", "\ud800", "https://wiki.example\0"):
        body = {"citation": str(world.citation), "assertion": None, "origin": origin}

        assert shown(post("/embed/v1/panel", body, origin=LEDGER)) == ("unverified", None)


def test_an_outage_is_told_alike_for_everything_and_is_no_verdict(world: World) -> None:
    def ask(uid: UUID) -> Any:
        return world.panel(uid, who="support")

    with patch("citeledger.interfaces.embed.views.panels.panel", side_effect=OperationalError("gone")):
        first, second = ask(world.citation), ask(uuid4())

    assert (first.status_code, first["Retry-After"], first.content) == (503, "2", second.content)


def test_reading_a_cookie_is_not_among_what_a_panel_does(world: World) -> None:
    response = world.panel(world.citation, who="support", cookie="citeledger=somebody")

    assert response["Vary"] == "Origin"
    assert not response.cookies
