"""AWS Bedrock, Converse: `citationsContent` blocks (`CitationLocation`, `DocumentCharLocation` and its siblings).

Documents are counted over the request, search results apart from them, from zero. `sourceContent` is the cited text
and decides on the end of the range, which the reference leaves open. Web locations are links.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from citeledger.providers.documents import RequestDocument
from citeledger.providers.drafts import Grounds, Ingested
from citeledger.providers.fields import Fields, fields, joined_texts, text, whole_number
from citeledger.providers.intake import Intake
from citeledger.providers.reasons import Reason, Unreadable
from citeledger.providers.sources import Passages, Sources
from citeledger.providers.units import Numbers

_NO_ANSWER: Final = frozenset({"reasoningContent", "toolUse", "toolResult", "cachePoint", "guardContent", "image"})


def read(*, response: Fields, documents: Sequence[RequestDocument]) -> Ingested:
    """Read the message of one response."""
    intake = Intake(documents)
    with intake.part("output"):
        message = fields(fields(response.get("output")).get("message"))
        for at, block in intake.objects(message, "content", "output.message"):
            with intake.part(at):
                _block(intake, block, at)
    return intake.ingested()


def _block(intake: Intake, block: Fields, at: str) -> None:
    if "text" in block:
        intake.say(text=text(block, "text"), at=at)
    elif "citationsContent" in block:
        _cited_block(intake, fields(block["citationsContent"]), f"{at}.citationsContent")
    elif not block.keys() <= _NO_ANSWER:
        intake.refuse(Reason.UNKNOWN_CONTENT_TYPE, at)


def _cited_block(intake: Intake, block: Fields, at: str) -> None:
    grounds: list[Grounds] = []
    for path, citation in intake.citations(block, "citations", at):
        with intake.part(path):
            grounds.append(_grounds(intake, citation, path))
    intake.say(text=joined_texts(block, "content"), grounds=grounds, at=at)


def _grounds(intake: Intake, citation: Fields, at: str) -> Grounds:
    location = fields(citation.get("location"))
    named = [name for name, value in location.items() if value is not None]
    if len(named) != 1:
        raise Unreadable(Reason.MALFORMED)
    if named[0] == "web":
        return intake.link(fields(location["web"]).get("url"))
    if named[0] not in _LOCATIONS:
        raise Unreadable(Reason.UNKNOWN_CITATION_TYPE)
    cited = joined_texts(citation, "sourceContent")
    if not cited:
        raise Unreadable(Reason.CITED_TEXT_MISSING)
    return intake.passages(_LOCATIONS[named[0]](intake.sources, fields(location[named[0]]), cited), at)


def _characters(sources: Sources, location: Fields, cited: str) -> Passages:
    source = sources.at(whole_number(location, "documentIndex"))
    return sources.characters(source=source, numbers=_numbers("documentChar", location), cited=cited)


def _pages(sources: Sources, location: Fields, cited: str) -> Passages:
    source = sources.at(whole_number(location, "documentIndex"))
    return sources.pages(source=source, numbers=_numbers("documentPage", location), cited=cited)


def _chunks(sources: Sources, location: Fields, cited: str) -> Passages:
    source = sources.at(whole_number(location, "documentIndex"))
    return sources.blocks(source=source, numbers=_numbers("documentChunk", location), cited=cited)


def _search_result(sources: Sources, location: Fields, cited: str) -> Passages:
    source = sources.search_result(whole_number(location, "searchResultIndex"))
    return sources.blocks(source=source, numbers=_numbers("searchResultLocation", location), cited=cited)


def _numbers(kind: str, location: Fields) -> Numbers:
    return Numbers(f"bedrock_converse.{kind}", whole_number(location, "start"), whole_number(location, "end"))


_LOCATIONS: Final[Mapping[str, Callable[[Sources, Fields, str], Passages]]] = {
    "documentChar": _characters,
    "documentPage": _pages,
    "documentChunk": _chunks,
    "searchResultLocation": _search_result,
}
