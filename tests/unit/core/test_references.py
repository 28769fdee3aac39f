"""What others cite: ledger uids, and everything else as text that cannot deceive (T62, T63, T89)."""

from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeledger.core.references import LONGEST_LINK, LedgerReference, UntrustedLink, links_in, parse_reference

UID = "5c8e9907-7957-4c9b-9e35-446b5952a6dd"


@pytest.mark.parametrize("text", [UID, UID.upper()])
def test_a_uid_names_a_citation(text: str) -> None:
    assert parse_reference(text=text) == LedgerReference(UUID(UID))


@pytest.mark.parametrize(
    "text",
    [
        f"{{{UID}}}",
        f"urn:uuid:{UID}",
        UID.replace("-", ""),
        f" {UID}",
        f"{UID}\n",
        f"https://ledger.example/citations/{UID}",
        f"[{UID}](https://ledger.example)",
        UID.replace("5", "\uff15"),
        '{"state": "current"}',
        "state: current",
        "",
    ],
)
def test_nothing_else_does_however_much_it_looks_like_one(text: str) -> None:
    assert isinstance(parse_reference(text=text), UntrustedLink)


@pytest.mark.parametrize(
    ("text", "href"),
    [
        ("https://example.org", "https://example.org"),
        ("HTTP://Example.ORG:8080/A?b=c#d", "http://example.org:8080/A?b=c#d"),
        ("https://bücher.example/straße", "https://xn--bcher-kva.example/stra%C3%9Fe"),
        ("https://раypal.com/", "https://xn--ypal-43d9g.com/"),
        ("https://127.0.0.1/", "https://127.0.0.1/"),
        ("https://[2001:DB8::1]:443/x", "https://[2001:db8::1]:443/x"),
        ("https://example.org/%7Ea?x=%20", "https://example.org/%7Ea?x=%20"),
        ("mailto:legal@example.org", "mailto:legal@example.org"),
    ],
)
def test_a_plain_link_is_shown_in_ascii(text: str, href: str) -> None:
    assert parse_reference(text=text) == UntrustedLink(shown=href, href=href)


@pytest.mark.parametrize(
    "text",
    [
        "javascript:alert(1)",
        "JavaScript:alert(1)",
        "java\tscript:alert(1)",
        "\x01javascript:alert(1)",
        "javascript%3aalert(1)",
        "data:text/html,<script>alert(1)</script>",
        "vbscript:msgbox",
        "file:///etc/passwd",
        "ftp://example.org",
        "//example.org/x",
        "\\\\example.org\\x",
        "https:\\\\example.org",
        "https:example.org",
        "https:///example.org",
        "https://",
        "https://user@example.org/",
        "https://example.org@evil.example/",
        "https://user:secret@example.org/",
        "https://example.org:99999/",
        "https://example.org:/",
        "https://example.org:80:80/",
        "https://exa mple.org/",
        "https://example.org/\n",
        "https://example.org/a b",
        "https://example.org\\.evil.example/",
        "https://example\u3002org/",
        "https://\uff45xample.org/",
        "https://ex\u2044ample.org/",
        "https://example.org/\u202egpj.exe",
        "https://example.org/a\u200bb",
        "https://\u2066example.org/",
        "https://%65xample.org/",
        "https://-example.org/",
        "https://example..org/",
        "https://.org/",
        "https://2130706433/",
        "https://0x7f.1/",
        "https://0177.0.0.1/",
        "https://127.1/",
        "https://[::1/",
        "https://[v1.x]/",
        'https://example.org/"onmouseover=x',
        "https://example.org/<b>",
        "mailto:legal@example.org?bcc=all@example.org",
        "mailto:a@b@c.example",
        "https://example.org/" + "a" * LONGEST_LINK,
        "https://example.org/\ud800",
        "Handbook, section 4",
    ],
)
def test_everything_else_is_text_and_no_link(text: str) -> None:
    found = parse_reference(text=text)
    assert isinstance(found, UntrustedLink)
    assert found.href is None


