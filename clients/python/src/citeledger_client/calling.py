"""How calls are made: what they send, and as what their replies are read."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar
from uuid import UUID

from citeledger_client.exchange import Call
from citeledger_client.members import Malformed, Members

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Listed(Generic[T]):
    """A stretch of a list, and where it goes on (None: it does not)."""

    items: tuple[T, ...]
    next: str | None


def read_as(shape: Callable[[Members], T]) -> Callable[[Any], T]:
    return lambda given: shape(Members(given))


def nothing(_given: Any) -> None:
    return None


def get(path: str, shape: Callable[[Members], T], **query: str) -> Call[T]:
    return Call(method="GET", path=path, read=read_as(shape), query=query)


def ask(path: str, body: Mapping[str, Any], shape: Callable[[Members], T]) -> Call[T]:
    """A POST that reads: it takes no key. Repeated within a session it is a step more, as it was one."""
    return Call(method="POST", path=path, body=body, read=read_as(shape))


def listing(path: str, shape: Callable[[Members], T], cursor: str | None) -> Call[Listed[T]]:
    query = {} if cursor is None else {"cursor": cursor}
    return get(path, lambda given: Listed(given.many("items", shape), given.maybe(given.text, "next")), **query)


def new_uid(given: Any) -> UUID:
    return Members(given).uid("uid")


def as_many(count: int, name: str, shape: Callable[[Members], T]) -> Callable[[Any], tuple[T, ...]]:
    """Reads a reply that answers each of `count` things asked for, in their order."""

    def read(given: Any) -> tuple[T, ...]:
        found = Members(given).many(name, shape)
        if len(found) != count:
            raise Malformed(f"{len(found)} {name} for {count}")
        return found

    return read
