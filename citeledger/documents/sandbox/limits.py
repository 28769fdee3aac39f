"""What one reading may use. Kept apart: both sides need it, and one of them loads as little as it can."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """`cpu` and `wall` in seconds (cpu: of each process), `memory` (address space) and `output` in bytes."""

    cpu: int = 120
    wall: float = 240.0
    memory: int = 1024 * 1024 * 1024
    output: int = 64 * 1024 * 1024


LIMITS = Limits()
LARGEST_TEXT = 8 * 1024 * 1024
"""Code points of canonical text; what a file holds beyond it would slow down every reader of the document."""
LARGEST_STRUCTURE = 16 * 1024 * 1024
"""Characters of a stored structure: every panel and every minting reads it, about a tenth of a second at most."""
CODE = str(Path(__file__).resolve().parents[2])
"""The folder of our own package: what the reading process loads its parsers from."""
