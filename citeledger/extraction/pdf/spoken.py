"""Text that a file gives in place of what it shows (ActualText of marked content, PDF 32000-1, 14.9.4).

It is meant for ligatures, hyphens and scripts whose glyphs do not say their letters, and pdfium always believes it. So
a page can show "60 days" and say "30 days", or say nothing where it shows "not". Here it is believed where the glyphs
say the same, or do not say; elsewhere it is taken away before the text is read.
"""

import ctypes
import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import pypdfium2_raw as pdfium

from citeledger.extraction.pdf import library
from citeledger.extraction.pdf.library import Handle
from citeledger.extraction.pdf.painting import address, objects

_KEY = b"ActualText"
_LONGEST = 4_096  # bytes; a longer replacement is never believed
# Hebrew to Mongolian, Syloti Nagri to Meetei Mayek, Arabic forms: glyphs stand in another order than letters, or for
# several of them, so only which letters there are can be compared.
_SHAPED = re.compile(r"[\u0590-\u18af\ua800-\uabff\ufb1d-\ufefc]")


@dataclass(slots=True)
class _Replacement:
    """What one marked content says, and the objects it says it for, by their number on the page."""

    text: str | None  # None: too long to be believed
    objects: list[int] = field(default_factory=list)


def correct(opened: Handle, index: int, loaded: Handle) -> None:
    """Take replacements that contradict the glyphs away from a loaded page, before its characters are read."""
    found = _replacements(loaded)
    if not found:
        return
    shown = _shown(opened, index)
    for replacement in found:
        glyphs = "".join(shown.get(number, "") for number in replacement.objects)
        if replacement.text is None or not _says_the_same(replacement.text, glyphs):
            _remove(loaded, set(replacement.objects))


def _replacements(loaded: Handle) -> list[_Replacement]:
    found: dict[int, _Replacement] = {}
    for number, handle in enumerate(objects(loaded)):
        for mark in _marks(handle):
            known = found.setdefault(address(mark), _Replacement(_text(mark)))
            known.objects.append(number)
    return list(found.values())


def _shown(opened: Handle, index: int) -> Mapping[int, str]:
    """What the glyphs of each object say by themselves: read on a copy of the page without any replacement."""
    with library.page(opened, index) as bare:
        numbers = {address(handle): number for number, handle in enumerate(objects(bare))}
        _remove(bare, set(numbers.values()))
        with library.characters(bare) as characters:
            said: dict[int, str] = {}
            for at in range(max(pdfium.FPDFText_CountChars(characters), 0)):
                number = numbers.get(address(pdfium.FPDFText_GetTextObject(characters, at)))
                if number is not None:
                    said[number] = said.get(number, "") + _character(pdfium.FPDFText_GetUnicode(characters, at))
    return said


def _character(code: int) -> str:
    return chr(code) if code < 0x110000 and not 0xD800 <= code < 0xE000 else "\ufffd"


def _remove(loaded: Handle, numbers: set[int]) -> None:
    for number, handle in enumerate(objects(loaded)):
        for mark in list(_marks(handle)) if number in numbers else ():
            pdfium.FPDFPageObj_RemoveMark(handle, mark)


def _marks(handle: Handle) -> Iterator[Handle]:
    """The marks of an object that carry a replacement, in whatever form: pdfium reads all of them."""
    for at in range(max(pdfium.FPDFPageObj_CountMarks(handle), 0)):
        mark = pdfium.FPDFPageObj_GetMark(handle, at)
        if mark and pdfium.FPDFPageObjMark_GetParamValueType(mark, _KEY) != pdfium.FPDF_OBJECT_UNKNOWN:
            yield mark


def _text(mark: Handle) -> str | None:
    buffer, length = (ctypes.c_ubyte * _LONGEST)(), ctypes.c_ulong()
    pdfium.FPDFPageObjMark_GetParamBlobValue(mark, _KEY, buffer, _LONGEST, length)
    return None if length.value > _LONGEST else _decoded(bytes(buffer[: length.value]))


def _decoded(string: bytes) -> str:
    """A text string (PDF 32000-1, 7.9.2.2). Of PDFDocEncoding only the letters of Latin-1 matter here."""
    if string.startswith(b"\xfe\xff"):
        return string[2:].decode("utf-16-be", errors="replace")
    return string.decode("utf-8-sig" if string.startswith(b"\xef\xbb\xbf") else "latin-1", errors="replace")


def _says_the_same(text: str, glyphs: str) -> bool:
    """Whether both have the same letters and digits; glyphs that do not say all their letters contradict nothing."""
    if any(ord(character) < 0x20 or character == "\ufffd" for character in glyphs):
        return bool(text.strip())
    said, shown = _letters(text), _letters(glyphs)
    if _SHAPED.search(said + shown) is None:
        return said == shown
    return _digits(said) == _digits(shown) and set(said) == set(shown)


def _digits(text: str) -> list[str]:
    return [letter for letter in text if letter.isdecimal()]


def _letters(text: str) -> str:
    return "".join(letter for letter in unicodedata.normalize("NFKC", text).casefold() if letter.isalnum())
