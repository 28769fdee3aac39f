"""Reading a query: everything that could not be matched the same way for ever is refused."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from citeledger.core.absences.patterns import BadPattern, checked_pattern
from citeledger.core.absences.words import Words
from citeledger.core.refusals import Refused

VERSION = 1
LONGEST_WORDS = 200  # code points of a phrase, or of one of several words
MOST_WORDS = 16

_UNSTORABLE = re.compile("[\0\ud800-\udfff]")


class Kind(StrEnum):
    """What a query looks for."""

    PHRASE = "phrase"
    ALL = "all"
    ANY = "any"
    PATTERN = "pattern"


_FIELDS = {Kind.PHRASE: "phrase", Kind.ALL: "words", Kind.ANY: "words", Kind.PATTERN: "pattern"}


@dataclass(frozen=True)
class Query:
    """A query that `parse` let through. `terms`: the phrase, the words, or the pattern, as they were sent."""

    kind: Kind
    terms: tuple[str, ...]

    @property
    def field(self) -> str:
        """The name of what is looked for in the form that `parse` reads."""
        return _FIELDS[self.kind]

    @cached_property
    def phrases(self) -> tuple[Words, ...]:
        """Each term as the words it is made of (none for a pattern)."""
        return tuple(map(Words.of, self.terms)) if self.kind is not Kind.PATTERN else ()

    def as_data(self) -> dict[str, object]:
        """The form that `parse` reads."""
        terms = list(self.terms) if self.field == "words" else self.terms[0]
        return {"version": VERSION, "kind": str(self.kind), self.field: terms}


def parse(data: object) -> Query:
    """The query in decoded JSON. Raises Refused: `query_not_understood`, `query_too_large`, `query_says_nothing`,
    `pattern_not_understood`; `at` names the field.
    """
    if not isinstance(data, Mapping) or type(data.get("version")) is not int or data["version"] != VERSION:
        raise Refused("query_not_understood", "Send an object with version 1, a kind and what to look for.", "query")
    kind = _kind(data.get("kind"))
    field = _FIELDS[kind]
    if data.keys() != {"version", "kind", field}:
        raise Refused("query_not_understood", f"This kind takes version, kind and {field}, and nothing else.", "query")
    terms = _terms(data[field], several=field == "words", at=f"query.{field}")
    check = _check_pattern if kind is Kind.PATTERN else _check_words
    for term in terms:
        check(term, at=f"query.{field}")
    return Query(kind, terms)


def _kind(given: object) -> Kind:
    for kind in Kind:
        if given == kind:
            return kind
    raise Refused("query_not_understood", f"The kind is one of {', '.join(Kind)}.", "query.kind")


def _terms(given: object, *, several: bool, at: str) -> tuple[str, ...]:
    terms = tuple(given) if several and isinstance(given, list) else () if several else (given,)
    if not terms or not all(isinstance(term, str) and not _UNSTORABLE.search(term) for term in terms):
        raise Refused("query_not_understood", "A list of words belongs here." if several else "Text belongs here.", at)
    if len(terms) > MOST_WORDS:
        raise Refused("query_too_large", f"At most {MOST_WORDS} words fit in a query.", at)
    return terms


def _check_words(term: str, *, at: str) -> None:
    if len(term) > LONGEST_WORDS:
        raise Refused("query_too_large", f"At most {LONGEST_WORDS} characters fit here.", at)
    if not any(character.isalnum() for value in Words.of(term).values for character in value):
        raise Refused("query_says_nothing", "Look for at least one letter or digit.", at)


def _check_pattern(term: str, *, at: str) -> None:
    try:
        checked_pattern(term)
    except BadPattern as bad:
        raise Refused("pattern_not_understood", str(bad), at) from bad
