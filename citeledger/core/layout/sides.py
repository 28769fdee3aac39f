"""One text as re-anchoring sees it: what readers see and what they do not, each as a stream with its sections."""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, groupby, pairwise
from operator import itemgetter

from citeledger.core.layout.besides import Besides
from citeledger.core.layout.captions import Captions
from citeledger.core.layout.html_tables import html_cells
from citeledger.core.layout.joiners import Joiners
from citeledger.core.layout.labels import Labels
from citeledger.core.layout.leads import Leads
from citeledger.core.layout.quotations import Quotations
from citeledger.core.layout.retractions import Retractions
from citeledger.core.layout.sections import Path, Sections
from citeledger.core.layout.standings import Standings
from citeledger.core.layout.statuses import statuses
from citeledger.core.layout.structures import StructureLike
from citeledger.core.layout.table_places import TablePlaces
from citeledger.core.layout.tables import Name, Tables, markdown_cells
from citeledger.core.layout.text_tables import drawn_cells
from citeledger.core.reading.blocks import Blocks, BlocksAndLines, KeptLines, breaks
from citeledger.core.reading.footnotes import Footnotes
from citeledger.core.reading.hyphens import JoinedStream, has_broken_words, joined_in_cell
from citeledger.core.reading.item_numbers import drawn_numbers
from citeledger.core.reading.normalization import Normalizer
from citeledger.core.reading.pictures import picture
from citeledger.core.reading.streams import Stream, Stretch
from citeledger.core.reading.tokens import Columns, as_read
from citeledger.core.reading.wraps import Wraps

_OVERRIDES, _OVERRIDDEN = frozenset("\u202d\u202e"), "\u202c"
_Row = tuple[str, int, int]


@dataclass(frozen=True, slots=True)
class Side:
    """A canonical text, its stored structure, and the normaliser to compare it with."""

    text: str
    structure: StructureLike
    normalizer: Normalizer


