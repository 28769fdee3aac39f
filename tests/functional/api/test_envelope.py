"""What every answer has in common, whatever it is about (threats T36, T37, T38, T65, T75)."""

from typing import Any

import pytest
from django.test import Client

from acl.models import User
from tests.functional.api.cast import UNKNOWN, Program, World

PATHS = ["schema", "limits", "problems", "me", "documents", "answers", "pages", f"documents/{UNKNOWN}", "nowhere", ""]
PROBLEM_MEMBERS = ["type", "title", "status", "code", "detail", "at"]


def problem(response: Any) -> str:
    assert response["Content-Type"] == "application/problem+json"
    body = response.json()
    assert list(body)[:6] == PROBLEM_MEMBERS
    assert body["status"] == response.status_code
    assert body["type"] == f"/api/v1/problems/{body['code']}"
    return str(body["code"])


@pytest.mark.parametrize("path", PATHS)
def test_nothing_is_kept_by_anybody_on_the_way(owner: Program, nobody: Program, path: str) -> None:
    for caller in (owner, nobody):
        response = caller.get(path)

        assert response["Cache-Control"] == "no-store, private"
        assert response["Vary"] == "Authorization"
        assert not {"ETag", "Last-Modified", "Set-Cookie", "Expires"} & set(response.headers)
        assert not [name for name in response.headers if name.startswith(("Access-Control", "X-Request", "RateLimit"))]
        assert "Content-Encoding" not in response


def test_conditions_and_ranges_change_nothing(world: World) -> None:
    path = f"citations/{world.citation}/panel"
    plain = world.owner.get(path)

    for headers in (
        {"If-None-Match": "*"},
        {"If-None-Match": '"anything"'},
        {"If-Modified-Since": "Mon, 30 Nov 2126 09:00:00 GMT"},
        {"Range": "bytes=0-3"},
        {"Accept-Encoding": "gzip"},
        {"Accept": "text/html"},
        {"Accept-Language": "de"},
    ):
        response = world.owner.get(path, **headers)
        assert (response.status_code, response.content) == (200, plain.content)


@pytest.mark.parametrize(
    "origin",
    ["null", "http://testserver", "https://testserver.evil.example", "http://testserver:81", "HTTP://TESTSERVER"],
)
def test_no_page_of_any_origin_may_read(owner: Program, origin: str) -> None:
    """T65: programs need no CORS, and browsers of other sites get none."""
    ordinary = owner.get("me", Origin=origin)
    preflight = owner.send("OPTIONS", "me", Origin=origin, Access_Control_Request_Method="GET")

    assert ordinary.status_code == 200
    assert preflight.status_code == 405
    for response in (ordinary, preflight):
        assert not [name for name in response.headers if name.startswith("Access-Control")]


def test_cookies_are_not_an_identity(owner: Program) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(User.objects.get(username="owner"))

    assert browser.get("/api/v1/me").status_code == 401
    assert browser.post("/api/v1/documents", {}, content_type="application/json").status_code == 401


def test_cookies_do_not_stand_beside_a_token(owner: Program, stranger: Program) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(User.objects.get(username="owner"))

    response = Program(token=stranger.token, client=browser).post("documents", {"title": "Mine"})

    assert response.status_code == 201
    document = response.json()["uid"]
    assert owner.get(f"documents/{document}").status_code == 404
    assert stranger.get(f"documents/{document}").status_code == 200


@pytest.mark.parametrize(
    "authorization",
    [
        None,
        "",
        "Bearer",
        "Bearer ",
        "Bearer wrong",
        "Basic b3duZXI6cGFzcw==",
        "Token {token}",
        "Bearer {token} x",
        "Bearer {token},{token}",
        "Bearer " + "x" * 10_000,
        "Bearer é",
    ],
)
def test_without_a_valid_token_there_is_one_answer(owner: Program, nobody: Program, authorization: str | None) -> None:
    token = owner.token or ""
    headers = {} if authorization is None else {"Authorization": authorization.format(token=token)}
    response = nobody.get("me", **headers)

    assert problem(response) == "no_identity"
    assert response["WWW-Authenticate"] == 'Bearer realm="citeledger"'
    assert response.content == nobody.get("me").content


def test_the_scheme_is_spelled_in_any_case(owner: Program, nobody: Program) -> None:
    assert nobody.get("me", Authorization=f"bEARER {owner.token}").status_code == 200


def test_the_token_is_not_read_from_the_address(owner: Program, nobody: Program) -> None:
    assert problem(nobody.get(f"/api/v1/me?token={owner.token}&access_token={owner.token}")) == "no_identity"


