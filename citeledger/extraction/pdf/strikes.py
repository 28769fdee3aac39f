"""Lines drawn through words. They are told from underlines, rules of tables, bars of fractions and lines of grids by
where they run: through the middle of small letters, and hardly farther than the words.

What crosses words out otherwise (a cross, a wave, a slanting line) is not judged.
"""

import ctypes
import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, pairwise
from typing import NamedTuple

import pypdfium2_raw as pdfium

from citeledger.extraction.pdf.geometry import Box
from citeledger.extraction.pdf.glyphs import Frame, Glyph
from citeledger.extraction.pdf.library import Handle
from citeledger.extraction.pdf.painting import THIN, Layer, Painting, is_white, paths

_MIDDLE = (0.12, 0.45)  # of the font size above the baseline: small letters are about half of it high
_BODY = (-0.25, 0.8)  # where letters of the size stand at all
_OVERHANG = 0.1  # of the font size that a line may lack at the end of a letter
_BETWEEN = 1.0  # of the font size: the longest gap between parts of one line
_DASHED = 4.0  # times the width of a line: the longest gap between dashes
_FILLED = 0.5  # of a line lies on letters, or it is about something else
_CROSSED = 0.6  # of the letters' width the line covers
_MOST_SEGMENTS = 400  # of one path: more are a drawing
_FAINTEST = 50  # of 255


class _Point(NamedTuple):
    x: float
    y: float
    begins: bool
    is_straight: bool  # as the line that leads to it is
    closes: bool


def strokes(loaded: Handle, painted: Painting) -> list[Box]:
    """The straight lines that are seen on a page, those of forms in it included."""
    drawn = (Layer(path.order, box) for path in paths(loaded) for box in _lines(path.handle, path.matrix))
    return [layer.box for layer in drawn if not _is_covered(layer, painted)]


def strike(frame: Frame, drawn: Iterable[Box]) -> None:
    """Mark the letters of a frame that lines strike through."""
    levels = _Levels([glyph for glyph in frame.glyphs if glyph.is_visible])
    lines = _joined(map(frame.turn.box, drawn))
    for row in _rows(_Line(box, crossed) for box in lines if _letters(crossed := levels.crossed(box))):
        if _run_through(row):
            for glyph in chain.from_iterable(line.crossed for line in row if _is_about(line)):
                glyph.is_struck = True


class _Line(NamedTuple):
    """A level line, and what it runs over."""

    box: Box
    crossed: list[Glyph]


def _joined(boxes: Iterable[Box]) -> Iterator[Box]:
    """The level lines among boxes, row by row; dashes that follow one another are one."""
    level = [box for box in boxes if box.right - box.left > box.top - box.bottom]
    held: list[Box] = []
    for box in sorted(level, key=lambda box: (_height(box), box.left)):
        if held and not _follows(held[-1], box, _DASHED * (box.top - box.bottom)):
            yield _around(held)
            held = []
        held.append(box)
    if held:
        yield _around(held)


def _around(dashes: Sequence[Box]) -> Box:
    return Box(dashes[0].left, dashes[0].bottom, max(dash.right for dash in dashes), dashes[0].top)


def _rows(lines: Iterable[_Line]) -> Iterator[list[_Line]]:
    """Lines of one height with hardly a letter between them: parts of one underline, left open where letters hang."""
    held: list[_Line] = []
    for line in lines:
        gap = _BETWEEN * max(glyph.size for glyph in line.crossed)
        if held and not _follows(held[-1].box, line.box, gap):
            yield held
            held = []
        held.append(line)
    if held:
        yield held


def _follows(last: Box, box: Box, gap: float) -> bool:
    return _height(last) == _height(box) and box.left - last.right <= gap


def _height(box: Box) -> tuple[float, float]:
    return round(box.bottom, 1), round(box.top, 1)


class _Levels:
    """Letters by the height and size they stand in, each level from left to right."""

    def __init__(self, glyphs: Iterable[Glyph]) -> None:
        found: dict[tuple[float, float], list[Glyph]] = {}
        for glyph in glyphs:
            found.setdefault((glyph.baseline, glyph.size), []).append(glyph)
        self._levels = sorted(found)
        self._largest = max((size for _, size in found), default=0.0)
        self._glyphs = {level: sorted(group, key=_middle) for level, group in found.items()}

    def crossed(self, box: Box) -> list[Glyph]:
        """The letters that a level line runs over, above or under within their line."""
        height, found = (box.bottom + box.top) / 2, []
        first = bisect_left(self._levels, (height - _BODY[1] * self._largest, 0.0))
        last = bisect_right(self._levels, (height - _BODY[0] * self._largest, math.inf))
        for baseline, size in self._levels[first:last]:
            if _BODY[0] * size <= height - baseline <= _BODY[1] * size:
                level, edge = self._glyphs[baseline, size], _OVERHANG * size
                start = bisect_left(level, box.left - edge, key=_middle)
                found += level[start : bisect_right(level, box.right + edge, key=_middle)]
        return found


