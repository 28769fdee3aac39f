"""What another cell of a passage's row says of all of it: that it is repealed, or yes or no to the only thing asked."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from citeledger.core.layout.labels import YES_OR_NO
from citeledger.core.layout.tables import Headers, Part, Row, Tables
from citeledger.core.reading.streams import Stretch
from citeledger.core.vocabulary.endings import names_an_end
from citeledger.core.vocabulary.retracting import is_word

_LONGEST = 4  # words of a cell that says nothing else
_QUESTION = 2  # cells of a row that asks one thing and answers it
_SIGNS = frozenset("✅❌✓✗✔✘☑☒☐")


class RowState(NamedTuple):
    """The cells of a row that say it does not hold, and its answer; none where it asks several things."""

    ended: frozenset[str] = frozenset()
    answer: str = ""


class RowStates:
    """Reads them in the tables of one stream, each row once."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._said: dict[int, dict[Headers, list[str]]] = {}
        self._ended: dict[int, list[tuple[Headers, str]]] = {}

    def of(self, stretch: Stretch) -> RowState:
        """What the other cells of the row say of a stretch that stands in one cell."""
        parts = self._tables.parts(stretch)
        if len(parts) != 1:
            return RowState()
        (part,) = parts
        if id(part.row) not in self._said:
            self._read(part.row)
        ended = frozenset(text for headers, text in self._ended[id(part.row)] if headers != part.headers)
        return RowState(ended, _answer(part, self._said[id(part.row)]))

    def _read(self, row: Row) -> None:
        said = defaultdict[Headers, list[str]](list)
        for headers, text in row.facts:
            if headers is not None:
                said[headers].append(text.casefold())
        self._said[id(row)] = said
        self._ended[id(row)] = [(headers, text) for headers, texts in said.items() for text in texts if _is_over(text)]


def _is_over(cell: str) -> bool:
    words = cell.split(maxsplit=_LONGEST)
    if len(words) > _LONGEST:
        return False
    is_state = any(is_word("alone", word) or is_word("ended", word) or names_an_end(word) for word in words)
    return is_state or words[:2] == ["no", "longer"]


def _answer(part: Part, said: Mapping[Headers, Sequence[str]]) -> str:
    """What is answered to a row's key where that is cited."""
    if part.keys or len(said) != _QUESTION:
        return ""
    answers = next(texts for headers, texts in said.items() if headers != part.headers)
    is_answer = len(answers) == 1 and (YES_OR_NO.fullmatch(answers[0]) or answers[0] in _SIGNS)
    return answers[0] if is_answer else ""
