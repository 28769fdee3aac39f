"""Spans of canonical text: cutting them out, proving them, and reading offsets that others count in other units.

Everything inside the ledger counts zero-based Unicode code points, end exclusive (threat T80). Messages of the
errors here name offsets only, never the text: they travel into logs and answers.
"""

import re
import unicodedata

_NOTHING_TO_READ = re.compile(r"[\s\u00ad\u061c\u180e\u200b-\u200f\u2060-\u2064\ufeff]*")
_JOINERS = frozenset("\u200c\u200d")
_SKIN_TONES = ("\U0001f3fb", "\U0001f3ff")
_REGIONAL_INDICATORS = ("\U0001f1e6", "\U0001f1ff")


class SpanError(ValueError):
    """A span was refused. The caller sends offsets that fit the canonical text; nothing was stored."""


class SpanOutOfRange(SpanError):
    """The offsets lie outside the text or run backwards. Check the unit (code points) and the version cited."""


class EmptySpan(SpanError):
    """The span holds nothing a reader sees (no length, or only spaces and invisible characters). Cite some words."""


class SpanMismatch(SpanError):
    """The text at the offsets is not the text claimed. Refuse at birth; later, the stored pointer is broken."""


class OffsetInsideCharacter(SpanError):
    """An offset falls inside a character (surrogate pair, UTF-8 sequence, or base and mark). Send the edge of one."""


def cut(*, text: str, start: int, end: int) -> str:
    """Return `text[start:end]`; offsets in code points, end exclusive.

    Raises SpanOutOfRange when the offsets do not fit the text, EmptySpan when there is nothing to read between them.
    """
    if not 0 <= start <= end <= len(text):
        raise SpanOutOfRange(f"The span {start}-{end} does not fit a text of {len(text)} code points.")
    piece = text[start:end]
    if _NOTHING_TO_READ.fullmatch(piece):
        raise EmptySpan(f"The span {start}-{end} holds no readable text.")
    return piece


def prove(*, text: str, start: int, end: int, exact: str) -> None:
    """Return only if `text[start:end]` is exactly `exact`, code point for code point (rules 2 and 3).

    Raises what `cut` raises, and SpanMismatch. Depends on no Unicode table, so a span proved once is provable
    under every later Python.
    """
    if cut(text=text, start=start, end=end) != exact:
        raise SpanMismatch(f"The text at {start}-{end} is not the text claimed.")


def prove_new(*, text: str, start: int, end: int, exact: str) -> None:
    """`prove` for a span about to be recorded: its edges may not take a character apart either.

    Raises what `prove` raises, and OffsetInsideCharacter. Refusing is decided here and not in `prove` because what
    counts as a mark depends on the Unicode version: a stored span must stay provable when the tables grow.
    We refuse instead of widening: a pointer that was moved silently is not the pointer that was sent (T80).
    """
    prove(text=text, start=start, end=end, exact=exact)
    for offset in (start, end):
        if is_inside_character(text=text, offset=offset):
            raise OffsetInsideCharacter(f"Offset {offset} separates a character from its marks.")


def is_inside_character(*, text: str, offset: int) -> bool:
    """Say whether the edge before code point `offset` would take what a reader sees as one character apart.

    Covers combining marks and variation selectors (categories Mn, Mc, Me), characters joined by ZWJ or ZWNJ, emoji
    with a skin tone, flags (two regional indicators) and CR LF. Not the whole of UAX 29: conjoining Hangul jamo and
    Indic conjuncts may be cited apart, as their parts are letters in their own right.
    """
    if not 0 < offset < len(text):
        return False
    before, after = text[offset - 1], text[offset]
    return (
        (unicodedata.category(after).startswith("M") and not before.isspace())
        or _is_joined(text=text, offset=offset)
        or _SKIN_TONES[0] <= after <= _SKIN_TONES[1]
        or before + after == "\r\n"
        or _splits_flag(text=text, offset=offset)
    )


def _is_joined(*, text: str, offset: int) -> bool:
    before, after = text[offset - 1], text[offset]
    if after in _JOINERS:
        return not before.isspace()
    return before == "\u200d" and not after.isspace()


def _splits_flag(*, text: str, offset: int) -> bool:
    first = offset
    while first > 0 and _REGIONAL_INDICATORS[0] <= text[first - 1] <= _REGIONAL_INDICATORS[1]:
        first -= 1
    follows = _REGIONAL_INDICATORS[0] <= text[offset] <= _REGIONAL_INDICATORS[1]
    return follows and (offset - first) % 2 == 1


def code_points_from_utf16(*, text: str, utf16_offset: int) -> int:
    """Translate an offset counted in UTF-16 code units (browsers, Java, C#) into code points.

    Raises SpanOutOfRange outside the text and OffsetInsideCharacter between the halves of a surrogate pair.
    """
    return _code_points(text=text, offset=utf16_offset, encoding="utf-16-le", width=2)


def code_points_from_utf8(*, text: str, utf8_offset: int) -> int:
    """Translate an offset counted in UTF-8 bytes into code points.

    Raises SpanOutOfRange outside the text and OffsetInsideCharacter inside the bytes of one code point.
    """
    return _code_points(text=text, offset=utf8_offset, encoding="utf-8", width=1)


def _code_points(*, text: str, offset: int, encoding: str, width: int) -> int:
    # A code point takes at least one unit, so the first `offset` code points always hold the prefix asked for.
    encoded = text[: max(offset, 0)].encode(encoding)
    if not 0 <= offset * width <= len(encoded):
        raise SpanOutOfRange(f"Offset {offset} lies outside the text.")
    try:
        return len(encoded[: offset * width].decode(encoding))
    except UnicodeDecodeError:
        raise OffsetInsideCharacter(f"Offset {offset} falls inside a character.") from None
