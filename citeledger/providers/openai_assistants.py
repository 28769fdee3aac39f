"""OpenAI, Assistants API: messages with markers like 【4:0†source】 in their text and an annotation for each.

A marker leaves the text only where the annotation's numbers give its very characters and those are a marker; brackets
that nobody annotated are text. A file is bound as a whole; `quote`, which older messages carry, decides on a passage.
"""

import re
from collections.abc import Sequence

from citeledger.core.outcomes import Locator
from citeledger.providers.answers import Mark
from citeledger.providers.documents import RequestDocument
from citeledger.providers.drafts import Grounds, Ingested, RemovedMarker
from citeledger.providers.fields import Fields, fields, kind_of, text, text_or_none, whole_number
from citeledger.providers.intake import Intake
from citeledger.providers.reasons import NoteKind, Reason, Unreadable
from citeledger.providers.units import Numbers

_MARKER = re.compile(r"【\d+(?::\d+)?†[^【】]*】", re.ASCII)
_NO_ANSWER = ("image_file", "image_url")


def read(*, response: Fields, documents: Sequence[RequestDocument]) -> Ingested:
    """Read one message of a thread."""
    intake = Intake(documents)
    for at, part in intake.objects(response, "content"):
        with intake.part(at):
            _part(intake, part, at)
    return intake.ingested()


def _part(intake: Intake, part: Fields, at: str) -> None:
    kind = kind_of(part)
    if kind in _NO_ANSWER:
        return
    if kind == "refusal":
        intake.say(text=text(part, "refusal"), at=at)
        return
    if kind != "text":
        intake.refuse(Reason.UNKNOWN_CONTENT_TYPE, at)
    said = fields(part.get("text") or {})
    _Text(intake, text_or_none(said, "value") or "").read(said, f"{at}.text")


class _Text:
    """One text with the markers found in it."""

    def __init__(self, intake: Intake, said: str) -> None:
        self._intake = intake
        self._text = said
        self._markers: list[tuple[str, Locator]] = []
        self._marks: list[Mark] = []

    def read(self, said: Fields, at: str) -> None:
        for path, annotation in self._intake.citations(said, "annotations", at):
            with self._intake.part(path):
                self._annotation(annotation, path)
        removed = [place for _, place in self._markers]
        cited = self._intake.cited_by(marks=self._marks, removed=removed)
        self._intake.say_cited(text=self._text, cited=cited, removed=removed, at=at)
        for path, place in self._markers:
            self._intake.removed(self._removed(path, place, removed))

    def _annotation(self, annotation: Fields, at: str) -> None:
        match kind_of(annotation):
            case "file_citation":
                place = self._marker(annotation, at)
                self._markers.append((at, place))
                grounds = self._grounds(fields(annotation.get("file_citation")), at)
                self._marks.append(Mark(at, place.start, grounds))
            case "file_path":
                self._intake.note(NoteKind.NOT_A_CITATION, at)
            case _:
                raise Unreadable(Reason.UNKNOWN_CITATION_TYPE)

    def _marker(self, annotation: Fields, at: str) -> Locator:
        marker = text(annotation, "text")
        if not _MARKER.fullmatch(marker):
            raise Unreadable(Reason.NOT_A_MARKER)
        start, end = whole_number(annotation, "start_index"), whole_number(annotation, "end_index")
        numbers = Numbers("openai_assistants.file_citation", start, end)
        return self._intake.place(text=self._text, numbers=numbers, wanted=marker, at=at)

    def _grounds(self, file: Fields, at: str) -> Grounds:
        source = self._intake.sources.with_ref(text(file, "file_id"))
        return self._intake.retrieved(source=source, words=text_or_none(file, "quote"), at=at)

    def _removed(self, at: str, place: Locator, removed: Sequence[Locator]) -> RemovedMarker:
        gone = sum(other.end - other.start for other in set(removed) if other.end <= place.start)
        return RemovedMarker(at, place, self._text[slice(*place)], place.start - gone)
