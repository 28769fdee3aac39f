"""What can go wrong, as one table: the codes a program may rely on, and the one shape in which they are told.

The shape is RFC 9457 (`application/problem+json`) with two members of ours: `code`, which is stable and is what
programs compare, and `at`, the address of the offending part of the request (``segments.3.spans.0``, empty when
the request as a whole is meant). Nothing in a problem depends on whether a hidden thing exists (threats T39, T53).
"""

from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Final

MEDIA_TYPE: Final = "application/problem+json"
ADDRESS: Final = "/api/v1/problems"
LONGEST_ADDRESS: Final = 200
"""Characters of `at`: it may repeat names the sender chose."""


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


_SEND_LESS = "Split the request; the limits are at /api/v1/limits."
_BAD = HTTPStatus.BAD_REQUEST


def _kind(code: str, status: HTTPStatus, title: str, advice: str) -> ProblemKind:
    return ProblemKind(code=code, status=int(status), title=title, advice=advice)


_WHO_AND_WHETHER = (
    _kind(
        "no_identity",
        HTTPStatus.UNAUTHORIZED,
        "No valid token",
        "Send 'Authorization: Bearer <token>' with the token of an active user or service.",
    ),
    _kind(
        "forbidden",
        HTTPStatus.FORBIDDEN,
        "The right is missing",
        "You can read this but may not do that; ask a holder of the 'manage' right on it.",
    ),
    _kind(
        "not_found",
        HTTPStatus.NOT_FOUND,
        "Not found",
        "There is nothing here for you. Things that do not exist and things you may not read answer alike.",
    ),
    _kind(
        "unknown_route",
        HTTPStatus.NOT_FOUND,
        "No such address",
        "Compare the path with /api/v1/schema: no slash at the end, ids are lower-case UUIDs.",
    ),
    _kind(
        "conflict",
        HTTPStatus.CONFLICT,
        "Somebody was faster",
        "Read what is current (member 'current'), redo the change on it, send it again.",
    ),
)
_HTTP = (
    _kind(
        "method_not_allowed",
        HTTPStatus.METHOD_NOT_ALLOWED,
        "Method not allowed",
        "Use one of the methods in the 'Allow' header.",
    ),
    _kind(
        "length_required",
        HTTPStatus.LENGTH_REQUIRED,
        "Length required",
        "Send the body with a Content-Length; chunked bodies are not read.",
    ),
    _kind("body_too_large", HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "Body too large", _SEND_LESS),
    _kind(
        "only_json",
        HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
        "Only JSON is read",
        "Send 'Content-Type: application/json'.",
    ),
    _kind("bad_json", _BAD, "Not JSON", "Send one JSON value in UTF-8 (RFC 8259), no name twice, no NaN or Infinity."),
    _kind(
        "bad_characters",
        _BAD,
        "Characters that cannot be stored",
        "Send text without NUL (U+0000) and without lone surrogates.",
    ),
    _kind(
        "internal_error",
        HTTPStatus.INTERNAL_SERVER_ERROR,
        "Our fault",
        "Nothing was changed. Repeat with the same Idempotency-Key; if it stays, tell the operator.",
    ),
    _kind(
        "outage",
        HTTPStatus.SERVICE_UNAVAILABLE,
        "Nothing can be checked at the moment",
        "Stop, wait as long as 'Retry-After' says, send the same again. An outage says nothing about any citation.",
    ),
)
_SHAPE = (
    _kind("missing_field", _BAD, "A field is missing", "Add the field named by 'at'."),
    _kind("unknown_field", _BAD, "An unknown field", "Remove the field named by 'at'; fields are never ignored."),
    _kind("unknown_parameter", _BAD, "An unknown query parameter", "Remove the parameter named by 'at'."),
    _kind("wrong_type", _BAD, "A value of the wrong type", "Send the JSON type of the schema; nothing is converted."),
    _kind("bad_value", _BAD, "A value that is not allowed", "Send a value the schema allows at 'at'."),
    _kind("too_long", _BAD, "Longer than the limit", _SEND_LESS),
    _kind("bad_cursor", _BAD, "Not a cursor of this list", "Start again without 'cursor'; cursors cannot be shared."),
    _kind(
        "bad_idempotency_key",
        _BAD,
        "Not an idempotency key",
        "Send 1 to 200 visible ASCII characters, a fresh UUID for example.",
    ),
    _kind(
        "idempotency_key_reused",
        HTTPStatus.UNPROCESSABLE_ENTITY,
        "The key belongs to another request",
        "Use a new Idempotency-Key for a new request; repeat the old request unchanged to get its reply again.",
    ),
    _kind("refused", _BAD, "Refused", "Read 'detail'; nothing was changed."),
)
# Raised as `Refused` by the services; each says what to do in `detail`, often with a number.
_SERVICES = (
    _kind("one_source", _BAD, "Not exactly one source", "Send either 'text' or 'data_base64'."),
    _kind("unsupported_media_type", _BAD, "Not a readable document type", "Send text/plain or text/markdown."),
    _kind("source_too_large", _BAD, "The document is too large", "Split the document."),
    _kind("undecodable_text", _BAD, "Not a text", "Send UTF-8 without NUL and lone surrogates, at least one byte."),
    _kind("invalid_metadata", _BAD, "Metadata that cannot stand", "Correct the field named by 'at'."),
    _kind("document_retired", _BAD, "The document is retired", "A retired document takes no changes."),
    _kind("supersession_by_itself", _BAD, "Superseded by itself", "Name another document."),
    _kind("supersession_cycle", _BAD, "A circle of supersessions", "Name a document that does not lead back here."),
    _kind("version_withdrawn", _BAD, "Withdrawn before", "Nothing is left to do."),
    _kind("stale_cursor", _BAD, "The list has moved on", "Start again without 'cursor'."),
    _kind("unknown_holder", _BAD, "No such user or group", "Check the spelling of the name."),
    _kind("right_not_applicable", _BAD, "Not a right of this thing", "Answers carry read and manage only."),
)

CATALOGUE: Final[dict[str, ProblemKind]] = {
    kind.code: kind for kind in (*_WHO_AND_WHETHER, *_HTTP, *_SHAPE, *_SERVICES)
}
"""Every code the API can answer with, in the order of the documentation."""
