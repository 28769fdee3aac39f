"""Whether words beside, above or about a passage take it back, or bind it to a condition, on one side of a change."""

import re
from functools import cached_property

from citeledger.core.anchoring.above import Above
from citeledger.core.anchoring.answers import answers, is_answer_to_another, question
from citeledger.core.layout.code_comments import is_commented_out
from citeledger.core.layout.row_states import RowStates
from citeledger.core.layout.sections import Path
from citeledger.core.layout.sides import Layer
from citeledger.core.reading.streams import Stretch
from citeledger.core.vocabulary.function_words import PRONOUNS
from citeledger.core.vocabulary.stops import QUESTIONS
from citeledger.core.vocabulary.voiding import ends, illustrates, is_bound_anew, is_led_in, is_voided
from citeledger.core.vocabulary.words import Words
from citeledger.core.wording.attributions import is_of_another
from citeledger.core.wording.subjects import is_taken_up_of_another

_PARTS = re.compile(r"::|\n\s*\n")  # a directive of reStructuredText, an empty line


class Takebacks:
    """Looks for such words in one pair of layers."""

    def __init__(self, *, old: Layer, new: Layer, above: Above) -> None:
        self._old, self._new, self._above = old, new, above

    def is_taken_back(self, passage: Stretch, place: Stretch) -> bool:
        """Whether words by which it does not hold are said of a passage now, or other ones beside it than before."""
        if not self._above.is_same(passage, place) and self._is_under_others(passage, place):
            return True
        taking_back = self._new.retractions.count(place)
        if taking_back and taking_back > self._old.retractions.count(passage):
            return True
        if self._is_over_in_its_row(passage, place):
            return True
        if _asks(self._new, place) and not _asks(self._old, passage):
            return True
        if _does_nothing(self._new, place) and not _does_nothing(self._old, passage):
            return True
        if self._is_answer(passage) and self._is_asked_otherwise(passage, place):
            return True
        return not self._old.cell_names(passage) and self.is_voided_beside(passage, place)

    def _is_over_in_its_row(self, passage: Stretch, place: Stretch) -> bool:
        """Whether another cell of its row says so of all of it, or answers otherwise what is cited."""
        if not self._old.may_hold_cells(passage) or not self._new.may_hold_cells(place):
            return False
        olds, news = self._rows
        was, now = olds.of(passage), news.of(place)
        is_answered_otherwise = bool(was.answer and now.answer) and was.answer != now.answer
        return is_answered_otherwise or bool(now.ended - was.ended)

    @cached_property
    def _rows(self) -> tuple[RowStates, RowStates]:
        return RowStates(self._old.tables), RowStates(self._new.tables)

    def _is_under_others(self, passage: Stretch, place: Stretch) -> bool:
        above = self._above
        return above.says_otherwise(passage, place) or above.is_framed_otherwise(passage, place)

    def is_voided_beside(self, passage: Stretch, place: Stretch) -> bool:
        """Whether words beside a passage, in none of its cells, void or bind it on one side only."""
        if is_taken_up_of_another(_taken_up(self._old, passage), _taken_up(self._new, place)):
            return True
        (before, behind), (before_now, behind_now) = self._old.besides.of(passage), self._new.besides.of(place)
        if before != before_now and self._is_voided_before(passage, place, before, before_now):
            return True
        return behind != behind_now and self._is_voided_behind(passage, behind, behind_now)

    def _is_voided_before(self, passage: Stretch, place: Stretch, before: Words, before_now: Words) -> bool:
        if is_answer_to_another(question(before), question(before_now)) and self._is_answer(passage):
            return True
        is_begun = _is_begun(before) and _is_begun(before_now)
        if is_voided(before[is_begun:], before_now[is_begun:], is_ended=is_begun):
            return True
        if before and before_now and not is_begun and is_bound_anew(before, before_now):
            return True
        is_led = is_led_in(before_now) and not is_led_in(before)
        return is_led and self._is_sentence(passage) and self._is_on_line(place)

    def _is_voided_behind(self, passage: Stretch, behind: Words, behind_now: Words) -> bool:
        if is_of_another(behind, behind_now):
            return True
        if illustrates(behind) or illustrates(behind_now):
            return False
        return is_voided(behind, behind_now, is_ended=ends(self._old.values(passage)[-1]))

    def _is_answer(self, passage: Stretch) -> bool:
        """Whether a passage begins a sentence that says nothing without what was asked."""
        sentence = self._old.stream.sentence(passage)
        return sentence.first == passage.first and answers(self._old.values(sentence))

    def _is_asked_otherwise(self, passage: Stretch, place: Stretch) -> bool:
        """Whether the heading of a block, or a question above it, asks or speaks of something else than before."""
        begins = self._old.paragraphs.frame(passage).first == passage.first
        if not begins or self._above.is_same(passage, place):
            return False
        paths = self._old.path(passage), self._new.path(place)
        return is_answer_to_another(*map(_asked, paths, self._above.titles(passage, place)))

    def _is_on_line(self, place: Stretch) -> bool:
        """Whether the words before a place are of its own line, and not the name of a box it stands in."""
        stream = self._new.stream
        between = self._new.text[stream.ends[place.first - 1] : stream.starts[place.first]] if place.first else ""
        return _PARTS.search(between) is None

    def _is_sentence(self, passage: Stretch) -> bool:
        return self._old.stream.sentence(passage) == passage and ends(self._old.values(passage)[-1])


def _taken_up(layer: Layer, stretch: Stretch) -> Words:
    """The sentence before that of a stretch, in its block, where a pronoun begins the stretch's."""
    sentence, values = layer.stream.sentence(stretch), layer.stream.values
    if values[sentence.first].casefold() not in PRONOUNS or layer.paragraphs.frame(stretch).first == sentence.first:
        return ()
    named = values[slice(*layer.stream.sentence(Stretch(sentence.first - 1, sentence.first)))]
    return named if ends(named[-1]) else ()


def _is_begun(before: tuple[str, ...]) -> bool:
    """Whether a passage with these words before it, the last one first, begins a sentence."""
    return not before or ends(before[0])


def _asked(path: Path, titles: Path) -> Words:
    """The question that a passage stands under, else its heading."""
    questions = [title for title in titles if title and title[-1] in QUESTIONS]
    return next(iter((*questions[-1:], *path[-1:])), ())


def _asks(layer: Layer, stretch: Stretch) -> bool:
    """Whether the sentence that a stretch ends in is a question: it states nothing."""
    return layer.stream.values[layer.stream.sentence(stretch).stop - 1] in QUESTIONS


def _does_nothing(layer: Layer, stretch: Stretch) -> bool:
    return is_commented_out(layer.text, layer.structure.blocks, layer.stream.starts[stretch.first])
