"""What people look for, as the address says it: the words, and what is wrong with them."""

from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from django.http import HttpRequest

from citeledger.core.refusals import Refused
from citeledger.documents.search.searching import LONGEST_QUERY, TERMS_PER_QUERY, checked_terms

_UNPROCESSABLE: Final = 422
_PROBLEMS: Final = MappingProxyType(
    {
        "query_too_long": f"That is too long: at most {LONGEST_QUERY} characters can be looked for.",
        "no_words": "There is neither a word nor a number in that. Type at least one.",
        "too_many_words": f"Those are too many words: at most {TERMS_PER_QUERY} are looked for at once.",
        "unstorable_text": "There are signs in that which no text can hold. Type the words anew.",
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sought:
    """The words as typed, and the terms they are looked up by; `problem` is a sentence where there are none."""

    words: str = ""
    terms: tuple[str, ...] = ()
    problem: str = ""

    @property
    def status(self) -> int:
        """200, or 422 for words that cannot be looked for."""
        return _UNPROCESSABLE if self.problem else 200


def sought(*, request: HttpRequest) -> Sought:
    """What `?q=` asks for; nothing where it is empty."""
    words = request.GET.get("q", "").strip()
    if not words:
        return Sought()
    try:
        return Sought(words=words, terms=checked_terms(words))
    except Refused as refused:
        return Sought(words=words.replace("\0", ""), problem=_PROBLEMS[refused.code])
