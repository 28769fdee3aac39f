"""Whoever was given a proof, checking it: nothing of the product's is used for that (RFC 9162, section 2.1.3.2)."""

from collections.abc import Sequence
from hashlib import sha256


def is_included(*, leaf: bytes, index: int, size: int, path: Sequence[bytes], head: bytes) -> bool:
    """Whether the path leads from this leaf hash, at `index` (from 0) of `size` leaves, to the root `head`."""
    if not 0 <= index < size:
        return False
    reached, left, at, last = leaf, list(path), index, size - 1
    while last > 0:
        if at ^ 1 <= last:
            if not left:
                return False
            reached = _joined(left.pop(0), reached) if at & 1 else _joined(reached, left.pop(0))
        at, last = at // 2, last // 2
    return not left and reached == head


def _joined(left: bytes, right: bytes) -> bytes:
    return sha256(b"\x01" + left + right).digest()
