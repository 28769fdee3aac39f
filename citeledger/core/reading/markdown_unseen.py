"""What readers of Markdown never see or see in some programs only, by how it opens, and where it ends."""

from typing import Final

# CommonMark 6.6, comments of templates, CriticMarkup, kramdown; `%%` of Obsidian hides in that program alone.
CLOSINGS: Final = {
    "<!--": ("-->",),
    "<?": ("?>",),
    "<![CDATA[": ("]]>",),
    "{#": ("#}",),
    "{/*": ("*/}",),
    "{--": ("--}",),
    "{>>": ("<<}",),
    "{::comment}": ("{:/comment}", "{:/}"),
    "%%": ("%%",),
}
SHOWN_BY_SOME: Final = "%%"
_OF_DECLARATIONS: Final = (">",)


class Closings:
    """The closing marks of one text, asked for in rising order. Linear: every mark is looked for once from a place."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._next: dict[str, int] = {}

    def end(self, opening: str, position: int) -> int | None:
        """Where what opened before `position` ends, its mark included; None if it never does."""
        marks = CLOSINGS.get(opening, _OF_DECLARATIONS)
        ends = [found + len(mark) for mark in marks if (found := self._find(mark, position)) >= 0]
        return min(ends, default=None)

    def _find(self, mark: str, position: int) -> int:
        found = self._next.get(mark, 0)
        if 0 <= found < position or mark not in self._next:
            found = self._next[mark] = self._text.find(mark, position)
        return found
