"""What can be wrong with any request: who sends it, how it travels, its shape."""

from http import HTTPStatus
from typing import Final

from citeledger.interfaces.api.catalogue.kinds import BAD, OURS, SEND_LESS, kind

WHO_AND_WHETHER: Final = (
    kind(
        "no_identity",
        HTTPStatus.UNAUTHORIZED,
        "No valid token",
        "Send 'Authorization: Bearer <token>' with the token of an active user or service.",
    ),
    kind(
        "forbidden",
        HTTPStatus.FORBIDDEN,
        "The right is missing",
        "You can read this but may not do that; ask a holder of the 'manage' right on it.",
    ),
    kind(
        "not_found",
        HTTPStatus.NOT_FOUND,
        "Not found",
        "There is nothing here for you. Things that do not exist and things you may not read answer alike.",
    ),
    kind(
        "unknown_route",
        HTTPStatus.NOT_FOUND,
        "No such address",
        "Compare the path with /api/v1/schema: no slash at the end, ids are lower-case UUIDs.",
    ),
    kind(
        "conflict",
        HTTPStatus.CONFLICT,
        "Somebody was faster",
        "Read what is current (member 'current'), redo the change on it, send it again.",
    ),
)
HTTP: Final = (
    kind(
        "method_not_allowed",
        HTTPStatus.METHOD_NOT_ALLOWED,
        "Method not allowed",
        "Use one of the methods in the 'Allow' header.",
    ),
    kind(
        "length_required",
        HTTPStatus.LENGTH_REQUIRED,
        "Length required",
        "Send the body with a Content-Length; chunked bodies are not read.",
    ),
    kind("body_too_large", HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "Body too large", SEND_LESS),
    kind(
        "only_json",
        HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
        "Only JSON is read",
        "Send 'Content-Type: application/json'.",
    ),
    kind("bad_json", BAD, "Not JSON", "Send one JSON value in UTF-8 (RFC 8259), no name twice, no NaN or Infinity."),
    kind(
        "bad_characters",
        BAD,
        "Characters that cannot be stored",
        "Send text without NUL (U+0000) and without lone surrogates.",
    ),
    kind(
        "internal_error",
        OURS,
        "Our fault",
        "Nothing was changed. Repeat with the same Idempotency-Key; if it stays, tell the operator.",
    ),
    kind(
        "outage",
        HTTPStatus.SERVICE_UNAVAILABLE,
        "Nothing can be checked at the moment",
        "Stop, wait as long as 'Retry-After' says, send the same again. An outage says nothing about any citation.",
    ),
)
SHAPE: Final = (
    kind("missing_field", BAD, "A field is missing", "Add the field named by 'at'."),
    kind("unknown_field", BAD, "An unknown field", "Remove the field named by 'at'; fields are never ignored."),
    kind("unknown_parameter", BAD, "An unknown query parameter", "Remove the parameter named by 'at'."),
    kind("wrong_type", BAD, "A value of the wrong type", "Send the JSON type of the schema; nothing is converted."),
    kind("bad_value", BAD, "A value that is not allowed", "Send a value the schema allows at 'at'."),
    kind("too_long", BAD, "Longer than the limit", SEND_LESS),
    kind("bad_cursor", BAD, "Not a cursor of this list", "Start again without 'cursor'; cursors cannot be shared."),
    kind(
        "bad_idempotency_key",
        BAD,
        "Not an idempotency key",
        "Send 1 to 200 visible ASCII characters, a fresh UUID for example.",
    ),
    kind(
        "idempotency_key_reused",
        HTTPStatus.UNPROCESSABLE_ENTITY,
        "The key belongs to another request",
        "Use a new Idempotency-Key for a new request; repeat the old request unchanged to get its reply again.",
    ),
    kind("refused", BAD, "Refused", "Read 'detail'; nothing was changed."),
)
