"""A statement is cut into words and signs, and phrases of tables are found among them."""

import pytest

from citeledger.core.operations.counted import without_names
from citeledger.core.operations.doubts import doubts
from citeledger.core.operations.phrases import NOWHERE, VALUE, Phrases, Words, forms
from tests.unit.core.anchored import steps


def found(text: str, *tables: str) -> list[str]:
    words = Words(text)
    return [words.written(place, count) for place, count in Phrases(*tables).places(words)]


def test_words_signs_and_claims_stand_one_by_one() -> None:
    words = Words("It isn\u2019t (the shop's) \0\0, n'est qu'un 3.5!")
    assert words.said == [
        *("it", "isn't", "(", "the", "shop's", ")", VALUE, ",", "n'", "est", "qu'", "un", "3", ".", "5", "!")
    ]
    assert [words.text[start:end] for start, end in zip(words.starts, words.ends, strict=True)][6:9] == [
        *("\0\0", ",", "n'")
    ]
    assert list(words.values()) == [6]


def test_only_what_english_writes_behind_an_apostrophe_belongs_to_the_word_before() -> None:
    words = Words("They\u2019ve, we'll, lorsqu'apparemment, perhaps'total'disputed, of'if, isn't_so")
    assert words.said == [
        *("they've", ",", "we'll", ",", "lorsqu", "'", "apparemment", ",", "perhaps", "'", "total", "'", "disputed"),
        *(",", "of", "'", "if", ",", "isn't", "_", "so"),
    ]


def test_the_letters_i_of_turkish_are_letters_i() -> None:
    assert found(
        "D\u0130SPUTED, \u0131f, ASILSIZ, as\u0131ls\u0131z, YALANLA", "disputed|if|as\u0131ls\u0131z|yalan*"
    ) == [*("D\u0130SPUTED", "\u0131f", "ASILSIZ", "as\u0131ls\u0131z", "YALANLA")]
    assert found("YANLI\u015e", "yanl\u0131\u015f*") == ["YANLI\u015e"]


def test_the_longest_phrase_is_found_in_any_case_and_apostrophe() -> None:
    assert found("Except for A, EXCEPT B", "except|except for") == ["Except for", "EXCEPT"]
    assert found("S\u2019\u00e9l\u00e8ve, s'\u00e9l\u00e8ve", "s'\u00e9l\u00e8ve") == [
        "S\u2019\u00e9l\u00e8ve",
        "s'\u00e9l\u00e8ve",
    ]
    assert found("made-up, made up, made", "made-up|made up") == ["made-up", "made up"]


def test_a_star_stands_for_letters_and_alone_for_a_word() -> None:
    assert found("ed used sold gut gemacht get", "*ed|ge*t") == ["used", "gemacht"]
    assert found("may be, may well be, may, be", "may be|may * be") == ["may be", "may well be"]
    assert found("isn't n't", "*n't") == ["isn't"]
    assert found("climb climbs climate", "climb*") == ["climb", "climbs"]


def test_words_between_slashes_take_the_place_of_one_another() -> None:
    assert found("is said to, are meant to, is to, said to", "is/are said/meant to") == ["is said to", "are meant to"]


def test_a_phrase_of_words_is_no_part_of_longer_ones() -> None:
    assert found("issue this is, ifs", "is|if") == ["is"]


def test_every_stem_has_every_ending() -> None:
    assert forms("a b", "- c") == "a|ac|b|bc"


def test_how_far_the_next_claim_is_and_what_parts_from_it() -> None:
    words = Words("a : b \0 c \0 d")
    assert words.values_ahead(frozenset()) == [6, 6, 6, 6, 10, 10, NOWHERE, NOWHERE]
    assert words.values_ahead({1}) == [NOWHERE, NOWHERE, 6, 6, 10, 10, NOWHERE, NOWHERE]


@pytest.mark.parametrize(
    "piece",
    [
        "\0 ",
        "not ",
        "\0 not ",
        "without a ",
        "a except b ",
        "who do not ",
        "who a b c d ",
        "is : ",
        "\0(((",
        "pas qui n'",
    ],
)
def test_names_are_looked_for_in_steps_that_grow_with_the_text(piece: str) -> None:
    def looking(times: int) -> int:
        return steps(lambda: without_names(f"{piece * times} : \0"))

    assert looking(400) < 5 * looking(100)


@pytest.mark.parametrize(
    "piece",
    ["\0 ", "would ", "if a ", "\0(((", "fake (((", "differs from ", "\0, which is ", "may be ", "\u82e5", "\0?"],
)
def test_doubts_are_looked_for_in_steps_that_grow_with_the_text(piece: str) -> None:
    def looking(times: int) -> int:
        return steps(lambda: list(doubts(f"{piece * times} \0")))

    assert looking(400) < 5 * looking(100)
