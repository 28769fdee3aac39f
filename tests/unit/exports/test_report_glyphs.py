"""What the packaged fonts can print, and what is printed instead."""

import pytest

from citeledger.interfaces.exports.glyphs import printed, unprintable, width


def on_paper(text: str) -> str:
    return "".join(printed(text=text))


@pytest.mark.parametrize(
    "text", ["naïve coöperate", "Ελληνικά", "Русский", "المهلة ٤٥ يوم", "تُستردّ", "החזר 45 יום", "«“–…€”»", "e\u0301"]
)
def test_the_packaged_scripts_are_printed_as_they_are(text: str) -> None:
    assert on_paper(text) == text
    assert unprintable(text=text) == ()


@pytest.mark.parametrize(
    ("text", "paper"),
    [
        ("退", "[U+9000]"),
        ("𠮷野家", "[U+20BB7][U+91CE][U+5BB6]"),
        ("\U0001f680 14", "[U+1F680] 14"),
        ("a\u202eb\u202c", "a[U+202E]b[U+202C]"),
        ("pay\u200bpal", "pay[U+200B]pal"),
        ("x\u2066y\u2069\u061c", "x[U+2066]y[U+2069][U+061C]"),
        ("so\u00adft", "so[U+00AD]ft"),
        ("\U000e0041", "[U+E0041]"),
        ("a\ufe0f", "a[U+FE0F]"),
        ("\ufeff\u2028\u3164\u034f", "[U+FEFF][U+2028][U+3164][U+034F]"),
        ("\x00\x1b\x7f\ud800\ue000\uffff", "[U+0000][U+001B][U+007F][U+D800][U+E000][U+FFFF]"),
    ],
)
def test_missing_and_invisible_characters_are_printed_as_their_number(text: str, paper: str) -> None:
    assert on_paper(text) == paper


def test_a_joiner_spells_between_arabic_letters_and_is_marked_anywhere_else() -> None:
    assert on_paper("می\u200cخواهم") == "می\u200cخواهم"
    assert on_paper("pay\u200cpal می\u200c") == "pay[U+200C]pal می[U+200C]"


def test_a_mark_no_font_has_together_with_its_letter_is_printed_as_its_number() -> None:
    assert on_paper("ш\u064b \u0301x") == "ш[U+064B] \u0301x"
    assert on_paper("\u0301") == "[U+0301]"
    assert on_paper("a\u0313\u0610") == "a\u0313[U+0610]"  # each beside the letter in one font, together in none


def test_marks_do_not_pile_up_over_the_lines_above() -> None:
    assert on_paper("a" + "\u0301" * 6) == "a" + "\u0301" * 4 + "[U+0301]" * 2


def test_pieces_keep_a_letter_and_its_marks_together() -> None:
    assert printed(text="e\u0301退") == ("e\u0301", "[U+9000]")


def test_unprintable_characters_are_named_once_in_order_without_line_ends() -> None:
    assert unprintable(text="退\u202e退\n\r\t漢a") == ("U+202E", "U+6F22", "U+9000")


def test_width_grows_with_what_is_printed() -> None:
    assert width(pieces=("i",)) < width(pieces=("W",)) < width(pieces=("[U+9000]",))
