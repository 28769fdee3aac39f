"""Names of files are a stranger's words (T78): shown, never used as a path."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeledger.documents.file_names import LONGEST_FILE_NAME, proposed_title, shown_name


@pytest.mark.parametrize(
    ("given_name", "shown"),
    [
        ("Policy 2026.pdf", "Policy 2026.pdf"),
        ("../../etc/passwd", "passwd"),
        ("C:\\Users\\x\\Policy.docx", "Policy.docx"),
        ("a/b\\c", "c"),
        ("/", ""),
        ("..", ".."),
        ("evil\u202efdp.exe", "evilfdp.exe"),
        ("a\0b\nc\td.txt", "abcd.txt"),
        ("soft\u00adhyphen\u200b.md", "softhyphen.md"),
        ("half\ud800.md", "half.md"),
        ("Cafe\u0301.md", "Café.md"),
        ("  a   b .txt ", "a b .txt"),
        ("CON", "CON"),
    ],
)
def test_what_is_shown_of_a_name(given_name: str, shown: str) -> None:
    assert shown_name(given_name) == shown


@given(st.text(max_size=400))
def test_a_shown_name_is_one_short_visible_line(given_name: str) -> None:
    shown = shown_name(given_name)
    assert len(shown) <= LONGEST_FILE_NAME
    assert not {"/", "\\"} & set(shown)
    assert {unicodedata.category(character) for character in shown}.isdisjoint({"Cc", "Cf", "Cs", "Zl", "Zp"})
    shown.encode()


@pytest.mark.parametrize(
    ("name", "title"),
    [("Refund_policy.v2.pdf", "Refund policy.v2"), ("README", "README"), (".md", ".md"), ("", ""), ("a__b.md", "a b")],
)
def test_the_title_a_name_proposes(name: str, title: str) -> None:
    assert proposed_title(name) == title