def _middle(glyph: Glyph) -> float:
    return (glyph.left + glyph.right) / 2


def _run_through(row: Sequence[_Line]) -> bool:
    """Whether lines run through letters. What is raised or lowered goes along with the letters beside it."""
    through = [_runs_through(line.box, glyph) for line in row for glyph in _letters(line.crossed)]
    return 2 * sum(through) > len(through)


def _is_about(line: _Line) -> bool:
    """Whether a line is as long as what it runs over."""
    width = line.box.right - line.box.left
    return _width(line.crossed) >= _FILLED * width and width >= _CROSSED * _width(_letters(line.crossed))


def _letters(glyphs: Iterable[Glyph]) -> list[Glyph]:
    return [glyph for glyph in glyphs if glyph.text != " "]


def _runs_through(box: Box, glyph: Glyph) -> bool:
    height = (box.bottom + box.top) / 2 - glyph.baseline
    return _MIDDLE[0] * glyph.size <= height <= _MIDDLE[1] * glyph.size and box.top - box.bottom <= THIN * glyph.size


def _width(glyphs: Iterable[Glyph]) -> float:
    return sum(glyph.right - glyph.left for glyph in glyphs)


def _is_covered(layer: Layer, painted: Painting) -> bool:
    """Whether something painted later lies on the middle of a line, as behind a title set into a rule."""
    x, y = (layer.box.left + layer.box.right) / 2, (layer.box.bottom + layer.box.top) / 2
    return any(cover.order > layer.order and cover.box.holds(x, y) for cover in painted.covers)


def _lines(handle: Handle, matrix: pdfium.FS_MATRIX) -> Iterator[Box]:
    """The straight lines of a path, and the filled shapes in it, where they stand on the page."""
    if not 2 <= pdfium.FPDFPath_CountSegments(handle) <= _MOST_SEGMENTS:
        return
    mode, stroked = ctypes.c_int(0), ctypes.c_int(0)
    pdfium.FPDFPath_GetDrawMode(handle, mode, stroked)
    shapes = list(_shapes(handle, matrix))
    if stroked.value and _is_inked(handle, pdfium.FPDFPageObj_GetStrokeColor):
        half = _stroke_width(handle, matrix) / 2
        yield from (_thick(line, half) for shape in shapes for line in _sides(shape))
    if mode.value and _is_inked(handle, pdfium.FPDFPageObj_GetFillColor):
        yield from (Box.around(*((point.x, point.y) for point in shape)) for shape in shapes)


def _is_inked(handle: Handle, ask: Handle) -> bool:
    parts = [ctypes.c_uint(0), ctypes.c_uint(0), ctypes.c_uint(0), ctypes.c_uint(255)]
    ask(handle, *parts)
    red, green, blue, opacity = (part.value for part in parts)
    return opacity >= _FAINTEST and not is_white((red, green, blue, opacity))


def _stroke_width(handle: Handle, matrix: pdfium.FS_MATRIX) -> float:
    width = ctypes.c_float(0)
    pdfium.FPDFPageObj_GetStrokeWidth(handle, width)
    return width.value * math.sqrt(abs(matrix.a * matrix.d - matrix.b * matrix.c))


def _thick(line: Box, half: float) -> Box:
    """A line with its width, which lies across it."""
    if line.right - line.left >= line.top - line.bottom:
        return Box(line.left, line.bottom - half, line.right, line.top + half)
    return Box(line.left - half, line.bottom, line.right + half, line.top)


def _shapes(handle: Handle, matrix: pdfium.FS_MATRIX) -> Iterator[list[_Point]]:
    held: list[_Point] = []
    for index in range(pdfium.FPDFPath_CountSegments(handle)):
        point = _point(pdfium.FPDFPath_GetPathSegment(handle, index), matrix)
        if point.begins and held:
            yield held
            held = []
        held.append(point)
    if held:
        yield held


def _point(segment: Handle, matrix: pdfium.FS_MATRIX) -> _Point:
    x, y = ctypes.c_float(0), ctypes.c_float(0)
    pdfium.FPDFPathSegment_GetPoint(segment, x, y)
    kind = pdfium.FPDFPathSegment_GetType(segment)
    return _Point(
        matrix.a * x.value + matrix.c * y.value + matrix.e,
        matrix.b * x.value + matrix.d * y.value + matrix.f,
        kind == pdfium.FPDF_SEGMENT_MOVETO,
        kind == pdfium.FPDF_SEGMENT_LINETO,
        bool(pdfium.FPDFPathSegment_GetClose(segment)),
    )


def _sides(shape: Sequence[_Point]) -> Iterator[Box]:
    for last, point in pairwise(shape):
        if point.is_straight:
            yield Box.around(last[:2], point[:2])
        if point.closes:
            yield Box.around(point[:2], shape[0][:2])