@pytest.mark.parametrize(
    "path",
    [
        "",
        "nowhere",
        "me/",
        "documents/",
        "documents/1",
        f"documents/{UNKNOWN}/",
        f"documents/{UNKNOWN.upper()}",
        "me.css",
    ],
)
@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"])
def test_every_other_address_answers_alike(owner: Program, nobody: Program, path: str, method: str) -> None:
    answers = {caller.send(method, path).content for caller in (owner, nobody)}

    assert len(answers) == 1
    assert problem(owner.send(method, path)) == "unknown_route"


def test_addresses_beside_the_first_version_answer_alike(nobody: Program) -> None:
    assert problem(nobody.get("/api/")) == problem(nobody.get("/api/v2/me")) == "unknown_route"


@pytest.mark.parametrize("method", ["DELETE", "PATCH", "OPTIONS", "TRACE", "POST", "FOO"])
def test_other_methods_are_refused_and_the_right_ones_named(owner: Program, method: str) -> None:
    response = owner.send(method, "me")

    assert problem(response) == "method_not_allowed"
    assert response["Allow"] == "GET, HEAD"


def test_a_head_is_a_get_without_body(owner: Program) -> None:
    response = owner.send("HEAD", "me")

    assert (response.status_code, response.content) == (200, b"")


@pytest.mark.parametrize(
    "query", ["x=1", "format=api", "_connector=OR", "order_by=id", "limit=5&page=2", "cursor__gt=1"]
)
def test_unknown_parameters_are_refused(owner: Program, query: str) -> None:
    """T74: nothing of a query string reaches a query of ours by name."""
    assert problem(owner.get(f"/api/v1/documents?{query}")) == "unknown_parameter"


@pytest.mark.parametrize(
    ("address", "query", "code", "at"),
    [
        ("documents", "limit=1&limit=2", "bad_value", "limit"),
        ("answers", "cursor=a&cursor=a", "bad_value", "cursor"),
        ("reviews", "limit=5&limit=5", "bad_value", "limit"),
        ("search", "query=a&query=b", "bad_value", "query"),
        ("documents", "cursor=%ED%A0%80", "bad_characters", "cursor"),
        ("search", "query=%ff", "bad_characters", "query"),
    ],
)
def test_a_parameter_is_given_once_and_is_text(owner: Program, address: str, query: str, code: str, at: str) -> None:
    response = owner.get(f"/api/v1/{address}?{query}")

    assert problem(response) == code
    assert response.json()["at"] == at


@pytest.mark.parametrize("limit", ["0", "-1", "201", "1.0", "x", "", "٣", "1e2", "999999999999"])
def test_a_limit_is_a_number_in_its_range(owner: Program, limit: str) -> None:
    response = owner.get(f"/api/v1/documents?limit={limit}")

    assert problem(response) == "bad_value"
    assert response.json()["at"] == "limit"


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "", "x"])
def test_only_json_is_read(owner: Program, kind: str) -> None:
    assert problem(owner.post("documents", b"title=x", Content_Type=kind)) == "only_json"


@pytest.mark.parametrize("kind", ["application/json; charset=utf-8", "APPLICATION/JSON", "application/json;x=y"])
def test_json_is_recognised_with_parameters(owner: Program, kind: str) -> None:
    assert owner.post("documents", {"title": "x"}, Content_Type=kind).status_code == 201


class Unreadable:
    def read(self, *_: object) -> bytes:
        raise AssertionError("the body was read")

    readline = read


@pytest.mark.parametrize(
    ("length", "code"), [(100 * 1024 * 1024, "body_too_large"), (8 * 1024 * 1024 + 1, "body_too_large")]
)
def test_a_large_body_is_refused_before_it_is_read(owner: Program, length: int, code: str) -> None:
    environ = {"CONTENT_LENGTH": str(length), "wsgi.input": Unreadable(), "CONTENT_TYPE": "application/json"}
    response = owner.client.post("/api/v1/documents", headers={"Authorization": f"Bearer {owner.token}"}, **environ)

    assert problem(response) == code
    assert response.status_code == 413


def test_a_body_without_length_is_refused(owner: Program) -> None:
    environ = {"CONTENT_LENGTH": "", "HTTP_TRANSFER_ENCODING": "chunked", "CONTENT_TYPE": "application/json"}
    response = owner.client.post("/api/v1/documents", headers={"Authorization": f"Bearer {owner.token}"}, **environ)

    assert problem(response) == "length_required"


def test_me_names_the_principal(owner: Program) -> None:
    assert owner.principal is not None
    assert owner.get("me").json() == {"uid": str(owner.principal.uid), "name": "owner", "kind": "person"}


def test_the_limits_are_told(nobody: Program) -> None:
    served = nobody.get("limits").json()

    assert served["citations_per_verdict_request"] == 500
    assert all(isinstance(value, int) for value in served.values())
