"""What else a page paints, and in which order: what may hide its text, what is a picture, what rules its tables.

Only what stands on the page itself is looked at; a form drawn as one piece counts as one object.
"""

import ctypes
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

import pypdfium2_raw as pdfium

from citeledger.extraction.extracted import Unreadable
from citeledger.extraction.pdf.geometry import Box
from citeledger.extraction.pdf.library import Handle

_MOST_OBJECTS = 200_000  # on one page
_DEEPEST_FORM = 8
_RECTANGLE = 6  # a rectangle has at most this many path segments
THIN = 0.25  # of the font size: a line this thin may strike letters out, and does not cover them
_HAIRLINE = 3.0  # points: a filled rectangle this thin is a line
_LIGHTEST = 250  # of 255, in each colour: white to the eye


class Layer(NamedTuple):
    """An object's place in the order of painting, and the box it fills."""

    order: int
    box: Box


class Path(NamedTuple):
    """A path that a page or a form in it draws: where its points are put on the page (`matrix`), and when."""

    order: int
    handle: Handle
    matrix: pdfium.FS_MATRIX


@dataclass(slots=True)
class Painting:
    """What a page paints. `order` knows text objects by their address."""

    count: int = 0
    inner: int = 0  # objects inside forms
    order: dict[int, int] = field(default_factory=dict)
    covers: list[Layer] = field(default_factory=list)  # nothing painted before shows through
    bars: list[Layer] = field(default_factory=list)  # the same, as thin as lines
    grounds: list[Layer] = field(default_factory=list)  # white letters may be read on these
    pictures: list[Box] = field(default_factory=list)
    rules: list[Box] = field(default_factory=list)  # thin lines, upright or level


def painting(loaded: Handle) -> Painting:
    """Look at every object of a loaded page. Raises Unreadable for a page of more objects than any real one."""
    count = _count(pdfium.FPDFPage_CountObjects(loaded))
    found = Painting(count=count)
    for order in range(count):
        _note(found, pdfium.FPDFPage_GetObject(loaded, order), order)
    return found


def objects(loaded: Handle) -> Iterator[Handle]:
    """Every object of a page, those inside forms after the form. Raises Unreadable for more than any real page has."""
    for number, handle in enumerate(_every(loaded)):
        _count(number)
        yield handle


def paths(loaded: Handle) -> Iterator[Path]:
    """Every path of a page, those inside forms with the order of the outermost form. Raises Unreadable."""
    number = 0
    for order in range(_count(pdfium.FPDFPage_CountObjects(loaded))):
        for handle, matrix in _placed(pdfium.FPDFPage_GetObject(loaded, order), pdfium.FS_MATRIX(1, 0, 0, 1, 0, 0)):
            number = _count(number + 1)
            yield Path(order, handle, matrix)


def _placed(
    handle: Handle, around: pdfium.FS_MATRIX, depth: int = _DEEPEST_FORM
) -> Iterator[tuple[Handle, pdfium.FS_MATRIX]]:
    """The paths in an object, itself included, and where they are put."""
    kind = pdfium.FPDFPageObj_GetType(handle)
    if kind not in {pdfium.FPDF_PAGEOBJ_PATH, pdfium.FPDF_PAGEOBJ_FORM}:
        return
    own = pdfium.FS_MATRIX(1, 0, 0, 1, 0, 0)
    pdfium.FPDFPageObj_GetMatrix(handle, own)
    matrix = _within(own, around)
    if kind == pdfium.FPDF_PAGEOBJ_PATH:
        yield handle, matrix
        return
    for index in range(_count(pdfium.FPDFFormObj_CountObjects(handle)) if depth else 0):
        yield from _placed(pdfium.FPDFFormObj_GetObject(handle, index), matrix, depth - 1)


def _within(own: pdfium.FS_MATRIX, around: pdfium.FS_MATRIX) -> pdfium.FS_MATRIX:
    """What puts a thing where `own` does, inside what `around` puts elsewhere."""
    return pdfium.FS_MATRIX(
        own.a * around.a + own.b * around.c,
        own.a * around.b + own.b * around.d,
        own.c * around.a + own.d * around.c,
        own.c * around.b + own.d * around.d,
        own.e * around.a + own.f * around.c + around.e,
        own.e * around.b + own.f * around.d + around.f,
    )


