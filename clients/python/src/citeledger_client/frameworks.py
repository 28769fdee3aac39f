"""Passages on their way through retrieval frameworks, and back: LangChain documents, LlamaIndex nodes.

No framework is imported: what matters are `page_content` or `text`, and `metadata`. A passage keeps its place under
`citeledger` in the metadata; splitters that say where a piece begins (`start_index`, `start_char_idx`) move it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from citeledger_client.errors import NotInPassage
from citeledger_client.members import Members
from citeledger_client.passages import Passage, place

_KEY: Final = "citeledger"


@dataclass(frozen=True, slots=True, kw_only=True)
class Retrieved:
    """A passage as a framework handed it back."""

    version: UUID
    start: int
    text: str


def page(passage: Passage, **metadata: Any) -> dict[str, Any]:
    """The arguments of a LangChain `Document`: `Document(**page(hit))`."""
    return {"page_content": passage.text, "metadata": _placed(passage, metadata)}


def node(passage: Passage, **metadata: Any) -> dict[str, Any]:
    """The arguments of a LlamaIndex `TextNode` or `Document`: `TextNode(**node(hit))`."""
    return {"text": passage.text, "metadata": _placed(passage, metadata)}


def _placed(passage: Passage, metadata: Mapping[str, Any]) -> dict[str, Any]:
    return {**metadata, _KEY: {"version": str(passage.version), "start": passage.start, "length": len(passage.text)}}


def retrieved(item: Any, *, within: Passage | None = None) -> Retrieved:
    """The passage that a document or a node holds, ready for `cite`.

    Made with `page` or `node`, it knows its place. Otherwise `within`, a version for example, is searched for its
    words. Raises NotInPassage where the place is not known or the text was changed on the way, StandsRepeatedly where
    `within` has it more than once.
    """
    held = getattr(item, "node", item)
    text = held.page_content if hasattr(held, "page_content") else held.text
    if within is not None:
        found = place(within, text)
        return Retrieved(version=found.version, start=found.start, text=text)
    return _from_metadata(held, text)


def _from_metadata(held: Any, text: str) -> Retrieved:
    offset = _offset(held)
    try:
        known = Members(held.metadata.get(_KEY))
        version, start, length = known.uid("version"), known.number("start"), known.number("length")
    except ValueError:
        raise NotInPassage("where this text stands is not known; name what it was taken from (within)") from None
    if offset is None and length != len(text):
        raise NotInPassage("this text is not the passage it was made from; name what it was taken from (within)")
    return Retrieved(version=version, start=start + (offset or 0), text=text)


def _offset(held: Any) -> int | None:
    """Where a splitter says that this piece began, in code points of what was split."""
    said = held.metadata.get("start_index", getattr(held, "start_char_idx", None))
    return said if isinstance(said, int) and said >= 0 else None
