"""Whether a title has the words somebody looks for: compared in memory with what a viewer may read. Pure.

Never in the database: what the two know of letters differs, and hidden titles would be looked at (threat T41).
"""

from collections.abc import Collection

from citeledger.core.reading.normalization import normalizer_for
from citeledger.documents.search.terms import terms_of_text


def has_words(*, title: str, terms: Collection[str]) -> bool:
    """Each term of a query is a word of the title, or how one begins."""
    found = set(terms_of_text(normalizer_for("text/plain").columns(title)[0].values))
    return all(any(word.startswith(term) for word in found) for term in terms)
