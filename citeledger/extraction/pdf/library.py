"""pdfium, set up so that what it answers depends on the bytes alone, and its handles closed in order.

No form environment is made: scripts, actions and links of the file are never looked at (threats T69, T76).
"""

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pypdfium2_raw as pdfium

from citeledger.extraction.extracted import Unreadable

Handle = Any  # an opaque pointer of pdfium
_LONGEST_LABEL = 64  # code units


def _start() -> Any:
    """Start pdfium without the fonts of this machine: which one stands in for a missing font moves characters."""
    no_folders = ctypes.cast((ctypes.c_char_p * 1)(None), ctypes.POINTER(ctypes.POINTER(ctypes.c_char)))
    config = pdfium.FPDF_LIBRARY_CONFIG(version=2, m_pUserFontPaths=no_folders)
    pdfium.FPDF_InitLibraryWithConfig(config)
    return config


_CONFIG = _start()


@contextmanager
def document(data: bytes) -> Iterator[Handle]:
    """Open a file that needs no password. Raises Unreadable."""
    handle = pdfium.FPDF_LoadMemDocument64(data, len(data), None)
    if not handle:
        raise Unreadable
    try:
        yield handle
    finally:
        pdfium.FPDF_CloseDocument(handle)


@contextmanager
def page(opened: Handle, index: int) -> Iterator[Handle]:
    """Load one page. Raises Unreadable when the page is not there or is broken."""
    handle = pdfium.FPDF_LoadPage(opened, index)
    if not handle:
        raise Unreadable
    try:
        yield handle
    finally:
        pdfium.FPDF_ClosePage(handle)


@contextmanager
def characters(loaded: Handle) -> Iterator[Handle]:
    """The characters of a loaded page. Raises Unreadable."""
    handle = pdfium.FPDFText_LoadPage(loaded)
    if not handle:
        raise Unreadable
    try:
        yield handle
    finally:
        pdfium.FPDFText_ClosePage(handle)


def label(opened: Handle, index: int) -> str:
    """What the page calls itself ("iv"), or its number counted from 1."""
    buffer = ctypes.create_string_buffer(2 * _LONGEST_LABEL)
    length = pdfium.FPDF_GetPageLabel(opened, index, buffer, len(buffer))
    if not 2 < length <= len(buffer):
        return str(index + 1)
    named = buffer.raw[: length - 2].decode("utf-16-le", errors="ignore")
    return named.replace("\0", "").strip() or str(index + 1)
