"""Members of JSON objects, taken one by one. What is not asked for is not looked at: the site may learn to say more."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, TypeVar
from uuid import UUID

T = TypeVar("T")


class Malformed(ValueError):
    """The reply is not what the API answers."""


class Members:
    """One object of a reply. Every method raises Malformed where the member is missing or of another type."""

    def __init__(self, given: object) -> None:
        if not isinstance(given, Mapping):
            raise Malformed("not an object")
        self._given = given

    def any(self, name: str) -> Any:
        """The member as it came, None where there is none."""
        return self._given.get(name)

    def text(self, name: str) -> str:
        return self._typed(name, str)

    def number(self, name: str) -> int:
        return self._typed(name, int)

    def decimal(self, name: str) -> float:
        given = self.any(name)
        return float(given) if type(given) is int else self._typed(name, float)

    def truth(self, name: str) -> bool:
        return self._typed(name, bool)

    def uid(self, name: str) -> UUID:
        return UUID(self.text(name))

    def moment(self, name: str) -> datetime:
        """An aware datetime."""
        return datetime.fromisoformat(self.text(name))

    def maybe(self, take: Callable[[str], T], name: str) -> T | None:
        """`take(name)`, None where the member is null or missing."""
        return None if self.any(name) is None else take(name)

    def one(self, name: str, shape: Callable[["Members"], T]) -> T:
        return shape(Members(self.any(name)))

    def many(self, name: str, shape: Callable[["Members"], T]) -> tuple[T, ...]:
        """All objects of a list; none where it is missing."""
        return tuple(shape(Members(item)) for item in self._list(name))

    def uids(self, name: str) -> tuple[UUID, ...]:
        return tuple(UUID(str(item)) for item in self._list(name))

    def texts(self, name: str) -> tuple[str, ...]:
        return tuple(str(item) for item in self._list(name))

    def _list(self, name: str) -> list[Any]:
        given = self.any(name)
        if given is not None and not isinstance(given, list):
            raise Malformed(f"{name} is not a list")
        return given or []

    def _typed(self, name: str, kind: type[T]) -> T:
        given = self.any(name)
        if not isinstance(given, kind) or (isinstance(given, bool) and kind is not bool):
            raise Malformed(f"{name} is missing, or of another type")
        return given
