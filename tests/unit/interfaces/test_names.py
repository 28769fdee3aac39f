"""Names show what they hold (threat T63)."""

import pytest

from citeledger.interfaces.names import Name, shown_name


@pytest.mark.parametrize(
    "text",
    [
        "Returns policy",
        "Règlement intérieur",
        "سياسة الإرجاع",
        "मानव संसाधन",
        "返品規定",
        "می‌خواهم",
        "Team 👩‍⚖️ ☕️",
        "a b",
    ],
)
def test_an_honest_name_is_shown_as_it_is(text: str) -> None:
    assert shown_name(text=text).text == text
    assert shown_name(text=text).caution == ""


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\u202edrow", "⟨U+202E⟩drow"),
        ("pay\u200broll", "pay⟨U+200B⟩roll"),
        ("pay\u00adroll", "pay⟨U+00AD⟩roll"),
        ("pay\u200droll", "pay⟨U+200D⟩roll"),
        ("a\u2066b\u2069", "a⟨U+2066⟩b⟨U+2069⟩"),
        ("\U000e0041x", "⟨U+E0041⟩x"),
        ("x\U000e0100", "x⟨U+E0100⟩"),
        ("\u3164", "⟨U+3164⟩"),
        ("two\nlines", "two⟨U+000A⟩lines"),
        ("\ufefftitle", "⟨U+FEFF⟩title"),
    ],
)
def test_what_nobody_sees_becomes_a_mark(text: str, shown: str) -> None:
    assert shown_name(text=text).text == shown


@pytest.mark.parametrize("text", ["Pаyroll", "Αlpha team", "ΟΚ ok Οk"])
def test_a_word_of_look_alike_alphabets_is_pointed_out(text: str) -> None:
    assert shown_name(text=text).caution


def test_of_the_first_characters_those_with_ink_and_the_space_stay() -> None:
    kept = [character for character in map(chr, range(128)) if shown_name(text=character) == Name(character)]
    assert "".join(kept) == "".join(map(chr, range(0x20, 0x7F)))


def test_words_of_different_alphabets_side_by_side_are_fine() -> None:
    assert shown_name(text="Политика Returns Ελλάδα").caution == ""
