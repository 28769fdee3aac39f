"""The words a statement says a comparison with. Only these are understood, and only without a word that denies them."""

import re
from typing import Final

from citeledger.core.operations.phrases import dotted
from citeledger.core.outcomes import OutcomeKind
from citeledger.core.reading.tokens import Run, tokens
from citeledger.core.vocabulary.negations import negates
from citeledger.core.wording.kinds import kind_of_change

PHRASES: Final[dict[str, dict[str, str]]] = {
    "en": {
        "less": "less than|fewer than|lower than|smaller than|shorter than|earlier than|before|below|under",
        "at_most": "at most|no more than|not more than|no later than|not later than|less than or equal to",
        "equal": "equal to|equals|the same as|as long as|as much as|as many as",
        "not_equal": "different from|differs from|unequal to|not equal to|not the same as",
        "at_least": "at least|no less than|not less than|no fewer than|greater than or equal to",
        "greater": "more than|greater than|higher than|larger than|longer than|later than|after|above|over|exceeds",
    },
    "de": {
        "less": "weniger als|kleiner als|kürzer als|niedriger als|geringer als|früher als|vor|unter",
        "at_most": "höchstens|nicht mehr als|maximal",
        "equal": "gleich|genauso lang wie|genauso viel wie|ebenso viel wie",
        "not_equal": "ungleich|nicht gleich|anders als",
        "at_least": "mindestens|nicht weniger als|wenigstens",
        "greater": "mehr als|größer als|länger als|höher als|später als|nach|über",
    },
    "fr": {
        "less": "moins de|moins que|inférieur à|inférieure à|plus court que|plus courte que|avant",
        "at_most": "au plus|pas plus de|au maximum",
        "equal": "égal à|égale à|autant que",
        "not_equal": "différent de|différente de",
        "at_least": "au moins|pas moins de|au minimum",
        "greater": "plus de|plus que|supérieur à|supérieure à|plus long que|plus longue que|après",
    },
    "es": {
        "less": "menos de|menos que|menor que|inferior a|más corto que|antes de",
        "at_most": "como máximo|no más de|a lo sumo",
        "equal": "igual a|tanto como",
        "not_equal": "distinto de|distinta de|diferente de",
        "at_least": "al menos|como mínimo|no menos de",
        "greater": "más de|más que|mayor que|superior a|más largo que|después de",
    },
}
SIGNS: Final = {"<": "less", "≤": "at_most", "=": "equal", "≠": "not_equal", "≥": "at_least", ">": "greater"}


def relations_said(*, statement: str, language: str) -> list[tuple[int, int, str]]:
    """Every sign or phrase of a relation as (start, end, relation), in text order; the longest phrase wins.

    Phrases are those of the statement's language; in a language not in the table only signs are read.
    """
    by_phrase = _phrases(language)
    longest_first = sorted(by_phrase, key=lambda phrase: (-len(phrase), phrase))
    patterns = [rf"\b{re.escape(phrase)}\b" for phrase in longest_first] + [re.escape(sign) for sign in SIGNS]
    relation_of = {phrase.casefold(): relation for phrase, relation in (by_phrase | SIGNS).items()}
    found = re.finditer("|".join(patterns), statement, re.IGNORECASE)
    return [(*match.span(), relation_of.get(match.group().casefold(), "")) for match in found]


def denial_in(words: str) -> str | None:
    """The word of any language that turns what is said round, None for none; such a statement is not understood.

    Empty where only letters of a script without spaces do, which are no word by themselves.
    """
    found = _denial_in(words)
    return _denial_in(dotted(words)) if found is None else found


def _denial_in(words: str) -> str | None:
    said = tuple(token.value for token in tokens(text=words, runs=[Run(0, len(words))]))
    if kind_of_change((), said) is not OutcomeKind.NEGATION:
        return None
    return next(filter(negates, said), "")


def has_phrases(language: str) -> bool:
    """Whether phrases of this language (BCP 47) are in the table."""
    return bool(_phrases(language))


def _phrases(language: str) -> dict[str, str]:
    relations = PHRASES.get(language.casefold().partition("-")[0], {})
    return {phrase: relation for relation, phrases in relations.items() for phrase in phrases.split("|")}
