"""What another cell of a passage's row says of all of it: that it is repealed, or yes or no to the only thing asked."""

from typing import NamedTuple

from citeledger.core.layout.labels import YES_OR_NO
from citeledger.core.layout.tables import Part, Tables
from citeledger.core.reading.streams import Stretch
from citeledger.core.vocabulary.endings import names_an_end
from citeledger.core.vocabulary.retracting import is_word

_LONGEST = 4  # words of a cell that says nothing else
_QUESTION = 2  # cells of a row that asks one thing and answers it
_SIGNS = frozenset("✅❌✓✗✔✘☑☒☐")


class RowStates(NamedTuple):
    """The cells of a row that say it does not hold, and its answer; none where it asks several things."""

    ended: frozenset[str] = frozenset()
    answer: str = ""


def row_states(tables: Tables, stretch: Stretch) -> RowStates:
    """What the other cells of the row say of a stretch that stands in one cell."""
    parts = tables.parts(stretch)
    if len(parts) != 1:
        return RowStates()
    (part,) = parts
    others = [text.casefold() for headers, text in part.row.facts if headers not in (None, part.headers)]
    return RowStates(frozenset(filter(_is_over, others)), _answer(part, others))


def _is_over(cell: str) -> bool:
    words = cell.split()
    is_state = any(is_word("alone", word) or is_word("ended", word) or names_an_end(word) for word in words)
    return len(words) <= _LONGEST and (is_state or words[:2] == ["no", "longer"])


def _answer(part: Part, others: list[str]) -> str:
    """What is answered to a row's key where that is cited."""
    is_asked = not part.keys and len(part.row.cells) == _QUESTION and len(others) == 1
    return others[0] if is_asked and (YES_OR_NO.fullmatch(others[0]) or others[0] in _SIGNS) else ""
