"""Hand-off envelopes: what one agent hands another, as signed, versioned JSON.

An envelope is a carrier, never a source. Whoever takes it over gets what the ledger holds, resolved anew for them; the
signature says that we issued it, for whom and until when, and that nobody wrote into it on the way.

A key is derived from a secret of the installation by HKDF (RFC 5869) under a label of its own, so that no other use of
the secret signs envelopes. The signature is HMAC-SHA256 over the canonical JSON (RFC 8785) of all other members.
"""

import hashlib
import hmac
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final
from uuid import UUID

import rfc8785

from citeledger.core.moments import written

VERSION: Final = "hand-off/1"

Json = str | None | Sequence["Json"] | Mapping[str, "Json"]

_LABEL: Final = b"citeledger hand-off envelopes 1"
_NAMES: Final = frozenset(
    {"version", "uid", "answer", "from", "to", "issued_at", "expires_at", "segments", "key", "signature"}
)
_SEGMENT: Final = frozenset({"text", "citation"})
_SEGMENTS: Final = 2000  # as many as an answer has
_ID_BYTES: Final = 8


class BadEnvelope(ValueError):
    """Not an envelope of ours as it was issued. Which part of it is wrong is nobody's business."""


@dataclass(frozen=True, slots=True)
class SigningKey:
    """`id` names the key without telling anything of `secret` (32 bytes)."""

    id: str
    secret: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class HandedSegment:
    """A statement with its citation, or structure without one. `text` is None where it is not handed on."""

    text: str | None
    citation: UUID | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Envelope:
    """Who hands which answer to whom; both moments aware UTC, `expires_at` the first at which it is too late."""

    uid: UUID
    answer: UUID
    sender: UUID
    receiver: UUID
    issued_at: datetime
    expires_at: datetime
    segments: tuple[HandedSegment, ...]


def signing_key(*, installation_secret: str) -> SigningKey:
    """The key for envelopes under this secret: HKDF-SHA256 without salt, one block for the key, one for its id."""
    extracted = hmac.digest(bytes(hashlib.sha256().digest_size), installation_secret.encode(), hashlib.sha256)
    secret = hmac.digest(extracted, _LABEL + b": key\x01", hashlib.sha256)
    name = hmac.digest(extracted, _LABEL + b": id\x01", hashlib.sha256)
    return SigningKey(id=name[:_ID_BYTES].hex(), secret=secret)


def sealed(*, envelope: Envelope, key: SigningKey) -> dict[str, Json]:
    """The envelope as JSON, signed."""
    members: dict[str, Json] = {
        "version": VERSION,
        "uid": str(envelope.uid),
        "answer": str(envelope.answer),
        "from": str(envelope.sender),
        "to": str(envelope.receiver),
        "issued_at": written(envelope.issued_at),
        "expires_at": written(envelope.expires_at),
        "segments": [_segment(segment) for segment in envelope.segments],
        "key": key.id,
    }
    return members | {"signature": _signature(members, key)}


def opened(*, envelope: object, keys: Iterable[SigningKey]) -> UUID:
    """The uid of an envelope that one of `keys` signed as it is here. Raises BadEnvelope for whatever else it is.

    Nothing else is read out of it: whose it is, for whom and until when, the ledger knows better.
    """
    members = _checked(envelope)
    signature = str(members.pop("signature")).encode("utf-8", "surrogatepass")
    for key in keys:
        if key.id == members["key"] and hmac.compare_digest(_signature(members, key).encode(), signature):
            return UUID(str(members["uid"]))
    raise BadEnvelope


def _segment(segment: HandedSegment) -> dict[str, Json]:
    return {"text": segment.text, "citation": str(segment.citation) if segment.citation else None}


def _signature(members: Mapping[str, Json], key: SigningKey) -> str:
    return hmac.digest(key.secret, rfc8785.dumps(members), hashlib.sha256).hex()


def _checked(envelope: object) -> dict[str, Json]:
    """The members, all of them and no others: looked at before anything is worked out, whatever was sent."""
    if not isinstance(envelope, dict) or envelope.keys() != _NAMES or envelope["version"] != VERSION:
        raise BadEnvelope
    segments = envelope["segments"]
    if not isinstance(segments, list) or len(segments) > _SEGMENTS or not all(map(_is_segment, segments)):
        raise BadEnvelope
    if not all(_is_text(envelope[name]) for name in _NAMES - {"segments"}):
        raise BadEnvelope
    return dict(envelope)


def _is_segment(segment: object) -> bool:
    return (
        isinstance(segment, dict)
        and segment.keys() == _SEGMENT
        and all(value is None or _is_text(value) for value in segment.values())
    )


def _is_text(value: object) -> bool:
    """A string that has a canonical form: lone surrogates have none."""
    return isinstance(value, str) and value.encode("utf-8", "ignore").decode() == value
