"""What a search found: each passage with where it stands, and the words that were looked for marked in it.

A long passage is shown in part, around the first of these words; the link leads to the whole of it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from django.urls import reverse

from citeledger.core.outcomes import Locator
from citeledger.documents.metadata import Status
from citeledger.documents.search.marking import Place, places_of
from citeledger.documents.search.searching import Found, Hit
from citeledger.interfaces.names import Name, shown_name
from citeledger.interfaces.web.pagination import address_of
from citeledger.interfaces.web.presenters.documents import passage_address, published_by, version_label
from citeledger.interfaces.web.presenters.frame import counted
from citeledger.interfaces.web.presenters.worded import DifferencePart, Stretch, has_rows, stretches
from citeledger.interfaces.web.sought import Sought

_LONGEST: Final = 420
"""Code points of a passage that are shown."""
_AHEAD: Final = 120
"""Of these at most so many stand in front of the first word that was looked for."""
_MORE: Final = "…"


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundPassage:
    """`trail`: the headings above it, outermost first; `flows`: single line ends mean nothing in this format.

    `mark` says that its document is a draft, or is empty.
    """

    address: str
    title: Name
    version: str
    trail: tuple[DifferencePart, ...]
    words: tuple[Stretch, ...]
    flows: bool
    published_by: str = ""
    mark: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchPage:
    """`passages` of page `number`, and where the pages around it are; `titles` and `ledger`: the words, elsewhere."""

    words: str
    problem: str
    passages: tuple[FoundPassage, ...]
    number: int
    before: str
    after: str
    pending: str
    titles: str
    ledger: str


def search_page(*, asked: Sought, found: Found, number: int, page_size: int) -> SearchPage:
    """What was found for the words; `found` has one hit more than a page where there is another page."""
    query = address_of(q=asked.words)
    return SearchPage(
        words=asked.words,
        problem=asked.problem,
        passages=tuple(_passage(hit, asked.terms) for hit in found.hits[:page_size]),
        number=number,
        before=address_of(q=asked.words, page=str(number - 1)) if number > 1 else "",
        after=address_of(q=asked.words, page=str(number + 1)) if len(found.hits) > page_size else "",
        pending=_pending(found.pending),
        titles=reverse("web:documents") + query,
        ledger=reverse("web:ledger") + query,
    )


def _pending(count: int) -> str:
    if not count:
        return ""
    texts = counted(count=count, one="text is", many="texts are")
    return f"{texts} not ready to be searched yet. Search again in a few seconds."


def _passage(hit: Hit, terms: Sequence[str]) -> FoundPassage:
    trail = _trail(hit)
    return FoundPassage(
        address=passage_address(document=hit.document, version=hit.version, place=Locator(hit.start, hit.end)),
        title=shown_name(text=hit.title),
        version=version_label(number=hit.number),
        trail=tuple(_parts(trail, places_of(terms=terms, text=trail), Locator(0, len(trail)))),
        words=_words(hit, places_of(terms=terms, text=hit.text, media_type=hit.media_type)),
        flows=hit.media_type == "text/markdown",
        published_by=published_by(program=hit.program),
        mark=Status.DRAFT.value if hit.is_draft else "",
    )


def _trail(hit: Hit) -> str:
    """The headings, without the first where it is the title once more."""
    headings = hit.headings[1:] if hit.headings[:1] == (hit.title,) else hit.headings
    return " › ".join(shown_name(text=heading).text for heading in headings)


def _words(hit: Hit, places: Sequence[Place]) -> tuple[Stretch, ...]:
    shown = _excerpt(hit.text, places)
    parts = list(_parts(hit.text, places, shown))
    if shown.start:
        parts.insert(0, DifferencePart("quiet", f"{_MORE} "))
    if shown.end < len(hit.text):
        parts.append(DifferencePart("quiet", f" {_MORE}"))
    return stretches(parts=parts, as_rows=has_rows(media_type=hit.media_type))


def _excerpt(text: str, places: Sequence[Place]) -> Locator:
    """What is shown of a passage, from a word to a word where it has spaces."""
    if len(text) <= _LONGEST:
        return Locator(0, len(text))
    first = places[0][0] if places else 0
    start = min(max(0, first - _AHEAD), len(text) - _LONGEST)
    end = start + _LONGEST
    if start:
        start = _next_word(text, start, first)
    return Locator(start, len(text) if end == len(text) else _last_word(text, first, end))


def _next_word(text: str, start: int, first: int) -> int:
    space = next((at for at in range(start, first) if text[at].isspace()), None)
    return start if space is None else space + 1


def _last_word(text: str, first: int, end: int) -> int:
    space = next((at for at in range(end, first, -1) if text[at].isspace()), None)
    return end if space is None else space


def _parts(text: str, places: Sequence[Place], shown: Locator) -> Iterator[DifferencePart]:
    at = shown.start
    for start, end in places:
        if start >= shown.end:
            break
        if end > at:
            yield from _plain(text[at:start])
            yield DifferencePart("found", text[max(at, start) : min(end, shown.end)])
            at = min(end, shown.end)
    yield from _plain(text[at : shown.end])


def _plain(text: str) -> Iterator[DifferencePart]:
    if text:
        yield DifferencePart("equal", text)
