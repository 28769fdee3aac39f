"""One line of an evaluation file: a JSON object whose members are taken one by one, in exactly the types asked."""

import json
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NoReturn, TypeVar

from citeledger.core.evaluation.faults import Fault

T = TypeVar("T")


class Members:
    """The members of one object, not all of them taken yet. Every complaint names the line."""

    def __init__(self, given: Any, *, line: int, at: str = "") -> None:
        self.line, self._at = line, at
        if not isinstance(given, dict):
            self.refuse("not a JSON object")
        self._left: dict[str, Any] = dict(given)

    @classmethod
    def of_line(cls, text: str, *, line: int) -> "Members":
        """Read one line. No name twice, no NaN: two readers must see the same in it."""
        try:
            given = json.loads(text, object_pairs_hook=_once, parse_constant=_no_constant)
        except (ValueError, RecursionError) as error:
            raise Fault(f"not JSON ({error})", line=line) from None
        return cls(given, line=line)

    def text(self, name: str, *, default: str | None = None) -> str:
        """A string with something in it."""
        return self._typed(name, str, "a string that is not empty", default) or self.refuse(f"'{name}' is empty")

    def word(self, name: str, *, of: Sequence[str]) -> str:
        """One of a few words."""
        word = self.text(name)
        return word if word in of else self.refuse(f"'{name}' is {word!r}, not one of {', '.join(of)}")

    def number(self, name: str) -> int:
        """A whole number from 0."""
        value = self._typed(name, int, "a whole number")
        return value if value >= 0 else self.refuse(f"'{name}' is below 0")

    def share(self, name: str) -> Fraction:
        """A number above 0, at most 1: exactly the decimal that is written."""
        value = self.any(name)
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= 1:
            self.refuse(f"'{name}' is not a number above 0 and at most 1")
        return Fraction(str(value))

    def truth(self, name: str) -> bool:
        return self._typed(name, bool, "true or false")

    def items(self, name: str, *, default: list[Any] | None = None) -> list[Any]:
        return self._typed(name, list, "a list", default)

    def objects(self, name: str) -> list["Members"]:
        """A list of objects."""
        return [Members(item, line=self.line, at=f"{name}.{place}") for place, item in enumerate(self.items(name))]

    def any(self, name: str) -> Any:
        """Whatever it is, as long as it is there."""
        return self._left.pop(name) if name in self._left else self.refuse(f"'{name}' is missing")

    def has(self, name: str) -> bool:
        return name in self._left

    def end(self) -> None:
        """Whatever was not taken is a mistake in the file, never ignored."""
        if self._left:
            self.refuse(f"unknown members: {', '.join(sorted(self._left))}")

    def refuse(self, message: str) -> NoReturn:
        """Raises Fault, with the line and the place in it."""
        raise Fault(f"{self._at}: {message}" if self._at else message, line=self.line)

    def _typed(self, name: str, kind: type[T], described: str, default: T | None = None) -> T:
        if default is not None and name not in self._left:
            return default
        value = self.any(name)
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            self.refuse(f"'{name}' is not {described}")
        return value


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a name twice in one object")
    return found


def _no_constant(word: str) -> NoReturn:
    raise ValueError(f"{word} is no JSON number")
