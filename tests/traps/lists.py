"""Edits of a list planted behind the passage's paragraph: a whole item is cited, or the value in it."""

from collections.abc import Callable, Iterator
from random import Random

from tests.traps.cases import CHANGED, CURRENT, Edit, Operation
from tests.traps.sources import Passage

Items = list[str]
_CLASSES = {"A": 10, "B": 20, "C": 45, "D": 60, "E": 75}
ITEMS: Items = [f"Class {name}: keep the file for {days} days after the last visit." for name, days in _CLASSES.items()]
_ALIKE = "Class B2: keep the file for 25 days after the last visit."
_OTHER = "Ask the archive before anything is thrown away."
Write = Callable[[Items], str]


def _dashes(items: Items) -> str:
    return "\n".join(f"- {item}" for item in items)


def _numbered(first: int, step: int = 1) -> Write:
    return lambda items: "\n".join(f"{first + step * n}. {item}" for n, item in enumerate(items))


def _each(template: str) -> Write:
    return lambda items: "\n".join(template.format(item) for item in items)


def _with(number: int, item: str) -> Callable[[Items], Items]:
    return lambda items: [*items[:number], item, *items[number + 1 :]]


def _planting(cited: str, change: Callable[[Items], Items], write: Write) -> Callable[[Passage, Random], Edit | None]:
    def plant(passage: Passage, _: Random) -> Edit | None:
        if passage.is_item:
            return None
        lists = _dashes(ITEMS), write(change(list(ITEMS)))
        old, new = (passage.with_paragraph(f"{passage.paragraph}\n\n{one}") for one in lists)
        start = old.index(ITEMS[1]) + ITEMS[1].index(cited)
        return Edit(old, new, start, start + len(cited))

    return plant


def operations() -> Iterator[Operation]:
    """Every edit of a list; once with the whole second item cited, once with its value."""
    for label, edits in ((CURRENT, _MUST_NOT_ALARM), (CHANGED, _MUST_ALARM)):
        for name, (trap, change, write) in edits.items():
            yield Operation(name, trap, label, _planting(ITEMS[1], change, write))
            yield Operation(f"{name}_value", f"{trap}, a value cited", label, _planting("20 days", change, write))


def _same(items: Items) -> Items:
    return items


_MUST_NOT_ALARM: dict[str, tuple[str, Callable[[Items], Items], Write]] = {
    "item_alike_inserted_above": ("a similar item above", lambda i: [i[0], _ALIKE, *i[1:]], _dashes),
    "item_alike_inserted_below": ("a similar item below", lambda i: [*i[:2], _ALIKE, *i[2:]], _dashes),
    "item_other_inserted": ("another item above", lambda i: [i[0], _OTHER, *i[1:]], _dashes),
    "item_above_deleted": ("the item above deleted", lambda i: i[1:], _dashes),
    "item_below_deleted": ("the item below deleted", lambda i: [*i[:2], *i[3:]], _dashes),
    "items_around_edited": (
        "both neighbours edited",
        lambda i: [i[0].replace("10", "11"), i[1], i[2].replace("45", "46"), *i[3:]],
        _dashes,
    ),
    "items_reversed": ("the items in reverse order", lambda i: i[::-1], _dashes),
    "item_moved_down": ("the item moved down", lambda i: [i[0], *i[2:4], i[1], i[4]], _dashes),
    "items_loose": ("blank lines between items", _same, lambda i: "\n\n".join(f"- {x}" for x in i)),
    "items_stars": ("stars for dashes", _same, _each("* {}")),
    "items_numbered": ("numbers for dashes", _same, _numbered(1)),
    "items_numbered_from_five": ("numbers from 5", _same, _numbered(5)),
    "items_numbered_alike": ("all numbers 1", _same, _numbered(1, 0)),
    "items_nested": (
        "an item put under another",
        _same,
        lambda i: f"- {i[0]}\n  - {i[1]}\n  - {i[2]}\n- {i[3]}\n- {i[4]}",
    ),
    "items_indented_by_four": (
        "items under one, by four spaces",
        _same,
        lambda i: f"1. {i[0]}\n    1. {i[1]}\n    2. {i[2]}\n2. {i[3]}\n3. {i[4]}",
    ),
    "items_as_paragraphs": ("paragraphs for items", _same, lambda i: "\n\n".join(i)),
    "items_wrapped": (
        "items of two lines",
        _same,
        lambda i: "\n".join(f"- {x.replace(' for ', chr(10) + '  for ')}" for x in i),
    ),
    "items_wrapped_lazily": (
        "items of two lines, not indented",
        _same,
        lambda i: "\n".join(f"- {x.replace(' for ', chr(10) + 'for ')}" for x in i),
    ),
    "items_quoted": ("a list in a quotation", _same, _each("> - {}")),
    "items_bold_lead": ("bold beginnings", lambda i: [f"**{x[:7]}**{x[7:]}" for x in i], _dashes),
}
_MUST_ALARM: dict[str, tuple[str, Callable[[Items], Items], Write]] = {
    "item_edited": ("the item's value", _with(1, ITEMS[1].replace("20", "21")), _dashes),
    "item_edited_and_numbered": (
        "the item's value, and numbers for dashes",
        _with(1, ITEMS[1].replace("20", "21")),
        _numbered(1),
    ),
    "item_edited_and_moved": (
        "the item's value, and moved",
        lambda i: [i[0], *i[2:], i[1].replace("20", "21")],
        _dashes,
    ),
    "item_takes_neighbours_value": ("the item says what another said", _with(1, ITEMS[1].replace("20", "45")), _dashes),
    "item_values_swapped": (
        "two items exchange their values",
        lambda i: [i[0], i[1].replace("20", "45"), i[2].replace("45", "20"), *i[3:]],
        _dashes,
    ),
    "item_deleted": ("the item deleted", lambda i: [i[0], *i[2:]], _dashes),
    "item_struck": ("the item struck through", _with(1, f"~~{ITEMS[1]}~~"), _dashes),
    "item_commented": ("the item commented out", _with(1, f"<!-- {ITEMS[1]} -->"), _dashes),
    "item_edited_old_below": (
        "edited, the old item struck below",
        lambda i: [i[0], i[1].replace("20", "21"), f"~~{i[1]}~~", *i[2:]],
        _dashes,
    ),
    "item_edited_old_quoted": (
        "edited, the old item quoted inside",
        _with(1, f"{ITEMS[1].replace('20', '21')} Before: {ITEMS[1]}"),
        _dashes,
    ),
    "item_value_in_other_item": (
        "edited, the value in a new item",
        lambda i: [i[0], i[1].replace("20", "21"), "Class F: keep the file for 20 days only.", *i[2:]],
        _dashes,
    ),
    "item_number_at_line_start": (
        "a number at the start of a wrapped line",
        _with(1, "Class B: keep the file for\n21. days after the last visit."),
        _dashes,
    ),
    "item_number_at_line_start_numbered": (
        "the same among numbered items, where it looks like the next one's number",
        _with(1, "Class B: keep the file for\n21. days after the last visit."),
        _numbered(1),
    ),
}
