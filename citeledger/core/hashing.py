"""Digests of stored text. One algorithm (SHA-256), one spelling (lower-case hex, 64 characters)."""

import hashlib
import re
import unicodedata
from typing import Final

_NEITHER_LETTER_NOR_DIGIT: Final = re.compile(r"[\W_\u115f\u1160]+")  # Hangul fillers are letters that show nothing


def sha256_hex(data: bytes | str) -> str:
    """SHA-256 of bytes, or of a text's UTF-8 form, in lower-case hex. No normalisation of any kind (T82)."""
    return hashlib.sha256(data.encode() if isinstance(data, str) else data).hexdigest()


def letters_sha256_hex(text: str) -> str:
    """SHA-256 of a text's letters and digits alone, whatever their case and form (NFKC), in lower-case hex.

    Two texts that share it say the same words, set otherwise: spaces, marks, signs. Never a proof, only a suspicion.
    Of a text without any it is that of the text as it stands: signs alone are no words that two texts share.
    """
    letters = _NEITHER_LETTER_NOR_DIGIT.sub("", unicodedata.normalize("NFKC", text).casefold())
    return sha256_hex(letters or text)
