"""What nobody sees in text of others is written out before it is shown or handed on (T63, T88)."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeledger.core.reading.visibility import is_visible, made_visible, untrusted_text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("access \u202edenied\u202c", "access ⟨U+202E⟩denied⟨U+202C⟩"),
        ("\u2066if\u2069 x", "⟨U+2066⟩if⟨U+2069⟩ x"),
        ("a\u200bb\u2060c\ufeffd\u00ade", "a⟨U+200B⟩b⟨U+2060⟩c⟨U+FEFF⟩d⟨U+00AD⟩e"),
        ("left\u200e right\u200f", "left⟨U+200E⟩ right⟨U+200F⟩"),
        ("ignore\U000e0049\U000e0067", "ignore⟨U+E0049⟩⟨U+E0067⟩"),
        ("bits\ufe00\ufe01\U000e0101", "bits⟨U+FE00⟩⟨U+FE01⟩⟨U+E0101⟩"),
        ("fill\u3164er\u2800\u115f", "fill⟨U+3164⟩er⟨U+2800⟩⟨U+115F⟩"),
        ("bell\x07 esc\x1b[31m cr\r", "bell⟨U+0007⟩ esc⟨U+001B⟩[31m cr⟨U+000D⟩"),
        ("one\u2028two\u2029three\x85", "one⟨U+2028⟩two⟨U+2029⟩three⟨U+0085⟩"),
        ("half \ud800 and \ufdd0 \ue000", "half ⟨U+D800⟩ and ⟨U+FDD0⟩ ⟨U+E000⟩"),
        ("pa\u200dypal \u200d\u200d", "pa⟨U+200D⟩ypal ⟨U+200D⟩⟨U+200D⟩"),
        ("می\u200c\u200cخواهم", "می\u200c⟨U+200C⟩خواهم"),
        ("\u2764\ufe0f\ufe0f", "\u2764\ufe0f⟨U+FE0F⟩"),
        ("x\ufe0f", "x⟨U+FE0F⟩"),
    ],
)
def test_it_is_written_out(text: str, shown: str) -> None:
    assert untrusted_text(text) == shown


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Lines\n\tand tabs, 30\u00a0days\u3000日本",
        "می‌خواهم",
        "क्‍ष",
        "\U0001f469\u200d\U0001f469\u200d\U0001f467 \u2764\ufe0f",
        "Cafe\u0301 ñ ﬁ ½ ★",
        "שלום, עולם! مرحبا",
    ],
)
def test_what_shapes_writing_stays(text: str) -> None:
    assert untrusted_text(text) == text


def test_on_one_line_nothing_of_it_stays() -> None:
    assert made_visible("a\nb\u00a0c\u200d") == "a⟨U+000A⟩b⟨U+00A0⟩c⟨U+200D⟩"


HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
odd = st.text(st.characters() | st.sampled_from("\u200b\u200c\u200d\u202e\ufe0fم\U0001f469a \n"), max_size=60)


@given(odd)
def test_nothing_unseen_is_left_but_single_joiners_that_shape(text: str) -> None:
    shown = untrusted_text(text)
    left = {character for character in shown if unicodedata.category(character) in HIDDEN}
    assert left <= set("\n\t\u200c\u200d")
    assert not any(a + b in shown for a in "\u200c\u200d\ufe0f" for b in "\u200c\ufe0f")
    assert untrusted_text(shown) == shown


@given(odd)
def test_what_is_seen_is_left_as_it_is(text: str) -> None:
    kept = "".join(character for character in text if is_visible(character))
    written = made_visible(text)
    assert is_visible(written)
    assert not is_visible(text) or kept == text == written
