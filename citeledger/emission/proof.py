"""Proving spans at birth and quotes at emission, in terms an agent can act on (DESIGN rule 2).

Offsets and codes go into a refusal, never a character of the document.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from citeledger.core.quotation.quoting import quotation
from citeledger.core.reading.normalization import normalizer_for
from citeledger.core.reading.seen import Seen
from citeledger.core.refusals import Refused
from citeledger.core.spans import (
    EmptySpan,
    OffsetInsideCharacter,
    SpanError,
    SpanMismatch,
    SpanOutOfRange,
    code_points_from_utf8,
    code_points_from_utf16,
    prove_new,
)
from citeledger.documents.readings import Readings
from citeledger.emission.shape import SPAN_LENGTH, STATEMENT_LENGTH, Placed, Unit
from citeledger.extraction import BrokenStructure

_CODES: dict[type[SpanError], tuple[str, str]] = {
    SpanOutOfRange: ("offset_out_of_range", "The offsets do not fit the text; check the version and the unit."),
    EmptySpan: ("empty_span", "There is nothing to read between the offsets; cite some words."),
    SpanMismatch: ("exact_mismatch", "The text at the offsets is not the text sent; check the version and the unit."),
    OffsetInsideCharacter: ("offset_inside_character", "An offset falls inside a character; send the edge of one."),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class SpanDraft:
    """A span to be minted: offsets into a version's canonical text, end exclusive, counted in `unit`."""

    version: UUID
    start: int
    end: int
    exact: str
    unit: Unit = Unit.CODE_POINTS


def check_length(*, draft: SpanDraft, at: str) -> None:
    """Refuses a span over SPAN_LENGTH code points, before any text is read. Raises Refused."""
    if max(len(draft.exact), _shortest(draft)) > SPAN_LENGTH:
        raise Refused("span_too_long", f"A span has at most {SPAN_LENGTH} characters.", at)


def _shortest(draft: SpanDraft) -> int:
    """The fewest code points the offsets can stand for: none takes more than 2 UTF-16 units or 4 UTF-8 bytes."""
    widest = {Unit.CODE_POINTS: 1, Unit.UTF16: 2, Unit.UTF8: 4}[draft.unit]
    return (draft.end - draft.start) // widest


def prove_draft(*, draft: SpanDraft, text: str, at: str) -> tuple[int, int]:
    """Start and end in code points, once `text[start:end] == exact`. Raises Refused."""
    try:
        start = _code_points(text=text, offset=draft.start, unit=draft.unit)
        end = _code_points(text=text, offset=draft.end, unit=draft.unit)
        prove_new(text=text, start=start, end=end, exact=draft.exact)
    except SpanError as error:
        code, detail = _CODES[type(error)]
        raise Refused(code, detail, at) from error
    return start, end


def _code_points(*, text: str, offset: int, unit: Unit) -> int:
    match unit:
        case Unit.CODE_POINTS:
            return offset
        case Unit.UTF16:
            return code_points_from_utf16(text=text, utf16_offset=offset)
        case Unit.UTF8:
            return code_points_from_utf8(text=text, utf8_offset=offset)


def check_seen(*, passages: Mapping[str, tuple[int, int]], text: str, media_type: str) -> None:
    """Raises the first of the refusals of `unseen`."""
    _raise_first(unseen(passages=passages, text=text, media_type=media_type))


def check_quotable(*, passages: Mapping[str, tuple[int, int]], structure: str) -> None:
    """Raises the first of the refusals of `unquotable`."""
    _raise_first(unquotable(passages=passages, structure=structure))


def unseen(*, passages: Mapping[str, tuple[int, int]], text: str, media_type: str) -> dict[str, Refused]:
    """The passages (by their addresses: start and end in code points) of which readers see nothing, each refused.

    Struck through, commented out or hidden in the source: nobody stands by it, so nothing rests on it.
    """
    seen = Seen(text=text, normalizer=normalizer_for(media_type))
    why = "Readers of the document see nothing of this passage; cite what it shows."
    return {
        at: Refused("unseen_text", why, at)
        for at, (start, end) in passages.items()
        if not seen.shows(start=start, end=end)
    }


def unquotable(*, passages: Mapping[str, tuple[int, int]], structure: str) -> dict[str, Refused]:
    """The passages that touch what nothing can rest on (read too badly, struck, ...), each refused with its reason."""
    readings = Readings(structure)
    found = {at: _unquotable(readings, start, end, at=at) for at, (start, end) in passages.items()}
    return {at: refused for at, refused in found.items() if refused}


def _unquotable(readings: Readings, start: int, end: int, *, at: str) -> Refused | None:
    try:
        why = readings.unquotable(start, end)
    except BrokenStructure:
        return Refused("source_not_proved", "A stored source failed its proof; tell the operators.", at)
    if why is None:
        return None
    reason = [f"{why[0].upper()}{why[1:].removesuffix('.')}."] if why else []
    return Refused("span_unquotable", " ".join(("Nothing can rest on this passage.", *reason)), at)


def _raise_first(refusals: Mapping[str, Refused]) -> None:
    for refused in refusals.values():
        raise refused


def quoted_words(*, placed: Placed, text: str, start: int, end: int, media_type: str) -> str:
    """The source's own words for what the statement quotes there (see `core.quotation.quoting`). Raises Refused."""
    quote, normalizer = placed.statement.text, normalizer_for(media_type)
    found = quotation(quote=quote, text=text, start=start, end=end, normalizer=normalizer)
    if found is None:
        raise Refused(
            "not_contiguous_source", "A quote says what its span says, word for word, from edge to edge.", placed.at
        )
    if len(found.text) > STATEMENT_LENGTH:
        raise Refused("statement_too_long", "The source takes more characters for this; quote less of it.", placed.at)
    return found.text
