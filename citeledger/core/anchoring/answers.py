"""Answers that say nothing without what was asked: "Yes." behind "May I smoke?" is another statement than behind
"May I drink?".
"""

from itertools import product

from citeledger.core.layout.labels import YES_OR_NO
from citeledger.core.vocabulary.function_words import FUNCTION_WORDS
from citeledger.core.vocabulary.quantities import counts
from citeledger.core.vocabulary.stops import FULL_STOPS, QUESTIONS
from citeledger.core.vocabulary.words import Words, is_slip

_ANSWER = 4  # tokens of one that is no whole statement, its stop counted
_STOPS = FULL_STOPS - QUESTIONS
_LABEL = 2  # tokens between a question and its answer: "A:"
_SPELT = 4  # letters of a word in which one more or less is a slip or another number of it


def answers(sentence: Words) -> bool:
    """Whether a sentence is an answer: yes or no, with or without more, or a few words and no amount."""
    is_short = 1 < len(sentence) <= _ANSWER and sentence[0].isalnum() and sentence[-1] in _STOPS
    is_short = is_short and not any(map(counts, sentence))
    return is_short or YES_OR_NO.fullmatch(sentence[0].casefold()) is not None


def is_answer_to_another(was: Words, now: Words) -> bool:
    """Whether other things are asked, or spoken of, in two questions or titles: a word for a word, and no slip."""
    if was == now:
        return False
    before, after = ({word.casefold() for word in words if _says(word)} for words in (was, now))
    lost, gained = before - after, after - before
    return bool(lost and gained) and not any(_is_same(one, other) for one, other in product(lost, gained))


def question(before: Words) -> Words:
    """The question directly before an answer, maybe with a label between; the words come last one first."""
    if QUESTIONS.isdisjoint(before[: _LABEL + 1]):
        return ()
    at = next(at for at, word in enumerate(before) if word in QUESTIONS)
    asked = before[at + 1 :]
    stop = next((at for at, word in enumerate(asked) if word in FULL_STOPS), len(asked))
    return asked[:stop]


def _says(word: str) -> bool:
    return word[0].isalnum() and word.casefold() not in FUNCTION_WORDS


def _is_same(one: str, other: str) -> bool:
    """Whether words are one, spelt or bent otherwise: "smoke", "smoking"."""
    return one[:_SPELT] == other[:_SPELT] or is_slip(one, other, at_least=_SPELT)
