"""OpenAI, Responses API: `annotations` of output texts.

All their numbers are places in the answer. None of them says where in a file something stands, so a file is bound as a
whole, which proves nothing: `index` of a `file_citation` is the place in the text behind which the file is named
(openai/openai-python#2512, #2751). URLs are links.
"""

from collections.abc import Sequence
from typing import Final

from citeledger.core.outcomes import Locator
from citeledger.providers.answers import Cited, Mark
from citeledger.providers.documents import RequestDocument
from citeledger.providers.drafts import Grounds, Ingested
from citeledger.providers.fields import Fields, kind_of, text, text_or_none, whole_number
from citeledger.providers.intake import Intake
from citeledger.providers.reasons import NoteKind, Reason, Unreadable
from citeledger.providers.units import Numbers

_NO_ANSWER: Final = ("reasoning", "compaction")


def read(*, response: Fields, documents: Sequence[RequestDocument]) -> Ingested:
    """Read one response: the texts of all its messages, in order."""
    intake = Intake(documents)
    for at, item in intake.objects(response, "output"):
        with intake.part(at):
            _item(intake, item, at)
    return intake.ingested()


def _item(intake: Intake, item: Fields, at: str) -> None:
    kind = kind_of(item)
    if kind in _NO_ANSWER or kind.endswith(("_call", "_call_output")):
        return
    if kind != "message":
        intake.refuse(Reason.UNKNOWN_CONTENT_TYPE, at)
    for path, part in intake.objects(item, "content", at):
        with intake.part(path):
            _part(intake, part, path)


def _part(intake: Intake, part: Fields, at: str) -> None:
    kind = kind_of(part)
    if kind == "refusal":
        intake.say(text=text(part, "refusal"), at=at)
        return
    if kind != "output_text":
        intake.refuse(Reason.UNKNOWN_CONTENT_TYPE, at)
    _Text(intake, text_or_none(part, "text") or "").read(part, at)


class _Text:
    """One output text and what is found to cite stretches of it."""

    def __init__(self, intake: Intake, said: str) -> None:
        self._intake = intake
        self._text = said
        self._cited: list[Cited] = []
        self._marks: list[Mark] = []

    def read(self, part: Fields, at: str) -> None:
        for path, annotation in self._intake.citations(part, "annotations", at):
            with self._intake.part(path):
                self._annotation(annotation, path)
        cited = [*self._cited, *self._intake.cited_by(marks=self._marks)]
        self._intake.say_cited(text=self._text, cited=cited, at=at)

    def _annotation(self, annotation: Fields, at: str) -> None:
        match kind_of(annotation):
            case "file_citation":
                self._mark(annotation, at)
            case "container_file_citation":
                self._cited.append(Cited(self._place(annotation, at), self._file(annotation)))
            case "url_citation":
                link = self._intake.link(annotation.get("url"))
                self._cited.append(Cited(self._place(annotation, at), link))
            case "file_path":
                self._intake.note(NoteKind.NOT_A_CITATION, at)
            case _:
                raise Unreadable(Reason.UNKNOWN_CITATION_TYPE)

    def _mark(self, annotation: Fields, at: str) -> None:
        offset = whole_number(annotation, "index")
        position = self._intake.position(text=self._text, kind="openai.file_citation", offset=offset)
        self._marks.append(Mark(at, position, self._file(annotation)))
        self._intake.marks(Locator(position, position), at)

    def _place(self, annotation: Fields, at: str) -> Locator:
        start, end = whole_number(annotation, "start_index"), whole_number(annotation, "end_index")
        numbers = Numbers(f"openai.{kind_of(annotation)}", start, end)
        place = self._intake.place(text=self._text, numbers=numbers, wanted=None, at=at)
        self._intake.marks(place, at)
        return place

    def _file(self, annotation: Fields) -> Grounds:
        return Grounds(documents=(self._intake.sources.with_ref(text(annotation, "file_id")).position,))
