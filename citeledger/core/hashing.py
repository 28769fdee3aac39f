"""Digests of stored text. One algorithm (SHA-256), one spelling (lower-case hex, 64 characters)."""

import hashlib

from citeledger.core.normalization import Normalizer


def sha256_hex(data: bytes | str) -> str:
    """SHA-256 of bytes, or of a text's UTF-8 form, in lower-case hex. No normalisation of any kind (T82)."""
    return hashlib.sha256(data.encode() if isinstance(data, str) else data).hexdigest()


def normalized_digest(*, normalizer: Normalizer, text: str) -> str:
    """Digest of what a reader sees in `text`: the normaliser's id and its visible token values.

    Equal digests mean equal token sequences under the same rules. Every part carries its length, so
    no two sequences share an encoding; the id is part of it, so digests of two rules never compare equal (T81).
    """
    digest = hashlib.sha256()
    for part in (normalizer.id, *(token.value for token in normalizer.tokens(text) if token.visible)):
        encoded = part.encode()
        digest.update(len(encoded).to_bytes(8, "big") + encoded)
    return digest.hexdigest()
