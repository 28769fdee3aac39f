"""What a line in English that introduces others makes of them: a duty, a choice, a case, of whom and of how many.

An editor writes such lines anew all the time: most words say the same in the place of another one, and most sentences
in another order. What is asked here is only what changes the sense of all that stands under the line. A word missing
here hides something, so no line is read that is not in the language of these lists.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby

from citeledger.core.vocabulary.contrasts import are_exchanged, is_time_or_place
from citeledger.core.vocabulary.function_words import FUNCTION_WORDS
from citeledger.core.vocabulary.negations import negates
from citeledger.core.vocabulary.quantities import counts, is_written_out
from citeledger.core.vocabulary.voiding import voids
from citeledger.core.vocabulary.words import is_same_word, word_list
from citeledger.core.wording.bearers import speaks_of_another
from citeledger.core.wording.units import has_unit

_ENGLISH = word_list(  # words that no other language written in these letters has
    r"the|and|you|your|are|with|this|these|those|following|by|be|from|it|if|when|which|that|not|below|above|our|please|how"
    r"|have|they|their|them|there|here|where|using|each|see|should|would"
)
# What a line makes of what stands under it, by words of which any says the same.
_KINDS = {
    "need": "need needs needed require requires required mandatory obligatory compulsory",
    "duty": "must shall obliged",
    "choice": "may might allowed permitted entitled optional optionally",
    "advice": "should ought recommend recommends recommended",
    "case": "if when whenever provided",
    "until": "until till",
    "before": "before",
    "after": "after",
    "during": "during",
    "within": "within inside",
    "outside": "outside beyond",
    "instead": "instead",
    "all": "all every each everyone everything always both",
    "any": "any either anyone",
    "only": "only solely exclusively",
    "often": "usually often sometimes rarely",
}
_MAKES = {word: kind for kind, words in _KINDS.items() for word in words.split()}
_ONE_OF = frozenset(("one", "of", which) for which in ("these", "those", "them", "the"))
_NEED, _DUTY, _CASE = "need", "duty", "case"  # a line without a need says the same: "You need:", "Bring:"
_RULED = frozenset((_DUTY, "choice", "advice"))
_EXAMPLES = frozenset(("example", "examples"))


def is_english(was: Sequence[str], now: Sequence[str]) -> bool:
    """Whether lines of which one took the place of the other (words without case) can be read here."""
    words = (*was, *now)
    return all(map(str.isascii, words)) and any(map(_ENGLISH.fullmatch, words))


def rules_otherwise(was: Sequence[str], now: Sequence[str]) -> bool:
    """Whether two sentences make something else of what follows them; words and commas, as they are written."""
    before, after = ([word.casefold() for word in words] for words in (was, now))
    if _makes_another(before, after) or _denied(before) != _denied(after):
        return True
    gone, come = _others(before, after), _others(after, before)
    if any(map(undoes, (*gone, *come))):
        return True
    if (_amounts(before) - _amounts(after) and _amounts(after) - _amounts(before)) or any(map(is_time_or_place, come)):
        return True
    return are_exchanged(gone, come) or speaks_of_another(was, now) or _is_exchange_in_a_rule(before, after)


def undoes(word: str) -> bool:
    """Whether a word voids what is said under it; that examples follow voids none of them."""
    return voids(word) and word not in _EXAMPLES


def denials(line: Sequence[str]) -> list[str]:
    """What negates in the last clause of a line: one before a comma belongs to a condition."""
    comma = next((at for at in range(len(line) - 1, -1, -1) if line[at] == ","), -1)
    return [value for value in line[comma + 1 :] if negates(value)]


def _denied(line: Sequence[str]) -> list[str]:
    """What negates in a line, but for what does in a condition: "If it is not there, send this:"."""
    clauses = [list(words) for is_comma, words in groupby(line, key=",".__eq__) if not is_comma]
    return sorted(word for clause in clauses if _MAKES.get(clause[0]) != _CASE for word in clause if negates(word))


def _makes_another(was: Sequence[str], now: Sequence[str]) -> bool:
    made, makes = (set(_made(words)) for words in (was, now))
    news = (made ^ makes) - {_NEED}
    is_need = _NEED in made | makes and news == {_DUTY}  # "you must" made "you need to"
    return bool(news) and not is_need


def _made(words: Sequence[str]) -> Iterator[str]:
    yield from (_MAKES[word] for word in words if word in _MAKES)
    yield from ("one" for three in zip(words, words[1:], words[2:], strict=False) if three in _ONE_OF)


def _amounts(words: Sequence[str]) -> set[str]:
    """The numbers in a line, but for those that only count what stands under it: "There are three ways:"."""
    return {
        word
        for word, behind in zip(words, [*words[1:], "of"], strict=True)
        if counts(word) and not _is_tally(word, behind)
    }


def _is_tally(number: str, behind: str) -> bool:
    return is_written_out(number) and behind != "of" and not has_unit((behind,))


def _is_exchange_in_a_rule(was: Sequence[str], now: Sequence[str]) -> bool:
    """Whether one word took the place of another one where it is said what must or may be: there each word counts."""
    if len(was) != len(now) or not any(_MAKES.get(word) in _RULED for word in was):
        return False
    exchanged = [(one, other) for one, other in zip(was, now, strict=True) if one != other]
    return len(exchanged) == 1 and not is_same_word(*exchanged[0]) and FUNCTION_WORDS.isdisjoint(exchanged[0])


def _others(words: Sequence[str], there: Sequence[str]) -> list[str]:
    """The words that the other line has not, in any spelling."""
    known = set(there)
    return [word for word in words if word not in known and not any(is_same_word(word, other) for other in known)]
