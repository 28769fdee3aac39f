"""Fields that take one JSON type and convert nothing: what a program sent is what was meant, or it is refused.

DRF's own fields read "1" as 1, true as "True" and 5 as a UUID (threat T79's cousin: two clients, two meanings).
Error codes of these fields are codes of the catalogue.
"""

import base64
import binascii
import re
from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime
from typing import Any, Final, NoReturn
from uuid import UUID

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

LARGEST_INTEGER: Final = 2**31 - 1

_UID: Final = re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}", re.ASCII)
_DIGITS: Final = re.compile(r"[1-9]\d{0,8}", re.ASCII)
_DATE: Final = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
_MOMENT: Final = re.compile(r"\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d{1,6})?([Zz]|[+-]\d\d:\d\d)", re.ASCII)
_NOT_NULL: Final = "null is no value here; leave it out, or send one."


def _messages(*, kind: str, allowed: str = "", **more: str) -> dict[str, Any]:
    """What a field says of a value of another type than `kind`, and of one that is not `allowed`."""
    of_type = f"Send {kind}; nothing is converted."
    bad = f"Send {allowed or kind}."
    return {"wrong_type": of_type, "null": _NOT_NULL, "bad_value": bad} | more


def _required_type(field: serializers.Field[Any, Any, Any, Any], data: Any, kind: type) -> None:
    # bool is an int in Python, not in JSON.
    if not isinstance(data, kind) or (isinstance(data, bool) and kind is not bool):
        field.fail("wrong_type")


class Text(serializers.CharField):
    """A JSON string, taken as it is: no trimming, no conversion. `max_length` counts code points."""

    default_error_messages = _messages(
        kind="a string",
        allowed="at least one character",
        max_length="At most {max_length} characters fit here.",
        object_with_text="Send the member 'text' of it: a string.",
    )

    def __init__(self, **options: Any) -> None:
        # Said twice, because the schema learns from it what `allow_blank` alone would not tell.
        shortest = {} if options.get("allow_blank") else {"min_length": 1}
        super().__init__(trim_whitespace=False, **shortest | options)

    def run_validation(self, data: Any = serializers.empty) -> Any:
        if isinstance(data, Mapping) and isinstance(data.get("text"), str):
            self.fail("object_with_text")
        if data is not serializers.empty and data is not None:
            _required_type(self, data, str)
        if data == "" and not self.allow_blank:
            self.fail("bad_value")
        return super().run_validation(data)


class Flag(serializers.BooleanField):
    """A JSON `true` or `false`."""

    default_error_messages = _messages(kind="true or false")

    def to_internal_value(self, data: Any) -> bool:
        _required_type(self, data, bool)
        return bool(data)


class Integer(serializers.IntegerField):
    """A JSON number without fraction, from 0 to 2^31 - 1."""

    default_error_messages = _messages(kind="a whole number")

    def __init__(self, **options: Any) -> None:
        bounds: dict[str, Any] = {"min_value": 0, "max_value": LARGEST_INTEGER} | options
        said = f"Send {bounds['min_value']} to {bounds['max_value']}."
        messages: dict[str, Any] = dict.fromkeys(("min_value", "max_value", "bad_value"), said)
        super().__init__(**bounds, error_messages=messages)

    def to_internal_value(self, data: Any) -> int:
        _required_type(self, data, int)
        return int(data)


class Number(Integer):
    """The same, written in decimal digits, as an address carries it."""

    def to_internal_value(self, data: Any) -> int:
        if not _DIGITS.fullmatch(data):
            self.fail("bad_value")
        return int(data)


class Uid(serializers.UUIDField):
    """A UUID in its usual spelling (8-4-4-4-12 hexadecimal digits)."""

    default_error_messages = _messages(kind="a string", allowed="a UUID: 8-4-4-4-12 hexadecimal digits")

    def to_internal_value(self, data: Any) -> UUID:
        _required_type(self, data, str)
        if not _UID.fullmatch(data):
            self.fail("bad_value")
        return UUID(data)


