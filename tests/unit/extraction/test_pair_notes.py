"""Pairs of files whose footnotes differ: a note at the cited words is a part of what they say, its number is not."""

import re
from collections.abc import Callable

import pytest

from citeledger.core.anchoring import Locator, reanchor
from citeledger.extraction import Extraction, Options, formats
from tests.unit.extraction import letters
from tests.unit.extraction.printing import typeset
from tests.unit.extraction.test_pairs import DOCX, HTML, became, side

PDF = "application/pdf"
SAID = "Refunds are made within 30 days."
_LONG = "Come to the desk and bring the card with which it was paid, the bill, and what you bought of us there. "
_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen")
Notes = tuple[tuple[str, str], ...]  # behind which words, and what it says


def page(*, notes: Notes = (), order: str = "li") -> bytes:
    body = f"<p>{_LONG}{SAID} {_LONG}</p>"
    for number, (words, _) in enumerate(notes, start=1):
        body = body.replace(words, f'{words}<sup id=r{number}><a href="#n{number}">{number}</a></sup>', 1)
    items = "".join(f'<{order} id=n{at}>{said} <a href="#r{at}">back</a>' for at, (_, said) in enumerate(notes, 1))
    return f"<h1>Rules</h1>{body}<p>Then others.</p><ol>{items}</ol>".encode()


def letter(*, notes: Notes = ()) -> bytes:
    text, runs, parts = f"{_LONG}{SAID} {_LONG}", "", ""
    for number, (words, said) in enumerate(sorted(notes, key=lambda note: text.index(note[0])), start=1):
        before, text = text.split(words, 1)
        runs += letters.run(before + words) + f'<w:r><w:footnoteReference w:id="{number}"/></w:r>'
        parts += f'<w:footnote w:id="{number}">{said if "<" in said else letters.paragraph(said)}</w:footnote>'
    body = letters.paragraph(runs + letters.run(text)) + letters.paragraph("Then others.")
    return letters.letter(body, {"footnotes": parts} if notes else {})


def print_(*, notes: Notes = ()) -> bytes:
    body = f"{_LONG * 3}{SAID} {_LONG * 3}"
    for words, said in notes:
        body = body.replace(words, f"{words}#footnote[{said}]", 1)
    return typeset(f"= Rules\n{body}")


def endnotes(*, notes: Notes = ()) -> bytes:
    """A PDF with its notes on a page at the end, in letters of the text's size."""
    text, named = f"{_LONG * 3}{SAID} {_LONG * 3}", sorted(notes, key=lambda note: f"{_LONG}{SAID}".index(note[0]))
    for number, (words, _) in enumerate(named, start=1):
        text = text.replace(words, f"{words}#super[{number}]", 1)
    said = "\n\n".join(f"{number} {said}" for number, (_, said) in enumerate(named, start=1))
    return typeset(f"= Rules\n{text}" + (f"\n#pagebreak()\n= Notes\n{said}" if notes else ""))


MADE = {"page": (HTML, page), "letter": (DOCX, letter), "print": (PDF, print_), "endnotes": (PDF, endnotes)}
formatted = pytest.mark.parametrize(("media_type", "make"), MADE.values(), ids=MADE)
Make = Callable[..., bytes]
ONLY, OTHERS = ("30 days.", "Spain and Portugal."), ("Come", "Or to the office.")


def stays(old: bytes, new: bytes, media_type: str, words: str) -> bool:
    """Whether these words stay current, wherever lines end and marks stand in them."""
    found = _found(words, read(old, media_type).text)
    assert found is not None
    return became(old, new, media_type, cited=found.group()).is_current


def _found(words: str, text: str) -> re.Match[str] | None:
    return re.search(r"[¹²³]?\s+".join(words.split()), text)


def read(data: bytes, media_type: str) -> Extraction:
    return formats.load(media_type).extract(data, Options())


@formatted
def test_the_mark_and_the_text_of_a_note_are_located(media_type: str, make: Make) -> None:
    found = read(make(notes=(OTHERS, ONLY)), media_type)
    before = [found.text[: note.mark_start].split()[-1] for note in found.structure.notes]
    said = [found.text[note.start : note.end].strip("¹²12 \n").removesuffix(" back") for note in found.structure.notes]
    assert before == ["Come", "days."]
    assert said == [OTHERS[1], ONLY[1]]


@formatted
def test_a_note_put_to_the_cited_words_taken_from_them_or_rewritten_alarms(media_type: str, make: Make) -> None:
    plain, noted, other = make(), make(notes=(ONLY,)), make(notes=((ONLY[0], "Spain alone."),))
    for old, new in ((plain, noted), (noted, plain), (noted, other)):
        assert not stays(old, new, media_type, "within 30 days")
    assert stays(noted, noted, media_type, "within 30 days")


@formatted
def test_a_note_elsewhere_and_another_number_do_not(media_type: str, make: Make) -> None:
    for old, new in ((make(notes=(ONLY,)), make(notes=(OTHERS, ONLY))), (make(), make(notes=(OTHERS,)))):
        assert stays(old, new, media_type, "within 30 days")
        assert stays(new, old, media_type, "within 30 days")


