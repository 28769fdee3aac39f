"""A row of the catalogue of problems."""

from dataclasses import dataclass
from http import HTTPStatus
from typing import Final

ADDRESS: Final = "/api/v1/problems"
SEND_LESS: Final = "Split the request; the limits are at /api/v1/limits."
BAD: Final = HTTPStatus.BAD_REQUEST
OURS: Final = HTTPStatus.INTERNAL_SERVER_ERROR


@dataclass(frozen=True, slots=True, kw_only=True)
class ProblemKind:
    """One row of the catalogue. `advice` says what the program can do about it."""

    code: str
    status: int
    title: str
    advice: str

    @property
    def type(self) -> str:
        """The kind's address, relative to the site (RFC 9457, section 3.1.1)."""
        return f"{ADDRESS}/{self.code}"


def kind(code: str, status: HTTPStatus, title: str, advice: str) -> ProblemKind:
    return ProblemKind(code=code, status=int(status), title=title, advice=advice)
