import hashlib

import pytest

from citeledger.core.hashing import letters_sha256_hex, sha256_hex


def test_text_is_hashed_in_its_utf8_form() -> None:
    assert sha256_hex("Café") == sha256_hex("Café".encode()) == hashlib.sha256("Café".encode()).hexdigest()


def test_a_hash_of_text_sees_the_normal_form() -> None:
    assert sha256_hex("Café") != sha256_hex("Cafe\u0301")


@pytest.mark.parametrize(
    "other",
    [
        "within 30 DAYS .",
        "\n*Within*\u00a0\uff13\uff10 days",
        "With-in_30 \u200bdays",
        "With\u3164in 30 d\uffa0ays\u115f",
    ],
)
def test_letters_are_the_same_however_they_are_set(other: str) -> None:
    assert letters_sha256_hex(other) == letters_sha256_hex("Within 30 days.") == sha256_hex("within30days")


@pytest.mark.parametrize("other", ["within 31 days", "within 30 day", "within 30 d\u0430ys", "30 within days"])
def test_other_letters_or_another_order_are_another_text(other: str) -> None:
    assert letters_sha256_hex(other) != letters_sha256_hex("Within 30 days.")


def test_signs_alone_are_no_words_that_two_texts_share() -> None:
    assert letters_sha256_hex("\u2713 \u2192") == sha256_hex("\u2713 \u2192")
    assert letters_sha256_hex("\u2713 \u2192") != letters_sha256_hex("\u2717 \u2192")
