"""Fields of parsed JSON, read strictly: what is not of the type a format says is refused, never converted."""

from collections.abc import Mapping
from typing import TypeAlias

from citeledger.providers.reasons import Reason, Unreadable

Fields: TypeAlias = Mapping[str, object]


def fields(value: object) -> Fields:
    """An object of the response. Raises Unreadable."""
    if not isinstance(value, Mapping):
        raise Unreadable(Reason.MALFORMED)
    return value


def whole_number(source: Fields, name: str) -> int:
    """A whole number: no fraction, no digits in a string, no truth value, not missing. Raises Unreadable."""
    value = source.get(name)
    if type(value) is not int:
        raise Unreadable(Reason.MALFORMED if value is None else Reason.NOT_A_WHOLE_NUMBER)
    return value


def whole_number_or_zero(source: Fields, name: str) -> int:
    """The same where a format leaves zeros out (JSON of protocol buffers). Raises Unreadable."""
    return 0 if source.get(name) is None else whole_number(source, name)


def text(source: Fields, name: str) -> str:
    """A string, maybe empty. Raises Unreadable."""
    value = source.get(name)
    if not isinstance(value, str):
        raise Unreadable(Reason.MALFORMED)
    return value


def kind_of(source: Fields) -> str:
    """The `type` of an object, empty where it has none: then it is of no type that is known here."""
    kind = source.get("type")
    return kind if isinstance(kind, str) else ""


def text_or_none(source: Fields, name: str) -> str | None:
    """A string, or None where it is missing or null. Raises Unreadable."""
    return None if source.get(name) is None else text(source, name)


def cited_text(source: Fields, name: str = "cited_text") -> str:
    """The text a citation brings with it; without it no number is believed. Raises Unreadable."""
    cited = text_or_none(source, name)
    if not cited:
        raise Unreadable(Reason.CITED_TEXT_MISSING)
    return cited


def several(source: Fields, name: str) -> list[object]:
    """A list, empty where it is missing or null. Raises Unreadable."""
    value = source.get(name)
    if value is None:
        return []
    if not isinstance(value, list | tuple):
        raise Unreadable(Reason.MALFORMED)
    return list(value)


def joined_texts(source: Fields, name: str) -> str:
    """The `text` of all objects of a list, put together. Raises Unreadable."""
    return "".join(text(fields(one), "text") for one in several(source, name))
