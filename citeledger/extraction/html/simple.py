"""What the parts of a selector ask of an element itself, and whether that is all they ask."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from cssselect2 import parser
from lxml import etree
from tinycss2.nth import parse_nth

# They tell of a state that a page is not in when it is opened.
_STATES: Final = frozenset((
    "hover", "active", "focus", "focus-within", "focus-visible", "visited", "target", "target-within", "fullscreen",
    "modal", "popover-open", "playing", "paused", "current", "past", "future", "user-valid", "user-invalid", "host",
    "autofill", "picture-in-picture",
))  # fmt: skip
_LINKS: Final = frozenset(("link", "any-link"))


class Place(NamedTuple):
    """An element with its place among its siblings, of all kinds and of its own (both from 1)."""

    element: etree._Element
    tag: str
    classes: Sequence[str]
    attributes: Mapping[str, str]
    number: int
    of_type: int
    siblings: "Siblings"


class Siblings:
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


def parts(tree: Any) -> Iterator[tuple[str, parser.CompoundSelector]]:
    """The parts from left to right, each with what joins it to the part before ("" for the first)."""
    found: list[tuple[str, parser.CompoundSelector]] = []
    while isinstance(tree, parser.CombinedSelector):
        found.append((tree.combinator, tree.right))
        tree = tree.left
    yield from reversed([*found, ("", tree)])


def asked(compound: parser.CompoundSelector) -> tuple[tuple[Test, ...], bool]:
    """What one part asks, and whether surely."""
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
    chain = list(parts(tree))
    tests, is_sure = asked(chain[-1][1])
    return tests, is_sure and len(chain) == 1


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
