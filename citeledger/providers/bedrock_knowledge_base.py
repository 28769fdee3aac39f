"""AWS Bedrock, RetrieveAndGenerate: `citations` of a generated text (`Citation`, `Span`, `RetrievedReference`).

`span` is a place in the answer and `text` what stands there. A reference is a chunk that was retrieved; its document is
the one with the address in the store (`s3Location`) or the identifier (`customDocumentLocation`) it was retrieved
under, and its text leads to the passage. Addresses on the web, or of applications there, are links.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from citeledger.core.outcomes import Locator
from citeledger.providers.answers import Cited
from citeledger.providers.documents import RequestDocument
from citeledger.providers.drafts import Grounds, Ingested
from citeledger.providers.fields import Fields, fields, text, text_or_none, whole_number
from citeledger.providers.intake import Intake
from citeledger.providers.reasons import Reason, Unreadable
from citeledger.providers.units import Numbers

_IDENTIFIERS: Final = (("s3Location", "uri"), ("customDocumentLocation", "id"))
_ADDRESSES: Final = (
    ("webLocation", "url"),
    ("confluenceLocation", "url"),
    ("salesforceLocation", "url"),
    ("sharePointLocation", "url"),
    ("kendraDocumentLocation", "uri"),
)


def read(*, response: Fields, documents: Sequence[RequestDocument]) -> Ingested:
    """Read one response."""
    intake = Intake(documents)
    with intake.part("output"):
        said = text(fields(response.get("output")), "text")
        cited: list[Cited] = []
        for at, citation in intake.citations(response, "citations"):
            with intake.part(at):
                place = _place(intake, citation, said, at)
                intake.marks(place, at)
                cited.append(Cited(place, Grounds.joined(_references(intake, citation, at))))
        intake.say_cited(text=said, cited=cited, at="output.text")
    return intake.ingested()


def _place(intake: Intake, citation: Fields, said: str, at: str) -> Locator:
    part = fields(fields(citation.get("generatedResponsePart")).get("textResponsePart"))
    span, wanted = fields(part.get("span")), text_or_none(part, "text")
    numbers = Numbers("bedrock_knowledge_base.span", whole_number(span, "start"), whole_number(span, "end"))
    return intake.place(text=said, numbers=numbers, wanted=wanted, at=at)


def _references(intake: Intake, citation: Fields, at: str) -> Iterator[Grounds]:
    for path, reference in intake.objects(citation, "retrievedReferences", at):
        with intake.part(path):
            yield _grounds(intake, reference, path)


def _grounds(intake: Intake, reference: Fields, at: str) -> Grounds:
    location = fields(reference.get("location") or {})
    for name, field in _ADDRESSES:
        if location.get(name) is not None:
            return intake.link(fields(location[name]).get(field))
    source = intake.sources.with_ref(_identifier(location))
    words = text_or_none(fields(reference.get("content") or {}), "text")
    return intake.retrieved(source=source, words=words, at=at)


def _identifier(location: Fields) -> str:
    for name, field in _IDENTIFIERS:
        if location.get(name) is not None:
            return text(fields(location[name]), field)
    raise Unreadable(Reason.DOCUMENT_NOT_IDENTIFIED)
