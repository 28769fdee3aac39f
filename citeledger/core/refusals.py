"""The four ways a service says no. Interfaces map each to one answer; nothing else about a hidden thing leaves."""

from dataclasses import dataclass

# Not frozen: an exception that passes through a context manager gets its traceback set.


@dataclass(eq=False)
class NotFound(Exception):
    """Unknown, or not readable for this principal: the caller cannot tell, and answers both alike (DESIGN rule 6).

    `at` addresses the part of the input that names it, where that has parts: the same for both.
    """

    at: str = ""


class Forbidden(Exception):
    """The principal can read the thing but lacks the right to do this; ask a holder of `manage` for it."""


@dataclass(eq=False)
class Conflict(Exception):
    """Somebody was faster: read what is `current`, redo the change on it, send it again."""

    current: str


@dataclass(eq=False)
class Refused(Exception):
    """Bad input. `code` is stable and documented, `detail` says what to do; nothing was changed.

    `at` addresses the offending part of the input, e.g. ``segments.3.spans.0``. `worked_out` is what sources amount to
    that who is refused reads now: it is told once, and never kept.
    """

    code: str
    detail: str
    at: str = ""
    worked_out: str = ""
