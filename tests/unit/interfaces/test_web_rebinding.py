"""The words around a place that could be bound to: whole ones, and a sign where they are cut."""

from hypothesis import given
from hypothesis import strategies as st

from citeledger.core.outcomes import Locator
from citeledger.interfaces.web.presenters.rebinding import _shown

WORDS = "extraordinary " * 40
TEXT = f"{WORDS}here it stands {WORDS}end"
PLACE = Locator(len(WORDS), len(WORDS) + len("here it stands"))


def _spelled(text: str, place: Locator) -> tuple[str, ...]:
    return tuple(part.text for stretch in _shown(text, place, as_rows=False) for part in stretch.parts)


def test_no_word_around_a_place_is_cut() -> None:
    cut, before, here, behind, again = _spelled(TEXT, PLACE)
    assert (cut, here, again) == ("…", "here it stands", "…")
    assert set(before.split()) == set(behind.split()) == {"extraordinary"}


def test_a_short_text_is_shown_whole() -> None:
    assert _spelled("It stands here.", Locator(3, 9)) == ("It ", "stands", " here.")


@given(text=st.text(alphabet="ab \n", min_size=3, max_size=900), start=st.integers(0, 800), length=st.integers(1, 60))
def test_what_is_shown_stands_there(text: str, start: int, length: int) -> None:
    first = min(start, len(text) - 1)
    place = Locator(first, min(len(text), first + length))
    shown = "".join(_spelled(text, place)).strip("…")
    assert text[place.start : place.end] in shown
    assert shown in text
