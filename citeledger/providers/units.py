"""What the numbers of each provider count, from which number, to which end: one table, and the only arithmetic on them.

The first reading of a type is the declared one. Where the response brings the text that the numbers point at, and only
a further reading listed here fits it, that one is used and noted; nothing else is ever tried.

Sources: Anthropic, "Citations" (characters and blocks from 0, pages from 1, all ends exclusive) and "Search results";
OpenAI, Responses and Assistants API reference; Google, `Segment` and `RagChunk` of the Vertex AI API (bytes of UTF-8
within a part, end exclusive; pages inclusive); Cohere, "RAG Citations" (examples exclude the end, a reference page
describes the last character: BerriAI/litellm#6814); AWS, `Document*Location` and `Span` of the Bedrock APIs (ends not
documented: Converse passes Anthropic's on, clients of AWS add one to the end of a `Span`); W3C, Web Annotation Data
Model (code points, end exclusive; browsers write UTF-16: w3c/web-annotation#350) and RFC 5147 (positions between
characters).
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Generic, NamedTuple, TypeVar

from citeledger.core.outcomes import Locator
from citeledger.core.spans import (
    OffsetInsideCharacter,
    SpanError,
    SpanMismatch,
    SpanOutOfRange,
    code_points_from_utf8,
    code_points_from_utf16,
    cut,
    is_inside_character,
)
from citeledger.providers.reasons import NotUnicode, Unreadable


class Unit(StrEnum):
    """What numbers count."""

    CODE_POINTS = "code_points"
    UTF16 = "utf16"
    UTF8 = "utf8"
    PAGES = "pages"
    BLOCKS = "blocks"


@dataclass(frozen=True, slots=True)
class Reading:
    """How two numbers are read: the unit, the number of the first one, and whether the end belongs to the range."""

    unit: Unit
    first: int = 0
    end_inclusive: bool = False

    def half_open(self, numbers: "Numbers") -> Locator:
        """The same range, zero-based with the end excluded, in the same unit."""
        return Locator(numbers.start - self.first, numbers.end - self.first + self.end_inclusive)


class Numbers(NamedTuple):
    """Two numbers as they came, and of which type: a key of READINGS."""

    kind: str
    start: int
    end: int


_CODE_POINTS = Reading(Unit.CODE_POINTS)
_TO_THE_LAST = Reading(Unit.CODE_POINTS, end_inclusive=True)
_UTF16 = Reading(Unit.UTF16)
_UTF8 = Reading(Unit.UTF8)
_BLOCKS = Reading(Unit.BLOCKS)
_TO_THE_LAST_BLOCK = Reading(Unit.BLOCKS, end_inclusive=True)
_PAGES = Reading(Unit.PAGES, first=1)
_TO_THE_LAST_PAGE = Reading(Unit.PAGES, first=1, end_inclusive=True)

READINGS: Final[Mapping[str, tuple[Reading, ...]]] = {
    "anthropic.char_location": (_CODE_POINTS,),
    "anthropic.page_location": (_PAGES,),
    "anthropic.content_block_location": (_BLOCKS,),
    "anthropic.search_result_location": (_BLOCKS,),
    "openai.file_citation": (_CODE_POINTS,),
    "openai.url_citation": (_CODE_POINTS,),
    "openai.container_file_citation": (_CODE_POINTS,),
    "openai_assistants.file_citation": (_CODE_POINTS, _UTF16),
    "gemini.segment": (_UTF8,),
    "gemini.pageSpan": (_TO_THE_LAST_PAGE,),
    "cohere.citation": (_CODE_POINTS, _TO_THE_LAST),
    "bedrock_converse.documentChar": (_CODE_POINTS, _TO_THE_LAST),
    "bedrock_converse.documentPage": (_PAGES, _TO_THE_LAST_PAGE),
    "bedrock_converse.documentChunk": (_BLOCKS, _TO_THE_LAST_BLOCK),
    "bedrock_converse.searchResultLocation": (_BLOCKS, _TO_THE_LAST_BLOCK),
    "bedrock_knowledge_base.span": (_TO_THE_LAST, _CODE_POINTS),
    "web_annotation.TextPositionSelector": (_CODE_POINTS, _UTF16),
    "web_annotation.char": (_CODE_POINTS, _UTF16),
}

_TRANSLATIONS = {
    Unit.UTF16: lambda text, offset: code_points_from_utf16(text=text, utf16_offset=offset),
    Unit.UTF8: lambda text, offset: code_points_from_utf8(text=text, utf8_offset=offset),
}
_Result = TypeVar("_Result")


@dataclass(frozen=True, slots=True)
class Fit(Generic[_Result]):
    """What a reading of the numbers led to, and whether it is another one than declared."""

    result: _Result
    is_other_reading: bool = False


def declared(kind: str) -> Reading:
    """The reading that a type of numbers is documented with."""
    return READINGS[kind][0]


def fitting(*, kind: str, attempt: Callable[[Reading], _Result]) -> Fit[_Result]:
    """The result of `attempt` with the declared reading, else with the first of the further ones that leads to any.

    `attempt` compares with the text that came with the numbers, and raises SpanError or Unreadable where it is not
    that. Raises what the declared reading raised.
    """
    documented, *others = READINGS[kind]
    try:
        return Fit(attempt(documented))
    except (SpanError, Unreadable):
        for reading in others:
            with suppress(SpanError, Unreadable):
                return Fit(attempt(reading), is_other_reading=True)
        raise


def place_in(*, reading: Reading, text: str, numbers: Numbers) -> Locator:
    """The range of `text` in code points that two numbers stand for, holding something to read.

    Raises SpanOutOfRange, EmptySpan, OffsetInsideCharacter, NotUnicode.
    """
    place = Locator(*(_in_code_points(reading.unit, text, edge) for edge in reading.half_open(numbers)))
    cut(text=text, start=place.start, end=place.end)
    for edge in place:
        _check_edge(text, edge)
    return place


def place_of(reading: Reading, *, text: str, numbers: Numbers, wanted: str) -> Locator:
    """`place_in`, if the text there is `wanted`. Raises what that raises, and SpanMismatch."""
    place = place_in(reading=reading, text=text, numbers=numbers)
    if text[slice(*place)] != wanted:
        raise SpanMismatch("The numbers do not give the text that came with them.")
    return place


def position_in(*, reading: Reading, text: str, offset: int) -> int:
    """A place between two characters of `text`, in code points. Raises SpanOutOfRange, OffsetInsideCharacter."""
    place = _in_code_points(reading.unit, text, offset - reading.first)
    if not 0 <= place <= len(text):
        raise SpanOutOfRange("The position lies outside the text.")
    _check_edge(text, place)
    return place


def _check_edge(text: str, offset: int) -> None:
    if is_inside_character(text=text, offset=offset):
        raise OffsetInsideCharacter("An offset separates a character from its marks.")


def _in_code_points(unit: Unit, text: str, offset: int) -> int:
    if unit not in _TRANSLATIONS:
        return offset
    try:
        return _TRANSLATIONS[unit](text, offset)
    except UnicodeEncodeError:
        raise NotUnicode("The text holds a lone surrogate.") from None