@formatted
def test_a_mark_inside_the_cited_words_is_none_of_them(media_type: str, make: Make) -> None:
    within = ("Refunds", "See Smith (2019), p. 4.")
    old, new = make(), make(notes=(OTHERS, within))
    assert stays(old, new, media_type, "Refunds are made within 30 days")
    assert stays(new, old, media_type, "Refunds are made within 30 days")


def test_a_raised_number_is_no_mark_without_its_note() -> None:
    area = typeset(f"= Rules\n{_LONG * 3}At most 30 m#super[2] of it. {_LONG * 3}#footnote[One.] Or#footnote[Two.] so.")
    found = read(area, PDF)
    assert "30 m²" in found.text
    before = [found.text[: note.mark_start].split()[-1] for note in found.structure.notes]
    assert before == ["there.", "Or"]


def numbered(marks: str, *lines: str) -> list[tuple[str, str]]:
    """Behind which words marks stand, and what their notes say, in a PDF file of these words over these lines."""
    found = read(typeset(f"= Rules\n{marks}\n\n#lorem(30)\n\n" + "\n\n".join(lines)), PDF)
    return [
        (found.text[: note.mark_start].split()[-1], found.text[note.start : note.end].replace("\n", " "))
        for note in found.structure.notes
    ]


def test_notes_at_the_end_are_told_by_the_numbers_raised_before_them() -> None:
    said = "Guests#super[1] and staff#super[2] enter, not guests#super[1] alone."
    one, two = "Those with a pass.", "Of the bank."
    expected = [("Guests", f"1 {one}"), ("staff", f"2 {two}"), ("guests", f"1 {one}")]
    assert numbered(said, f"1 {one}", f"2 {two}") == expected
    assert [words for words, _ in numbered(said, f"#super[1] {one} \\ #super[2] {two}")] == [
        "Guests",
        "staff",
        "guests",
    ]
    assert [words for words, _ in numbered(said, f"+ {one}\n+ {two}")] == ["Guests", "staff", "guests"]
    again = f"1 {one}", f"2 {two}", "The keeper#super[1] stays.", "1 Of the vault."
    assert numbered(said, *again) == [*expected, ("keeper", "1 Of the vault.")]


@pytest.mark.parametrize(
    "lines",
    [
        pytest.param(("1 Those with a pass.",), id="fewer than marks"),
        pytest.param(("1 Bring it.", "2 Show it.", "3 Take it."), id="more than marks"),
        pytest.param(("2 Show it.", "1 Bring it."), id="in another order"),
        pytest.param(("5 Bring it.", "6 Show it."), id="other numbers"),
    ],
)
def test_a_list_of_other_numbers_is_none_of_notes(lines: tuple[str, ...]) -> None:
    assert numbered("Guests#super[1] and staff#super[2] enter.", *lines) == []


def test_a_list_before_the_marks_and_one_that_footnotes_have_taken_the_marks_of_are_none() -> None:
    assert numbered("First:\n\n1 Bring it.\n\n2 Show it.\n\nGuests#super[1] and staff#super[2] enter.") == []
    said = numbered("Guests#footnote[With a pass.] enter.", "1 Bring it.")
    assert said == [("Guests", "¹With a pass.")]


def test_a_link_back_is_no_mark_and_its_place_no_note() -> None:
    raised = b'<p>Words.<sup id=r><a href="#n">1</a></sup></p><p id=n><sup><a href="#r">1</a></sup> Said.</p>'
    (note,) = read(raised, HTML).structure.notes
    assert (note.mark_start, note.start) == (6, 9)


def test_words_that_became_a_note_or_are_struck_in_one_are_no_longer_current() -> None:
    note = ("there.", "Gifts are excluded from all of this.")
    body, noted = letter(), letter(notes=(note,))
    moved = letters.letter(letters.paragraph(f"{_LONG}{SAID} {note[1]}") + letters.paragraph("Then others."))
    assert not stays(moved, noted, DOCX, note[1])
    assert not stays(noted, moved, DOCX, note[1])
    assert not stays(noted, body, DOCX, note[1])
    struck = letters.run(note[1], "<w:strike/>")
    assert not stays(noted, letter(notes=((note[0], letters.paragraph(struck)),)), DOCX, note[1])
    assert stays(noted, letter(notes=(("Come", "Another note."), note)), DOCX, note[1])


def test_where_a_page_ends_and_its_notes_stand_is_nobodys_doing() -> None:
    """The same text on other paper: notes stand in the middle of other sentences."""
    said = [f"Sentence number {word} says that parcels of this kind are sent back by mail." for word in _WORDS]
    body = " ".join(
        f"{each}#footnote[Note to {word} that says more of it.]" for each, word in zip(said, _WORDS, strict=True)
    )
    old, new = (typeset(f"#set page(width: {width}pt)\n= Rules\n{body}") for width in (300, 400))
    before, after = side(old, PDF), side(new, PDF)
    cited = [*said, *(f"Note to {word} that says more of it." for word in _WORDS)]
    spans = [Locator(*found.span()) for each in cited if (found := _found(each, before.text))]
    assert len(spans) >= len(cited) - 2  # a page ends in the others
    assert all(outcome.is_current for outcome in reanchor(old=before, new=after, spans=spans))
