"""What is looked up: the product's own words, made alike. Pure; the same for texts and for queries.

A query is words and nothing else: there is no syntax in it that could fail, or mean more than it says.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from itertools import pairwise

from citeledger.core.reading.normalization import normalizer_for, normalizer_ids
from citeledger.core.reading.tokens import HEAP_OF_MARKS, is_unspaced

LONGEST_TERM = 64  # code points: what a longer word goes on with is not looked at
RULES = frozenset(f"search/1 {normalizer}" for normalizer in normalizer_ids())
"""Ids of the rules by which this process cuts texts into terms; an index made by another is made again."""

# Accents and points that people leave out when they search: Latin, Greek and Cyrillic; Hebrew; Arabic. The marks of
# Indic scripts, Thai or kana are letters to their readers and stay.
_ACCENTS = re.compile(r"[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed]")


def rule_for(media_type: str) -> str:
    """The rule by which texts of this media type are indexed. Raises `core.reading.normalization.UnknownNormalizer`."""
    return f"search/1 {normalizer_for(media_type).id}"


def terms_of_text(values: Sequence[str]) -> Iterator[str]:
    """The terms of tokens in text order: words; letters of scripts without spaces, alone and with the next one."""
    for run in _runs(values):
        yield from run
        if is_unspaced(run[0]):
            yield from _pairs(run)


def terms_of_query(query: str) -> tuple[str, ...]:
    """The distinct terms of a query, in its order. Letters with neighbours are looked up in pairs only."""
    seen, _ = normalizer_for("text/plain").columns(query)
    found: list[str] = []
    for run in _runs(seen.values):
        found.extend(_pairs(run) if is_unspaced(run[0]) and len(run) > 1 else run)
    return tuple(dict.fromkeys(found))


def alike(value: str) -> str:
    """A token as it is looked up: without case, accents and compatibility forms, and signs at its edges; or nothing."""
    letters = unicodedata.normalize("NFKD", HEAP_OF_MARKS.sub("", value))
    plain = unicodedata.normalize("NFC", _ACCENTS.sub("", letters).casefold())
    first = next((place for place, letter in enumerate(plain) if letter.isalnum()), len(plain))
    return plain[first:][:LONGEST_TERM]


def _runs(values: Sequence[str]) -> Iterator[list[str]]:
    """Words one by one, and the letters of scripts without spaces as far as nothing else comes between."""
    letters: list[str] = []
    for value in map(alike, values):
        if value and is_unspaced(value):
            letters.append(value)
            continue
        if letters:
            yield letters
            letters = []
        if value:
            yield [value]
    if letters:
        yield letters


def _pairs(run: Sequence[str]) -> Iterator[str]:
    return (first + second for first, second in pairwise(run))
