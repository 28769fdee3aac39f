"""What goes wrong: the site says no (`Problem`), or nothing is known (`Unverified`). The two are never mixed up."""

from collections.abc import Mapping
from typing import Any


class CiteledgerError(Exception):
    """Everything this package raises, but for misuse of itself (ValueError)."""


class Unverified(CiteledgerError):
    """Nothing was decided: no connection, no time left, the site cannot check, or the reply is not the site's own.

    It says nothing about any citation: show `unverified` where people read, stop and try again where a program acts.
    `retry_after` (seconds) is what the site asked for, if it did. A change may have been made or not:
    `client.send(error.call)` asks for it again under the same Idempotency-Key, so that it is made once.
    """

    def __init__(self, cause: str, *, call: Any, retry_after: float | None = None) -> None:
        super().__init__(f"{cause}; nothing is known, which is no verdict")
        self.cause, self.call, self.retry_after = cause, call, retry_after


class Problem(CiteledgerError):
    """The site says no (RFC 9457), and nothing was changed. Compare `code`; `at` addresses the part that is meant.

    `retry_after` (seconds): it says no for so long only, and the client's `Retry` did not wait for it.
    """

    def __init__(self, *, status: int, members: Mapping[str, Any], retry_after: float | None = None) -> None:
        self.status, self.retry_after = status, retry_after
        self.code = str(members["code"])
        self.title = str(members.get("title", ""))
        self.detail = str(members.get("detail", ""))
        self.at = str(members.get("at", ""))
        super().__init__(f"{self.code}: {self.detail}{f' (at {self.at})' if self.at else ''}")


class NoIdentity(Problem):
    """No valid token."""


class Forbidden(Problem):
    """You can read this, but may not do that."""


class NotFound(Problem):
    """There is nothing here for you. Why is not told, and cannot be worked out."""


class Conflict(Problem):
    """Somebody was faster: read what is `current`, redo the change on it, send it again."""

    def __init__(self, *, status: int, members: Mapping[str, Any], retry_after: float | None = None) -> None:
        super().__init__(status=status, members=members, retry_after=retry_after)
        self.current = members.get("current")


class Refused(Problem):
    """What was sent cannot stand; correct it as `detail` says."""


def problem(*, status: int, members: Mapping[str, Any], retry_after: float | None = None) -> Problem:
    """The exception for a problem document."""
    kinds: dict[int, type[Problem]] = {401: NoIdentity, 403: Forbidden, 404: NotFound, 409: Conflict}
    return kinds.get(status, Refused)(status=status, members=members, retry_after=retry_after)


class NothingFound(CiteledgerError):
    """A search has no hit in what the holder of the token may read. `pending` versions were not searched yet."""

    def __init__(self, pending: int) -> None:
        later = f"; {pending} versions are not searched yet, ask again in seconds" if pending else ""
        super().__init__(f"no passage you may read holds any of these words{later}: ask with other words")
        self.pending = pending


class NotInPassage(CiteledgerError):
    """The words do not stand in the passage as they were given: copy them from it, do not retype them."""


class StandsRepeatedly(CiteledgerError):
    """The words stand in the passage more than once: say which (`nth`, from 0), or give more of them."""