@dataclass(frozen=True)
class Layer:
    """One stream of a side (the seen or the unseen tokens) and what is needed to find passages in it."""

    text: str
    structure: StructureLike
    stream: Stream
    sections: Sections
    breaks: Sequence[int]
    has_broken_words: bool
    letters_before_break: int
    wraps: Wraps
    footnotes: Footnotes
    kept_lines: KeptLines
    table_places: TablePlaces
    joined_stream: JoinedStream | None = None

    @cached_property
    def blocks(self) -> BlocksAndLines:
        """The paragraphs, items, rows and kept lines of this stream."""
        return BlocksAndLines(blocks=self.paragraphs, lines=self.kept_lines, stream=self.stream)

    @cached_property
    def paragraphs(self) -> Blocks:
        """The same without kept lines."""
        return Blocks(breaks=self.breaks, stream=self.stream)

    @cached_property
    def leads(self) -> Leads:
        """What stands above the blocks of this stream without being a heading."""
        return Leads(text=self.text, blocks=self.structure.blocks, stream=self.stream)

    @cached_property
    def retractions(self) -> Retractions:
        """What the sentences of this stream take back."""
        stated = statuses(self.text, self.structure.blocks)
        return Retractions(stated=stated, stream=self.stream, blocks=self.paragraphs, sections=self.sections)

    @cached_property
    def besides(self) -> Besides:
        """The words beside stretches of this stream."""
        return Besides(stream=self.stream, blocks=self.paragraphs, laid_out=self.structure.blocks)

    @cached_property
    def quotations(self) -> Quotations:
        """What is laid out as a quotation."""
        return Quotations(text=self.text, blocks=self.structure.blocks)

    @cached_property
    def captions(self) -> Captions:
        """The few words above and behind blocks of this stream."""
        return Captions(blocks=self.structure.blocks, stream=self.stream)

    @cached_property
    def joiners(self) -> Joiners:
        """How the items of lists in this stream belong together."""
        return Joiners(text=self.text, blocks=self.structure.blocks, stream=self.stream)

    @cached_property
    def labels(self) -> Labels:
        """What values of this stream are said of."""
        return Labels(breaks=self.breaks, lines=self.kept_lines.all(), stream=self.stream)

    @cached_property
    def standings(self) -> Standings:
        """What the blocks of this stream stand under."""
        return Standings(
            stream=self.stream,
            blocks=self.paragraphs,
            lines=self.kept_lines,
            tables=self.table_places,
            sections=self.sections,
            leads=self.leads,
            captions=self.captions,
            joiners=self.joiners,
            besides=self.besides,
        )

    def is_below_a_line(self, stretch: Stretch) -> bool:
        """Whether a kept line of its block ends before a stretch."""
        start = self.stream.starts[stretch.first]
        lines = self.kept_lines.around(start)
        line = bisect_right(lines, start)
        return line > 0 and lines[line - 1] > self.breaks[bisect_right(self.breaks, start) - 1]

    @cached_property
    def tables(self) -> Tables:
        """The cells of this stream: those the extractor located, else those of tables in source that is text."""
        stored, blocks = self.structure.cells, self.structure.blocks
        if stored:
            return Tables(cells=stored, reading=self._as_written, stream=self.stream, sections=self.sections)
        ways = (markdown_cells, html_cells, drawn_cells)
        cells = chain.from_iterable(way(blocks=blocks, text=self.text, reading=self._as_read) for way in ways)
        return Tables(cells=cells, reading=self._as_read, stream=self.stream, sections=self.sections)

    def cell_names(self, stretch: Stretch) -> list[Name]:
        """What names each cell that a stretch touches, in order."""
        return self.tables.names(stretch) if self.may_hold_cells(stretch) else []

    def may_hold_cells(self, stretch: Stretch) -> bool:
        """Whether a stretch may touch a cell."""
        starts, ends = self.stream.starts, self.stream.ends
        return self.table_places.may_hold(start=starts[stretch.first], end=ends[stretch.stop - 1])

    def _as_read(self, start: int, end: int) -> str:
        return " ".join(self.stream.values[slice(*self.stream.stretch(start=start, end=end))])

    def _as_written(self, start: int, end: int) -> str:
        return as_read(joined_in_cell(self.text[start:end]))

    @cached_property
    def joined(self) -> "Layer":
        """This layer with the hyphens inside words left out (see `hyphens`)."""
        least = self.letters_before_break
        joined = JoinedStream.of(text=self.text, stream=self.stream, breaks=self.breaks, letters_before_break=least)
        return replace(self, stream=joined.stream, joined_stream=joined)

    def values(self, stretch: Stretch) -> tuple[str, ...]:
        """The tokens of a stretch."""
        return self.stream.values[stretch.first : stretch.stop]

    def around(self, stretch: Stretch) -> list[str]:
        """What the source puts around a stretch that nobody can judge."""
        return self.wraps.around(start=self.stream.starts[stretch.first], end=self.stream.ends[stretch.stop - 1])

    def conditions(self, stretch: Stretch) -> Counter[str]:
        """What the notes of a stretch say, but for those that only name a source."""
        return self.footnotes.conditions(
            start=self.stream.starts[stretch.first], end=self.stream.ends[stretch.stop - 1]
        )

    def path(self, stretch: Stretch) -> Path:
        """The headings above a stretch."""
        return self.sections.path(self.stream.starts[stretch.first])

    def passage(self, *, start: int, end: int) -> Stretch:
        """The tokens of a citation of a source range: as a reader takes them, with the sign written onto a number."""
        stretch = self.stream.stretch(start=start, end=end)
        return self.stream.widened(stretch, text=self.text) if stretch.first < stretch.stop else stretch

    def is_complete(self, stretch: Stretch) -> bool:
        """Whether no sign is written onto a number at an edge of the stretch: "7 days" is not said by "~7 days"."""
        return self.stream.widened(stretch, text=self.text) == stretch

    def says_the_same(self, own: Stretch, other: "Layer", stretch: Stretch) -> bool:
        """Say whether stretches with equal token values are equal: in joined layers a hyphen may still differ."""
        if self.joined_stream is None or other.joined_stream is None:
            return True
        return self.joined_stream.agrees(own, other.joined_stream, stretch)


@dataclass(frozen=True, slots=True)
class PreparedSide:
    """A side after normalisation, the costly part; keep it as long as the same text is compared again."""

    text: str
    normalizer_id: str
    seen: Layer
    noted: Layer  # footnotes: the text flows around them, and where a page ends is nobody's doing
    unseen: Layer

    @property
    def layers(self) -> tuple[Layer, Layer, Layer]:
        """All of them, those that decide first in front."""
        return self.seen, self.noted, self.unseen


