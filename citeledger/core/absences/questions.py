"""What may be asked anew. Searches that are kept are read by `parse` alone: what they asked stays askable.

Each of these would be an absence that nothing could ever break, or that breaks on nothing.
"""

import re
import unicodedata

from citeledger.core.absences.patterns import bounds, parts
from citeledger.core.absences.queries import Kind, Query
from citeledger.core.absences.shapes import EMPTY, WORDS, shapes
from citeledger.core.reading.scripts import foreign_letter
from citeledger.core.refusals import Refused

_WORD = re.compile(r"[^\W\d_]+")


def check_question(query: Query) -> None:
    """Raises Refused: `query_says_nothing` (a pattern that matches the empty text, or no text), `mixed_scripts`."""
    at = f"query.{query.field}"
    for term in query.terms:
        if query.kind is Kind.PATTERN:
            _check_finds_words(term, at=at)
            term = "".join(found["letter"] or " " for found in parts(term))
        for word in _WORD.findall(unicodedata.normalize("NFKC", term)):
            _check_one_script(word, at=at)


def _check_finds_words(pattern: str, *, at: str) -> None:
    if any(found["times"] and bounds(found)[1] == 0 for found in parts(pattern)):
        raise Refused("query_says_nothing", "What stands no times ({0}) is not looked for; leave it out.", at)
    matched = shapes(pattern)
    if EMPTY in matched:
        raise Refused("query_says_nothing", "The pattern matches the empty text; let it need one character.", at)
    if WORDS not in matched:
        between = "No text matches it: white space between words is one space, and none stands at the edges of a match."
        raise Refused("query_says_nothing", between, at)


def _check_one_script(word: str, *, at: str) -> None:
    if found := foreign_letter(word):
        letter, name = found
        told = f"In \u201c{word}\u201d, \u201c{letter}\u201d is {name}; write each word in the letters of one script."
        raise Refused("mixed_scripts", told, at)
