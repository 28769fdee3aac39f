"""What a page asks, read from the body of its request: exactly the documented shape, or `Malformed`.

An assertion travels in a body and nowhere else: addresses end up in logs, histories and referrers (threat T54).
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.http import HttpRequest

LARGEST_BODY: Final = 64 * 1024
"""Bytes; 500 citations and an assertion take 24 KiB."""
MOST_CITATIONS: Final = 500

_UUID: Final = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


class Malformed(Exception):  # an answer to the caller, the same for every mistake
    """The body is not what the documentation asks for; see docs/embed.md."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelQuestion:
    """One citation, asked by our frame. `origin` is the page around the frame, as the browser told the frame."""

    citation: UUID
    assertion: str | None
    origin: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StatesQuestion:
    """All citations of one page, in its order; repeated ones are answered as often as they are asked."""

    citations: tuple[UUID, ...]
    assertion: str | None


def panel_question(*, request: HttpRequest) -> PanelQuestion:
    """``{"citation": uid, "assertion": text or null, "origin": text}``."""
    body = _body(request=request, names={"citation", "assertion", "origin"})
    if not isinstance(body["origin"], str):
        raise Malformed
    return PanelQuestion(
        citation=_uid(body["citation"]), assertion=_assertion(body["assertion"]), origin=body["origin"]
    )


def states_question(*, request: HttpRequest) -> StatesQuestion:
    """``{"citations": [uid, ...], "assertion": text or null}`` with 1 to 500 uids."""
    body = _body(request=request, names={"citations", "assertion"})
    uids = body["citations"]
    if not isinstance(uids, list) or not 0 < len(uids) <= MOST_CITATIONS:
        raise Malformed
    return StatesQuestion(citations=tuple(_uid(uid) for uid in uids), assertion=_assertion(body["assertion"]))


def _body(*, request: HttpRequest, names: set[str]) -> Mapping[str, Any]:
    if request.content_type != "application/json" or _length(request=request) > LARGEST_BODY:
        raise Malformed
    try:
        body = json.loads(request.body.decode())
    except (ValueError, RecursionError):
        raise Malformed from None
    if not isinstance(body, dict) or body.keys() != names:
        raise Malformed
    return body


def _length(*, request: HttpRequest) -> int:
    """Declared bytes; a body of unknown length is not read."""
    declared = request.META.get("CONTENT_LENGTH") or ""
    if not re.fullmatch(r"[0-9]{1,9}", declared):
        raise Malformed
    return int(declared)


def _uid(value: object) -> UUID:
    if not isinstance(value, str) or not _UUID.fullmatch(value):
        raise Malformed
    return UUID(value)


def _assertion(value: object) -> str | None:
    if value is not None and not isinstance(value, str):
        raise Malformed
    return value
