"""Fields take one JSON type each and convert nothing."""

from datetime import UTC, date, datetime
from typing import Any
from uuid import UUID

import pytest
from rest_framework.exceptions import ValidationError

from citeledger.interfaces.api.fields import Base64, Day, Input, Integer, Items, Moment, Text, Uid, Word
from citeledger.interfaces.api.handler import problem_of

UID = "3f0c8d5e-7a41-4c52-9d7e-0b9f5f2a1c11"


class Sample(Input):
    text = Text(max_length=5)
    number = Integer(required=False)
    uid = Uid(required=False, allow_null=True)
    word = Word(choices=("left", "right"), required=False)
    day = Day(required=False)
    moment = Moment(required=False)
    data = Base64(required=False)
    items = Items(child=Integer(), required=False, min_length=1, max_length=2)


def read(**members: Any) -> Any:
    return Sample().run_validation({"text": "x"} | members)


def refusal(data: Any) -> tuple[str, str]:
    with pytest.raises(ValidationError) as caught:
        Sample().run_validation(data)
    problem = problem_of(caught.value)
    return problem.kind.code, problem.at


@pytest.mark.parametrize(
    ("members", "detail"),
    [
        ({"word": "up"}, "Send one of left, right."),
        ({"word": 1}, "Send a string; nothing is converted."),
        ({"text": ""}, "Send at least one character."),
        ({"text": "longer"}, "At most 5 characters fit here."),
        ({"text": "\0"}, "Null characters are not allowed."),
        ({"text": {"type": "untrusted_text", "text": "x"}}, "Send the member 'text' of it: a string."),
        ({"text": {"type": "other"}}, "Send a string; nothing is converted."),
        ({"text": None}, "null is no value here; leave it out, or send one."),
        ({"number": -1}, "Send 0 to 2147483647."),
        ({"number": "1"}, "Send a whole number; nothing is converted."),
        ({"uid": "1"}, "Send a UUID: 8-4-4-4-12 hexadecimal digits."),
        ({"day": "1.1.2026"}, "Send a date as YYYY-MM-DD."),
        ({"moment": "now"}, "Send a time as RFC 3339 writes it, with its offset."),
        ({"data": "§"}, "Send base64 with padding, without line breaks."),
        ({"items": []}, "Send at least 1; leave it out, where it may be, if there is none."),
        ({"items": [1, 2, 3]}, "At most 2 fit here."),
        ({"items": {}}, "Send an array; nothing is converted."),
        ({"more": 1}, "Remove it; known here: text, number, uid, word, day, moment, data, items."),
    ],
)
def test_a_refusal_says_what_to_send(members: dict[str, Any], detail: str) -> None:
    with pytest.raises(ValidationError) as caught:
        read(**members)
    assert problem_of(caught.value).body()["detail"] == detail


def test_what_is_missing_is_named() -> None:
    with pytest.raises(ValidationError) as caught:
        Sample().run_validation({})
    assert problem_of(caught.value).detail == "Send 'text'."


def test_right_values_arrive_as_they_are() -> None:
    given = read(
        text=" a ",
        number=0,
        uid=UID.upper(),
        word="left",
        day="2026-02-28",
        moment="2026-02-28T23:00:00-01:00",
        data="AAE=",
    )

    assert given["text"] == " a "
    assert given["number"] == 0
    assert given["uid"] == UUID(UID)
    assert given["day"] == date(2026, 2, 28)
    assert given["moment"] == datetime(2026, 3, 1, tzinfo=UTC)
    assert given["data"] == b"\x00\x01"


@pytest.mark.parametrize("value", [1, 1.5, True, [], {}])
def test_a_text_is_a_string(value: Any) -> None:
    assert refusal({"text": value}) == ("wrong_type", "text")


@pytest.mark.parametrize("value", ["1", True, False, 1.0, 1.5, [], {}])
def test_a_number_is_a_number(value: Any) -> None:
    assert refusal({"text": "x", "number": value}) == ("wrong_type", "number")


@pytest.mark.parametrize("value", [-1, 2**31, 10**30])
def test_a_number_stays_in_its_range(value: int) -> None:
    assert refusal({"text": "x", "number": value}) == ("bad_value", "number")


@pytest.mark.parametrize("value", [5, True, [UID], {}])
def test_a_uid_is_a_string(value: Any) -> None:
    assert refusal({"text": "x", "uid": value}) == ("wrong_type", "uid")


@pytest.mark.parametrize(
    "value",
    ["", "x", UID[:-1], UID.replace("-", ""), f"urn:uuid:{UID}", f"{{{UID}}}", f" {UID}", f"{UID}\n", "٣" + UID[1:]],
)
def test_a_uid_has_one_spelling(value: str) -> None:
    assert refusal({"text": "x", "uid": value}) == ("bad_value", "uid")


@pytest.mark.parametrize(
    ("value", "code"), [(1, "wrong_type"), (["left"], "wrong_type"), ("up", "bad_value"), ("", "bad_value")]
)
def test_a_word_is_one_of_its_set(value: Any, code: str) -> None:
    assert refusal({"text": "x", "word": value}) == (code, "word")


@pytest.mark.parametrize("value", ["2026-02-30", "20260228", "2026-W01-1", "2026-02-28T00:00:00Z", ""])
def test_a_day_is_a_calendar_date(value: str) -> None:
    assert refusal({"text": "x", "day": value}) == ("bad_value", "day")


@pytest.mark.parametrize(
    "value", ["2026-02-28", "2026-02-28T10:00:00", "2026-02-30T10:00:00Z", "0001-01-01T00:00:00+01:00", "now"]
)
def test_a_moment_has_an_offset(value: str) -> None:
    assert refusal({"text": "x", "moment": value}) == ("bad_value", "moment")


@pytest.mark.parametrize("value", ["A", "AA=", "A A=", "AAE=\n", "é", "AAE"])
def test_bytes_are_base64(value: str) -> None:
    assert refusal({"text": "x", "data": value}) == ("bad_value", "data")


@pytest.mark.parametrize(
    ("items", "code", "at"),
    [
        ({}, "wrong_type", "items"),
        ("12", "wrong_type", "items"),
        ([], "bad_value", "items"),
        ([1, 2, 3], "too_long", "items"),
        ([1, "2"], "wrong_type", "items.1"),
        ([None], "wrong_type", "items.0"),
    ],
)
def test_items_are_an_array_within_its_limits(items: Any, code: str, at: str) -> None:
    assert refusal({"text": "x", "items": items}) == (code, at)


@pytest.mark.parametrize("data", [None, [], "x", 1, True])
def test_an_input_is_an_object(data: Any) -> None:
    assert refusal(data) == ("wrong_type", "")


def test_null_is_not_a_value_unless_the_schema_says_so() -> None:
    assert refusal({"text": None}) == ("wrong_type", "text")
    assert read(uid=None)["uid"] is None


def test_an_unknown_member_is_refused_by_name() -> None:
    assert refusal({"text": "x", "texts": "y"}) == ("unknown_field", "texts")


def test_a_missing_member_is_named() -> None:
    assert refusal({}) == ("missing_field", "text")


def test_lengths_count_code_points() -> None:
    assert read(text="👩‍👩‍👧")["text"] == "👩‍👩‍👧"
    assert refusal({"text": "123456"}) == ("too_long", "text")


def test_an_empty_text_is_not_a_text() -> None:
    assert refusal({"text": ""}) == ("bad_value", "text")
