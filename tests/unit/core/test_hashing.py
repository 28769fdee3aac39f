import hashlib

import pytest

from citeledger.core.hashing import normalized_digest, sha256_hex
from citeledger.core.normalization import normalizer_for

MARKDOWN, PLAIN = normalizer_for("text/markdown"), normalizer_for("text/plain")


def test_text_is_hashed_in_its_utf8_form() -> None:
    assert sha256_hex("Café") == sha256_hex("Café".encode()) == hashlib.sha256("Café".encode()).hexdigest()


def test_a_hash_of_text_sees_the_normal_form() -> None:
    assert sha256_hex("Café") != sha256_hex("Cafe\u0301")


def test_what_reads_the_same_has_the_same_normalized_digest() -> None:
    texts = ["Keep **30** days", "Keep  30\ndays", "- Keep &#51;0 days"]
    assert len({normalized_digest(normalizer=MARKDOWN, text=text) for text in texts}) == 1


def test_digests_of_two_normalisers_never_compare_equal() -> None:
    assert normalized_digest(normalizer=MARKDOWN, text="a") != normalized_digest(normalizer=PLAIN, text="a")


@pytest.mark.parametrize(
    ("one", "other"), [("3 0 days", "30 days"), ("ab c", "a bc"), ("10²", "102"), ("a~~b~~", "ab")]
)
def test_token_edges_are_part_of_the_digest(one: str, other: str) -> None:
    assert normalized_digest(normalizer=MARKDOWN, text=one) != normalized_digest(normalizer=MARKDOWN, text=other)
