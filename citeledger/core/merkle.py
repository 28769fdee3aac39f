"""Merkle trees as RFC 6962 hashes them (section 2.1): one root commits to many leaves, one path proves one of them.

Leaves and nodes are hashed in domains of their own, so no node can be passed off as a leaf. What a leaf is made of is
the caller's business; a leaf that could be guessed needs a salt, or the hashes beside a path would give it away.
"""

import hashlib
from collections.abc import Sequence

_LEAF, _NODE = b"\x00", b"\x01"


def leaf_hash(data: bytes) -> bytes:
    """SHA-256 of a leaf's bytes, in the domain of leaves."""
    return hashlib.sha256(_LEAF + data).digest()


def root(leaves: Sequence[bytes]) -> bytes:
    """The tree head over leaf hashes, in order; of none the hash of nothing. Linear in the leaves."""
    if not leaves:
        return hashlib.sha256(b"").digest()
    level = list(leaves)
    while len(level) > 1:
        level = _above(level)
    return level[0]


def inclusion_path(leaves: Sequence[bytes], index: int) -> tuple[bytes, ...]:
    """What proves the leaf at `index` (from 0) among these leaf hashes: its siblings, nearest first.

    At most one per level: log2 of the number of leaves, rounded up. Raises IndexError for a leaf that is not there.
    """
    if not 0 <= index < len(leaves):
        raise IndexError(index)
    path, level, at = [], list(leaves), index
    while len(level) > 1:
        sibling = at ^ 1
        if sibling < len(level):
            path.append(level[sibling])
        level, at = _above(level), at // 2
    return tuple(path)


def _above(level: list[bytes]) -> list[bytes]:
    """The level above: pairs joined, one that is left over carried up as it is."""
    pairs = [_joined(*level[at : at + 2]) for at in range(0, len(level) - 1, 2)]
    return pairs + level[len(level) - len(level) % 2 :]


def _joined(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(_NODE + left + right).digest()
