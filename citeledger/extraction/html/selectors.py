"""Which rules of a page's style sheets apply to which elements: all selectors at once, element by element.

A selector is a chain of parts ("div.a > p" has two), and every part a bit of one number. An element fits the parts
whose own conditions it meets, and matches those of them whose part before was matched where it must have been: by an
ancestor, the parent, the sibling before. So the work for an element grows with its candidates and not with the page.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from cssselect2 import parser
from lxml import etree
from tinycss2.nth import parse_nth

_MOST_PARTS: Final = 10_000  # of all selectors of a page, and
_MOST_TRIALS: Final = 3_000_000  # of parts on elements: beyond, rules stay unjudged
# They tell of a state that a page is not in when it is opened.
_STATES: Final = frozenset((
    "hover", "active", "focus", "focus-within", "focus-visible", "visited", "target", "target-within", "fullscreen",
    "modal", "popover-open", "playing", "paused", "current", "past", "future", "user-valid", "user-invalid", "host",
    "autofill", "picture-in-picture",
))  # fmt: skip
_LINKS: Final = frozenset(("link", "any-link"))


class Unjudged(ValueError):
    """A selector that cannot be read, or one too many."""


class Place(NamedTuple):
    """An element with its place among its siblings, of all kinds and of its own (both from 1)."""

    element: etree._Element
    tag: str
    classes: Sequence[str]
    attributes: Mapping[str, str]
    number: int
    of_type: int
    siblings: "_Siblings"


class _Siblings:
    """How many children an element has, counted once and only if asked."""

    def __init__(self, parent: etree._Element | None) -> None:
        self._parent, self._counts = parent, Counter[str]()

    def count(self, tag: str | None) -> int:
        if not self._counts:
            children = self._parent.iterchildren() if self._parent is not None else ()
            self._counts = Counter(str(child.tag) for child in children) or Counter({"": 1})
        return self._counts[tag] if tag else self._counts.total()


Test = Callable[[Place], bool]
_Made = tuple[Test, bool]  # and whether it is sure: one that is not holds in doubt


@dataclass(slots=True)
class _Open:
    """An element that is open: the parts it matched, those of its ancestors and itself, and its children so far."""

    own: int
    path: int
    siblings: _Siblings
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
        self._open = [_Open(0, 0, _Siblings(None))]

    @property
    def is_exhausted(self) -> bool:
        """Whether the page took more trials than a page may: rules were left aside."""
        return self._trials > _MOST_TRIALS

    def add(self, tree: Any, said: Callable[[bool], Any], *, weight: int) -> None:
        """Add a parsed selector; one trial of it counts as `weight`. Raises Unjudged for one too many.

        What is said under it may depend on whether the selector surely tells what it matches.
        """
        parts = list(_parts(tree))
        if self._size + len(parts) > _MOST_PARTS:
            raise Unjudged
        conditions = [self._condition(compound, weight) for _, compound in parts]
        for (combinator, _), condition in zip(parts, conditions, strict=True):
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
            found = self._conditions[written] = _Condition(*_compound(compound), weight)
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
        self._open.append(_Open(own, around.path | own, _Siblings(element)))
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


def _parts(tree: Any) -> Iterator[tuple[str, parser.CompoundSelector]]:
    """The parts from left to right, each with what joins it to the part before ("" for the first)."""
    found: list[tuple[str, parser.CompoundSelector]] = []
    while isinstance(tree, parser.CombinedSelector):
        found.append((tree.combinator, tree.right))
        tree = tree.left
    yield from reversed([*found, ("", tree)])


def _name(compound: parser.CompoundSelector) -> str:
    """By what elements are asked for a part: their id, else a class, else the tag, else nothing."""
    simple = {type(each): each for each in compound.simple_selectors}
    if found := simple.get(parser.IDSelector):
        return f"#{found.ident}"
    if found := simple.get(parser.ClassSelector):
        return f".{found.class_name}"
    found = simple.get(parser.LocalNameSelector)
    return found.lower_local_name if found else ""


def _compound(compound: parser.CompoundSelector) -> tuple[tuple[Test, ...], bool]:
    made = [_simple(each) for each in compound.simple_selectors]
    return tuple(test for test, _ in made), all(is_sure for _, is_sure in made)


def _simple(simple: Any) -> _Made:
    maker = _MAKERS.get(type(simple))
    return maker(simple) if maker else (_in_doubt, False)


def _in_doubt(_: Place) -> bool:
    return True


def _never(_: Place) -> bool:
    return False


def _any(simple: Any) -> _Made:
    """`:is()` and `:where()`; of a chain of parts the last is judged, in doubt."""
    made = [_listed(selector.parsed_tree) for selector in simple.selector_list]
    return (lambda place: any(all(t(place) for t in tests) for tests, _ in made)), all(sure for _, sure in made)


def _listed(tree: Any) -> tuple[tuple[Test, ...], bool]:
    parts = list(_parts(tree))
    tests, is_sure = _compound(parts[-1][1])
    return tests, is_sure and len(parts) == 1


def _not(simple: Any) -> _Made:
    test, is_sure = _any(simple)
    return (lambda place: not test(place)) if is_sure else _in_doubt, is_sure


def _attribute(simple: parser.AttributeSelector) -> _Made:
    name, value, operator = simple.lower_name, simple.value or "", simple.operator
    folds = simple.case_sensitive is False
    compare = _COMPARED[operator] if operator else None
    value = value.lower() if folds else value

    def test(place: Place) -> bool:
        own = place.attributes.get(name)
        return own is not None and (compare is None or compare(own.lower() if folds else own, value))

    return test, True


_COMPARED: Final[dict[str, Callable[[str, str], bool]]] = {
    "=": lambda own, value: own == value,
    "~=": lambda own, value: value in own.split(),
    "|=": lambda own, value: own == value or own.startswith(f"{value}-"),
    "^=": lambda own, value: bool(value) and own.startswith(value),
    "$=": lambda own, value: bool(value) and own.endswith(value),
    "*=": lambda own, value: bool(value) and value in own,
}
_PLACES: Final[dict[str, Callable[[Place], int]]] = {
    "nth-child": lambda place: place.number,
    "nth-last-child": lambda place: place.siblings.count(None) - place.number + 1,
    "nth-of-type": lambda place: place.of_type,
    "nth-last-of-type": lambda place: place.siblings.count(place.tag) - place.of_type + 1,
}
_PSEUDO_CLASSES: Final[dict[str, Test]] = {
    "root": lambda place: place.element.getparent() is None,
    "scope": lambda place: place.element.getparent() is None,
    "first-child": lambda place: place.number == 1,
    "first-of-type": lambda place: place.of_type == 1,
    "last-child": lambda place: _PLACES["nth-last-child"](place) == 1,
    "last-of-type": lambda place: _PLACES["nth-last-of-type"](place) == 1,
    "only-child": lambda place: place.siblings.count(None) == 1,
    "only-of-type": lambda place: place.siblings.count(place.tag) == 1,
    "empty": lambda place: not len(place.element) and not place.element.text,
    "checked": lambda place: bool(place.attributes.keys() & {"checked", "selected"}),
    "disabled": lambda place: "disabled" in place.attributes,
    "open": lambda place: "open" in place.attributes,
}


def _pseudo_class(simple: parser.PseudoClassSelector) -> _Made:
    if simple.name in _STATES:
        return _never, True
    if simple.name in _LINKS:
        return (lambda place: place.tag in {"a", "area"} and "href" in place.attributes), True
    test = _PSEUDO_CLASSES.get(simple.name)
    return (test, True) if test else (_in_doubt, False)


def _nth(simple: parser.FunctionalPseudoClassSelector) -> _Made:
    number, series = _PLACES.get(simple.name), parse_nth(simple.arguments)
    if number is None or series is None:
        return _in_doubt, False
    step, first = series

    def test(place: Place) -> bool:
        beyond: int = number(place) - first
        return beyond == 0 if step == 0 else beyond % step == 0 and beyond // step >= 0

    return test, True


_MAKERS: Final[dict[type, Callable[[Any], _Made]]] = {
    parser.LocalNameSelector: lambda simple: ((lambda place: place.tag == simple.lower_local_name), True),
    parser.IDSelector: lambda simple: ((lambda place: place.attributes.get("id") == simple.ident), True),
    parser.ClassSelector: lambda simple: ((lambda place: simple.class_name in place.classes), True),
    parser.AttributeSelector: _attribute,
    parser.PseudoClassSelector: _pseudo_class,
    parser.FunctionalPseudoClassSelector: _nth,
    parser.NegationSelector: _not,
    parser.MatchesAnySelector: _any,
    parser.SpecificityAdjustmentSelector: _any,
}
