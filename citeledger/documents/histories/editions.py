"""What an importer needs to know of a history, whatever it was read from."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import PurePosixPath

_MARKDOWN = frozenset({".md", ".markdown", ".mdown"})


class UnusableHistory(ValueError):
    """There is no history we can read at that place. The message says what is missing; nothing was imported."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Edition:
    """One state of the text: its file or path, its commit (hex, may be empty), since when the world had it (UTC).

    `load` gives its bytes, or None where the text was removed in this commit. It is called when needed, since a
    long history does not fit in memory.
    """

    path: str
    commit: str
    effective_at: datetime
    load: Callable[[], bytes | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """Editions, oldest first. `name` identifies the history: the same wherever its files happen to lie."""

    name: str
    title: str
    originator: str
    source_quality: str
    media_type: str
    editions: tuple[Edition, ...]

    def until(self, count: int) -> "History":
        """The same history as it was after its first `count` editions."""
        return replace(self, editions=self.editions[:count])


def media_type_of(path: str) -> str:
    """Markdown by its usual endings, anything else as plain text; the gate refuses what is neither."""
    return "text/markdown" if PurePosixPath(path).suffix.lower() in _MARKDOWN else "text/plain"