def _every(loaded: Handle) -> Iterator[Handle]:
    for index in range(_count(pdfium.FPDFPage_CountObjects(loaded))):
        handle = pdfium.FPDFPage_GetObject(loaded, index)
        yield handle
        yield from inside(handle)


def inside(handle: Handle, depth: int = _DEEPEST_FORM) -> Iterator[Handle]:
    """Every object inside a form, however deep; nothing for other objects. Raises Unreadable."""
    if pdfium.FPDFPageObj_GetType(handle) != pdfium.FPDF_PAGEOBJ_FORM or not depth:
        return
    for index in range(_count(pdfium.FPDFFormObj_CountObjects(handle))):
        inner = pdfium.FPDFFormObj_GetObject(handle, index)
        yield inner
        yield from inside(inner, depth - 1)


def _count(count: int) -> int:
    if count > _MOST_OBJECTS:
        raise Unreadable
    return max(count, 0)


def address(handle: Handle) -> int:
    """What tells one object of pdfium from another; 0 for none."""
    return ctypes.cast(handle, ctypes.c_void_p).value or 0


def is_white(colours: tuple[int, int, int, int]) -> bool:
    return min(colours[:3]) >= _LIGHTEST


def fill(handle: Handle) -> tuple[int, int, int, int]:
    """Red, green, blue and opacity (0-255) an object is filled with; opaque black where it does not say."""
    parts = [ctypes.c_uint(0), ctypes.c_uint(0), ctypes.c_uint(0), ctypes.c_uint(255)]
    pdfium.FPDFPageObj_GetFillColor(handle, *parts)
    red, green, blue, opacity = (part.value for part in parts)
    return red, green, blue, opacity


def _note(found: Painting, handle: Handle, order: int) -> None:
    kind = pdfium.FPDFPageObj_GetType(handle)
    if kind == pdfium.FPDF_PAGEOBJ_TEXT:
        found.order[address(handle)] = order
        return
    layer = Layer(order, _bounds(handle))
    if kind == pdfium.FPDF_PAGEOBJ_PATH:
        _note_path(found, handle, layer)
        return
    found.grounds.append(layer)
    if kind == pdfium.FPDF_PAGEOBJ_IMAGE:
        found.pictures.append(layer.box)
        _note_cover(found.covers, handle, layer)
    if kind == pdfium.FPDF_PAGEOBJ_FORM:
        _note_form(found, handle, layer)


def _note_path(found: Painting, handle: Handle, layer: Layer) -> None:
    mode, stroked = ctypes.c_int(0), ctypes.c_int(0)
    pdfium.FPDFPath_GetDrawMode(handle, mode, stroked)
    width, height = layer.box.right - layer.box.left, layer.box.top - layer.box.bottom
    if min(width, height) <= _HAIRLINE:
        if mode.value or stroked.value:
            found.rules.append(layer.box)
    elif stroked.value and pdfium.FPDFPath_CountSegments(handle) <= _RECTANGLE:
        found.rules.extend(_outline(layer.box))
    if not mode.value:
        return
    colours = fill(handle)
    if not is_white(colours):
        found.grounds.append(layer)
    if colours[3] == 255 and pdfium.FPDFPath_CountSegments(handle) <= _RECTANGLE:
        _note_cover(found.bars if height <= _HAIRLINE else found.covers, handle, layer)


def _outline(box: Box) -> Iterator[Box]:
    left, bottom, right, top = box
    yield from (Box(left, bottom, right, bottom), Box(left, top, right, top))
    yield from (Box(left, bottom, left, top), Box(right, bottom, right, top))


def _note_cover(covers: list[Layer], handle: Handle, layer: Layer) -> None:
    if not pdfium.FPDFPageObj_HasTransparency(handle):
        covers.append(layer)


def _note_form(found: Painting, handle: Handle, layer: Layer) -> None:
    for inner in inside(handle):
        found.inner = _count(found.inner + 1)
        kind = pdfium.FPDFPageObj_GetType(inner)
        if kind == pdfium.FPDF_PAGEOBJ_TEXT:
            found.order[address(inner)] = layer.order
        if kind == pdfium.FPDF_PAGEOBJ_IMAGE:
            found.pictures.append(layer.box)


def _bounds(handle: Handle) -> Box:
    sides = [ctypes.c_float(0) for _ in range(4)]
    pdfium.FPDFPageObj_GetBounds(handle, *sides)
    left, bottom, right, top = (side.value for side in sides)
    return Box.between(left, bottom, right, top)
