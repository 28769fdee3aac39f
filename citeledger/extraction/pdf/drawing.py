"""A page drawn as grey pixels, as a reader's program shows it."""

import ctypes
import math
from collections.abc import Iterator
from contextlib import contextmanager

import pypdfium2_raw as pdfium

from citeledger.extraction.extracted import Unreadable
from citeledger.extraction.pdf.library import Handle
from citeledger.extraction.pictures import Picture

_POINTS_PER_INCH = 72


def drawn(loaded: Handle, *, dots_per_inch: int, most_pixels: int, shown: int = 0) -> tuple[Picture, float]:
    """The page at that resolution, or as large as the pixels allow; and how many pixels make a point.

    `shown` is what pdfium draws beside the page itself (FPDF_ANNOT), nothing unless said.
    Raises Unreadable for a page without extent, and for one so long and thin that no drawing shows anything.
    """
    width, height = pdfium.FPDF_GetPageWidthF(loaded), pdfium.FPDF_GetPageHeightF(loaded)
    if not (width > 0 and height > 0 and math.isfinite(width * height)):
        raise Unreadable
    scale = min(dots_per_inch / _POINTS_PER_INCH, math.sqrt(most_pixels / (width * height)))
    across, down = max(math.ceil(width * scale), 1), max(math.ceil(height * scale), 1)
    if across * down > 2 * most_pixels:
        raise Unreadable
    with _canvas(across, down) as canvas:
        pdfium.FPDF_RenderPageBitmap(canvas, loaded, 0, 0, across, down, 0, pdfium.FPDF_GRAYSCALE | shown)
        pixels = _rows(canvas, across, down)
    return Picture(across, down, pixels, round(scale * _POINTS_PER_INCH)), scale


@contextmanager
def _canvas(width: int, height: int) -> Iterator[Handle]:
    handle = pdfium.FPDFBitmap_CreateEx(width, height, pdfium.FPDFBitmap_Gray, None, 0)
    if not handle:
        raise Unreadable
    try:
        pdfium.FPDFBitmap_FillRect(handle, 0, 0, width, height, 0xFFFFFFFF)
        yield handle
    finally:
        pdfium.FPDFBitmap_Destroy(handle)


def _rows(canvas: Handle, width: int, height: int) -> bytes:
    stride = pdfium.FPDFBitmap_GetStride(canvas)
    pixels = ctypes.string_at(pdfium.FPDFBitmap_GetBuffer(canvas), stride * height)
    if stride == width:
        return pixels
    return b"".join(pixels[start : start + width] for start in range(0, stride * height, stride))
