"""Text in layers that are switched off (optional content): in the file, and on no reader's page.

pdfium does not say which layers are on, but it draws by them. So each part of a page that a layer may hold is left out
of a drawing once: where nothing changes, nobody sees it. Parts are what stands between one BDC and its EMC, and forms
(drawings within the drawing), which may belong to a layer as a whole.
"""

import ctypes
from collections import defaultdict
from collections.abc import Iterator

import pypdfium2_raw as pdfium

from citeledger.extraction.pdf.drawing import drawn
from citeledger.extraction.pdf.library import Handle
from citeledger.extraction.pdf.painting import address, inside, objects

_DOTS_PER_INCH = 100
_MOST_PIXELS = 1_000_000
_MOST_PARTS = 60  # of a page; whoever hides more of them gets none of the rest read
_LAYER = "OC"
_LONGEST_MARK = 8  # code units


def unseen(loaded: Handle) -> frozenset[int]:
    """The addresses of text objects that stand in layers switched off."""
    parts = _parts(loaded)
    if not parts:
        return frozenset()
    whole = _pixels(loaded)
    hidden: set[int] = set()
    for number, part in enumerate(parts):
        if number >= _MOST_PARTS or not _shows(loaded, part, whole):
            hidden.update(text for handle in part for text in _texts(handle))
    return frozenset(hidden)


def _parts(loaded: Handle) -> list[list[Handle]]:
    """What may belong to a layer, as far as there is text in it."""
    parts: dict[int, list[Handle]] = defaultdict(list)
    for handle in objects(loaded):
        key = _layer(handle)
        if key is None and pdfium.FPDFPageObj_GetType(handle) == pdfium.FPDF_PAGEOBJ_FORM:
            key = address(handle)
        if key is not None and any(_texts(handle)):
            parts[key].append(handle)
    return list(parts.values())


def _layer(handle: Handle) -> int | None:
    """The innermost mark that puts an object into a layer: the same for all objects between its BDC and EMC."""
    for index in reversed(range(max(pdfium.FPDFPageObj_CountMarks(handle), 0))):
        mark = pdfium.FPDFPageObj_GetMark(handle, index)
        if _name(mark) == _LAYER:
            return address(mark)
    return None


def _name(mark: Handle) -> str:
    buffer, length = (pdfium.FPDF_WCHAR * _LONGEST_MARK)(), ctypes.c_ulong()
    if not pdfium.FPDFPageObjMark_GetName(mark, buffer, ctypes.sizeof(buffer), length):
        return ""
    return bytes(buffer)[: max(length.value - 2, 0)].decode("utf-16-le", errors="ignore")


def _texts(handle: Handle) -> Iterator[int]:
    """The addresses of the text objects of a part."""
    for each in (handle, *inside(handle)):
        if pdfium.FPDFPageObj_GetType(each) == pdfium.FPDF_PAGEOBJ_TEXT:
            yield address(each)


def _shows(loaded: Handle, part: list[Handle], whole: bytes) -> bool:
    for handle in part:
        pdfium.FPDFPageObj_SetIsActive(handle, False)
    try:
        return _pixels(loaded) != whole
    finally:
        for handle in part:
            pdfium.FPDFPageObj_SetIsActive(handle, True)


def _pixels(loaded: Handle) -> bytes:
    picture, _ = drawn(loaded, dots_per_inch=_DOTS_PER_INCH, most_pixels=_MOST_PIXELS)
    return picture.pixels
