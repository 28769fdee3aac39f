"""The order in which a line is read, from the order in which it stands on the page.

Lines of left-to-right scripts keep the file's order. Where Arabic, Hebrew, Syriac or Thaana letters stand in a line,
the file's order is worth nothing (each program writes another one), so the line is read by place: the inverse of the
Unicode bidirectional algorithm (UAX #9) as far as places tell. Numbers beside such words may have been typed on either
side of them; they are read in the direction of the line.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence

from citeledger.extraction.pdf.glyphs import Glyph

Cluster = list[Glyph]  # what stands in one place: a letter with its marks, the letters of one ligature
_GAP = 0.2  # of the font size: wider is a space
_BRACKETS = (("(", ")"), ("[", "]"), ("{", "}"))
_KINDS = {"L": "L", "R": "R", "AL": "R", "EN": "N", "AN": "N", "ET": "T", "ES": "S", "CS": "S"}


def has_right_to_left(glyphs: Sequence[Glyph]) -> bool:
    """Whether any letter is of a script written from right to left."""
    return any(ord(glyph.text) >= 0x590 and _kind(glyph.text) == "R" for glyph in glyphs)


def reads_right_to_left(glyphs: Sequence[Glyph]) -> bool:
    """Whether most letters of a line are of a script written from right to left."""
    kinds = [_kind(glyph.text) for glyph in glyphs]
    return kinds.count("R") > kinds.count("L")


def in_reading_order(glyphs: Sequence[Glyph]) -> str:
    """The text of one line that holds letters written from right to left; spaces are put where the gaps are."""
    clusters = sorted(_clusters(glyphs), key=lambda cluster: (cluster[0].left + cluster[0].right) / 2)
    spaced = list(_with_spaces(clusters))
    if reads_right_to_left(glyphs):
        return _facing("".join(map(_text, reversed(list(_left_to_right_runs(spaced))))))
    return _facing("".join(map(_text, _right_to_left_runs(spaced))))


def _kind(text: str) -> str:
    """L, R, N(umber), T(erminator of a number), S(eparator in a number), or O(ther)."""
    return _KINDS.get(unicodedata.bidirectional(text), "O")


def _clusters(glyphs: Sequence[Glyph]) -> list[Cluster]:
    """Letters and their marks, in which pdfium's order is right. Its spaces are made anew."""
    found: list[Cluster] = []
    for glyph in glyphs:
        if glyph.text == " ":
            continue
        if found and (unicodedata.combining(glyph.text) or _same_place(found[-1][0], glyph)):
            found[-1].append(glyph)
        else:
            found.append([glyph])
    return found


def _same_place(one: Glyph, other: Glyph) -> bool:
    return one.right > one.left and (one.left, one.right) == (other.left, other.right)


def _with_spaces(clusters: Sequence[Cluster]) -> Iterator[Cluster]:
    edge: float | None = None
    for cluster in clusters:
        first = cluster[0]
        if edge is not None and first.left - edge > _GAP * first.size:
            yield [Glyph(" ", edge, first.left, first.baseline, first.size, is_visible=True)]
        yield cluster
        edge = first.right if edge is None else max(edge, first.right)


def _kinds(clusters: Sequence[Cluster]) -> list[str]:
    kinds = [next((kind for kind in (_kind(glyph.text) for glyph in found) if kind != "O"), "O") for found in clusters]
    # Among Arabic letters, signs stand on the other side of their number (UAX #9, W2 and W5).
    is_arabic = any(unicodedata.bidirectional(glyph.text) == "AL" for found in clusters for glyph in found)
    return ["O" if kind == "T" else kind for kind in kinds] if is_arabic else kinds


def _left_to_right_runs(clusters: Sequence[Cluster]) -> Iterator[Sequence[Cluster]]:
    """Cut a right-to-left line into runs that read left to right (words of other scripts, numbers), and single rest."""
    kinds = _kinds(clusters)
    index = 0
    while index < len(clusters):
        stop = _end_of_words(kinds, index) if kinds[index] == "L" else _end_of_number(kinds, index)
        stop = max(stop, index + 1)
        yield clusters[index:stop]
        index = stop


def _end_of_words(kinds: Sequence[str], start: int) -> int:
    """Where words of a left-to-right script end: at the last letter or digit before one written the other way."""
    stop = start
    for index in range(start, len(kinds)):
        if kinds[index] == "R":
            break
        if kinds[index] in "LN":
            stop = index + 1
    return stop


def _end_of_number(kinds: Sequence[str], start: int) -> int:
    """Where a number with its signs and separators ends; `start` itself where none begins."""
    stop, index = start, start
    while index < len(kinds) and kinds[index] in "NTS":
        index += 1
        if kinds[index - 1] in "NT":
            stop = index
    return stop if "N" in kinds[start:stop] else start


def _right_to_left_runs(clusters: Sequence[Cluster]) -> Iterator[Sequence[Cluster]]:
    """Cut a left-to-right line; runs of right-to-left words come out in reading order."""
    kinds = _kinds(clusters)
    index = 0
    while index < len(clusters):
        stop = _end_of_turned(kinds, index) if kinds[index] == "R" else index
        yield from reversed(list(_left_to_right_runs(clusters[index:stop])))
        yield clusters[stop : stop + 1]
        index = stop + 1


def _end_of_turned(kinds: Sequence[str], start: int) -> int:
    stop = start
    for index in range(start, len(kinds)):
        if kinds[index] == "L":
            break
        if kinds[index] == "R":
            stop = index + 1
    return stop


def _text(clusters: Sequence[Cluster]) -> str:
    return "".join(glyph.text for cluster in clusters for glyph in cluster)


def _facing(text: str) -> str:
    """Brackets the way they are typed. pdfium mirrors some of those in such lines, so pairs are told by their order."""
    for opening, closing in _BRACKETS:
        pieces = re.split(f"[{re.escape(opening + closing)}]", text)
        if len(pieces) % 2:
            text = "".join(f"{opening}{piece}{closing}" if at % 2 else piece for at, piece in enumerate(pieces))
    return text
