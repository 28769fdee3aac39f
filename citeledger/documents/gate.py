"""The gate for bytes: what passes it can be stored by both databases and read again, exactly (threat T79)."""

from dataclasses import dataclass, field

from citeledger.core.hashing import letters_sha256_hex, sha256_hex
from citeledger.core.reading.normalization import normalizer_for
from citeledger.core.refusals import Refused
from citeledger.extraction import MEDIA_TYPES, Extraction, UndecodableText, extract

LARGEST_SOURCE = 8 * 1024 * 1024
"""Bytes. More than any policy we have met; what is larger is refused before it is read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Manuscript:
    """Bytes that passed the gate, and everything a version stores of them, worked out before anything is written.

    `structure` is canonical JSON; the digests are in hex.
    """

    data: bytes
    sha256: str
    media_type: str
    extraction: Extraction
    normalizer: str
    structure: str = field(init=False)
    text_sha256: str = field(init=False)
    letters_sha256: str = field(init=False)
    structure_sha256: str = field(init=False)

    def __post_init__(self) -> None:
        structure = self.extraction.structure.to_json()
        object.__setattr__(self, "structure", structure)
        object.__setattr__(self, "structure_sha256", sha256_hex(structure))
        object.__setattr__(self, "text_sha256", sha256_hex(self.extraction.text))
        object.__setattr__(self, "letters_sha256", letters_sha256_hex(self.extraction.text))


def read_manuscript(*, data: bytes, media_type: str) -> Manuscript:
    """Read `data` (1 byte to LARGEST_SOURCE) as `media_type` (one of MEDIA_TYPES, without parameters).

    Raises Refused: `unsupported_media_type`, `source_too_large`, or `undecodable_text` for empty bytes, invalid
    UTF-8, lone surrogates and NUL. No detail repeats anything of the input.
    """
    if media_type not in MEDIA_TYPES:
        raise Refused("unsupported_media_type", f"Send one of {', '.join(sorted(MEDIA_TYPES))}.", "media_type")
    if len(data) > LARGEST_SOURCE:
        raise Refused("source_too_large", f"A version's source has at most {LARGEST_SOURCE} bytes.", "data")
    try:
        extraction = extract(data=data, media_type=media_type)
    except UndecodableText as undecodable:
        raise Refused("undecodable_text", str(undecodable), "data") from undecodable
    return Manuscript(
        data=data,
        sha256=sha256_hex(data),
        media_type=media_type,
        extraction=extraction,
        normalizer=normalizer_for(media_type).id,
    )
