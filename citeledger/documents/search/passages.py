"""What is found: the blocks of a canonical text, long ones in pieces, each with the headings above it. Pure."""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from citeledger.core.reading.blocks import breaks
from citeledger.core.reading.hyphens import JoinedStream, has_broken_words
from citeledger.core.reading.normalization import Normalizer
from citeledger.core.reading.streams import Stream
from citeledger.documents.search.terms import terms_of_text
from citeledger.extraction import Block, Heading, Structure

LONGEST_PASSAGE = 1500  # code points


@dataclass(frozen=True, slots=True)
class Passage:
    """A stretch of text to find (code points, end exclusive), and how often each term stands in it or above it."""

    start: int
    end: int
    terms: Counter[str]


def passages(*, text: str, structure: Structure, normalizer: Normalizer) -> Iterator[Passage]:
    """The passages in text order, of what readers see. A heading is found with what stands under it, or else alone."""
    reading = _Reading(text=text, structure=structure, normalizer=normalizer)
    outline = Outline(structure.headings)
    for block in _found(structure.blocks):
        for start, end in reading.pieces(block):
            own = reading.terms(start, end)
            if own:
                yield Passage(start, end, own + sum(map(reading.title, outline.above(start)), Counter()))


class Outline:
    """The headings of one text, asked for by place."""

    def __init__(self, headings: Sequence[Heading]) -> None:
        self._starts = [heading.start for heading in headings]
        self._chains: list[tuple[Heading, ...]] = [()]
        for heading in headings:
            above = (outer for outer in self._chains[-1] if outer.level < heading.level)
            self._chains.append((*above, heading))

    def above(self, offset: int) -> tuple[Heading, ...]:
        """The headings whose section a place stands in, outermost first; not the one it is part of itself."""
        chain = self._chains[bisect_right(self._starts, offset)]
        return tuple(heading for heading in chain if heading.end <= offset)


def _found(blocks: Sequence[Block]) -> Iterator[Block]:
    for block, following in pairwise((*blocks, None)):
        if block is not None and (block.kind != "heading" or following is None or following.kind == "heading"):
            yield block


class _Reading:
    """The words a reader sees of one text, also those that a line end broke in two."""

    def __init__(self, *, text: str, structure: Structure, normalizer: Normalizer) -> None:
        self._text = text
        self._titles: dict[Heading, Counter[str]] = {}
        edges = breaks(text=text, blocks=structure.blocks)
        self._seen, self._joined = words_seen(text=text, edges=edges, normalizer=normalizer)

    def terms(self, start: int, end: int) -> Counter[str]:
        found: Counter[str] = Counter()
        for stream in (self._seen, self._joined):
            first, stop = stream.stretch(start=start, end=end)
            found.update(terms_of_text(stream.values[first:stop]))
        return found

    def title(self, heading: Heading) -> Counter[str]:
        if heading not in self._titles:
            self._titles[heading] = self.terms(heading.start, heading.end)
        return self._titles[heading]

    def pieces(self, block: Block) -> Iterator[tuple[int, int]]:
        """The block, or parts of it that begin with a sentence, or a word where a sentence is too long."""
        start, stop = block.start, block.end
        while stop - start > LONGEST_PASSAGE:
            edge = self._edge(start, start + LONGEST_PASSAGE)
            yield self._trimmed(start, edge)
            start = edge
        yield self._trimmed(start, stop)

    def _edge(self, start: int, limit: int) -> int:
        starts = self._seen.starts
        first, stop = bisect_left(starts, start + 1), bisect_left(starts, limit + 1)
        edges = self._seen.edges
        sentence = bisect_left(edges, stop) - 1
        if sentence >= 0 and edges[sentence] >= first:
            return starts[edges[sentence]]
        return starts[stop - 1] if stop > first else limit

    def _trimmed(self, start: int, end: int) -> tuple[int, int]:
        piece = self._text[start:end]
        return end - len(piece.lstrip()), start + len(piece.rstrip())


def words_seen(*, text: str, edges: Sequence[int], normalizer: Normalizer) -> tuple[Stream, Stream]:
    """The words a reader sees, and those that a line end broke in two. No sentence reaches across the `edges`."""
    seen = Stream(*normalizer.columns(text)[0], edges)
    if not has_broken_words(text):
        return seen, Stream.of(())
    return seen, _mended(JoinedStream.of(text=text, stream=seen, breaks=edges))


def _mended(joined: JoinedStream) -> Stream:
    """Of all words without hyphens those that stand on two lines."""
    stream = joined.stream
    broken = [index for index, joints in enumerate(joined.joints) if any(joints.values())]
    return Stream(
        [stream.values[index] for index in broken],
        [stream.starts[index] for index in broken],
        [stream.ends[index] for index in broken],
    )
