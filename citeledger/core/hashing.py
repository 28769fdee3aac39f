"""Digests of stored text. One algorithm (SHA-256), one spelling (lower-case hex, 64 characters)."""

import hashlib


def sha256_hex(data: bytes | str) -> str:
    """SHA-256 of bytes, or of a text's UTF-8 form, in lower-case hex. No normalisation of any kind (T82)."""
    return hashlib.sha256(data.encode() if isinstance(data, str) else data).hexdigest()
