"""Bytes of an uploaded file to characters, and how they were told: UTF-8 if they are, else by mark, word or look.

For uploads only. Text sent over the API is UTF-8 or refused (`text.decode`).
"""

import codecs
import re
from dataclasses import replace
from enum import StrEnum
from typing import NamedTuple

from citeledger.extraction.detection import detect
from citeledger.extraction.extracted import Extraction, Unreadable
from citeledger.extraction.order import reordered
from citeledger.extraction.structure import Structure

RULE = "encodings/1"
DETECTED = "The encoding is declared nowhere and was detected: look at accented letters, quotes and dashes."
CONTRADICTED = "The file declares one encoding and is written in another: look at accented letters, quotes and dashes."
_MARKS = (  # UTF-32's little-endian mark begins with UTF-16's
    (codecs.BOM_UTF32_LE, "utf-32le", "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32be", "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16le", "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16be", "utf-16-be"),
    (codecs.BOM_UTF8, "utf-8", "utf-8"),
)
# Seven-bit Japanese is valid UTF-8; its escapes in good order are in no other text.
_JAPANESE_MAIL = re.compile(rb"\A[^\x1b]*(?:\x1b\$[@B][!-~\s]*\x1b\([BJ][^\x1b]*)+\Z")
# What a declared name means on the web (WHATWG Encoding), by the name of Python's codec. Others are not believed.
_DECLARED = {
    "utf-8": ("utf-8", "utf-8"),
    "utf-16": ("utf-16", "utf-16"),
    "utf-16-le": ("utf-16le", "utf-16-le"),
    "utf-16-be": ("utf-16be", "utf-16-be"),
    "ascii": ("windows-1252", "cp1252"),
    "iso8859-1": ("windows-1252", "cp1252"),
    "cp1252": ("windows-1252", "cp1252"),
    "iso8859-9": ("windows-1254", "cp1254"),
    "iso8859-11": ("windows-874", "cp874"),
    "tis-620": ("windows-874", "cp874"),
    "shift_jis": ("shift_jis", "cp932"),
    "cp932": ("shift_jis", "cp932"),
    "euc_jp": ("euc-jp", "euc_jp"),
    "iso2022_jp": ("iso-2022-jp", "iso2022_jp"),
    "gb2312": ("gb18030", "gb18030"),
    "gbk": ("gb18030", "gb18030"),
    "gb18030": ("gb18030", "gb18030"),
    "big5": ("big5", "big5hkscs"),
    "big5hkscs": ("big5", "big5hkscs"),
    "euc_kr": ("euc-kr", "cp949"),
    "cp949": ("euc-kr", "cp949"),
    "koi8-r": ("koi8-r", "koi8_r"),
    "koi8-u": ("koi8-u", "koi8_u"),
    "cp874": ("windows-874", "cp874"),
    "cp866": ("ibm866", "cp866"),
    "mac-roman": ("macintosh", "mac_roman"),
    **{f"cp125{page}": (f"windows-125{page}", f"cp125{page}") for page in (0, 1, 3, 4, 5, 6, 7, 8)},
    **{
        f"iso8859-{part}": (f"iso-8859-{part}", f"iso8859_{part}") for part in (2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16)
    },
}


class Told(StrEnum):
    """By what an encoding was told."""

    BYTES = "the bytes"  # valid UTF-8 with letters beyond ASCII is nothing else
    MARK = "a byte order mark"
    DECLARATION = "a declaration"
    DETECTION = "detection"


class Decoded(NamedTuple):
    """Canonical characters (line ends LF, no mark), the web's name of their encoding, and what to say about it."""

    text: str
    encoding: str
    told: Told
    warnings: tuple[str, ...] = ()

    @property
    def details(self) -> dict[str, str]:
        return {"encoding": self.encoding, "encoding_told_by": self.told.value}


def decoded(data: bytes, *, declared: str | None = None) -> Decoded:
    """Read `data`. A byte order mark wins, then valid UTF-8, then what is `declared`, then what it looks like.

    Raises Unreadable for empty text, NUL, and encodings that cannot be told.
    """
    found = _marked(data) or _evident(data, declared) or _as_declared(data, declared) or _detected(data, declared)
    text = found.text.replace("\r\n", "\n").replace("\r", "\n")
    # Both databases must store the same: PostgreSQL refuses NUL where SQLite takes it (threat T79).
    if not text or "\0" in text:
        raise Unreadable
    return Decoded(text, *found[1:])


def extraction(read: Decoded, *, structure: Structure, extractor: str) -> Extraction:
    """What is stored of a text format. UTF-8 is the rule and leaves no trace; any other way of reading is named."""
    structure = replace(structure, regions=(*structure.regions, *reordered(read.text)))
    if read.encoding == "utf-8":
        return Extraction(read.text, structure, extractor)
    noted = replace(structure, details=read.details, warnings=read.warnings)
    return Extraction(read.text, noted, f"{extractor}+{RULE}")


def _marked(data: bytes) -> Decoded | None:
    for mark, encoding, codec in _MARKS:
        if data.startswith(mark):
            return Decoded(_strictly(data[len(mark) :], codec) or "", encoding, Told.MARK)
    return None


def _evident(data: bytes, declared: str | None) -> Decoded | None:
    if _JAPANESE_MAIL.match(data) and (japanese := _strictly(data, "iso2022_jp")) is not None:
        return Decoded(japanese, "iso-2022-jp", Told.BYTES)
    text = _strictly(data, "utf-8")
    if text is None or "\0" in text:
        return None
    contradicted = not data.isascii() and declared is not None and _meant(declared) not in {None, ("utf-8", "utf-8")}
    return Decoded(text, "utf-8", Told.BYTES, (CONTRADICTED,) if contradicted else ())


def _as_declared(data: bytes, declared: str | None) -> Decoded | None:
    meant = _meant(declared) if declared else None
    text = _strictly(data, meant[1]) if meant else None
    return Decoded(text, meant[0], Told.DECLARATION) if meant and text is not None else None


def _detected(data: bytes, declared: str | None) -> Decoded:
    read = detect(data)
    return Decoded(read.text, read.encoding, Told.DETECTION, (CONTRADICTED if declared else DETECTED,))


def _meant(declared: str) -> tuple[str, str] | None:
    """Name and codec that a declared name stands for; None where it stands for none that text is kept in."""
    try:
        name = declared.strip().lower().removeprefix("x-").replace("windows-", "cp")
        return _DECLARED.get(codecs.lookup(name).name)
    # Names come from strangers: with NUL or beyond ASCII, codecs complains in its own ways.
    except (LookupError, ValueError):
        return None


def _strictly(data: bytes, codec: str) -> str | None:
    try:
        return data.decode(codec)
    except UnicodeDecodeError:
        return None
