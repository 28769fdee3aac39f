"""Where a span of one reading of some bytes stands in another reading of the very same bytes.

Not a comparison: the bytes did not change, so the passage is there; extractors merely put spaces, line ends and blocks
elsewhere. Only what both readings hold exactly once, spaces aside, is carried: a doubtful place is none.
"""

from collections.abc import Sequence

from citeledger.core.outcomes import Locator


def carried(*, old: str, new: str, spans: Sequence[Locator]) -> list[Locator | None]:
    """The place in `new` of each span of `old`, None where it is not plain. Linear in the texts, for each span."""
    old_letters, new_letters = "".join(old.split()), "".join(new.split())
    places = [place for place, character in enumerate(new) if not character.isspace()]
    return [_place(old[span.start : span.end], old_letters, new_letters, places) for span in spans]


def _place(passage: str, old: str, new: str, places: Sequence[int]) -> Locator | None:
    letters = "".join(passage.split())
    if not letters or not (_is_there_once(letters, old) and _is_there_once(letters, new)):
        return None
    first = new.index(letters)
    return Locator(places[first], places[first + len(letters) - 1] + 1)


def _is_there_once(letters: str, text: str) -> bool:
    first = text.find(letters)
    return first >= 0 and text.find(letters, first + 1) < 0
