"""Mail (EML): who wrote what to whom and when, and the words of the message (rule `mail/1`).

The plain text is read where there is one with words in it, else the page. Attachments and mails inside the mail are
named in the details and never opened. Quoted replies stay, as quotes.
"""

import binascii
import re
from collections.abc import Iterator
from email import message_from_bytes
from email.errors import MessageError
from email.header import Header, decode_header
from email.message import Message
from itertools import groupby
from typing import Final

from citeledger.extraction import encodings, html
from citeledger.extraction.builder import TextBuilder
from citeledger.extraction.extracted import Extraction, Options, Unreadable

EXTRACTOR: Final = f"mail/1+{html.EXTRACTOR}"
ATTACHED: Final = "The mail has attachments: they are no part of the text. Upload them as documents of their own."
OTHER_FORM: Final = "The mail also has a page that shows other words than its plain text, which was read: look at both."
UNREADABLE_HEADER: Final = "A header line of the mail is written in no known encoding: signs in it could not be read."
_HEADERS: Final = ("From", "To", "Cc", "Date", "Subject")
_LONGEST_ENCODED: Final = 20_000  # characters of a header in which encoded words are looked for
_LONGEST_HEADER: Final = 100_000  # characters: reading parameters takes the square of them
_MOST_NAMED: Final = 50  # attachments, each by at most so many characters of its name:
_LONGEST_NAME: Final = 200
_DEEPEST: Final = 50  # parts inside parts
_BOUNDARY: Final = re.compile(rb"boundary\s*\*?[0-9*]*=", re.IGNORECASE)
_WORD: Final = re.compile(r"\w+")
_NO_TEXT: Final = re.compile("[\0\ud800-\udfff]")
_MOST_BOUNDARIES: Final = 500  # every line is held against each that is open
# Whatever the parser of the standard library trips over; it was written to forgive, not to resist.
_TRIPS: Final = (MessageError, LookupError, ValueError, TypeError, AttributeError, RecursionError, binascii.Error)


def extract(data: bytes, options: Options) -> Extraction:
    """Read a mail. Raises Unreadable, also for what has none of a mail's headers."""
    del options  # nothing of it matters to mail
    if len(_BOUNDARY.findall(data)) > _MOST_BOUNDARIES:
        raise Unreadable
    builder = TextBuilder()
    try:
        _write(builder, message_from_bytes(data))
    except _TRIPS as trip:
        raise (trip if isinstance(trip, Unreadable) else Unreadable()) from None
    return Extraction(builder.text(), builder.structure(), EXTRACTOR)


def _write(builder: TextBuilder, message: Message) -> None:
    _write_headers(builder, message)
    parts = _Parts()
    parts.take(message)
    for text in parts.texts:
        _write_body(builder, text)
    if parts.pages and _say_more(parts.pages, parts.texts):
        builder.warnings.append(OTHER_FORM)
    attached = [_name(part) for part in parts.attached[:_MOST_NAMED]]
    if attached:
        builder.details["attachments"] = "; ".join(attached)
        builder.warnings.append(ATTACHED)


def _write_headers(builder: TextBuilder, message: Message) -> None:
    lines = [f"{name}: {words}" for name in _HEADERS if (words := _words(message[name]))]
    if not lines:
        raise Unreadable
    with builder.block("front_matter"):
        builder.write("\n".join(lines))
    if any("\ufffd" in line for line in lines):
        builder.warnings.append(UNREADABLE_HEADER)


def _words(value: Header | str | None) -> str:
    """A header as people see it, in one line. What cannot be decoded shows as unreadable."""
    if value is None:
        return ""
    is_long = len(str(value)) > _LONGEST_ENCODED
    pieces = [(str(value), None)] if is_long else decode_header(value)
    text = "".join(_decoded_word(words, charset) for words, charset in pieces)
    return " ".join(_NO_TEXT.sub("\ufffd", text).split())


def _decoded_word(words: str | bytes, charset: str | None) -> str:
    if isinstance(words, str):
        return words
    if charset is None:
        return words.decode("latin-1")
    try:
        return encodings.decoded(words, declared=charset).text if words else ""
    except Unreadable:
        return words.decode("utf-8", "replace")


