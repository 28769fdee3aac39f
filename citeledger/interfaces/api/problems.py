"""The one shape in which everything that goes wrong is told.

The shape is RFC 9457 (`application/problem+json`) with two members of ours: `code`, which is stable and is what
programs compare, and `at`, the address of the offending part of the request (``segments.3.spans.0``, empty when
the request as a whole is meant). Nothing in a problem depends on whether a hidden thing exists (threats T39, T53).
"""

from dataclasses import dataclass, field
from typing import Final

from citeledger.interfaces.api.catalogue import CATALOGUE, ProblemKind

MEDIA_TYPE: Final = "application/problem+json"
LONGEST_ADDRESS: Final = 200
"""Characters of `at`: it may repeat names the sender chose."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One occurrence. `current` is filled for conflicts only; `headers` travel beside the body."""

    kind: ProblemKind
    detail: str = ""
    at: str = ""
    current: str | None = None
    headers: dict[str, str] = field(default_factory=dict)

    def body(self) -> dict[str, str | int]:
        """The members in a fixed order; `detail` falls back to the kind's advice, so it always says what to do."""
        members: dict[str, str | int] = {
            "type": self.kind.type,
            "title": self.kind.title,
            "status": self.kind.status,
            "code": self.kind.code,
            "detail": self.detail or self.kind.advice,
            "at": self.at[:LONGEST_ADDRESS],
        }
        return members if self.current is None else members | {"current": self.current}


class ProblemFound(Exception):
    """Raised by the API's own checks; the handler answers with the problem it carries."""

    def __init__(self, *, code: str, detail: str = "", at: str = "") -> None:
        super().__init__(code)
        self.problem = Problem(kind=CATALOGUE[code], detail=detail, at=at)
