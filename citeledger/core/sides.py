"""One text as re-anchoring sees it: what readers see and what they do not, each as a stream with its sections."""

from dataclasses import dataclass
from functools import cached_property

from citeledger.core.hyphens import JoinedStream, has_broken_words
from citeledger.core.normalization import Normalizer
from citeledger.core.sections import Sections, StructureLike
from citeledger.core.streams import Stream, Stretch


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
    stream: Stream
    sections: Sections
    has_broken_words: bool
    joined_stream: JoinedStream | None = None

    @cached_property
    def joined(self) -> "Layer":
        """This layer with the hyphens inside words left out (see `hyphens`)."""
        joined = JoinedStream.of(text=self.text, stream=self.stream)
        return Layer(self.text, joined.stream, self.sections, self.has_broken_words, joined)

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
    unseen: Layer


def prepare(side: Side) -> PreparedSide:
    """Normalise a side once. Linear in its text: a second or two for a megabyte."""
    tokens = side.normalizer.tokens(side.text)
    seen = Stream.of(token for token in tokens if token.visible)
    unseen = Stream.of(token for token in tokens if not token.visible)
    sections = Sections(headings=side.structure.headings, stream=seen)
    broken = has_broken_words(side.text)
    return PreparedSide(
        text=side.text,
        normalizer_id=side.normalizer.id,
        seen=Layer(side.text, seen, sections, broken),
        unseen=Layer(side.text, unseen, sections, broken),
    )
