"""Absence queries: what is claimed to stand nowhere, in a small form that is the same for everybody and for ever.

    {"version": 1, "kind": "phrase", "phrase": "store credit"}
    {"version": 1, "kind": "all", "words": ["refund", "crypto"]}      both in one document, anywhere
    {"version": 1, "kind": "any", "words": ["bitcoin", "ether"]}
    {"version": 1, "kind": "pattern", "pattern": "\\d+ (working )?days"}

All match words as readings cut them, so "3" is not in "30" and a letter of Han is a word; case never counts, nor does
what setting in type does, widths among it. In doubt there is a hit: refusing to say that something is absent is seen,
saying so although it is there is not. So words that readers do not see count too (a page's running lines are among
them, and so is whatever a reading hides by mistake), and a word that a line end broke counts whole as well as in parts.
"""

from citeledger.core.absences.matching import MOST_HITS, hits, steps
from citeledger.core.absences.patterns import LONGEST_PATTERN
from citeledger.core.absences.queries import LONGEST_WORDS, MOST_WORDS, Kind, Query, parse
from citeledger.core.absences.questions import check_question

__all__ = [
    "LONGEST_PATTERN",
    "LONGEST_WORDS",
    "MOST_HITS",
    "MOST_WORDS",
    "Kind",
    "Query",
    "check_question",
    "hits",
    "parse",
    "steps",
]
