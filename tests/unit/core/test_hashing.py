import hashlib

from citeledger.core.hashing import sha256_hex


def test_text_is_hashed_in_its_utf8_form() -> None:
    assert sha256_hex("Café") == sha256_hex("Café".encode()) == hashlib.sha256("Café".encode()).hexdigest()


def test_a_hash_of_text_sees_the_normal_form() -> None:
    assert sha256_hex("Café") != sha256_hex("Cafe\u0301")
