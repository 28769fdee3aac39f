"""Bad input gets a clear 4xx and changes nothing (issue A, "bad input")."""

import base64
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.apps import apps
from django.db import connection

from citeledger.emission.marked import TEXT_LENGTH
from citeledger.log.models import LogEntry
from tests.functional.api.cast import POLICY, SENTENCE, UNKNOWN, World, quoting, span_of


@contextmanager
def nothing_changes() -> Iterator[None]:
    before = row_counts()
    yield
    assert row_counts() == before


def row_counts() -> dict[str, int]:
    ours = [model for model in apps.get_models() if model.__module__.startswith(("citeledger", "acl", "revalidation"))]
    return {model.__name__: model.objects.count() for model in ours}


def refused(response: Any, code: str, at: str | None = None) -> None:
    assert 400 <= response.status_code < 500
    assert response["Content-Type"] == "application/problem+json"
    assert response.json()["code"] == code, response.content
    if at is not None:
        assert response.json()["at"] == at


START = POLICY.index(SENTENCE)
EMOJI = POLICY.index("👩")
SPANS: list[tuple[dict[str, Any], str]] = [
    ({"start": -1}, "bad_value"),
    ({"start": 10**9, "end": 10**9 + 5}, "offset_out_of_range"),
    ({"end": len(POLICY) + 1, "exact": POLICY[START:]}, "offset_out_of_range"),
    ({"start": START + 10, "end": START}, "offset_out_of_range"),
    ({"start": START, "end": START, "exact": "x"}, "empty_span"),
    ({"exact": "Customers may request a refund within 14 days of purchase."}, "exact_mismatch"),
    ({"exact": SENTENCE.lower()}, "exact_mismatch"),
    ({"start": EMOJI + 1, "end": EMOJI + 3, "exact": POLICY[EMOJI + 1 : EMOJI + 3]}, "offset_inside_character"),
    ({"start": EMOJI + 1, "end": EMOJI + 5, "unit": "utf16", "exact": "x"}, "offset_inside_character"),
    ({"start": "0"}, "wrong_type"),
    ({"start": True}, "wrong_type"),
    ({"start": 1.0}, "wrong_type"),
    ({"start": None}, "wrong_type"),
    ({"exact": ""}, "bad_value"),
    ({"exact": 5}, "wrong_type"),
    ({"exact": "a\0b"}, "bad_characters"),
    ({"exact": "a\ud800b"}, "bad_characters"),
    ({"exact": "x" * 30_000}, "too_long"),
    ({"unit": "bytes"}, "bad_value"),
    ({"version": "not-a-uid"}, "bad_value"),
    ({"version": UNKNOWN}, "not_found"),
    ({"length": 3}, "unknown_field"),
]


@pytest.mark.parametrize(("change", "code"), SPANS, ids=lambda value: str(value)[:50])
def test_a_span_that_does_not_stand_is_refused(world: World, change: dict[str, Any], code: str) -> None:
    with nothing_changes():
        refused(world.owner.post("spans", {"spans": [span_of(world.version, SENTENCE) | change]}), code)


def test_of_many_spans_one_bad_one_refuses_all_and_is_named(world: World) -> None:
    good, bad = span_of(world.version, "Gift cards"), span_of(world.version, SENTENCE) | {"exact": "Something else"}

    with nothing_changes():
        refused(world.owner.post("spans", {"spans": [good, good, bad]}), "exact_mismatch", "spans.2")