class Word(serializers.ChoiceField):
    """One of a fixed set of words. Whatever else is sent is told all of them."""

    default_error_messages = _messages(kind="a string")

    def __init__(self, **options: Any) -> None:
        said = f"Send one of {', '.join(options['choices'])}."
        super().__init__(**options, error_messages={"bad_value": said})

    def to_internal_value(self, data: Any) -> str:
        _required_type(self, data, str)
        if data not in self.choices:
            self.fail("bad_value")
        return str(data)


class Day(serializers.DateField):
    """A calendar date, YYYY-MM-DD."""

    default_error_messages = _messages(kind="a string", allowed="a date as YYYY-MM-DD")

    def to_internal_value(self, data: Any) -> date:
        _required_type(self, data, str)
        if not _DATE.fullmatch(data):
            self.fail("bad_value")
        try:
            return date.fromisoformat(data)
        except ValueError:
            self.fail("bad_value")


class Moment(serializers.DateTimeField):
    """A point in time as RFC 3339 writes it, with its offset; UTC from here on."""

    default_error_messages = _messages(kind="a string", allowed="a time as RFC 3339 writes it, with its offset")

    def to_internal_value(self, data: Any) -> datetime:
        _required_type(self, data, str)
        if not _MOMENT.fullmatch(data):
            self.fail("bad_value")
        try:
            return datetime.fromisoformat(data.upper()).astimezone(UTC)
        except (ValueError, OverflowError):
            self.fail("bad_value")


@extend_schema_field(OpenApiTypes.BYTE)
class Base64(serializers.Field[bytes, str, str, Any]):
    """Bytes in base64 (RFC 4648, section 4: with padding, without line breaks)."""

    default_error_messages = _messages(kind="a string", allowed="base64 with padding, without line breaks")

    def to_internal_value(self, data: Any) -> bytes:
        _required_type(self, data, str)
        try:
            return base64.b64decode(data, validate=True)
        except (binascii.Error, ValueError):
            self.fail("bad_value")


class Items(serializers.ListField):
    """A JSON array of one kind of thing. Stops at the first fault: a hostile array has millions of them."""

    default_error_messages = _messages(kind="an array", max_length="At most {max_length} fit here.")

    def __init__(self, **options: Any) -> None:
        said = f"Send at least {options.get('min_length')}; leave it out, where it may be, if there is none."
        super().__init__(**options, error_messages={"bad_value": said})

    def to_internal_value(self, data: Any) -> list[Any]:
        _required_type(self, data, list)
        if len(data) < (self.min_length or 0):
            self.fail("bad_value")
        if self.max_length is not None and len(data) > self.max_length:
            self.fail("max_length", max_length=self.max_length)
        return [self._item(index=index, data=item) for index, item in enumerate(data)]

    def _item(self, *, index: int, data: Any) -> Any:
        try:
            return self.child.run_validation(data)
        except serializers.ValidationError as error:
            raise serializers.ValidationError({str(index): error.detail}) from None


class Uids(Items):
    """An array of UUIDs. Verdicts come in hundreds: a good one does not take DRF's long way to say so."""

    def __init__(self, **options: Any) -> None:
        super().__init__(child=Uid(), **options)

    def _item(self, *, index: int, data: Any) -> Any:
        if isinstance(data, str) and _UID.fullmatch(data):
            return UUID(data)
        return super()._item(index=index, data=data)


@extend_schema_field(OpenApiTypes.OBJECT)
class Anything(serializers.Field[dict[str, Any], Any, Any, Any]):
    """A JSON object of a language of its own: who reads it judges its members."""

    default_error_messages = _messages(kind="an object")

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        _required_type(self, data, dict)
        return dict(data)


class Input(serializers.Serializer[Any]):
    """A JSON object with exactly the declared members: one more is refused, never ignored."""

    default_error_messages = _messages(kind="an object")

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, Mapping):
            self.fail("wrong_type")
        for name in data:
            if name not in self.fields:
                _refuse_unknown(name=name, known=self.fields)
        return super().to_internal_value(data)


def _refuse_unknown(*, name: str, known: Iterable[str]) -> NoReturn:
    said = f"Remove it; known here: {', '.join(known) or 'nothing'}."
    raise serializers.ValidationError({name: serializers.ErrorDetail(said, code="unknown_field")})
