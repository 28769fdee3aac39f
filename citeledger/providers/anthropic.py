"""Anthropic, Messages API: text blocks with `citations` ("Citations", "Search results", "Web search tool" in its docs).

Documents are counted over the whole request, every turn and tool result, search results apart from them. `cited_text`
of blocks is their text put together. Web results are links.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from citeledger.providers.documents import RequestDocument
from citeledger.providers.drafts import Grounds, Ingested
from citeledger.providers.fields import Fields, cited_text, kind_of, text_or_none, whole_number
from citeledger.providers.intake import Intake
from citeledger.providers.reasons import Reason, Unreadable
from citeledger.providers.sources import Passages, Sources
from citeledger.providers.units import Numbers

_NO_ANSWER = ("thinking", "redacted_thinking", "tool_use", "server_tool_use", "mcp_tool_use", "container_upload")


def read(*, response: Fields, documents: Sequence[RequestDocument]) -> Ingested:
    """Read one message."""
    intake = Intake(documents)
    for at, block in intake.objects(response, "content"):
        with intake.part(at):
            _block(intake, block, at)
    return intake.ingested()


def _block(intake: Intake, block: Fields, at: str) -> None:
    kind = kind_of(block)
    if kind in _NO_ANSWER or kind.endswith("_tool_result"):
        return
    if kind != "text":
        intake.refuse(Reason.UNKNOWN_CONTENT_TYPE, at)
    said = text_or_none(block, "text") or ""
    grounds: list[Grounds] = []
    for path, citation in intake.citations(block, "citations", at):
        with intake.part(path):
            grounds.append(_grounds(intake, citation, path))
    intake.say(text=said, grounds=grounds, at=at)


def _grounds(intake: Intake, citation: Fields, at: str) -> Grounds:
    kind = kind_of(citation)
    if kind == "web_search_result_location":
        return intake.link(citation.get("url"))
    if kind not in _LOCATIONS:
        raise Unreadable(Reason.UNKNOWN_CITATION_TYPE)
    return intake.passages(_LOCATIONS[kind](intake.sources, citation), at)


def _characters(sources: Sources, citation: Fields) -> Passages:
    source = sources.at(whole_number(citation, "document_index"))
    return sources.characters(source=source, numbers=_numbers(citation, "char_index"), cited=cited_text(citation))


def _pages(sources: Sources, citation: Fields) -> Passages:
    source = sources.at(whole_number(citation, "document_index"))
    return sources.pages(source=source, numbers=_numbers(citation, "page_number"), cited=cited_text(citation))


def _blocks(sources: Sources, citation: Fields) -> Passages:
    source = sources.at(whole_number(citation, "document_index"))
    return sources.blocks(source=source, numbers=_numbers(citation, "block_index"), cited=cited_text(citation))


def _search_result(sources: Sources, citation: Fields) -> Passages:
    source = sources.search_result(whole_number(citation, "search_result_index"))
    return sources.blocks(source=source, numbers=_numbers(citation, "block_index"), cited=cited_text(citation))


def _numbers(citation: Fields, counted: str) -> Numbers:
    kind = f"anthropic.{kind_of(citation)}"
    return Numbers(kind, whole_number(citation, f"start_{counted}"), whole_number(citation, f"end_{counted}"))


_LOCATIONS: Final[Mapping[str, Callable[[Sources, Fields], Passages]]] = {
    "char_location": _characters,
    "page_location": _pages,
    "content_block_location": _blocks,
    "search_result_location": _search_result,
}
