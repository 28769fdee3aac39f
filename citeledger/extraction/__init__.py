"""Bytes to canonical text and structure, once per version. Pure: no Django, no files, no network.

Same bytes and same extractor id give identical output; a change of output is a new extractor id.
"""

from dataclasses import replace

from citeledger.extraction import markdown, text
from citeledger.extraction.extracted import Extraction, Options, Unreadable
from citeledger.extraction.formats import UnsupportedMediaType
from citeledger.extraction.order import reordered
from citeledger.extraction.structure import (
    Block,
    BrokenStructure,
    Cell,
    Heading,
    Page,
    Region,
    RegionKind,
    Structure,
)
from citeledger.extraction.text import UndecodableText

__all__ = [
    "MEDIA_TYPES",
    "Block",
    "BrokenStructure",
    "Cell",
    "Extraction",
    "Heading",
    "Options",
    "Page",
    "Region",
    "RegionKind",
    "Structure",
    "UndecodableText",
    "Unreadable",
    "UnsupportedMediaType",
    "extract",
]

_STRUCTURES = {"text/plain": text.structure, "text/markdown": markdown.structure}
MEDIA_TYPES = frozenset(_STRUCTURES)


def extract(*, data: bytes, media_type: str) -> Extraction:
    """Read `data` as `media_type` (one of MEDIA_TYPES, without parameters): text that needs no parsing.

    Raises UnsupportedMediaType and UndecodableText; both messages are fixed and repeat nothing of the input.
    """
    read_structure = _STRUCTURES.get(media_type)
    if read_structure is None:
        raise UnsupportedMediaType("This media type cannot be read; plain text and Markdown can.")
    decoded = text.decode(data)
    structure = replace(read_structure(decoded), regions=tuple(reordered(decoded)))
    return Extraction(text=decoded, structure=structure, extractor=text.EXTRACTOR)