STATEMENT = {"type": "statement", "text": SENTENCE, "basis": "quoted"}
SEGMENTS: list[tuple[Any, str, str]] = [
    (None, "wrong_type", "segments"),
    ("text", "wrong_type", "segments"),
    ([], "bad_value", "segments"),
    (["Customers may ask."], "wrong_type", "segments.0"),
    ([{"text": "Customers may ask."}], "missing_field", "segments.0.type"),
    ([{"type": "text", "text": "Customers may ask."}], "bad_value", "segments.0.type"),
    ([STATEMENT], "statement_without_source", "segments.0"),
    ([STATEMENT | {"spans": ["x"]}], "bad_value", "segments.0.spans.0"),
    ([STATEMENT | {"spans": "x"}], "wrong_type", "segments.0.spans"),
    ([STATEMENT | {"basis": "trusted", "spans": [UNKNOWN]}], "bad_value", "segments.0.basis"),
    ([STATEMENT | {"basis": "computed", "spans": [UNKNOWN]}], "ground_missing", "segments.0.computation"),
    ([STATEMENT | {"text": "a\0b"}], "bad_characters", "segments.0.text"),
    ([STATEMENT | {"text": "a\udfff"}], "bad_characters", "segments.0.text"),
    ([STATEMENT | {"text": "x" * 5_000, "spans": [UNKNOWN]}], "too_long", "segments.0.text"),
    ([STATEMENT | {"trust": 1}], "unknown_field", "segments.0.trust"),
    ([{"type": "structure", "role": "phrase", "text": "Refunds take 14 days."}], "text_outside_statement", ""),
    ([{"type": "structure", "role": "break", "text": "Refunds"}], "text_outside_statement", ""),
    ([{"type": "structure", "role": "list_marker", "text": "all"}], "text_outside_statement", ""),
    ([{"type": "structure", "role": "heading", "text": "Refunds\nFourteen days."}], "text_outside_statement", ""),
    ([{"type": "structure", "role": "claim", "text": "Refunds"}], "bad_value", "segments.0.role"),
    ([{"type": "structure", "role": "heading", "text": "Refunds"}], "no_statement", "segments"),
]


@pytest.mark.parametrize(("segments", "code", "at"), SEGMENTS, ids=lambda value: str(value)[:60])
def test_an_answer_that_does_not_stand_is_refused(world: World, segments: Any, code: str, at: str) -> None:
    with nothing_changes():
        refused(world.owner.post("answers", {"kind": "answer", "segments": segments}), code, at or None)


MARKED: list[tuple[dict[str, Any], str, str]] = [
    ({}, "text_or_segments", ""),
    ({"text": f"So [cite:{UNKNOWN}]", "segments": [STATEMENT]}, "text_or_segments", ""),
    ({"segments": [STATEMENT], "basis": "quoted"}, "text_or_segments", ""),
    ({"text": ""}, "bad_value", "text"),
    ({"text": None}, "wrong_type", "text"),
    ({"text": ["So"]}, "wrong_type", "text"),
    ({"text": "x" * (TEXT_LENGTH + 1)}, "too_long", "text"),
    ({"text": "a\0b"}, "bad_characters", "text"),
    ({"text": "So", "basis": "computed"}, "bad_value", "basis"),
    ({"text": "So"}, "statement_without_source", "text.0.2"),
    ({"text": "\n\n# So\n"}, "no_statement", "text"),
    ({"text": "So [cite:1]"}, "malformed_marker", "text.3.11"),
    ({"text": f"[cite:{UNKNOWN}] So"}, "marker_closes_nothing", "text.0.43"),
    ({"text": f"So [cite:{UNKNOWN}]"}, "unknown_source", "text.9.45"),
    ({"text": f"{'x' * 4001} [cite:{UNKNOWN}]"}, "statement_too_long", "text.0.4045"),
]


@pytest.mark.parametrize(("said", "code", "at"), MARKED, ids=lambda value: str(value)[:60])
def test_a_text_with_markers_that_does_not_stand_is_refused(
    world: World, said: dict[str, Any], code: str, at: str
) -> None:
    for path in ("answers", f"sessions/{world.session}/answers"):
        with nothing_changes():
            expected = "span_not_in_session" if code == "unknown_source" and "sessions" in path else code
            refused(world.owner.post(path, {"kind": "answer"} | said), expected, at or None)


def test_a_quote_that_says_something_else_is_refused(world: World) -> None:
    with nothing_changes():
        response = world.owner.post("answers", quoting("Refunds within 14 days.", world.span))

    assert 400 <= response.status_code < 500


VERSIONS: list[tuple[dict[str, Any], str]] = [
    ({"text": None}, "wrong_type"),
    ({"text": "a\0b"}, "bad_characters"),
    ({"text": "a\ud800"}, "bad_characters"),
    ({"data_base64": "AAAA"}, "one_source"),
    ({"media_type": "application/pdf"}, "bad_value"),
    ({"media_type": "text/markdown; charset=latin-1"}, "bad_value"),
    ({"expected_version": UNKNOWN}, "conflict"),
    ({"expected_version": ""}, "bad_value"),
    ({"expected_version": 1}, "wrong_type"),
    ({"effective_at": "2026-11-30"}, "bad_value"),
    ({"effective_at": "2026-11-30T00:00:00"}, "bad_value"),
    ({"number": 7}, "unknown_field"),
]


