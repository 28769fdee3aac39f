"""A footnote added to the cited words, taken from them or rewritten leaves them in doubt; a source does not."""

import pytest

from tests.unit.core.anchored import outcome
from tests.unit.extraction.test_pairs import RST, became

SAID = "Refunds are made within 30 days."
TEXT = f"# Rules\n\nCome to the desk first. {SAID}{{mark}} Bring the card.\n\nMore follows here.\n{{note}}"


def text(mark: str = "", note: str = "") -> str:
    return TEXT.format(mark=mark, note=f"\n{note}\n" if note else "")


ONLY = text("[^1]", "[^1]: Spain and Portugal.")


@pytest.mark.parametrize(
    "new",
    [
        text("[^1]", "[^1]: Austria and Portugal."),
        text("[^1]", "[^1]: spain and Portugal."),
        text("[^1]", "[^1]: Spain and -Portugal."),
        text("[^1]", "[^1]: Spain and Portugal.\n    And Cyprus."),
        text("[^1]", "[^1]: Spain and Portugal.\n\n    Gifts are excluded."),
        text("[^1][^2]", "[^1]: Spain and Portugal.\n[^2]: Cards of gold."),
        text("[^1]", "[^1]: See https://example.org/rules: not for gifts."),
        text(),
    ],
)
def test_a_note_at_the_cited_words_that_says_something_else_alarms(new: str) -> None:
    assert not outcome(ONLY, new, SAID).is_current
    assert not outcome(new, ONLY, SAID).is_current
    assert not outcome(ONLY, new, SAID.rstrip(".")).is_current


@pytest.mark.parametrize(
    "new",
    [
        text("[^a]", "[^a]: Spain  and\nPortugal."),
        text("[^2]", "[^2]: Spain and Portugal.").replace("# Rules", "# Rules\n\nNew[^1] words.") + "[^1]: Others.\n",
        text("[^1]", "[^1]: Spain, and Portugal"),
        text("[^1]", "[^1]: *Spain* and `Portugal`."),
        text("[^1][^2]", "[^1]: Spain and Portugal.\n[^2]: See Smith (2019), p. 4."),
        text("[^1][^2]", "[^1]: Spain and Portugal.\n[^2]: See https://example.org/not-void."),
        text("[^1]", "[^1]: Spain and Portugal.").replace("More follows", "More[^3] follows") + "[^3]: Others.\n",
        text("[^1]", "[^1]: Spain and Portugal.").replace("desk first.", "desk first.[^3]") + "[^3]: Others.\n",
    ],
)
def test_a_note_that_says_the_same_or_a_source_or_stands_elsewhere_does_not(new: str) -> None:
    assert outcome(ONLY, new, SAID).is_current


@pytest.mark.parametrize(
    ("mark", "note"),
    [
        (" [1]_", ".. [1] Spain and Portugal."),
        (" [#spain]_", ".. [#spain] Spain and\n   Portugal."),
        (" [#]_", ".. [#] Spain and Portugal."),
    ],
)
def test_notes_of_restructured_text(mark: str, note: str) -> None:
    plain, noted = (
        text().replace("# Rules", "Rules\n=====").encode(),
        text(mark, note).replace("# Rules", "Rules\n=====").encode(),
    )
    assert not became(plain, noted, RST, cited=SAID).is_current
    assert became(noted, noted + b"\nNew.\n", RST, cited=SAID).is_current
    assert not became(noted, noted.replace(b"Portugal", b"Malta"), RST, cited=SAID).is_current


def test_of_a_number_in_a_note_its_point_counts() -> None:
    old = text("[^1]", "[^1]: Up to 1.5 kg.")
    assert outcome(old, old.replace("kg.", "kg"), SAID).is_current
    assert not outcome(old, old.replace("1.5", "15"), SAID).is_current


MARKED = "Refunds are made within 30 days.[^s] Bring the card."


def test_a_mark_inside_the_cited_words_says_nothing_where_its_note_names_a_source() -> None:
    old, gone = text("[^s]", "[^s]: See Smith (2019), p. 4."), text()
    assert outcome(old, gone, MARKED).is_current
    assert outcome(old, old.replace("^s", "^smith"), MARKED).is_current
    assert outcome(old, old.replace("p. 4", "p. 5"), MARKED).is_current
    assert not outcome(old, old.replace("p. 4.", "p. 4, not for gifts."), MARKED).is_current
    assert not outcome(ONLY, gone, MARKED.replace("^s", "^1")).is_current


def test_nor_does_one_of_restructured_text() -> None:
    plain = text().replace("# Rules", "Rules\n=====").encode()
    noted = plain.replace(b"days.", b"days. [Smith19]_") + b"\n.. [Smith19] Anna Smith, Refunds (2019), p. 4.\n"
    cited = "Refunds are made within 30 days. [Smith19]_ Bring the card."
    assert became(noted, plain, RST, cited=cited).is_current
    assert not became(noted, noted.replace(b"p. 4.", b"p. 4, not for gifts."), RST, cited=cited).is_current


@pytest.mark.parametrize("mark", ["<sup>1</sup>", '<sup><a href="#n1">1</a></sup>', "<sup>*</sup>", "<sup>[1]</sup>"])
def test_a_raised_number_that_begins_a_line_elsewhere_is_a_note(mark: str) -> None:
    noted = text(mark, f"{mark} Spain and Portugal.")
    assert not outcome(text(), noted, SAID).is_current
    assert not outcome(noted, noted.replace("Portugal", "Malta"), SAID).is_current
    assert outcome(noted, f"{noted}\nNew.\n", SAID).is_current
    assert outcome(text(), text(mark, f"{mark} See Smith (2019), p. 4."), SAID).is_current
    assert outcome(text(), text(mark), SAID).is_current  # no note: an exponent, or nothing


@pytest.mark.parametrize(
    ("mark", "note"),
    [
        ("\\*", "\\* {}"),
        ("\\*\\*", "\\*\\* {}"),
        ("†", "† {}"),
        (" [1]", "[1] {}"),
        (" [1]", "\\[1\\] {}"),
        (" \\[1\\]", "[1]: {}"),
    ],
)
def test_notes_marked_with_signs_of_ones_own(mark: str, note: str) -> None:
    noted = text(mark, note.format("Spain and Portugal."))
    assert not outcome(text(), noted, SAID).is_current
    assert not outcome(noted, text(mark, note.format("Spain and Malta.")), SAID).is_current
    assert outcome(noted, text(mark, note.format("Spain and Portugal.")) + "\nMore.\n", SAID).is_current
    assert outcome(text(), text(mark, note.format("https://example.org")), SAID).is_current


def test_stars_and_brackets_that_mark_no_note_say_nothing() -> None:
    linked = text().replace("the card", "[the card][1]")
    links = [f"{linked}\n[1]: https://example.org/{page}\n" for page in ("a", "b")]
    assert outcome(*links, SAID).is_current
    assert outcome(text("", "- **Gold** and *silver*"), text("", "- **Gold** and *brass*"), SAID).is_current
    assert outcome(text(" **Soon.**", "\\* Spain."), text(" **Soon.**", "\\* Malta."), SAID).is_current