class _Parts:
    """What of a mail is its words, and what is only named."""

    def __init__(self) -> None:
        self.texts: list[Message] = []
        self.pages: list[Message] = []  # not read, since the same is there as plain text
        self.attached: list[Message] = []

    def take(self, part: Message, depth: int = 0) -> None:
        """Take in a part and what is inside it. Raises Unreadable when parts go too deep or headers too far."""
        if depth > _DEEPEST or any(len(str(value)) > _LONGEST_HEADER for value in part.values()):
            raise Unreadable
        children = part.get_payload()
        if part.get_content_maintype() == "multipart" and isinstance(children, list):
            inside = [child for child in children if isinstance(child, Message)]
            chosen = _preferred(inside) if part.get_content_subtype() == "alternative" else inside
            for child in chosen:
                self.take(child, depth + 1)
            if chosen is not inside and _is_plain(chosen):
                self.pages += [page for child in inside for page in _pages(child, depth)]
        elif self._is_words(part):
            self.texts.append(part)
        else:
            self.attached.append(part)

    def _is_words(self, part: Message) -> bool:
        """Of several pages in one mail only the first is its words: tables are numbered in one page."""
        kind = part.get_content_type()
        is_first_page = kind == "text/html" and not any(text.get_content_type() == kind for text in self.texts)
        # A part of parts without parts is what a broken mail leaves of its words.
        is_plain = kind == "text/plain" or (kind.startswith("multipart/") and not part.is_multipart())
        return (is_plain or is_first_page) and part.get_content_disposition() != "attachment"


def _preferred(alternatives: list[Message]) -> list[Message]:
    """The one of several forms that is read: the first plain text with words in it, else the last, which is richest."""
    plain = (each for each in alternatives if each.get_content_type() == "text/plain" and _content(each).strip())
    return [each for each in (next(plain, None), *reversed(alternatives)) if each is not None][:1]


def _is_plain(parts: list[Message]) -> bool:
    return [part.get_content_type() for part in parts] == ["text/plain"]


def _pages(part: Message, depth: int) -> Iterator[Message]:
    """The page that an alternative is or holds. Raises Unreadable for parts that go too deep."""
    if depth > _DEEPEST:
        raise Unreadable
    children = part.get_payload()
    if part.get_content_type() == "text/html":
        yield part
    elif part.get_content_maintype() == "multipart" and isinstance(children, list):
        for child in children:
            yield from _pages(child, depth + 1) if isinstance(child, Message) else ()


def _say_more(pages: list[Message], texts: list[Message]) -> bool:
    """Whether pages show words that texts do not hold, or cannot be read."""
    try:
        return not _said(pages) <= _said(texts)
    except Unreadable:
        return True


def _said(parts: list[Message]) -> set[str]:
    """The words of parts as they would be read."""
    builder = TextBuilder()
    for part in parts:
        _write_body(builder, part)
    return set(_WORD.findall(builder.text().casefold()))


def _content(part: Message) -> bytes:
    content = part.get_payload(decode=True)
    return content if isinstance(content, bytes) else b""


def _name(part: Message) -> str:
    """What people call an attachment: its file name, a mail's subject, or at least its kind."""
    inside = part.get_payload()
    mail = inside[0] if isinstance(inside, list) and inside else None
    subject = mail["Subject"] if isinstance(mail, Message) else None
    return (_words(part.get_filename()) or _words(subject) or part.get_content_type())[:_LONGEST_NAME]


def _write_body(builder: TextBuilder, part: Message) -> None:
    content, is_page = _content(part), part.get_content_type() == "text/html"
    if not content.strip():
        return
    declared = part.get_content_charset() or (html.declared_encoding(content) if is_page else None)
    read = encodings.decoded(content, declared=declared)
    builder.details = {**read.details, **builder.details}
    builder.warnings += read.warnings
    if is_page:
        html.write_page(builder, read)
    else:
        _write_plain(builder, read.text)


def _write_plain(builder: TextBuilder, text: str) -> None:
    """Paragraphs end at blank lines, and where a quoted reply begins or ends."""
    for kind, lines in groupby(text.split("\n"), key=_kind):
        if kind:
            with builder.block(kind):
                builder.write("\n".join(lines))


def _kind(line: str) -> str:
    words = line.strip()
    return "quote" if words.startswith(">") else "paragraph" if words else ""
