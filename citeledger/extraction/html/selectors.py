"""Which rules of a page's style sheets apply to which elements: all selectors at once, element by element.

A selector is a chain of parts ("div.a > p" has two), and every part a bit of one number. An element fits the parts
whose own conditions it meets, and matches those of them whose part before was matched where it must have been: by an
ancestor, the parent, the sibling before. So the work for an element grows with its candidates and not with the page.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from cssselect2 import parser
from lxml import etree

from citeledger.extraction.html.simple import Place, Siblings, Test, asked, parts

_MOST_PARTS: Final = 10_000  # of all selectors of a page, and
_MOST_TRIALS: Final = 3_000_000  # of parts on elements: beyond, rules stay unjudged


class Unjudged(ValueError):
    """A selector that cannot be read, or one too many."""


@dataclass(slots=True)
class _Open:
    """An element that is open: the parts it matched, those of its ancestors and itself, and its children so far."""

    own: int
    path: int
    siblings: Siblings
    last: int = 0  # the parts of the child before, and
    earlier: int = 0  # of all children before
    children: int = 0
    tags: Counter[str] = field(default_factory=Counter)


@dataclass(slots=True)
class _Condition:
    """What a part asks of an element, whether that is all it asks, and the parts that ask it."""

    tests: tuple[Test, ...]
    is_sure: bool
    weight: int
    parts: int = 0


class Selectors:
    """Selectors with what is said under each, and one walk over a page that asks for them."""

    def __init__(self) -> None:
        self._size = self._firsts = self._ends = 0
        self._joined = {" ": 0, ">": 0, "+": 0, "~": 0}
        self._conditions: dict[str, _Condition] = {}
        self._by_name: dict[str, list[_Condition]] = {}
        self._said: dict[int, Any] = {}
        self._trials = 0
        self._open = [_Open(0, 0, Siblings(None))]

    @property
    def is_exhausted(self) -> bool:
        """Whether the page took more trials than a page may: rules were left aside."""
        return self._trials > _MOST_TRIALS

    def add(self, tree: Any, said: Callable[[bool], Any], *, weight: int) -> None:
        """Add a parsed selector; one trial of it counts as `weight`. Raises Unjudged for one too many.

        What is said under it may depend on whether the selector surely tells what it matches.
        """
        chain = list(parts(tree))
        if self._size + len(chain) > _MOST_PARTS:
            raise Unjudged
        conditions = [self._condition(compound, weight) for _, compound in chain]
        for (combinator, _), condition in zip(chain, conditions, strict=True):
            bit = 1 << self._size
            condition.parts |= bit
            if combinator:
                self._joined[combinator] |= bit
            else:
                self._firsts |= bit
            self._size += 1
        self._ends |= 1 << (self._size - 1)
        self._said[self._size - 1] = said(all(condition.is_sure for condition in conditions))

    def _condition(self, compound: parser.CompoundSelector, weight: int) -> "_Condition":
        """What a part asks of an element itself: one thing for all parts that ask the same."""
        written = repr(compound)
        if written not in self._conditions:
            found = self._conditions[written] = _Condition(*asked(compound), weight)
            self._by_name.setdefault(_name(compound), []).append(found)
        return self._conditions[written]

    def enter(self, element: etree._Element, tag: str, attributes: Mapping[str, str]) -> list[Any]:
        """Go into an element. Returns what the selectors that match it say."""
        around = self._open[-1]
        if not self._size:
            return []
        around.children += 1
        around.tags[tag] += 1
        classes = attributes.get("class", "").split()
        place = Place(element, tag, classes, attributes, around.children, around.tags[tag], around.siblings)
        own = self._fitting(place, self._allowed(around))
        around.last, around.earlier = own, around.earlier | own
        self._open.append(_Open(own, around.path | own, Siblings(element)))
        return [self._said[bit] for bit in _bits(own & self._ends)]

    def leave(self) -> None:
        """Go out of the element entered last."""
        if self._size:
            self._open.pop()

    def _fitting(self, place: Place, allowed: int) -> int:
        """Which of the parts that are allowed here an element fits."""
        names = ["", place.tag, *(f".{name}" for name in place.classes)]
        names += [f"#{place.attributes['id']}"] if "id" in place.attributes else []
        fitting = 0
        for condition in (condition for name in names for condition in self._by_name.get(name, ())):
            self._trials += condition.weight
            if self.is_exhausted:
                return 0
            if condition.parts & allowed and all(test(place) for test in condition.tests):
                fitting |= condition.parts
        return fitting & allowed

    def _allowed(self, around: _Open) -> int:
        joined = self._joined
        return (
            self._firsts
            | (around.path << 1 & joined[" "])
            | (around.own << 1 & joined[">"])
            | (around.last << 1 & joined["+"])
            | (around.earlier << 1 & joined["~"])
        )


def read(selector: str) -> tuple[Any, str | None, tuple[int, int, int]]:
    """A selector's tree, the pseudo-element it is about, and its specificity. Raises Unjudged."""
    try:
        (found,) = parser.parse(selector)
    except (parser.SelectorError, ValueError, AttributeError, RecursionError):
        raise Unjudged from None
    return found.parsed_tree, found.pseudo_element, found.specificity


def _bits(number: int) -> Iterator[int]:
    while number:
        lowest = number & -number
        yield lowest.bit_length() - 1
        number ^= lowest


def _name(compound: parser.CompoundSelector) -> str:
    """By what elements are asked for a part: their id, else a class, else the tag, else nothing."""
    simple = {type(each): each for each in compound.simple_selectors}
    if found := simple.get(parser.IDSelector):
        return f"#{found.ident}"
    if found := simple.get(parser.ClassSelector):
        return f".{found.class_name}"
    found = simple.get(parser.LocalNameSelector)
    return found.lower_local_name if found else ""