@pytest.mark.parametrize(("change", "code"), VERSIONS, ids=lambda value: str(value)[:50])
def test_a_version_that_does_not_stand_is_refused(world: World, change: dict[str, Any], code: str) -> None:
    body = {"text": "New", "media_type": "text/markdown", "expected_version": world.version} | change

    with nothing_changes():
        refused(world.owner.post(f"documents/{world.document}/versions", body), code)


@pytest.mark.parametrize("data", [b"", b"\xff", b"a\x00b", b"\xed\xa0\x80", "é".encode("latin-1")])
def test_bytes_that_are_no_text_are_refused(world: World, data: bytes) -> None:
    body = {
        "data_base64": base64.b64encode(data).decode(),
        "media_type": "text/plain",
        "expected_version": world.version,
    }
    with nothing_changes():
        refused(world.owner.post(f"documents/{world.document}/versions", body), "undecodable_text")


BODIES: list[tuple[str, Any, str]] = [
    ("documents", {}, "missing_field"),
    ("documents", [], "wrong_type"),
    ("documents", "title", "wrong_type"),
    ("documents", {"title": ""}, "bad_value"),
    ("documents", {"title": "x" * 301}, "too_long"),
    ("documents", {"title": "a\u202eb"}, "invalid_metadata"),
    ("documents", {"title": "x", "status": "secret"}, "bad_value"),
    ("documents", {"title": "x", "effective_from": "2026-02-30"}, "bad_value"),
    ("documents", {"title": "x", "creator": UNKNOWN}, "unknown_field"),
    ("documents/{document}/grants", {"right": "own", "holder": {"kind": "user", "name": "x"}}, "bad_value"),
    ("documents/{document}/grants", {"right": "read", "holder": {"kind": "robot", "name": "x"}}, "bad_value"),
    ("documents/{document}/grants", {"right": "read", "holder": "x"}, "wrong_type"),
    ("documents/{document}/grants", {"right": "read", "holder": {"kind": "user", "name": "who"}}, "unknown_holder"),
    ("answers/{answer}/grants", {"right": "cite", "holder": {"kind": "user", "name": "owner"}}, "bad_value"),
    ("documents/{document}/retire", {"why": "x"}, "unknown_field"),
    ("documents/{document}/supersede", {"by": UNKNOWN, "effective_from": "soon"}, "bad_value"),
    ("documents/{document}/supersede", {"by": UNKNOWN, "effective_from": "2026-11-30T00:00:00Z"}, "not_found"),
    ("verdicts", {"citations": []}, "bad_value"),
    ("verdicts", {"citations": ["x"]}, "bad_value"),
    ("verdicts", {"citations": [1]}, "wrong_type"),
    ("verdicts", {"citations": UNKNOWN}, "wrong_type"),
    ("verdicts", {"citations": [UNKNOWN] * 501}, "too_long"),
    ("verdicts", {"citations": [UNKNOWN], "viewer": "manager"}, "unknown_field"),
    ("pages", {"surface": UNKNOWN, "kind": "wiki"}, "bad_value"),
]


@pytest.mark.parametrize(("path", "body", "code"), BODIES, ids=lambda value: str(value)[:50])
def test_a_body_that_does_not_stand_is_refused(world: World, path: str, body: Any, code: str) -> None:
    with nothing_changes():
        refused(world.owner.post(path.format(**vars(world)), body), code)


@pytest.mark.parametrize("body", [b"{", b'{"title": "a", "title": "b"}', b'{"title": NaN}', b'{"title": "\xff"}'])
def test_what_is_not_json_is_refused(world: World, body: bytes) -> None:
    with nothing_changes():
        refused(world.owner.post("documents", body), "bad_json")


def test_no_refusal_repeats_what_was_sent(world: World) -> None:
    secret = "canary-7f3a"
    for path, body in (
        ("documents", {"title": "x", "status": secret}),
        ("spans", {"spans": [span_of(world.version, SENTENCE) | {"exact": secret}]}),
        ("answers", {"kind": secret, "segments": []}),
        ("verdicts", {"citations": [secret]}),
    ):
        assert secret.encode() not in world.owner.post(path, body).content


def test_refusals_write_no_log(world: World) -> None:
    before = LogEntry.objects.count()
    world.owner.post("documents", {"title": ""})

    assert LogEntry.objects.count() == before
    assert connection.in_atomic_block
