"""Words that stand for a picture: no text of the document, and yet what whoever cites the picture rests on."""

import re
from collections.abc import Iterable

from citeledger.core.hashing import sha256_hex

_MARKS = re.compile(r"[*_`~\\]+")


def picture(words: Iterable[str]) -> str:
    """One token for all of them: it is none of the words, and another where they are others."""
    return sha256_hex(" ".join(words))[:16]


def described(source: str) -> str:
    """The same for words as they are written in Markdown or in an attribute."""
    return picture(_MARKS.sub("", source).split())
