"""References as others write them: the uid of a ledger citation, or an untrusted link. The only parser of either.

Only a ledger uid can ever carry a state (threat T89). Anything else, however much it looks like a source, becomes
text a reader can trust to be what it says (threats T62, T63) and is never fetched (DESIGN rule 10).
"""

import ipaddress
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final
from urllib.parse import quote
from uuid import UUID

from citeledger.core.reading.visibility import is_visible, made_visible

LONGEST_LINK: Final = 2048  # code points

_CITATION = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", re.ASCII | re.IGNORECASE)
_WEB = re.compile(r"(https?)://([^/?#]+)([/?#].*)?", re.ASCII | re.IGNORECASE | re.DOTALL)
_MAIL = re.compile(r"mailto:([A-Za-z0-9.!#$&'*+/=^_`{|}~-]{1,64})@([^@/?#%]+)", re.ASCII | re.IGNORECASE)
_HOST_AND_PORT = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[^:\[\]@%]+)(?::([0-9]{1,5}))?", re.ASCII)
_LABEL = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)", re.ASCII)
# What a reader may take for an address in running text, up to white space; and what ends a sentence, not an address.
_IN_TEXT = re.compile(
    r"(?<![\w+.-])(?:[a-z][a-z0-9+.-]{0,31}://|(?:mailto|javascript|data|vbscript):)\S+", re.IGNORECASE
)
_AFTER_A_LINK = ".,;:!?'\")]}>»”’…"
# What browsers trim, turn into something else or read as markup: a link that holds one is not a link.
_NOT_IN_A_LINK = re.compile(r"[\x00-\x20\x7f\\\"<>^`{|}\s]")
_LEFT_AS_THEY_ARE = "/?#[]@!$&'()*+,;=:%-._~"


@dataclass(frozen=True, slots=True)
class LedgerReference:
    """Names a citation of this ledger, known or not: only the verdict says more."""

    citation: UUID


@dataclass(frozen=True, slots=True)
class UntrustedLink:
    """Something cited that is no citation. Show `shown` as text; `href` is set only for a strictly read link.

    `shown` holds no invisible and no direction-changing character; a link's host stands in it in ASCII (punycode).
    Without an `href` it may lead elsewhere than it seems to. Nothing here makes either clickable.
    """

    shown: str
    href: str | None = None


Reference = LedgerReference | UntrustedLink


def parse_reference(*, text: str) -> Reference:
    """Read one cited reference. Never fails and never looks anything up: what is not a uid is an untrusted link."""
    if _CITATION.fullmatch(text):
        return LedgerReference(citation=UUID(text))
    href = _link(text)
    return UntrustedLink(shown=href or _visible(text), href=href)


def links_in(*, text: str) -> Iterator[str | UntrustedLink]:
    """The text in pieces: as it stands, and what in it looks like an address, so that it can be shown as one.

    A statement may name an address; it never rests on it. Yields every character but those parsing replaces.
    """
    position = 0
    for found in _IN_TEXT.finditer(text):
        address = found.group().rstrip(_AFTER_A_LINK)
        reference = parse_reference(text=address)
        if isinstance(reference, UntrustedLink):
            yield text[position : found.start()]
            yield reference
            position = found.start() + len(address)
    yield text[position:]


def _link(text: str) -> str | None:
    """The link in ASCII, or None for everything that is not plainly http, https or mailto."""
    if len(text) > LONGEST_LINK or not is_visible(text) or _NOT_IN_A_LINK.search(text):
        return None
    if web := _WEB.fullmatch(text):
        return _web_link(scheme=web[1].lower(), authority=web[2], rest=web[3] or "")
    if (mail := _MAIL.fullmatch(text)) and (host := _domain(mail[2])):
        return f"mailto:{mail[1]}@{host}"
    return None


def _web_link(*, scheme: str, authority: str, rest: str) -> str | None:
    parts = _HOST_AND_PORT.fullmatch(authority)
    if parts is None or int(parts[2] or 0) > 65535:
        return None
    host = _address(parts[1]) if parts[1][0] == "[" else _domain(parts[1])
    if host is None:
        return None
    port = f":{parts[2]}" if parts[2] else ""
    return f"{scheme}://{host}{port}{quote(rest, safe=_LEFT_AS_THEY_ARE)}"


def _address(text: str) -> str | None:
    try:
        return f"[{ipaddress.IPv6Address(text[1:-1]).compressed}]"
    except ValueError:
        return None


def _domain(text: str) -> str | None:
    """The host in lower-case ASCII. Refuses whatever a browser would map to another host: full-width, unicode dots."""
    if unicodedata.normalize("NFKC", text.lower()) != text.lower() or len(text) > 253:
        return None
    labels = [_punycode(label) for label in text.lower().split(".")]
    if not all(_LABEL.fullmatch(label) for label in labels):
        return None
    host = ".".join(labels)
    return host if _is_name(labels[-1]) or _is_ipv4(host) else None


def _punycode(label: str) -> str:
    """The label in ASCII; empty, and so refused, where it holds anything but letters, digits, marks and hyphens."""
    if label.isascii():
        return label
    if not all(character == "-" or unicodedata.category(character)[0] in "LMN" for character in label):
        return ""
    return "xn--" + label.encode("punycode").decode("ascii")


def _is_name(label: str) -> bool:
    """Browsers read a host whose last label is a number (decimal, octal or hex) as an IPv4 address."""
    return re.fullmatch(r"[0-9]+|0x[0-9a-f]*", label, re.ASCII) is None


def _is_ipv4(host: str) -> bool:
    try:
        return str(ipaddress.IPv4Address(host)) == host
    except ValueError:
        return False


def _visible(text: str) -> str:
    return made_visible(text if len(text) <= LONGEST_LINK else text[:LONGEST_LINK] + "…")
