"""Bodies that two readers could understand in two ways are refused (threat T79)."""

import io
import tracemalloc
from typing import Any

import pytest

from citeledger.interfaces.api.parsing import StrictJSONParser
from citeledger.interfaces.api.problems import ProblemFound


def parse(body: bytes) -> Any:
    return StrictJSONParser().parse(io.BytesIO(body))


def refusal(body: bytes) -> tuple[str, str]:
    with pytest.raises(ProblemFound) as caught:
        parse(body)
    return caught.value.problem.kind.code, caught.value.problem.at


def test_ordinary_json_is_read() -> None:
    body = '{"a": [1, "é", null, true, {"b": "👩‍👩‍👧 \\ud83d\\ude00"}]}'.encode()

    assert parse(body) == {"a": [1, "é", None, True, {"b": "👩‍👩‍👧 😀"}]}


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"nonsense",
        b'{"a": 1} trailing',
        b'{"a": NaN}',
        b'{"a": Infinity}',
        b'{"a": -Infinity}',
        b'{"a": 1, "a": 2}',
        b'{"a": {"b": 1, "b": 1}}',
        b'{"a": "raw \n newline"}',
        b'\xef\xbb\xbf{"a": 1}',
        b'{"a": "\xff"}',
        b'{"a": "\xed\xa0\x80"}',
        '{"a": 1}'.encode("utf-16"),
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b'{"a": ' + b"9" * 5_000 + b"}",
    ],
    ids=lambda body: repr(body[:24]),
)
def test_what_is_not_json_is_refused(body: bytes) -> None:
    assert refusal(body) == ("bad_json", "")


@pytest.mark.parametrize(
    ("body", "at"),
    [
        (rb'"\u0000"', ""),
        (rb'{"a": "x\u0000"}', "a"),
        (rb'{"a": ["ok", "\ud800"]}', "a.1"),
        (rb'{"a": {"b": "\udfff x"}}', "a.b"),
        (rb'{"a": "\udc00\ud800"}', "a"),
        (rb'{"a": {"\u0000": 1}}', "a"),
        (rb'{"a": {"\ud800": "\ud800"}}', "a"),
    ],
)
def test_characters_that_cannot_be_stored_are_refused_where_they_stand(body: bytes, at: str) -> None:
    assert refusal(body) == ("bad_characters", at)


def test_an_enormous_name_above_many_values_costs_no_memory() -> None:
    name = b"n" * 100_000
    values = b",".join([b'"x"'] * 10_000)

    body = b'{"' + name + b'": [' + values + b"]}"

    tracemalloc.start()
    try:
        parse(body)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    # A path that repeated the name for each value would be ten thousand times the name.
    assert peak < 20 * len(body)
