"""What every answer of the site says to browsers and to caches on the way."""

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


@pytest.fixture
def answer(client: Client):
    return client.get("/nothing-here")


def test_a_page_may_load_only_from_its_own_site_and_be_framed_by_nobody(answer) -> None:
    policy = answer["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert answer["X-Frame-Options"] == "DENY"


def test_types_are_not_guessed_and_addresses_do_not_leak_to_other_sites(answer) -> None:
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Referrer-Policy"] == "same-origin"
    assert answer["Cross-Origin-Opener-Policy"] == "same-origin"


def test_answers_are_never_compressed(client: Client) -> None:
    answer = client.get("/nothing-here", headers={"accept-encoding": "gzip, br"})
    assert not answer.has_header("Content-Encoding")


def test_an_address_with_an_unknown_end_is_not_found_rather_than_redirected(client: Client) -> None:
    # Threat T67: web cache deception asks for a private page under a public-looking name.
    for path in ("/nothing-here/", "/nothing-here.css", "/nothing-here/x.css"):
        assert client.get(path).status_code == 404


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "localhost@evil.example", "127.0.0.1:8000:9"]
)
def test_a_foreign_host_name_is_refused(client: Client, host: str) -> None:
    assert client.get("/nothing-here", headers={"host": host}).status_code == 400


def test_a_forwarded_host_is_not_believed(client: Client) -> None:
    answer = client.get("/nothing-here", headers={"x-forwarded-host": "evil.example"})
    assert b"evil.example" not in answer.content
