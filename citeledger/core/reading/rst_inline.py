"""How a passage of reStructuredText reads: emphasis, literals, roles, references and escapes are looked through.

Marks are told from characters as docutils tells them: by what stands before an opening and after a closing one
(reStructuredText specification, "inline markup recognition rules").
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from citeledger.core.hashing import sha256_hex
from citeledger.core.reading.tokens import Run

_SPECIAL = re.compile(
    r"(?P<escape>\\[\s\S])"
    r"|(?P<literal>``)"
    r"|(?P<strong>\*\*)"
    r"|(?P<emphasis>\*)"
    r"|(?P<role>:[A-Za-z][\w.+-]{0,60}(?::[\w.+-]{1,60})?:)?(?P<text>_?`)"
    r"|(?P<substitution>\|)"
    r"|(?P<note>\[[^\]\s]{1,100}\]_(?!\w))"
    r"|(?P<reference>(?<![\w.+:-])[^\W_]+(?:[-._+:][^\W_]+)*__?(?!\w))"
)
_ROLE_AFTER = re.compile(r":[A-Za-z][\w.+-]*:|__?(?!\w)")
_ESCAPE = re.compile(r"\\(\s?)")
_SIGNS = {":sup:": "^", ":superscript:": "^", ":sub:": "_", ":subscript:": "_"}  # 10² must not read as 102
_STRUCK = frozenset((":del:", ":s:", ":strike:", ":strikethrough:", ":hidden:"))
_BEFORE = frozenset("'\"([{<-/:")
_AFTER = frozenset("'\")]}>-/:.,;!?\\")


class Substitutions:
    """What the substitutions of a document show, in the order in which they are used.

    At most `most` characters in all (T84: uses times length is the square of a text). What comes later shows a digest
    of its words: that costs nothing, and differs where the words do.
    """

    def __init__(self, words: Mapping[str, str], *, most: int) -> None:
        self._words, self._left = words, most
        self._digests: dict[str, str] = {}

    def take(self, name: str) -> str | None:
        """What the next use of a name shows; None for a name the document does not define."""
        words = self._words.get(name)
        if words is None:
            return None
        self._left -= len(words)
        return words if self._left >= 0 else self._digest(name, words)

    def _digest(self, name: str, words: str) -> str:
        if name not in self._digests:
            self._digests[name] = sha256_hex(words)[:16]
        return self._digests[name]


@dataclass(frozen=True, slots=True)
class Names:
    """What a document calls by name: targets of links, what substitutions show, its own roles that strike out, and the
    notes that only name a source: their marks say nothing.
    """

    targets: frozenset[str] = frozenset()
    shown: Substitutions = field(default_factory=lambda: Substitutions({}, most=0))
    struck: frozenset[str] = frozenset()
    sources: frozenset[str] = frozenset()


def folded(name: str) -> str:
    """A name as references are matched: case and white space do not count."""
    return " ".join(name.split()).casefold()


def runs(*, text: str, start: int, end: int, names: Names) -> Iterator[Run]:
    """Runs of one passage, `text[start:end]`. Linear: a mark that closes nowhere is looked for once."""
    return _Passage(text, start, end, names).runs()


class _Passage:
    def __init__(self, text: str, start: int, end: int, names: Names) -> None:
        self._text, self._start, self._end, self._names = text, start, end, names
        self._unclosed: set[str] = set()

    def runs(self) -> Iterator[Run]:
        shown_to = position = self._start
        while match := _SPECIAL.search(self._text, position, self._end):
            found = self._read(match)
            position = match.end()
            if found:
                reading, position = found
                yield Run(shown_to, match.start())
                yield from reading
                shown_to = position
        yield Run(shown_to, self._end)

    def _read(self, match: re.Match[str]) -> tuple[list[Run], int] | None:
        """What a match reads as and where it ends; None for characters that are no mark."""
        kind, start = match.lastgroup or "", match.start()
        if kind == "escape":
            return self._escaped(start, match.end()), match.end()
        if kind == "note":
            is_said = match.group()[1:-2] not in self._names.sources
            return [Run(start, match.end() - 1, visible=is_said)], match.end()
        if kind == "reference":
            return self._reference(match)
        if not self._opens(start, match.end()):
            return None
        mark = match["text"] or match.group()
        closing = self._closing(mark.lstrip("_"), match.end())
        if closing is None:
            return None
        if kind == "literal":
            return [Run(match.end(), closing)], closing + 2
        if kind == "substitution":
            return self._substitution(match.end(), closing)
        if kind in {"strong", "emphasis"}:
            return self._escaped(match.end(), closing), closing + len(mark)
        return self._interpreted(match, closing)

    def _interpreted(self, match: re.Match[str], closing: int) -> tuple[list[Run], int]:
        """Text in backquotes: a link's words without its target, a role's text without the role."""
        start, role = match.end(), match["role"] or ""
        after = _ROLE_AFTER.match(self._text, closing + 1, self._end)
        end = after.end() if after else closing + 1
        role = role or (after.group() if after else "")
        words = self._words_end(start, closing)
        reading = [Run(match.start(), start, _SIGNS[role])] if role in _SIGNS else []
        reading += self._escaped(start, words, visible=role not in _STRUCK | self._names.struck)
        return [*reading, Run(words, closing, visible=False)], end

    def _words_end(self, start: int, end: int) -> int:
        """Where the words of a link end and its target begins, written `<...>`; a target alone is words."""
        target = self._text.rfind("<", start, end) if self._text[end - 1] == ">" else start
        return target if target > start else end

    def _substitution(self, start: int, closing: int) -> tuple[list[Run], int] | None:
        shown = self._names.shown.take(folded(self._text[start:closing]))
        after = _ROLE_AFTER.match(self._text, closing + 1, self._end)
        end = after.end() if after and after.group().startswith("_") else closing + 1
        return None if shown is None else ([Run(start, closing, shown)], end)

    def _reference(self, match: re.Match[str]) -> tuple[list[Run], int] | None:
        name = match.group().removesuffix("_").removesuffix("_")
        if folded(name) not in self._names.targets:
            return None
        return [Run(match.start(), match.start() + len(name))], match.end()

    def _escaped(self, start: int, end: int, *, visible: bool = True) -> list[Run]:
        """Text in which a backslash stands for nothing, and takes white space right after it along."""
        found, position = [], start
        for match in _ESCAPE.finditer(self._text, start, end):
            found.append(Run(position, match.start(), visible=visible))
            position = match.end()
        return [*found, Run(position, end, visible=visible)]

    def _opens(self, start: int, end: int) -> bool:
        before = self._text[start - 1] if start > self._start else " "
        after = self._text[end] if end < self._end else " "
        return not after.isspace() and (before.isspace() or before in _BEFORE or _is_punctuation(before))

    def _closing(self, mark: str, position: int) -> int | None:
        """Where the mark stands that closes one opened before `position`."""
        if mark in self._unclosed:
            return None
        while (found := self._text.find(mark, position, self._end)) >= 0:
            if found > position and self._closes(mark, found):
                return found
            position = found + 1
        self._unclosed.add(mark)
        return None

    def _closes(self, mark: str, found: int) -> bool:
        before = self._text[found - 1]
        end = found + len(mark)
        after = self._text[end] if end < self._end else " "
        is_free = after.isspace() or after in _AFTER or after == "_" or _is_punctuation(after)
        return is_free and not before.isspace() and (before != "\\" or mark == "``")


def _is_punctuation(character: str) -> bool:
    return unicodedata.category(character) in {"Ps", "Pe", "Pi", "Pf", "Pd", "Po"} and character not in "*\\`|"
