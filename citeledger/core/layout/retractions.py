"""Sentences that take back another part of the text: "This rule is suspended.", "Section 4 no longer applies."

Only one built like this is understood: what it speaks of (this, the above, a numbered section, the title of one), then
at once that it is repealed, suspended, no longer in force. A repeal in other words is not.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import NamedTuple

from citeledger.core.layout.sections import Path, Sections
from citeledger.core.layout.statuses import Status
from citeledger.core.reading.blocks import Blocks
from citeledger.core.reading.streams import Stream, Stretch
from citeledger.core.vocabulary.retracting import holds_phrase, is_in_phrases, may_retract
from citeledger.core.vocabulary.stops import COLONS
from citeledger.core.vocabulary.words import Words
from citeledger.core.wording.repeals import Subject, repealed, restricted, stands_alone

_LONGEST = 32  # tokens of such a sentence
_BOX = 3  # tokens of what it is called that stands before it: "Note:"


_Places = defaultdict[Words | Path | str, set[int]]


@dataclass(slots=True)
class _Taken:
    """All that is taken back in one text, each with the first tokens of the sentences that do."""

    numbers: _Places = field(default_factory=lambda: defaultdict(set))
    titles: _Places = field(default_factory=lambda: defaultdict(set))
    paths: _Places = field(default_factory=lambda: defaultdict(set))
    near: list[tuple[int, Subject]] = field(default_factory=list)

    def take(self, subject: Subject, first: int, path: Path) -> None:
        for number in subject.numbers:
            self.numbers[number].add(first)
        if subject.title:
            self.titles[subject.title].add(first)
        if subject.is_whole:
            self.paths[path].add(first)
        if subject.is_near:
            self.near.append((first, subject))


class _Near(NamedTuple):
    """First tokens, rising, of sentences that may speak of what is below or above in their block, or in the next one.

    `last` are those that mean the sentence before them alone.
    """

    below: list[int]
    above: list[int]
    next_below: list[int]
    next_above: list[int]
    last: frozenset[int]


class Retractions:
    """What the sentences of one stream take back."""

    def __init__(self, *, stated: Iterable[Status], stream: Stream, blocks: Blocks, sections: Sections) -> None:
        self._stated, self._stream, self._blocks, self._sections = stated, stream, blocks, sections

    def count(self, passage: Stretch) -> int:
        """How many sentences take back a section that holds a passage, or what stands in or beside its block.

        One more than before says something else, also where a policy says already to whom it does not apply.
        """
        taken, start = self._taken, self._stream.starts[passage.first]
        path, found = self._sections.path(start), set[int]()
        if taken.paths:
            found.update(*(taken.paths.get(path[:depth], ()) for depth in range(len(path) + 1)))
        if taken.titles:
            found.update(*(taken.titles.get(title, ()) for title in path))
        if taken.numbers:
            found.update(*(taken.numbers.get(number, ()) for number in self._sections.numbers(start)))
        return len(found.union(self._beside(passage) if taken.near else ()))

    def are_none_about(self, block: Stretch) -> bool:
        """Whether no sentence takes back a block or any part of it."""
        return not (self._taken.near and self._has_near(block)) and not self.count(block)

    def _has_near(self, block: Stretch) -> bool:
        """Whether one that speaks of what is beside it stands in a block or in one next to it."""
        first, stop = self._with_neighbours(block)
        return bisect_left(self._firsts, first) < bisect_left(self._firsts, stop)

    def _with_neighbours(self, block: Stretch) -> Stretch:
        """A block and the ones next to it."""
        blocks, length = self._blocks, len(self._stream.values)
        first = blocks.frame(Stretch(block.first - 1, block.first)).first if block.first else 0
        stop = blocks.frame(Stretch(block.stop, block.stop + 1)).stop if block.stop < length else length
        return Stretch(first, stop)

    @cached_property
    def _firsts(self) -> list[int]:
        return sorted(at for at, _ in self._taken.near)

    def _beside(self, passage: Stretch) -> set[int]:
        """Those that speak of what is beside them, in a passage's block or in one next to it."""
        near, own = self._near, self._blocks.frame(passage)
        first, stop = self._with_neighbours(own)
        return {
            *_between(near.next_below, first, own.first),
            *_between(near.below, own.first, passage.first),
            *_between(near.above, passage.stop, own.stop),
            *_between(near.next_above, own.stop, stop),
            *near.last.intersection((self._stream.sentence(passage).stop,)),
        }

    @cached_property
    def _near(self) -> _Near:
        every = self._taken.near
        beside = [(at, subject) for at, subject in every if not subject.is_of_last]
        apart = [(at, subject) for at, subject in beside if self._is_apart(at, subject)]
        last = frozenset(at for at, subject in every if subject.is_of_last)
        return _Near(*_by_direction(beside), *_by_direction(apart), last)

    def _is_apart(self, at: int, subject: Subject) -> bool:
        """Whether a sentence may mean a block next to its own: "this" further on in a block is what that one tells."""
        return subject.is_up or subject.is_down or at - self._blocks.frame(Stretch(at, at + 1)).first <= _BOX

    @cached_property
    def _taken(self) -> _Taken:
        """Linear in the text; nearly all sentences hold no word that could take anything back."""
        stream, taken = self._stream, _Taken()
        values = set(stream.values)
        telling, in_phrases = set(filter(may_retract, values)), set(filter(is_in_phrases, values))
        for first, sentence in zip(stream.edges, stream.sentences, strict=True):
            if len(sentence) > _LONGEST:
                continue
            if not telling.isdisjoint(sentence) or (not in_phrases.isdisjoint(sentence) and holds_phrase(sentence)):
                place = Stretch(first, first + len(sentence))
                for subject in self._subjects(sentence, place):
                    taken.take(subject, first, self._sections.path(stream.starts[first]))
        for status in self._stated:
            self._take(status, taken)
        return taken

    def _take(self, status: Status, taken: _Taken) -> None:
        """Take what a field or directive says, where readers see it."""
        first, starts = self._stream.stretch(start=status.start, end=status.start + 1).first, self._stream.starts
        if status.reach == "text":
            taken.paths[()].add(-1)  # before all sentences
        elif first < len(starts) and starts[first] == status.start:
            is_near = status.reach in ("near", "up")
            subject = Subject(is_near=is_near, is_up=status.reach == "up", is_whole=not is_near)
            taken.take(subject, first, self._sections.path(status.start))

    def _subjects(self, sentence: Words, place: Stretch) -> Iterator[Subject]:
        told = _told(sentence)
        yield from told.repealed
        is_first = self._blocks.frame(place).first == place.first
        for subject in told.restricted:
            yield subject if is_first else replace(subject, is_of_last=True)
        if told.stands_alone:
            yield Subject(is_near=True, is_of_last=not is_first, title=self._label(place))

    def _label(self, place: Stretch) -> Words:
        """What a sentence stands behind, before a colon: "Vault: repealed."."""
        if not place.first or self._stream.values[place.first - 1] not in COLONS:
            return ()
        label = self._stream.sentence(Stretch(place.first - 1, place.first))
        return tuple(map(str.casefold, self._stream.values[label.first : label.stop - 1]))


class _Told(NamedTuple):
    """What a sentence takes back, wherever it stands."""

    repealed: tuple[Subject, ...]
    restricted: tuple[Subject, ...]
    stands_alone: bool


@lru_cache(maxsize=1 << 12)  # most sentences stand in both versions
def _told(sentence: Words) -> _Told:
    words = tuple(map(str.casefold, sentence))
    return _Told(tuple(repealed(words)), tuple(restricted(words)), stands_alone(words))


def _by_direction(near: list[tuple[int, Subject]]) -> tuple[list[int], list[int]]:
    """Those that may speak of what is below them, and those that may speak of what is above; rising."""
    below = sorted({at for at, subject in near if not subject.is_up})
    return below, sorted({at for at, subject in near if not subject.is_down})


def _between(places: list[int], first: int, stop: int) -> list[int]:
    return places[bisect_left(places, first) : bisect_left(places, stop)]
