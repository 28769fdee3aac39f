"""The page inside every frame: the same whatever citation is asked for, and framable where registered."""

from typing import Any
from unittest.mock import patch
from uuid import uuid4

import pytest
from django.db import OperationalError
from django.test import Client

from acl.models import SurfaceOrigin
from tests.integration.embed.conftest import LEDGER, World


def frame(uid: Any, **headers: str) -> Any:
    return Client().get(f"/embed/frame/{uid}", headers=headers)


def whole(response: Any) -> tuple[int, list[tuple[str, str]], bytes]:
    return response.status_code, list(response.items()), response.content


def test_it_is_the_same_for_a_known_a_hidden_an_unknown_and_an_impossible_uid(world: World) -> None:
    known = whole(frame(world.citation))

    for uid in (uuid4(), "00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff"):
        assert whole(frame(uid)) == known


def test_it_is_the_same_for_somebody_signed_in_and_sets_no_cookie(world: World, django_assert_num_queries: Any) -> None:
    client = Client()
    client.cookies["citeledger"] = "a session of the console"
    nobody = frame(world.citation)

    with django_assert_num_queries(1):
        somebody = client.get(f"/embed/frame/{world.citation}")

    assert whole(somebody) == whole(nobody)
    assert not somebody.cookies
    assert "Cookie" not in somebody["Vary"]


def test_it_may_be_framed_by_registered_origins_only(world: World) -> None:
    response = frame(world.citation)

    ancestors = "frame-ancestors https://wiki.example https://desk.example https://open.example https://robot.example"
    assert ancestors in response["Content-Security-Policy"].split("; ")
    assert "X-Frame-Options" not in response


def test_it_may_be_framed_by_nobody_where_no_origin_is_registered(world: World) -> None:
    SurfaceOrigin.objects.all().delete()

    assert "frame-ancestors 'none'" in frame(world.citation)["Content-Security-Policy"].split("; ")


def test_what_the_request_says_about_its_origin_changes_nothing(world: World) -> None:
    plain = whole(frame(world.citation))

    assert whole(frame(world.citation, origin="https://evil.example", referer="https://evil.example/x")) == plain


def test_its_headers_store_nothing_tell_nothing_and_let_nothing_in(world: World) -> None:
    response = frame(world.citation)

    assert response["Cache-Control"] == "no-store, private"
    assert response["Referrer-Policy"] == "no-referrer"
    assert response["Cross-Origin-Resource-Policy"] == "same-origin"
    assert response["Cross-Origin-Opener-Policy"] == "same-origin"
    assert response["X-Content-Type-Options"] == "nosniff"
    assert {"default-src 'none'", "script-src 'self'", "base-uri 'none'", "form-action 'none'"} <= set(
        response["Content-Security-Policy"].split("; ")
    )
    assert not {"ETag", "Last-Modified", "Timing-Allow-Origin", "Access-Control-Allow-Origin"} & set(response.headers)


def test_validators_of_an_earlier_visit_change_nothing(world: World) -> None:
    plain = whole(frame(world.citation))
    headers = {"if-none-match": "*", "if-modified-since": "Mon, 30 Nov 2026 12:00:00 GMT", "range": "bytes=0-10"}

    assert whole(frame(world.citation, **headers)) == plain


def test_without_cookies_it_shows_unverified_and_a_link_that_opens_a_new_tab(world: World) -> None:
    headers = {"sec-fetch-dest": "iframe", "sec-fetch-site": "cross-site"}
    page = frame(world.citation, **headers).content.decode()

    visible = page[: page.index("<template")]
    assert 'data-state="unverified"' in visible
    assert 'target="_blank" rel="noopener noreferrer">Open this citation</a>' in visible
    assert "Returns policy" not in page
    assert "30 days" not in page


def test_opened_as_a_page_of_its_own_it_leads_to_the_citation_known_or_not(world: World) -> None:
    for uid in (world.citation, uuid4()):
        response = frame(uid, **{"sec-fetch-dest": "document"})

        assert (response.status_code, response["Location"]) == (302, f"{LEDGER}/c/{uid}")


@pytest.mark.parametrize("path", ["/embed/frame/", "/embed/frame/x", "/embed/frame/1", "/embed/frame/{uid}/", "/embed"])
def test_an_address_that_is_none_is_not_found(world: World, path: str) -> None:
    assert Client().get(path.format(uid=world.citation)).status_code == 404


def test_without_a_database_it_says_so_and_nothing_else(world: World) -> None:
    with patch("citeledger.interfaces.embed.views.registered_origins", side_effect=OperationalError("gone")):
        responses = [frame(uid) for uid in (world.citation, uuid4())]

    assert whole(responses[0]) == whole(responses[1])
    assert (responses[0].status_code, responses[0]["Retry-After"]) == (503, "2")
    assert responses[0]["Cache-Control"] == "no-store, private"
