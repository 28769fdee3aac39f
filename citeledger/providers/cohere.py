"""Cohere, Chat API v1 and v2: `citations` of the answer's text ("RAG Citations", "Migrating from API v1 to API v2").

`start` and `end` are places in the answer and `text` is what stands there, which decides between an end that is
excluded and one that is not. A source is a whole document by the identifier the request gave it, or `doc:N` (v1:
`doc_N`) where it gave none; the text that comes back with it leads to a passage.
"""

import re
from collections.abc import Iterator, Sequence

from citeledger.core.outcomes import Locator
from citeledger.providers.answers import Cited
from citeledger.providers.documents import RequestDocument, Requested
from citeledger.providers.drafts import Grounds, Ingested
from citeledger.providers.fields import (
    Fields,
    cited_text,
    fields,
    kind_of,
    several,
    text,
    text_or_none,
    whole_number,
    whole_number_or_zero,
)
from citeledger.providers.intake import Intake
from citeledger.providers.reasons import NoteKind, Reason, Unreadable
from citeledger.providers.units import Numbers

_GIVEN_BY_THEM = re.compile(r"doc[:_](0|[1-9]\d{0,8})", re.ASCII)
_OWN_PLANNING = ("PLAN", "THINKING_CONTENT")


def read(*, response: Fields, documents: Sequence[RequestDocument]) -> Ingested:
    """Read one answer of either version."""
    intake = Intake(documents)
    if response.get("message") is None:
        with intake.part("text"):
            _Answer(intake, {0: text(response, "text")}, _texts_of(intake, response)).read(response, "")
        return intake.ingested()
    with intake.part("message"):
        message = fields(response["message"])
        _Answer(intake, dict(_said(intake, message)), {}).read(message, "message")
    return intake.ingested()


def _said(intake: Intake, message: Fields) -> Iterator[tuple[int, str]]:
    for number, (at, part) in enumerate(intake.objects(message, "content", "message")):
        with intake.part(at):
            kind = kind_of(part)
            if kind != "thinking":
                if kind != "text":
                    intake.refuse(Reason.UNKNOWN_CONTENT_TYPE, at)
                yield number, text_or_none(part, "text") or ""


def _texts_of(intake: Intake, response: Fields) -> dict[str, Fields]:
    """What came back of each document, in v1 beside the citations."""
    return {
        str(document["id"]): document
        for _, document in intake.objects(response, "documents")
        if isinstance(document.get("id"), str)
    }


class _Answer:
    """The texts of one answer, by their place in its content, and what cites stretches of them."""

    def __init__(self, intake: Intake, texts: dict[int, str], returned: dict[str, Fields]) -> None:
        self._intake = intake
        self._texts = texts
        self._returned = returned
        self._cited: dict[int, list[Cited]] = {}

    def read(self, message: Fields, at: str) -> None:
        for path, citation in self._intake.citations(message, "citations", at):
            with self._intake.part(path):
                self._citation(citation, path)
        for number, said in self._texts.items():
            self._intake.say_cited(text=said, cited=self._cited.get(number, ()), at=at)

    def _citation(self, citation: Fields, at: str) -> None:
        if kind_of(citation) in _OWN_PLANNING:
            self._intake.note(NoteKind.NOT_A_CITATION, at)
            return
        number = whole_number_or_zero(citation, "content_index")
        if number not in self._texts:
            raise Unreadable(Reason.POSITION_OUTSIDE_ANSWER)
        place = self._place(citation, self._texts[number], at)
        self._intake.marks(place, at)
        self._cited.setdefault(number, []).append(Cited(place, Grounds.joined(self._grounds(citation, at))))

    def _place(self, citation: Fields, said: str, at: str) -> Locator:
        numbers = Numbers("cohere.citation", whole_number(citation, "start"), whole_number(citation, "end"))
        return self._intake.place(text=said, numbers=numbers, wanted=cited_text(citation, "text"), at=at)

    def _grounds(self, citation: Fields, at: str) -> Iterator[Grounds]:
        for path, source in self._intake.objects(citation, "sources", at):
            with self._intake.part(path):
                yield self._document(text(source, "id"), fields(source.get("document") or {}), path)
        for number, ref in enumerate(several(citation, "document_ids")):
            path = f"{at}.document_ids.{number}"
            with self._intake.part(path):
                ref = text({"id": ref}, "id")
                yield self._document(ref, self._returned.get(ref, {}), path)

    def _document(self, ref: str, returned: Fields, at: str) -> Grounds:
        words = text_or_none(returned, "text") or text_or_none(returned, "snippet")
        return self._intake.retrieved(source=self._source(ref), words=words, at=at)

    def _source(self, ref: str) -> Requested:
        """By the request's identifier; by the number in Cohere's own only where the request gave none."""
        try:
            return self._intake.sources.with_ref(ref)
        except Unreadable as refused:
            own = _GIVEN_BY_THEM.fullmatch(ref)
            if refused.reason is not Reason.DOCUMENT_UNKNOWN or not own:
                raise
        source = self._intake.sources.at(int(own[1]))
        if source.document.ref:
            raise Unreadable(Reason.DOCUMENT_UNKNOWN)
        return source