def prepare(side: Side) -> PreparedSide:
    """Normalise a side once. Linear in its text: a second or two for a megabyte."""
    edges = breaks(text=side.text, blocks=side.structure.blocks)
    flowing, hidden = _parted(side)
    seen, noted, unseen = (Stream(*columns, edges) for columns in (*_without_notes(side, flowing), hidden))
    sections = Sections(headings=side.structure.headings, stream=seen)
    notes = Footnotes([*side.structure.notes, *side.normalizer.footnotes(side.text)], side.text)
    lines = KeptLines(text=side.text, blocks=side.structure.blocks)
    wraps = side.normalizer.wraps(side.text)
    places = TablePlaces(text=side.text, structure=side.structure)
    rest = has_broken_words(side.text), side.normalizer.letters_before_break, wraps, notes, lines, places
    seen.sentences  # noqa: B018 - worked out here and not by the first comparison
    return PreparedSide(
        text=side.text,
        normalizer_id=side.normalizer.id,
        seen=Layer(side.text, side.structure, seen, sections, edges, *rest),
        noted=Layer(side.text, side.structure, noted, Sections(headings=(), stream=noted), edges, *rest),
        unseen=Layer(side.text, side.structure, unseen, sections, edges, *rest),
    )


def _parted(side: Side) -> tuple[Columns, Columns]:
    """The tokens readers see and the others: those they do not, in regions no text flows through, numbers of items and
    of notes: what a note says counts, and not its number.
    """
    seen, unseen = side.normalizer.columns(side.text)
    regions = side.structure.regions
    if pictures := _edges((region.start, region.end) for region in regions if region.is_picture):
        seen, unseen = _with_pictures(seen, unseen, pictures)
    numbers = drawn_numbers(text=side.text, blocks=side.structure.blocks) if side.normalizer.draws_numbers else []
    apart = [(region.start, region.end) for region in regions if region.is_apart]
    apart += [(note.mark_start, note.mark_end) for note in side.structure.notes if note.mark_start < note.mark_end]
    edges = _edges([*apart, *numbers, *_reordered(seen, breaks(text=side.text, blocks=side.structure.blocks))])
    if not edges:
        return seen, unseen
    parts: tuple[list[_Row], list[_Row]] = [], [*zip(*unseen, strict=True)]
    for row in chain.from_iterable(_cut(row, edges) for row in zip(*seen, strict=True)):
        parts[bisect_right(edges, row[1]) % 2].append(row)
    return _columns(parts[0]), _columns(sorted(parts[1], key=itemgetter(1)))


def _without_notes(side: Side, seen: Columns) -> tuple[Columns, Columns]:
    """The tokens that flow, and those of footnotes between them."""
    edges = _edges((region.start, region.end) for region in side.structure.regions if region.is_footnote)
    if not edges:
        return seen, Columns([], [], [])
    parts: tuple[list[_Row], list[_Row]] = [], []
    for row in zip(*seen, strict=True):
        parts[bisect_right(edges, row[1]) % 2].append(row)
    return _columns(parts[0]), _columns(parts[1])


def _cut(row: _Row, edges: Sequence[int]) -> Iterator[_Row]:
    """A token in the parts that edges make of it: "days¹" is "days" and a mark."""
    value, start, end = row
    first, stop = bisect_right(edges, start), bisect_left(edges, end)
    if first >= stop or len(value) != end - start:
        yield row
        return
    for left, right in pairwise([start, *edges[first:stop], end]):
        yield value[left - start : right - start], left, right


def _reordered(seen: Columns, edges: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Ranges that an override sets in another order, up to what ends it or the end of the block (UAX 9)."""
    if _OVERRIDES.isdisjoint(seen.values):
        return
    opened: int | None = None
    for value, start, end in zip(*seen, strict=True):
        if opened is not None and (value == _OVERRIDDEN or bisect_right(edges, opened) != bisect_right(edges, start)):
            yield opened, start
            opened = None
        if opened is None and value in _OVERRIDES:
            opened = end
    if opened is not None:
        yield opened, seen.ends[-1]


def _with_pictures(seen: Columns, unseen: Columns, edges: Sequence[int]) -> tuple[Columns, Columns]:
    """The tokens, with one for all that stand for a picture; these themselves are not seen."""
    rows: list[_Row] = []
    hidden: list[_Row] = [*zip(*unseen, strict=True)]
    for place, group in groupby(zip(*seen, strict=True), key=lambda row: bisect_right(edges, row[1])):
        found = list(group)
        if place % 2:
            hidden += found
            found = [(picture(row[0] for row in found), found[0][1], found[-1][2])]
        rows += found
    return _columns(rows), _columns(sorted(hidden, key=itemgetter(1)))


def _edges(ranges: Iterable[tuple[int, int]]) -> list[int]:
    """Where ranges begin and end, in turn, rising; those that touch are one."""
    edges: list[int] = []
    for start, end in sorted(ranges):
        if edges and start <= edges[-1]:
            edges[-1] = max(edges[-1], end)
        else:
            edges += [start, end]
    return edges


def _columns(rows: Sequence[_Row]) -> Columns:
    return Columns([row[0] for row in rows], [row[1] for row in rows], [row[2] for row in rows])
