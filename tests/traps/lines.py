"""Edits of a few lines of names and values, planted behind the passage's paragraph: no table says which is whose."""

from collections.abc import Callable, Iterator
from random import Random

from tests.traps.cases import CHANGED, CURRENT, Edit, Operation
from tests.traps.sources import Passage

Lines = tuple[tuple[str, str], ...]
Change = Callable[[Lines], Lines]
_KEPT: Lines = (("Walking stick", "30 days"), ("Handcart", "60 days"), ("Camera", "90 days"), ("Pram", "40 days"))
_SEPARATORS = ("    ", "\t", " ..... ", ": ", " – ", " ")


def operations() -> Iterator[Operation]:
    """Every edit of lines."""
    for label, edits in ((CHANGED, _MUST_ALARM), (CURRENT, _MUST_NOT_ALARM)):
        for name, (trap, change) in edits.items():
            yield Operation(name, trap, label, _planting(change))


def _planting(change: Change) -> Callable[[Passage, Random], Edit | None]:
    """The value of the first line is cited, and the lines changed."""

    def plant(passage: Passage, random: Random) -> Edit | None:
        if passage.is_item:
            return None
        separator = random.choice(_SEPARATORS)
        old, new = (_with(passage, lines, separator) for lines in (_KEPT, change(_KEPT)))
        start = old.index("".join((_KEPT[0][0], separator, _KEPT[0][1]))) + len(_KEPT[0][0] + separator)
        return Edit(old, new, start, start + len(_KEPT[0][1]))

    return plant


def _with(passage: Passage, lines: Lines, separator: str) -> str:
    written = "\n".join(name + separator + value for name, value in lines)
    return passage.with_paragraph(f"{passage.paragraph}\n\n{written}")


def _named(*names: int) -> Change:
    """The values as they stand, behind other names."""
    return lambda lines: tuple((lines[name][0], line[1]) for name, line in zip(names, lines, strict=True))


def _valued(*values: int) -> Change:
    return lambda lines: tuple((line[0], lines[value][1]) for value, line in zip(values, lines, strict=True))


_MUST_ALARM: dict[str, tuple[str, Change]] = {
    "lines_values_swapped": ("the values of two lines exchanged", _valued(1, 0, 2, 3)),
    "lines_values_far": ("the values of the first and the last line exchanged", _valued(3, 1, 2, 0)),
    "lines_names_swapped": ("the names of two lines exchanged", _named(1, 0, 2, 3)),
    "lines_names_in_turn": ("every name a line further on", _named(1, 2, 3, 0)),
    "lines_line_gone": ("the line taken out, its value on another one", lambda lines: _valued(1, 0, 2, 3)(lines)[1:]),
}
_MUST_NOT_ALARM: dict[str, tuple[str, Change]] = {
    "lines_sorted": ("the lines in another order", lambda lines: lines[::-1]),
    "lines_put_in": ("a line put in", lambda lines: (*lines[:1], ("Umbrella", "20 days"), *lines[1:])),
    "lines_renamed": ("another name of the line", lambda lines: (("Cane", lines[0][1]), *lines[1:])),
    "lines_other_value": ("another value edited", lambda lines: (*lines[:2], ("Camera", "91 days"), *lines[3:])),
}
