"""Words that stand for pictures: the alternative texts in a page's structure tree (PDF 32000-1, 14.9.3)."""

import ctypes
from collections.abc import Iterator

import pypdfium2_raw as pdfium

from citeledger.extraction.pdf.library import Handle

_FIGURE = "Figure"
_DEEPEST = 40
_MOST_ELEMENTS = 5_000  # of a page
_LONGEST = 2_000  # characters; a longer one is left out, it is no description


def alternative_texts(loaded: Handle) -> list[str]:
    """What the file says in words about the pictures of a page, in its order, in single lines."""
    tree = pdfium.FPDF_StructTree_GetForPage(loaded)
    if not tree:
        return []
    try:
        return list(_texts(tree))
    finally:
        pdfium.FPDF_StructTree_Close(tree)


def _texts(tree: Handle) -> Iterator[str]:
    count = _few(pdfium.FPDF_StructTree_CountChildren(tree))
    roots = [pdfium.FPDF_StructTree_GetChildAtIndex(tree, at) for at in range(count)]
    waiting = [(root, _DEEPEST) for root in reversed(roots) if root]
    for _ in range(_MOST_ELEMENTS):
        if not waiting:
            return
        element, depth = waiting.pop()
        if _words(pdfium.FPDF_StructElement_GetType, element) == _FIGURE:
            yield from filter(None, [_words(pdfium.FPDF_StructElement_GetAltText, element)])
        elif depth:
            waiting.extend((child, depth - 1) for child in reversed(list(_children(element))))


def _children(element: Handle) -> Iterator[Handle]:
    for at in range(_few(pdfium.FPDF_StructElement_CountChildren(element))):
        child = pdfium.FPDF_StructElement_GetChildAtIndex(element, at)
        if child:
            yield child


def _few(count: int) -> int:
    return min(max(count, 0), _MOST_ELEMENTS)


def _words(ask: Handle, element: Handle) -> str:
    """What pdfium answers in UTF-16, in one line; nothing for an answer that is too long."""
    buffer = ctypes.create_string_buffer(2 * _LONGEST + 2)
    length = ask(element, buffer, len(buffer))
    if not 2 < length <= len(buffer):
        return ""
    return " ".join(buffer.raw[: length - 2].decode("utf-16-le", errors="ignore").replace("\0", "").split())
