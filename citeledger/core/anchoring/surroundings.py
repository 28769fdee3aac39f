"""What stands around a passage and around a place with the same tokens: neighbours, sentences, blocks, headings."""

import re
from collections.abc import Iterator
from functools import cached_property

from citeledger.core.anchoring.above import Above
from citeledger.core.anchoring.alignment import Alignment
from citeledger.core.anchoring.likeness import alike
from citeledger.core.anchoring.quoted import opens, quotation
from citeledger.core.anchoring.takebacks import Takebacks
from citeledger.core.layout.labels import Exchanges
from citeledger.core.layout.sides import Layer
from citeledger.core.reading.streams import Stretch
from citeledger.core.reading.tokens import is_unspaced
from citeledger.core.vocabulary.contrasts import are_of_another_year
from citeledger.core.vocabulary.quantities import counts
from citeledger.core.vocabulary.stops import HALF_ENDS
from citeledger.core.vocabulary.voiding import ends, remarks
from citeledger.core.wording.beginnings import (
    is_bidden_otherwise,
    is_dated_otherwise,
    is_denied_before,
    is_placed_otherwise,
)
from citeledger.core.wording.subjects import is_said_of_another
from citeledger.core.wording.units import are_measured_otherwise, has_unit

_CELL_ENDS = re.compile(r"[\t|]")
_CONTEXT = 24  # tokens on each side
_NEIGHBOURS = 4  # tokens on each side that, when equal, are context enough
_SELF_STANDING = 8  # words and signs from which a passage carries its own subject; a bare "30 days" does not
_PART = 4  # of a passage at least is what took its place
_WHOLE = 5  # from which one does that is a whole sentence


