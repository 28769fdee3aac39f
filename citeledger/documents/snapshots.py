"""What a snapshot commits to: one leaf per pinned document, in the order of their uids (RFC 6962 trees).

A leaf names document, version and the text's SHA-256, and a salt of its own drawn from the snapshot's: neither the root
nor the hashes beside a proof tell anybody who lacks the salt what else was pinned.
"""

import hashlib
import hmac
from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

import rfc8785

from citeledger.core.hashing import sha256_hex
from citeledger.core.merkle import inclusion_path, leaf_hash, root
from citeledger.core.moments import written
from citeledger.documents.models import Snapshot, VersionText
from citeledger.log.services import Json

SNAPSHOT_PINNED = "snapshot_pinned"
DOCUMENTS_PER_SNAPSHOT = 1000


@dataclass(frozen=True, slots=True, order=True)
class Pinned:
    """A document in one version, and the SHA-256 (hex) of that version's canonical text."""

    document: UUID
    version: UUID
    text_sha256: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Tree:
    """A snapshot's members in the order of their leaves, the leaf hashes, and each member's salt (hex)."""

    pinned: tuple[Pinned, ...]
    leaves: tuple[bytes, ...]
    salt: str

    @property
    def root(self) -> str:
        """In hex: the id of what is pinned."""
        return root(self.leaves).hex()

    def index(self, document: UUID) -> int:
        """The place of a document's leaf, from 0. Raises ValueError for one that is not pinned."""
        return [one.document for one in self.pinned].index(document)

    def path(self, index: int) -> tuple[str, ...]:
        """What proves that leaf, in hex (`core.merkle.inclusion_path`)."""
        return tuple(step.hex() for step in inclusion_path(self.leaves, index))


def tree(*, pinned: Iterable[Pinned], salt: str) -> Tree:
    """The tree over these members; `salt` is the snapshot's (hex)."""
    ordered = tuple(sorted(pinned))
    leaves = tuple(leaf_hash(leaf_bytes(one, salt=leaf_salt(document=one.document, salt=salt))) for one in ordered)
    return Tree(pinned=ordered, leaves=leaves, salt=salt)


def leaf_salt(*, document: UUID, salt: str) -> str:
    """The salt (hex) of one leaf: who is shown it learns nothing of the others."""
    return hmac.new(bytes.fromhex(salt), document.bytes, hashlib.sha256).hexdigest()


def leaf_bytes(one: Pinned, *, salt: str) -> bytes:
    """The leaf as canonical JSON (RFC 8785): what is hashed, and what a proof shows."""
    return rfc8785.dumps(
        {
            "document": str(one.document),
            "salt": salt,
            "text_sha256": one.text_sha256,
            "version": str(one.version),
        }
    )


def tree_of(snapshot: Snapshot) -> Tree:
    """The tree as the stored members and texts make it now. One query beside the snapshot's content."""
    rows = VersionText.objects.filter(version__in=snapshot.members.values("version"))
    found = rows.values_list("version__document__uid", "version__uid", "sha256")
    return tree(pinned=(Pinned(*row) for row in found), salt=snapshot.content.salt)


def describe_snapshot(snapshot: Snapshot) -> dict[str, Json]:
    """The body of `snapshot_pinned`; the members are in the root. Costs queries unless maker and content are loaded."""
    return {
        "at": written(snapshot.at),
        "maker": str(snapshot.maker.uid),
        "name_sha256": sha256_hex(snapshot.content.name),
        "root": snapshot.root,
        "salt_sha256": sha256_hex(snapshot.content.salt),
        "size": snapshot.size,
        "snapshot": str(snapshot.uid),
    }
