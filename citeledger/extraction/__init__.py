"""Bytes to canonical text and structure, once per version. Pure: no Django, no files, no network.

Same bytes and same extractor id give identical output; a change of output is a new extractor id.
"""

from collections.abc import Callable
from dataclasses import dataclass

from citeledger.extraction import markdown, text
from citeledger.extraction.structure import Block, BrokenStructure, Heading, Structure
from citeledger.extraction.text import UndecodableText

__all__ = [
    "MEDIA_TYPES",
    "Block",
    "BrokenStructure",
    "Extraction",
    "Heading",
    "Structure",
    "UndecodableText",
    "UnsupportedMediaType",
    "extract",
]


class UnsupportedMediaType(ValueError):
    """No extractor reads this media type. The caller converts the file or names one of MEDIA_TYPES."""


@dataclass(frozen=True, slots=True)
class Extraction:
    """What is stored with a version: its canonical text, the text's structure, and the id of what made both."""

    text: str
    structure: Structure
    extractor: str


_STRUCTURES: dict[str, Callable[[str], Structure]] = {
    "text/plain": text.structure,
    "text/markdown": markdown.structure,
}
MEDIA_TYPES = frozenset(_STRUCTURES)


def extract(*, data: bytes, media_type: str) -> Extraction:
    """Read `data` as `media_type` (one of MEDIA_TYPES, without parameters).

    Raises UnsupportedMediaType and UndecodableText; both messages are fixed and repeat nothing of the input.
    """
    read_structure = _STRUCTURES.get(media_type)
    if read_structure is None:
        raise UnsupportedMediaType("This media type cannot be read; plain text and Markdown can.")
    decoded = text.decode(data)
    return Extraction(text=decoded, structure=read_structure(decoded), extractor=text.EXTRACTOR)