class Surroundings:
    """Compares what is around passages in one pair of layers."""

    def __init__(self, *, old: Layer, new: Layer, alignment: Alignment, above: Above) -> None:
        self._old, self._new, self._alignment = old, new, alignment
        self._frames: dict[tuple[int, int, int], bool] = {}
        self._above = above
        self._takebacks = Takebacks(old=old, new=new, above=above)
        self._stayed: dict[tuple[int, int, int], bool] = {}

    def is_kept(self, passage: Stretch, place: Stretch) -> bool:
        """Whether the difference leads from the passage to `place`, which holds the same tokens.

        Most of the tokens suffice: at its edges a difference may pair a full stop with an equal one further on. A few
        tokens that no neighbour came along with, or that stand in another sentence than it now, are a coincidence.
        """
        if 2 * self._alignment.kept(passage, at=place.first) <= passage.stop - passage.first:
            return False
        if self.is_self_standing(passage):
            return True
        before, behind = self._alignment.place(passage.first - 1), self._alignment.place(passage.stop)
        with_neighbour = before == place.first - 1 or behind == place.stop
        return with_neighbour and self._is_in_its_sentence(passage, place)

    def is_self_standing(self, passage: Stretch) -> bool:
        """Whether a passage is long enough to carry its own subject."""
        is_sentence = self._old.stream.sentence(passage) == passage
        return self._words(passage) >= (_WHOLE if is_sentence else _SELF_STANDING)

    def _words(self, passage: Stretch) -> float:
        """Words and signs of a passage; a letter of a script without spaces is half a word."""
        first, stop = passage.first, min(passage.stop, passage.first + 2 * _SELF_STANDING)  # enough in any script
        return sum(0.5 if is_unspaced(value) else 1.0 for value in self._old.stream.values[first:stop])

    def _is_in_its_sentence(self, passage: Stretch, place: Stretch) -> bool:
        """Say whether the kept words next to a passage are still in one sentence with it, if they were."""
        old, new = self._old.stream.sentence(passage), self._new.stream.sentence(place)
        before, after = self._alignment.before(passage.first), self._alignment.after(passage.stop)
        left = before.first >= old.first and before.place < new.first
        right = after.first < old.stop and after.place >= new.stop
        return not (left or right)

    def has_same_neighbours(self, passage: Stretch, place: Stretch) -> bool:
        """Whether the very same few words stand on both sides."""
        return self._around(self._old, passage, _NEIGHBOURS) == self._around(self._new, place, _NEIGHBOURS)

    def likeness(self, passage: Stretch, place: Stretch) -> float:
        """Share (0 to 1) of the surrounding tokens that both sides have in common, in order."""
        olds, news = self._around(self._old, passage, _CONTEXT), self._around(self._new, place, _CONTEXT)
        pairs = [(len(old) + len(new), alike(old, new)) for old, new in zip(olds, news, strict=True)]
        size = sum(length for length, _ in pairs)
        return sum(length * likeness for length, likeness in pairs) / size if size else 1.0

    @staticmethod
    def _around(layer: Layer, stretch: Stretch, reach: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
        values = layer.stream.values
        return values[max(0, stretch.first - reach) : stretch.first], values[stretch.stop : stretch.stop + reach]

    def frames(self, passage: Stretch, place: Stretch) -> Iterator[tuple[Stretch, Stretch]]:
        """The sentences and the blocks a passage stands in, and where these are if they came along to `place`."""
        shift = place.first - passage.first
        for frame in (self._old.stream.sentence(passage), self._old.blocks.frame(passage)):
            moved = Stretch(frame.first + shift, frame.stop + shift)
            if self._came_along(frame, moved):
                yield frame, moved

    def _came_along(self, frame: Stretch, moved: Stretch) -> bool:
        """Say whether a frame stands at `moved` as well; asked for each passage in it."""
        key = frame.first, frame.stop, moved.first
        if key not in self._frames:
            self._frames[key] = moved.first >= 0 and self._old.values(frame) == self._new.values(moved)
        return self._frames[key]

    def has_its_subject(self, passage: Stretch, place: Stretch) -> bool:
        """Whether a passage carries its own subject, or came along with the whole sentence or block that does."""
        frames = (frame for frame, _ in self.frames(passage, place))
        return any(self.is_self_standing(stretch) for stretch in (passage, *frames))

    def came_along_in_its_block(self, passage: Stretch, place: Stretch) -> bool:
        """Whether all of the passage's block (a row, an item, a paragraph) stands around `place`."""
        block = self._old.blocks.frame(passage)
        return any(frame == block for frame, _ in self.frames(passage, place))

    def is_between_sections(self, passage: Stretch, place: Stretch) -> bool:
        """Whether the passage went from its section to another one: both are on both sides, or its heading is gone.

        A section whose heading was taken out falls to the one before it, which says it of something else, unless that
        one held it all along.
        """
        path, new_path = self._old.path(passage), self._new.path(place)
        if path == new_path:
            return False
        if self._new.sections.copies(path):
            return bool(self._old.sections.copies(new_path))
        return path[: len(new_path)] != new_path and self._fell_to_another(passage, place)

    def _fell_to_another(self, passage: Stretch, place: Stretch) -> bool:
        """Whether a passage that has no section of its own any more stands in one that was another one's before."""
        olds, news = self._old.sections, self._new.sections
        if self._above.has_as_lead(place, self._old.path(passage)[-1:]):
            return False
        if olds.copies(self._new.path(place)):
            return True
        heading = self._old.stream.stretch(
            start=olds.first(self._old.stream.starts[passage.first]), end=len(self._old.text)
        )
        before = self._alignment.before(heading.first)
        if before.first < 0:
            return False
        block, there = self._old.blocks.frame(Stretch(before.first, before.first + 1)), self._new.stream.starts
        is_kept = 2 * self._alignment.kept(block, at=block.first + before.shift) > block.stop - block.first
        is_joined = news.first(there[before.place]) == news.first(there[place.first])
        above = self._old.path(block)
        return is_kept and is_joined and self._old.path(passage)[: len(above)] != above

    def is_replaced(self, passage: Stretch, place: Stretch) -> bool:
        """Whether other words than at `place` stand now between the nearest kept neighbours of the passage.

        What these neighbours lost may have been written anew. More than that took the passage's place.
        """
        before, after = self._alignment.before(passage.first), self._alignment.after(passage.stop)
        common = max(0, min(place.stop, after.place) - max(place.first, before.place + 1))
        lost = passage.first - before.first - 1 + after.first - passage.stop
        put_in = after.place - before.place - 1 - common - lost
        return put_in > 0 and (not lost or _PART * put_in >= passage.stop - passage.first)

    def is_introduced(self, passage: Stretch, place: Stretch) -> bool:
        """Whether words put in before `place` make a quotation of it: by a colon, a mark, or how it is laid out.

        Other words must stand between what was kept before the passage and what introduces it: these took its place.
        """
        before = self._alignment.before(passage.first).place + 1
        if before == place.first:
            return False
        quote = quotation(self._new, place)
        is_quoted = quote is not None and quote != before and quotation(self._old, passage) is None
        if is_quoted or not opens(self._new, place) or opens(self._old, passage):
            return is_quoted
        return self._new.stream.sentence(Stretch(place.first - 1, place.first)).first != before

    def is_another_statement(self, passage: Stretch, place: Stretch) -> bool:
        """Whether the passage's words are said under something else at `place`, or of something else."""
        if self._takebacks.is_taken_back(passage, place) or self._is_measured_otherwise(passage, place):
            return True
        if self._old.joiners.is_choice(passage) is not self._new.joiners.is_choice(place):
            return True
        block, shift = self._old.blocks.frame(passage), place.first - passage.first
        key = block.first, block.stop, shift
        if key not in self._stayed:
            self._stayed[key] = self._stayed_as_it_was(block, Stretch(block.first + shift, block.stop + shift))
        if self._stayed[key]:
            return False
        if self.is_under_another(passage, place):
            return True
        if self._stands_in_its_sentence(passage, place):
            return False
        if self._goes_on(passage, place):
            return True
        return self._has_another_subject(passage, place) or self._is_said_of_another(passage, place)

    def is_under_another(self, passage: Stretch, place: Stretch) -> bool:
        """Whether a place stands under other items or lines than the passage, or behind another tick."""
        return not self._above.is_same(passage, place) and self._above.is_another(passage, place)

    def _is_measured_otherwise(self, passage: Stretch, place: Stretch) -> bool:
        """Whether headings give the numbers of a passage another year, or these, leads or captions another unit."""
        values = self._old.values(passage)
        if not any(map(counts, values)):
            return False
        if are_of_another_year(self._old.path(passage), self._new.path(place)):
            return True
        titles, now_titles = self._above.titles(passage, place)
        before, after = self._old.captions.of(passage), self._new.captions.of(place)
        return not has_unit(values) and are_measured_otherwise([*titles, *before], [*now_titles, *after])

    def _stayed_as_it_was(self, block: Stretch, moved: Stretch) -> bool:
        """Whether a block came along whole, under the same, and no line of its paragraph is above it."""
        if not self._came_along(block, moved) or not self._above.is_same(block, moved):
            return False
        if self._new.blocks.frame(moved) != moved:
            return False
        return not (self._old.is_below_a_line(block) or self._new.is_below_a_line(moved))

    def _stands_in_its_sentence(self, passage: Stretch, place: Stretch) -> bool:
        """Whether all that is said with a passage is the same, and no line stands above: the usual case."""
        old, new = self._old, self._new
        if old.is_below_a_line(passage) or new.is_below_a_line(place):
            return False
        frame, moved = old.stream.sentence(passage), new.stream.sentence(place)
        before, last = old.stream.values[max(0, frame.first - 1)], old.stream.values[frame.stop - 1]
        news = new.stream.values[max(0, moved.first - 1) : moved.first]
        is_whole = not HALF_ENDS.intersection((before, last, *news))
        shift = place.first - passage.first
        is_as_long = moved == Stretch(frame.first + shift, frame.stop + shift)
        return is_whole and is_as_long and self._came_along(frame, moved)

    def _goes_on(self, passage: Stretch, place: Stretch) -> bool:
        """Whether a whole sentence that ended without a stop, as items do, has more words behind it now."""
        old, new = self._old.stream, self._new.stream
        if old.sentence(passage) != passage or ends(old.values[passage.stop - 1]):
            return False
        behind = new.values[place.stop : new.sentence(place).stop]
        return any(value[-1].isalnum() for value in behind) and not remarks(behind)

    def _is_said_of_another(self, passage: Stretch, place: Stretch) -> bool:
        """Whether what stands on the line or in the sentence beside a passage has changed places with another one."""
        if self._old.cell_names(passage):
            return False
        values = self._old.values(passage)
        return self._exchanges.is_said_of_another(passage, place, values, is_long=self.is_self_standing(passage))

    def _has_another_subject(self, passage: Stretch, place: Stretch) -> bool:
        """Whether a word or two before the passage, in its own sentence of prose, were replaced, or turn it round."""
        before, now = _before_in_prose(self._old, passage), _before_in_prose(self._new, place)
        if not (before and now) or before == now:
            return False
        changes = (is_denied_before, is_placed_otherwise, is_dated_otherwise, is_bidden_otherwise, is_said_of_another)
        return any(is_other(before, now) for is_other in changes)

    @cached_property
    def _exchanges(self) -> Exchanges:
        return Exchanges(old=self._old.labels, new=self._new.labels)

    def left_its_section(self, passage: Stretch, place: Stretch) -> bool:
        """Whether the passage's section is still there, and the passage not in it."""
        path = self._old.path(passage)
        return path != self._new.path(place) and bool(self._new.sections.copies(path))

    def is_same_section(self, passage: Stretch, place: Stretch) -> bool:
        """Whether both stand under the same headings, and those name one section on each side."""
        path = self._old.path(passage)
        alone = self._old.sections.copies(path) == 1 == self._new.sections.copies(path)
        return alone and self._new.path(place) == path


def _before_in_prose(layer: Layer, stretch: Stretch) -> tuple[str, ...]:
    """The words before a stretch in its sentence; none in a table, on a kept line, or without a full stop."""
    stream, sentence = layer.stream, layer.stream.sentence(stretch)
    if not ends(stream.values[sentence.stop - 1]) or layer.blocks.frame(stretch) != layer.paragraphs.frame(stretch):
        return ()
    source = layer.text[stream.starts[sentence.first] : stream.starts[stretch.first]]
    return () if _CELL_ENDS.search(source) else stream.values[sentence.first : stretch.first]
