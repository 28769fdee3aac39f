"""The cursor of a poll: where its walk goes on, and what it told, so that the next walk tells only what is otherwise.

Nothing is kept here of what anybody was told: the caller carries it, as digests of states it has seen, signed and good
for it alone like every cursor.
"""

import base64
import binascii
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from typing import Final
from uuid import UUID

from django.core import signing

from citeledger.core.principals import Principal
from citeledger.interfaces.api.cursors import salt_of
from citeledger.interfaces.api.problems import ProblemFound
from revalidation.changed_answers import ChangedAnswer

REMEMBERED: Final = 100
"""How many answers a cursor remembers, the newest: it travels in an address. Older ones are told each time."""
_DIGEST_BYTES: Final = 8
_UID_BYTES: Final = 16
_NOWHERE: Final = bytes(_UID_BYTES)


@dataclass(frozen=True, slots=True)
class Walk:
    """Goes on behind `after` (None: from the newest). `told` is what the walk before met, `met` what this one did."""

    after: UUID | None = None
    told: tuple[bytes, ...] = ()
    met: tuple[bytes, ...] = ()

    def news(self, items: Iterable[ChangedAnswer]) -> list[ChangedAnswer]:
        """Those that were not told as they are now."""
        return [item for item in items if _digest(item) not in self.told]

    def on(self, items: Iterable[ChangedAnswer], *, after: UUID) -> "Walk":
        """The rest of this walk, once it met these."""
        return Walk(after, self.told, self._met(items))

    def again(self, items: Iterable[ChangedAnswer]) -> "Walk":
        """The next walk, once this one met these and came to its end."""
        return Walk(told=self._met(items))

    def _met(self, items: Iterable[ChangedAnswer]) -> tuple[bytes, ...]:
        return (*self.met, *map(_digest, items))[:REMEMBERED]


def cursor_of(walk: Walk, *, principal: Principal, listing: str) -> str:
    """The walk, for this principal and this list (its path)."""
    after = walk.after.bytes if walk.after else _NOWHERE
    packed = after + bytes([len(walk.told)]) + b"".join((*walk.told, *walk.met))
    return _signer(principal, listing).sign(base64.urlsafe_b64encode(packed).decode())


def walk_of(cursor: str, *, principal: Principal, listing: str) -> Walk:
    """Raises ProblemFound `bad_cursor`: tampered, foreign, or of another list."""
    try:
        packed = base64.urlsafe_b64decode(_signer(principal, listing).unsign(cursor))
    except (signing.BadSignature, binascii.Error):
        raise ProblemFound(code="bad_cursor", at="cursor") from None
    after, told, rest = packed[:_UID_BYTES], packed[_UID_BYTES], packed[_UID_BYTES + 1 :]
    digests = tuple(rest[at : at + _DIGEST_BYTES] for at in range(0, len(rest), _DIGEST_BYTES))
    return Walk(UUID(bytes=after) if after != _NOWHERE else None, digests[:told], digests[told:])


def _signer(principal: Principal, listing: str) -> signing.Signer:
    return signing.Signer(salt=salt_of(principal=principal, listing=listing))


def _digest(item: ChangedAnswer) -> bytes:
    """The same for the same states of the same citations."""
    said = [f"{one.citation}:{one.state.value}" for one in item.citations]
    return sha256(" ".join([str(item.uid), *said]).encode()).digest()[:_DIGEST_BYTES]