@pytest.mark.parametrize(
    ("text", "shown", "href"),
    [
        ("https://gооd.example/", "https://xn--gd-fmca.example/", "https://xn--gd-fmca.example/"),
        ("https://good.example@evil.example", "https://good.example@evil.example", None),
        ("https://good.example:pw@evil.example/", "https://good.example:pw@evil.example/", None),
        ("https://good.example\\@evil.example/", "https://good.example\\@evil.example/", None),
        ("https://good.example%2eevil.example/", "https://good.example%2eevil.example/", None),
        ("https://good.example/%2e%2e/x", "https://good.example/%2e%2e/x", "https://good.example/%2e%2e/x"),
        ("https://good.example\u2024evil/", "https://good.example\u2024evil/", None),
        ("https://[0:0::1]:8443/x", "https://[::1]:8443/x", "https://[::1]:8443/x"),
        ("https://[fe80::1%25eth0]/", "https://[fe80::1%25eth0]/", None),
        ("https://good.example:0443/", "https://good.example:0443/", "https://good.example:0443/"),
        ("https://good.example:port/", "https://good.example:port/", None),
        ("https://good.example/\u202efdp.exe", "https://good.example/⟨U+202E⟩fdp.exe", None),
        ("java\tscript:alert(1)", "java⟨U+0009⟩script:alert(1)", None),
        (" https://good.example/", " https://good.example/", None),
        ("https://good.example/ evil", "https://good.example/ evil", None),
        ("https://good.example/\r\nSet-Cookie: a", "https://good.example/⟨U+000D⟩⟨U+000A⟩Set-Cookie: a", None),
        ("data:text/html;base64,PHNjcmlwdD4=", "data:text/html;base64,PHNjcmlwdD4=", None),
        ("http:/good.example", "http:/good.example", None),
        ("blob:https://good.example/1", "blob:https://good.example/1", None),
        ("tel:+49301234", "tel:+49301234", None),
    ],
)
def test_a_nasty_address_shows_what_it_is(text: str, shown: str, href: str | None) -> None:
    assert parse_reference(text=text) == UntrustedLink(shown=shown, href=href)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("refunds \u202eFDP\u202c", "refunds ⟨U+202E⟩FDP⟨U+202C⟩"),
        ("a\u200bb\u2060c\ufeff", "a⟨U+200B⟩b⟨U+2060⟩c⟨U+FEFF⟩"),
        ("tag\U000e0041", "tag⟨U+E0041⟩"),
        ("fill\u3164er", "fill⟨U+3164⟩er"),
        ("one\ntwo", "one⟨U+000A⟩two"),
        ("half \ud800", "half ⟨U+D800⟩"),
        ("Straße 日本 §4", "Straße 日本 §4"),
    ],
)
def test_what_nobody_can_see_is_written_out(text: str, shown: str) -> None:
    assert parse_reference(text=text) == UntrustedLink(shown=shown)


def test_a_long_text_is_cut() -> None:
    assert parse_reference(text="x" * 10**6).shown == "x" * LONGEST_LINK + "…"


@given(st.text())
def test_no_text_breaks_it_and_nothing_invisible_is_shown(text: str) -> None:
    found = parse_reference(text=text)
    assert isinstance(found, LedgerReference) or found.shown.isprintable()


@given(st.sampled_from(["http://", "https://", "mailto:a@"]), st.text(min_size=1, max_size=40))
def test_whatever_becomes_a_link_is_ascii_and_stays_the_same_link(scheme: str, rest: str) -> None:
    found = parse_reference(text=scheme + rest)
    if isinstance(found, UntrustedLink) and found.href:
        assert found.href.isascii()
        assert parse_reference(text=found.href) == found


def shown(text: str) -> list[str]:
    """Every address found in the text, as it is shown; whatever lies between is left as it stands."""
    pieces = list(links_in(text=text))
    assert all(piece in text for piece in pieces if isinstance(piece, str))
    return [piece.shown for piece in pieces if isinstance(piece, UntrustedLink)]


@pytest.mark.parametrize(
    ("text", "addresses"),
    [
        ("Nothing here, or: there.", []),
        ("See https://example.org/a?b=c.", ["https://example.org/a?b=c"]),
        ("(see https://example.org/a), or mailto:a@example.org!", ["https://example.org/a", "mailto:a@example.org"]),
        ("https://раypal.com/ says so", ["https://xn--ypal-43d9g.com/"]),
        ("JavaScript:alert(1) is no address", ["JavaScript:alert(1"]),
        ("ftp://example.org\nhttp://example.org", ["ftp://example.org", "http://example.org"]),
        ("https://bank.example@evil.example/x", ["https://bank.example@evil.example/x"]),
        ("a https://example.org/\u202egro.live b", ["https://example.org/⟨U+202E⟩gro.live"]),
        (f"The uid {UID} is no address", []),
    ],
)
def test_addresses_are_found_in_what_somebody_said(text: str, addresses: list[str]) -> None:
    assert shown(text) == addresses


PIECES = ["http://x.example/", "mailto:a@x.example", "word", " ", ").", "\n", "(("]


@given(st.lists(st.sampled_from(PIECES)).map("".join))
def test_no_character_beside_or_in_a_plain_address_is_lost(text: str) -> None:
    assert "".join(piece if isinstance(piece, str) else piece.shown for piece in links_in(text=text)) == text
