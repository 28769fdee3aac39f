"""What is shown of a passage that was found: part of it, around the words, to the character."""

from uuid import UUID

import pytest

from citeledger.documents.search.searching import Found, Hit
from citeledger.documents.search.terms import terms_of_query
from citeledger.interfaces.web.presenters.searching import FoundPassage, search_page
from citeledger.interfaces.web.sought import Sought

FILLER = "words that stand around it "


def shown(text: str, query: str, media_type: str = "text/plain", headings: tuple[str, ...] = ()) -> FoundPassage:
    hit = Hit(
        document=UUID(int=1),
        version=UUID(int=2),
        number=7,
        title="Policy",
        start=10,
        end=10 + len(text),
        text=text,
        headings=headings,
        score=1.0,
        media_type=media_type,
    )
    asked = Sought(words=query, terms=terms_of_query(query))
    (passage,) = search_page(asked=asked, found=Found((hit,), 0), number=1, page_size=10).passages
    return passage


def said(passage: FoundPassage) -> str:
    return "".join(part.text for stretch in passage.words for part in stretch.parts)


def found(passage: FoundPassage) -> list[str]:
    return [part.text for stretch in passage.words for part in stretch.parts if part.kind == "found"]


def test_a_short_passage_is_shown_whole() -> None:
    passage = shown("Refunds are paid within 30 days.", "30 refunds")
    assert (said(passage), found(passage)) == ("Refunds are paid within 30 days.", ["Refunds", "30"])


@pytest.mark.parametrize("before", [0, 3, 20, 40])
@pytest.mark.parametrize("behind", [0, 3, 20, 40])
def test_of_a_long_one_what_stands_around_the_first_word(before: int, behind: int) -> None:
    text = FILLER * before + "refund " + (FILLER * behind).rstrip()
    passage = shown(text, "refund")
    words = said(passage).removeprefix("… ").removesuffix(" …")
    assert found(passage) == ["refund"]
    assert words in text
    assert words.split() == [word for word in words.split() if word in text.split()]
    assert len(words) <= 420
    assert said(passage).startswith("… ") == (not text.startswith(words))
    assert said(passage).endswith(" …") == (not text.endswith(words))


def test_letters_without_spaces_are_cut_where_they_are_long() -> None:
    passage = shown("後" * 500 + "返品" + "後" * 500, "返品")
    assert (len(said(passage)), found(passage)) == (420 + 4, ["返品"])


def test_one_endless_word_is_cut_as_well() -> None:
    passage = shown("a" * 1500, "b")
    assert said(passage) == "a" * 420 + " …"


def test_cells_stand_in_rows() -> None:
    (stretch,) = shown("Goods\tDays\nShoes\t60", "60", media_type="text/csv").words
    assert [[[part.text for part in cell] for cell in row] for row in stretch.rows] == [
        [["Goods"], ["Days"]],
        [["Shoes"], ["60"]],
    ]


@pytest.mark.parametrize(
    ("headings", "trail"),
    [
        ((), []),
        (("Policy",), []),
        (("Policy", "4. Money", "Cards"), [("equal", "4. "), ("found", "Money"), ("equal", " › Cards")]),
        (("Old policy", "Policy"), [("equal", "Old policy › Policy")]),
        (("A\u202eB",), [("equal", "A⟨U+202E⟩B")]),
    ],
)
def test_the_headings_above_without_the_title_once_more(
    headings: tuple[str, ...], trail: list[tuple[str, str]]
) -> None:
    passage = shown("Paid.", "money", headings=headings)
    assert [(part.kind, part.text) for part in passage.trail] == trail
