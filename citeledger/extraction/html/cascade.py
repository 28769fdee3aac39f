"""Which of the values declared for an element counts: those of rules, of its own attributes, and of browsers."""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from citeledger.styling.declarations import declared

_OF_THE_ELEMENT: Final = (1_000, 0, 0)  # specificity of its style attribute, above all selectors
_OF_OLD: Final = (-1, 0, 0)  # and of attributes that stand for styles, below
_OF_BROWSERS: Final = (-2, 0, 0)
_HIDDEN: Final = frozenset(("hidden", "popover"))
_TAGS: Final[Mapping[str, dict[str, str]]] = {
    "a": {"color": "linktext"},
    "mark": {"color": "black", "background-color": "yellow"},
    "button": {"color": "black", "background-color": "#efefef"},
    "bdo": {"unicode-bidi": "bidi-override"},
    "textarea": {"color": "fieldtext", "background-color": "field"},
}
_PRESENTING: Final = {"color": "color", "text": "color", "bgcolor": "background-color", "fill": "fill"}


class Value(NamedTuple):
    """A declared value; the greatest wins. Later ones have a greater order, those outside of layers the better."""

    important: bool
    is_unlayered: bool
    specificity: tuple[int, int, int]
    order: int
    text: str


@lru_cache(maxsize=1024)
def _of_style(style: str) -> Mapping[str, Value]:
    return {
        name: Value(important, True, _OF_THE_ELEMENT, 0, text) for name, (important, text) in declared(style).items()
    }


def of_attributes(tag: str, attributes: Mapping[str, str]) -> Iterator[Mapping[str, Value]]:
    """What an element's own attributes say, and what browsers do to elements of its kind."""
    if "style" in attributes:
        yield _of_style(attributes["style"])
    if attributes.keys() & _HIDDEN:
        yield {"display": _old("none")}
    if presenting := attributes.keys() & _PRESENTING:
        yield {_PRESENTING[name]: _old(attributes[name]) for name in presenting}
    if tag in _TAGS and (tag != "a" or "href" in attributes):
        yield {name: Value(False, False, _OF_BROWSERS, 0, value) for name, value in _TAGS[tag].items()}


def _old(value: str) -> Value:
    return Value(False, True, _OF_OLD, 0, value)


def cascaded(all_values: Iterable[Mapping[str, Value]]) -> dict[str, str]:
    """The values that count, as written, by property."""
    found: dict[str, Value] = {}
    for values in all_values:
        for name, value in values.items():
            found[name] = max(value, found.get(name, value))
    return {name: value.text for name, value in found.items()}
