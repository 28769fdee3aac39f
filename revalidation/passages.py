"""Passages for showing: the statement, and each span re-sliced from the stored text in this very request (rule 3)."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Final, TypeVar
from uuid import UUID

from citeledger.core.anchoring.notes import Note, notes
from citeledger.core.anchoring.struck import Descriptions
from citeledger.core.anchoring.whole_marks import whole_marks
from citeledger.core.hashing import sha256_hex
from citeledger.core.layout.sides import Side
from citeledger.core.outcomes import Locator, OutcomeKind, SpanOutcome
from citeledger.core.reading.normalization import UnknownNormalizer, between, normalizer_for
from citeledger.core.spans import SpanError, prove
from citeledger.documents.models import DocumentMetadata, VersionText
from citeledger.documents.programs import program_of
from citeledger.documents.readings import PLAIN, Reading, Readings
from citeledger.extraction import BrokenStructure, Structure
from citeledger.ledger.models import Citation, SpanText
from revalidation.decoding import decodable
from revalidation.facts import Facts
from revalidation.mismatches import Met, met

Key = TypeVar("Key")
UNDER_ANOTHER_HEADING: Final = (
    "The cited words stand under another heading now; nobody confirmed that this is the passage cited."
)


class PassageNotProved(Exception):
    """A stored passage no longer re-slices, or its texts are gone: show `unverified`; the background proof names it."""


@dataclass(frozen=True, slots=True)
class Passage:
    """Characters of one version: `start` and `end` in code points, end exclusive; `at` is aware UTC.

    `reading` says how they were read where the version is no plain text. `program` names the program that published
    the version, where no person adopted it.
    """

    version: UUID
    number: int
    at: datetime
    start: int
    end: int
    text: str
    reading: Reading = PLAIN
    program: str | None = None


@dataclass(frozen=True, slots=True)
class _Text:
    uid: UUID
    number: int
    at: datetime
    text: str
    media_type: str
    structure: str
    readings: Readings
    descriptions: Descriptions
    program: str | None

    def passage(self, start: int, end: int) -> Passage:
        """Raises PassageNotProved where the structure is damaged."""
        try:
            reading = self.readings.of(start, end)
        except BrokenStructure:
            met(record=Met.VERSION, name=self.uid)
            raise PassageNotProved from None
        return Passage(self.uid, self.number, self.at, start, end, self.text[start:end], reading, self.program)


def place_shown(*, cited: str, place: Locator, text: str, media_type: str) -> Locator:
    """Where a place of a newer text is shown: with the marks around it whole, but for the very characters cited."""
    if text[slice(*place)] == cited:
        return place
    return whole_marks(text=text, place=place, media_type=media_type)


@dataclass(frozen=True, slots=True)
class SourceText:
    """One source of a citation, with the two texts its passages are cut from."""

    document: UUID
    title: str
    cited: Passage
    head: UUID
    head_number: int
    cited_text: _Text
    head_text: _Text

    def passage_in_head(self, start: int | None, end: int | None) -> Passage | None:
        """Where the words stand now, or what stands in their place, as it is shown."""
        if start is None or end is None:
            return None
        head, cited, place = self.head_text, self.cited.text, Locator(start, end)
        return head.passage(*place_shown(cited=cited, place=place, text=head.text, media_type=head.media_type))

    def change(self, outcome: SpanOutcome) -> str:
        """What became of the cited words in the head, in words."""
        if outcome.kind is OutcomeKind.AMBIGUOUS and self._is_elsewhere(outcome):
            return UNDER_ANOTHER_HEADING
        told, stands_elsewhere = self.head_text.descriptions, bool(outcome.candidates)
        return told.of(kind=outcome.kind, cited=self.cited.text, stands_elsewhere=stands_elsewhere)

    def _is_elsewhere(self, outcome: SpanOutcome) -> bool:
        """Whether the cited words stand in one place, and that under a heading that says something else."""
        if outcome.start is None or any(place != outcome[1:3] for place in outcome.candidates):
            return False
        try:
            old, new = self.cited_text.readings, self.head_text.readings
            return old.heading_over(self.cited.start) != new.heading_over(outcome.start)
        except BrokenStructure:
            return False

    def notes(self, outcome: SpanOutcome) -> tuple[Note, ...]:
        """What differs beside the words of a passage that still stands; none where a text cannot be relied on."""
        if self.cited.version == self.head or not outcome.is_current:
            return ()
        span = Locator(self.cited.start, self.cited.end)
        try:
            old, new = _sides(self.cited_text, self.head_text)
        except (BrokenStructure, UnknownNormalizer):
            return ()
        return notes(old=old, new=new, span=span, outcome=outcome)


@dataclass(frozen=True, slots=True)
class CitedPassage:
    """A passage as it was cited, and the document it stands in. `by_way`: a text below names it, not the statement."""

    document: UUID
    title: str
    passage: Passage
    by_way: bool = False


@dataclass(frozen=True, slots=True)
class SourceTexts:
    basis: str
    statement: str
    sources: dict[int, SourceText]


def source_texts(*, citation_id: int, span_ids: Iterable[int], facts: Facts) -> SourceTexts:
    """Everything a panel quotes, in four queries. Only for a citation whose sources the viewer may all read.

    Raises `PassageNotProved` where a text does not have its stored hash or a span does not re-slice.
    """
    spans = list(span_ids)
    basis, statement = Citation.objects.values_list("statement__basis", "statement__content__text").get(pk=citation_id)
    if statement is None:  # erased since the facts were read
        raise PassageNotProved
    documents = _documents(facts, {facts.spans[span_id].document_id for span_id in spans})
    heads = {head for document_id in documents if (head := facts.documents[document_id].head_id) is not None}
    texts = _texts({facts.spans[span_id].version_id for span_id in spans} | heads)
    exact = _exacts(spans)
    return SourceTexts(
        basis, statement, {span_id: _source(span_id, facts, documents, texts, exact) for span_id in spans}
    )


def cited_passages(*, span_ids: Iterable[int], facts: Facts) -> dict[int, CitedPassage]:
    """By span id, the passages as cited, in three queries; what cannot be proved is left out.

    Only for spans of citations whose sources the viewer may all read.
    """
    spans = list(span_ids)
    documents = _documents(facts, {facts.spans[span_id].document_id for span_id in spans})
    texts, exact = _texts({facts.spans[span_id].version_id for span_id in spans}), _exacts(spans)
    found = {}
    for span_id in spans:
        with suppress(PassageNotProved, KeyError):
            passage = _cited(span_id, facts, texts, exact)
            found[span_id] = CitedPassage(*documents[facts.spans[span_id].document_id], passage)
    return found


def passages_of(
    *, version_id: int, places: Iterable[tuple[int, int]], facts: Facts
) -> tuple[UUID, str, tuple[Passage, ...]]:
    """The document of a head version, its title, and passages of its text, in two queries. Raises PassageNotProved."""
    found = passages_at(places={0: (version_id, places)}, facts=facts)
    if not found:
        raise PassageNotProved
    return found[0]


def passages_at(
    *, places: Mapping[Key, tuple[int, Iterable[tuple[int, int]]]], facts: Facts
) -> dict[Key, tuple[UUID, str, tuple[Passage, ...]]]:
    """The same for many head versions, still in two queries; what cannot be proved is left out."""
    document_of = {document.head_id: id_ for id_, document in facts.documents.items()}
    ids = {version_id for version_id, _ in places.values() if version_id in document_of}
    documents, texts = _documents(facts, {document_of[id_] for id_ in ids}), _texts(ids)
    found = {}
    for key, (version_id, stretches) in places.items():
        with suppress(PassageNotProved, KeyError):
            text, document = texts[version_id], documents[document_of[version_id]]
            found[key] = (*document, tuple(text.passage(start, end) for start, end in stretches))
    return found


def _source(
    span_id: int, facts: Facts, documents: dict[int, tuple[UUID, str]], texts: dict[int, _Text], exact: dict[int, str]
) -> SourceText:
    span = facts.spans[span_id]
    cited = _cited(span_id, facts, texts, exact)
    head = texts.get(facts.documents[span.document_id].head_id or 0)
    if head is None:
        raise PassageNotProved
    uid, title = documents[span.document_id]
    return SourceText(uid, title, cited, head.uid, head.number, texts[span.version_id], head)


def _sides(cited: _Text, head: _Text) -> tuple[Side, Side]:
    """Each as its media type reads, as they are compared. Raises BrokenStructure, UnknownNormalizer."""
    normalizers = between(normalizer_for(cited.media_type), normalizer_for(head.media_type))
    old, new = (
        Side(text.text, Structure.from_json(text.structure), normalizer)
        for text, normalizer in zip((cited, head), normalizers, strict=True)
    )
    return old, new


def _cited(span_id: int, facts: Facts, texts: dict[int, _Text], exact: dict[int, str]) -> Passage:
    span = facts.spans[span_id]
    try:
        text = texts[span.version_id]
        prove(text=text.text, start=span.start, end=span.end, exact=exact[span_id])
    except (KeyError, SpanError) as broken:
        met(record=Met.SPAN, name=span_id)
        raise PassageNotProved from broken
    return text.passage(span.start, span.end)


def _exacts(span_ids: Iterable[int]) -> dict[int, str]:
    rows = SpanText.objects.filter(span_id__in=span_ids)
    return dict(decodable(rows, "span_id", "exact", record=Met.SPAN))


def _documents(facts: Facts, ids: set[int]) -> dict[int, tuple[UUID, str]]:
    """Uid and title by document, from the metadata that the snapshot saw: rights and title are of one moment (T8)."""
    rows = DocumentMetadata.objects.filter(pk__in={facts.documents[id_].metadata_id for id_ in ids})
    return {i: (uid, title) for i, uid, title in rows.values_list("document_id", "document__uid", "title")}


def _texts(ids: set[int]) -> dict[int, _Text]:
    rows = VersionText.objects.filter(version_id__in=ids).annotate(program=program_of("version__"))
    of_version = ("uid", "number", "effective_at", "media_type")
    columns = ("version_id", *(f"version__{name}" for name in of_version), "program", "text", "sha256", "structure")
    found = {}
    for id_, uid, number, at, media_type, program, text, sha256, structure in decodable(
        rows, *columns, record=Met.VERSION
    ):
        if sha256_hex(text) == sha256:
            told = Readings(structure), Descriptions(text)
            found[id_] = _Text(uid, number, at, text, media_type, structure, *told, program)
        else:
            met(record=Met.VERSION, name=uid)
    return found
