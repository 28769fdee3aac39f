"""What somebody said, as it is shown: addresses in it are marked as what they are (DESIGN rule 10, threats T62, T89).

A free-form address is text. It carries no state, is never fetched and cannot be clicked: citations look different.
"""

from dataclasses import dataclass
from typing import Final

from citeledger.core.references import UntrustedLink, links_in
from citeledger.interfaces.names import shown_text

ADDRESS: Final = "address, not a citation"
MISLEADING: Final = "misleading address, not a citation"


@dataclass(frozen=True, slots=True)
class SaidPart:
    """Characters as people may see them, and what is to be said about them; empty for words."""

    text: str
    mark: str = ""


def said_parts(*, text: str) -> tuple[SaidPart, ...]:
    """The text in parts, every address in it a part of its own with its host in ASCII."""
    return tuple(_part(piece=piece) for piece in links_in(text=text) if piece)


def _part(*, piece: str | UntrustedLink) -> SaidPart:
    if isinstance(piece, str):
        return SaidPart(text=shown_text(text=piece))
    return SaidPart(text=piece.shown, mark=ADDRESS if piece.href else MISLEADING)
