"""How text taken from pages and files reads: printers' ligatures are letters, soft hyphens at line ends are nothing.

Hyphens that a line end may explain are looked through later, where both versions are at hand (see `hyphens`).
"""

import re
from collections.abc import Iterator

from citeledger.core.reading.tokens import Run

_LIGATURES = dict(
    zip("\ufb00\ufb01\ufb02\ufb03\ufb04\ufb05\ufb06", ["ff", "fi", "fl", "ffi", "ffl", "st", "st"], strict=True)
)
_SET = re.compile("[\ufb00-\ufb06]|\u00ad[^\\S\\n]*\\n[^\\S\\n]*")


def runs(text: str) -> Iterator[Run]:
    """Runs of extracted text, in text order. Linear."""
    position = 0
    for found in _SET.finditer(text):
        yield Run(position, found.start())
        if found.group() in _LIGATURES:
            yield Run(*found.span(), _LIGATURES[found.group()])
        position = found.end()
    yield Run(position, len(text))
