"""One request and what may come of it, whoever sends it: blocking and asynchronous clients share all of this."""

import json
import socket
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any, Final, Generic, TypeVar
from uuid import uuid4

import httpx

from citeledger_client.errors import Unverified, problem

T = TypeVar("T")

_PROBLEM: Final = "application/problem+json"
_AGAIN: Final = frozenset({429, 502, 503, 504})
_UNKNOWN_HOST: Final = {socket.EAI_NONAME, getattr(socket, "EAI_NODATA", socket.EAI_NONAME)}  # Linux tells two


@dataclass(frozen=True, slots=True, kw_only=True)
class Call(Generic[T]):
    """A request, and how its reply is read. Changes carry a key: repeated, in time or at once, they are done once."""

    method: str
    path: str
    read: Callable[[Any], T]
    body: Mapping[str, Any] | None = None
    query: Mapping[str, str] = field(default_factory=dict)
    key: str | None = None


def change(*, path: str, body: Mapping[str, Any], read: Callable[[Any], T], method: str = "POST") -> Call[T]:
    """A call that changes something, with a fresh Idempotency-Key."""
    return Call(method=method, path=path, read=read, body=body, key=str(uuid4()))


def request(http: httpx.Client | httpx.AsyncClient, call: Call[Any]) -> httpx.Request:
    """The request of a call. A repetition is built from the same call, so it is the same request."""
    headers = {} if call.key is None else {"Idempotency-Key": call.key}
    content = None
    if call.body is not None:
        content = json.dumps(call.body, ensure_ascii=False, allow_nan=False).encode()
        headers["Content-Type"] = "application/json"
    return http.build_request(call.method, call.path, params=dict(call.query), content=content, headers=headers)


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back."""

    status: int
    media_type: str
    content: bytes
    retry_after: float | None = None


@dataclass(frozen=True, slots=True)
class Silence:
    """Nothing came back, or nothing whole. `for_good`: asking again would meet the same, it is to be set otherwise."""

    cause: str
    error: Exception
    for_good: bool = False


Heard = Reply | Silence


def silence(error: httpx.HTTPError, *, origin: httpx.URL) -> Silence:
    """What is known of a request that failed: whom was asked, and what went wrong on the way."""
    said = f"{type(error).__name__}: {error}".removesuffix(": ")
    return Silence(f"nothing was heard of {origin.scheme}://{origin.netloc.decode()} ({said})", error, _for_good(error))


def _for_good(error: BaseException) -> bool:
    """A protocol nobody speaks, or a host nobody knows: no pause heals that."""
    behind = error.__cause__ or error.__context__
    unknown_host = isinstance(error, socket.gaierror) and error.errno in _UNKNOWN_HOST
    return isinstance(error, httpx.UnsupportedProtocol) or unknown_host or (behind is not None and _for_good(behind))


def reply(response: httpx.Response) -> Reply:
    """A response that was read to its end."""
    media_type = response.headers.get("Content-Type", "").partition(";")[0].strip().lower()
    return Reply(response.status_code, media_type, response.content, _seconds(response.headers.get("Retry-After")))


def _seconds(retry_after: str | None) -> float | None:
    """Both forms of RFC 9110, section 10.2.3; None for anything else."""
    if retry_after is None:
        return None
    if retry_after.isascii() and retry_after.isdigit():
        return float(retry_after)
    try:
        until = parsedate_to_datetime(retry_after)
    except ValueError:
        return None
    return max(0.0, (until.astimezone(UTC) - datetime.now(tz=UTC)).total_seconds())


@dataclass(frozen=True, slots=True, kw_only=True)
class Retry:
    """How long to insist. Pauses double from `first_pause` and follow `Retry-After`; all are seconds.

    A site that asks for more than `longest_pause` is not waited for: the caller is told.
    """

    attempts: int = 4
    first_pause: float = 0.5
    longest_pause: float = 10.0

    def pause(self, heard: Heard, *, attempt: int) -> float | None:
        """How long to wait before attempt `attempt` + 1; None where what was heard is all there is."""
        heals = not heard.for_good if isinstance(heard, Silence) else heard.status in _AGAIN
        if attempt >= self.attempts or not heals:
            return None
        asked = heard.retry_after if isinstance(heard, Reply) else None
        if asked is None:
            return min(self.first_pause * 2.0 ** (attempt - 1), self.longest_pause)
        return asked if asked <= self.longest_pause else None


def result(call: Call[T], heard: Heard) -> T:
    """What the reply says. Raises Problem where the site says no, Unverified where nobody said anything for certain."""
    if isinstance(heard, Silence):
        raise Unverified(heard.cause, call=call) from heard.error
    if heard.status in {200, 201, 202, 204}:
        return _read(call, heard)
    members = _problem_members(heard)
    if members is not None and 400 <= heard.status < 500:
        raise problem(status=heard.status, members=members, retry_after=heard.retry_after)
    said = f"{members['code']} ({heard.status})" if members else f"status {heard.status}, not the API's"
    raise Unverified(said, call=call, retry_after=heard.retry_after)


def _read(call: Call[T], heard: Reply) -> T:
    try:
        return call.read(None if heard.status == 204 else json.loads(heard.content))
    except (ValueError, RecursionError) as error:
        raise Unverified(f"the reply is not the API's ({error})", call=call) from None


def _problem_members(heard: Reply) -> Mapping[str, Any] | None:
    """None where somebody else said it: a proxy's 404 does not mean that a citation is gone."""
    if heard.media_type != _PROBLEM:
        return None
    try:
        members = json.loads(heard.content)
    except (ValueError, RecursionError):
        return None
    return members if isinstance(members, dict) and isinstance(members.get("code"), str) else None
