"""Google, Gemini API and Vertex AI: `groundingMetadata` of a candidate (`Segment`, `GroundingChunk` of the reference).

Segments count bytes of UTF-8 within one part of the answer. As in all JSON of protocol buffers a zero may be left out.
Field names are read as the REST API writes them or as Google's Python libraries do. Web and map chunks are links;
retrieved chunks name their document by `documentName` or an address in a store (`gs:`), never by title.
"""

import re
from collections.abc import Iterator, Sequence

from citeledger.core.outcomes import Locator
from citeledger.providers.answers import Cited
from citeledger.providers.documents import Form, RequestDocument
from citeledger.providers.drafts import Grounds, Ingested
from citeledger.providers.fields import Fields, fields, several, text_or_none, whole_number, whole_number_or_zero
from citeledger.providers.intake import Intake
from citeledger.providers.reasons import NoteKind, Reason, Unreadable
from citeledger.providers.units import Numbers

_CAPITAL = re.compile("([A-Z])")


def read(*, response: Fields, documents: Sequence[RequestDocument]) -> Ingested:
    """Read the first candidate of one response; others are noted."""
    intake = Intake(documents)
    for number, (at, candidate) in enumerate(intake.objects(response, "candidates")):
        if number:
            intake.note(NoteKind.OTHER_CANDIDATE, at)
        else:
            _Candidate(intake, candidate, at).read()
    return intake.ingested()


class _Candidate:
    """One candidate: its parts, of which those with a text of the answer can be cited."""

    def __init__(self, intake: Intake, candidate: Fields, at: str) -> None:
        self._intake = intake
        self._candidate = candidate
        self._at = at
        self._texts: dict[int, str] = {}
        self._cited: dict[int, list[Cited]] = {}

    def read(self) -> None:
        with self._intake.part(f"{self._at}.content"):
            self._texts = dict(self._answer_texts())
        with self._intake.part(f"{self._at}.groundingMetadata"):
            self._read_supports(_object(self._candidate, "groundingMetadata"))
        for number, said in self._texts.items():
            at = f"{self._at}.content.parts.{number}"
            self._intake.say_cited(text=said, cited=self._cited.get(number, ()), at=at)

    def _answer_texts(self) -> Iterator[tuple[int, str]]:
        for number, part in enumerate(several(_object(self._candidate, "content"), "parts")):
            with self._intake.part(f"{self._at}.content.parts.{number}"):
                said = text_or_none(fields(part), "text")
                if said is not None and fields(part).get("thought") is not True:
                    yield number, said

    def _read_supports(self, metadata: Fields) -> None:
        chunks = several(metadata, _name(metadata, "groundingChunks"))
        supports = _name(metadata, "groundingSupports")
        for at, support in self._intake.citations(metadata, supports, f"{self._at}.groundingMetadata"):
            with self._intake.part(at):
                number, place = self._segment(_object(support, "segment"), at)
                self._intake.marks(place, at)
                grounds = Grounds.joined(self._grounds(support, chunks, at))
                self._cited.setdefault(number, []).append(Cited(place, grounds))

    def _segment(self, segment: Fields, at: str) -> tuple[int, Locator]:
        number, start, end = (
            whole_number_or_zero(segment, _name(segment, name)) for name in ("partIndex", "startIndex", "endIndex")
        )
        if number not in self._texts:
            raise Unreadable(Reason.POSITION_OUTSIDE_ANSWER)
        numbers, wanted = Numbers("gemini.segment", start, end), text_or_none(segment, "text")
        return number, self._intake.place(text=self._texts[number], numbers=numbers, wanted=wanted, at=at)

    def _grounds(self, support: Fields, chunks: list[object], at: str) -> Iterator[Grounds]:
        name = _name(support, "groundingChunkIndices")
        for number, index in enumerate(several(support, name)):
            path = f"{at}.{name}.{number}"
            with self._intake.part(path):
                yield _grounds_of(self._intake, _chunk(chunks, index), path)


def _chunk(chunks: list[object], index: object) -> Fields:
    number = whole_number({"index": index}, "index")
    if not 0 <= number < len(chunks):
        raise Unreadable(Reason.DOCUMENT_INDEX_OUT_OF_RANGE)
    return fields(chunks[number])


def _grounds_of(intake: Intake, chunk: Fields, at: str) -> Grounds:
    for kind in ("web", "maps"):
        if chunk.get(kind) is not None:
            return intake.link(_object(chunk, kind).get("uri"))
    if chunk.get(_name(chunk, "retrievedContext")) is None:
        raise Unreadable(Reason.UNKNOWN_CITATION_TYPE)
    return _retrieved(intake, _object(chunk, "retrievedContext"), at)


def _retrieved(intake: Intake, context: Fields, at: str) -> Grounds:
    name = text_or_none(context, _name(context, "documentName"))
    address = text_or_none(context, "uri") or ""
    if not name and address.startswith(("http://", "https://")):
        return intake.link(address)
    source = intake.sources.with_ref(name or address)
    chunk = _object(context, "ragChunk")
    words = text_or_none(chunk, "text") or text_or_none(context, "text")
    pages = _object(chunk, "pageSpan")
    if not (pages and words and source.document.form is Form.PAGES):
        return intake.retrieved(source=source, words=words, at=at)
    first, last = (whole_number_or_zero(pages, _name(pages, name)) for name in ("firstPage", "lastPage"))
    numbers = Numbers("gemini.pageSpan", first, last)
    return intake.passages(intake.sources.pages(source=source, numbers=numbers, cited=words), at)


def _object(source: Fields, name: str) -> Fields:
    value = source.get(_name(source, name))
    return {} if value is None else fields(value)


def _name(source: Fields, name: str) -> str:
    """The name as it stands there: `partIndex`, or `part_index` of the Python libraries."""
    snake = _CAPITAL.sub(lambda capital: f"_{capital[1].lower()}", name)
    return snake if snake in source else name
