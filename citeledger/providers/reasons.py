"""Why a part of a response was not taken over, and what is worth knowing about a part that was. Codes are stable."""

from enum import StrEnum

from citeledger.core.quotation.quotes import QuoteNotFound, QuoteNotUnique
from citeledger.core.spans import EmptySpan, OffsetInsideCharacter, SpanError, SpanMismatch, SpanOutOfRange


class Reason(StrEnum):
    """Why something was refused. The text of the answer stays in every case."""

    NOT_A_RESPONSE = "not_a_response"
    MALFORMED = "malformed"
    NOT_A_WHOLE_NUMBER = "not_a_whole_number"
    UNKNOWN_CONTENT_TYPE = "unknown_content_type"
    UNKNOWN_CITATION_TYPE = "unknown_citation_type"
    TOO_MANY_CITATIONS = "too_many_citations"
    TOO_MUCH_TO_SEARCH = "too_much_to_search"
    DOCUMENT_INDEX_OUT_OF_RANGE = "document_index_out_of_range"
    DOCUMENT_NOT_IDENTIFIED = "document_not_identified"
    DOCUMENT_UNKNOWN = "document_unknown"
    DOCUMENT_AMBIGUOUS = "document_ambiguous"
    WRONG_DOCUMENT_FORM = "wrong_document_form"
    OFFSET_OUT_OF_RANGE = "offset_out_of_range"
    OFFSET_NOT_ON_CHARACTER_BOUNDARY = "offset_not_on_character_boundary"
    EMPTY_RANGE = "empty_range"
    CITED_TEXT_MISSING = "cited_text_missing"
    CITED_TEXT_MISMATCH = "cited_text_mismatch"
    CITED_TEXT_NOT_FOUND = "cited_text_not_found"
    CITED_TEXT_AMBIGUOUS = "cited_text_ambiguous"
    TEXT_NOT_UNICODE = "text_not_unicode"
    POSITION_OUTSIDE_ANSWER = "position_outside_answer"
    NOTHING_BEFORE_POSITION = "nothing_before_position"
    ANSWER_TEXT_MISMATCH = "answer_text_mismatch"
    NO_ANSWER_TEXT = "no_answer_text"
    NOT_A_MARKER = "not_a_marker"
    UNSUPPORTED_SELECTOR = "unsupported_selector"


class NoteKind(StrEnum):
    """What is worth knowing about something that was taken over, or left aside without harm."""

    OTHER_READING = "other_reading"  # only a reading of the numbers other than the declared one fits the text
    READ_THROUGH = "read_through"  # the source is written otherwise: spaces, line ends, punctuation, normal form
    SELECTOR_IGNORED = "selector_ignored"  # another selector of the same target decided
    NOT_A_CITATION = "not_a_citation"  # a generated file, a citation within the model's own planning
    OTHER_CANDIDATE = "other_candidate"  # an alternative answer: ingest it by itself


class Unreadable(Exception):
    """One part of a response was refused; the reader goes on behind it."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.value)
        self.reason = reason


class NotUnicode(SpanError):
    """The text holds a lone surrogate, so nothing counts its bytes or UTF-16 units."""


_OF_SPAN_ERRORS: dict[type[SpanError], Reason] = {
    SpanOutOfRange: Reason.OFFSET_OUT_OF_RANGE,
    OffsetInsideCharacter: Reason.OFFSET_NOT_ON_CHARACTER_BOUNDARY,
    EmptySpan: Reason.EMPTY_RANGE,
    SpanMismatch: Reason.CITED_TEXT_MISMATCH,
    QuoteNotFound: Reason.CITED_TEXT_NOT_FOUND,
    QuoteNotUnique: Reason.CITED_TEXT_AMBIGUOUS,
    NotUnicode: Reason.TEXT_NOT_UNICODE,
}
_IN_THE_ANSWER = {
    Reason.OFFSET_OUT_OF_RANGE: Reason.POSITION_OUTSIDE_ANSWER,
    Reason.CITED_TEXT_MISMATCH: Reason.ANSWER_TEXT_MISMATCH,
}


def reason_in_source(error: SpanError) -> Reason:
    """The reason for an error met while looking into a source."""
    return _OF_SPAN_ERRORS[type(error)]


def reason_in_answer(error: SpanError) -> Reason:
    """The reason for an error met while looking into the answer itself."""
    reason = reason_in_source(error)
    return _IN_THE_ANSWER.get(reason, reason)
