"""What `<style>` elements inside Markdown hide. Whether a program keeps them is not known: it is in doubt."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from citeledger.styling.declarations import declared
from citeledger.styling.hiding import hides, strikes

_OPENS = re.compile(r"<style\b[^<>]{0,500}>", re.IGNORECASE)
_CLOSES = re.compile(r"</style\b", re.IGNORECASE)
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
_RULE = re.compile(r"(?:\A|(?<=[{};]))([^{};]++)\{([^{}]*+)\}")
_NAME = re.compile(r"[.#]([A-Za-z_][\w-]*)")
_BESIDE = re.compile(r"::?(?:before|after)\b")
_NOTHING = frozenset(("", "none", "normal", '""', "''", "initial"))
_LONGEST = 100_000  # characters of all style elements of a text


class HidingRules(NamedTuple):
    """Classes and ids under which rules hide, strike or add words, and the selectors of rules that name neither."""

    names: frozenset[str] = frozenset()
    others: tuple[str, ...] = ()


def hiding_rules(text: str) -> HidingRules:
    """The rules of a text's style elements that bear on what a reader sees. Linear in the text."""
    names: set[str] = set()
    others: list[str] = []
    for selector, body in _RULE.findall(_COMMENT.sub(" ", "".join(_sheets(text))[:_LONGEST])):
        if _bears(selector, body):
            named = [_NAME.findall(each) for each in selector.split(",")]
            names.update(name for each in named for name in each)
            others += [" ".join(selector.split())] * (not all(named))
    return HidingRules(frozenset(names), tuple(others))


def _sheets(text: str) -> Iterator[str]:
    position = 0
    while opened := _OPENS.search(text, position):
        closed = _CLOSES.search(text, opened.end())
        if not closed:
            return
        yield text[opened.end() : closed.start()]
        position = closed.end()


def _bears(selector: str, body: str) -> bool:
    values = {name: value.lower() for name, (_, value) in declared(body).items()}
    if _BESIDE.search(selector):
        return values.get("content", "") not in _NOTHING
    return hides(values) or strikes(values)
