"""What the styles of a document make of a paragraph or a run: a heading, a list item, hidden or struck text."""

import re
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from lxml import etree

from citeledger.extraction.ooxml import child, integer, value

_HEADING: Final = re.compile(r"heading ?([1-9])\Z", re.IGNORECASE)
_QUOTES: Final = frozenset(("quote", "intense quote", "block text"))
_BODY_LEVEL: Final = 9  # the outline level that says "no heading"
_OFF: Final = frozenset(("0", "false", "off", "none"))


@dataclass(frozen=True, slots=True)
class Style:
    """A style with all it inherits; None where nothing is said."""

    id: str = ""
    name: str = ""
    outline: int | None = None
    number: str | None = None
    place: int | None = None
    hidden: bool | None = None
    struck: bool | None = None

    @property
    def level(self) -> int:
        """The level of a heading, from 1; 0 for anything else."""
        return 0 if self.outline is None or self.outline >= _BODY_LEVEL else self.outline + 1

    @property
    def is_caption(self) -> bool:
        return self.name == "caption"

    @property
    def is_quote(self) -> bool:
        return self.name in _QUOTES


class Look(NamedTuple):
    """How the text of a run shows: `raised` is "superscript", "subscript" or nothing."""

    hidden: bool = False
    struck: bool = False
    raised: str = ""


class Styles:
    """The styles part, by id. Names are those Word keeps in English whatever language it speaks."""

    def __init__(self, root: etree._Element | None) -> None:
        found = () if root is None else root.iterchildren("{*}style")
        self._elements = {value(each, "styleId") or "": each for each in found}
        self._known: dict[str, Style] = {"": Style()}

    def links(self) -> dict[str, str]:
        """The list that each numbering style stands for."""
        numbers = ((name, child(each, "pPr", "numPr", "numId")) for name, each in self._elements.items())
        return {name: value(number, "val") or "" for name, number in numbers if number is not None}

    def style(self, name: str) -> Style:
        """A style with what it inherits, through any chain and out of any circle."""
        chain: list[str] = []
        while name not in self._known and name in self._elements and name not in chain:
            chain.append(name)
            base = child(self._elements[name], "basedOn")
            name = "" if base is None else value(base, "val") or ""
        style = self._known.get(name, Style())
        for each in reversed(chain):
            style = self._known[each] = _derived(each, self._elements[each], style)
        return style

    def paragraph(self, properties: etree._Element | None) -> Style:
        """The style of a paragraph, with what its own properties say."""
        named = child(properties, "pStyle")
        return _own(properties, self.style("" if named is None else value(named, "val") or ""))

    def run(self, properties: etree._Element | None, paragraph: Style) -> Look:
        """How a run of a paragraph shows."""
        named = child(properties, "rStyle")
        style = self.style("" if named is None else value(named, "val") or "")
        hidden = _said(_toggle(properties, "vanish"), style.hidden, paragraph.hidden)
        struck = _said(_toggle(properties, "strike"), _toggle(properties, "dstrike"), style.struck, paragraph.struck)
        align = child(properties, "vertAlign")
        raised = "" if align is None else value(align, "val") or ""
        return Look(bool(hidden), bool(struck), raised if raised in {"superscript", "subscript"} else "")


def _derived(name: str, element: etree._Element, base: Style) -> Style:
    """A style by its own words, and its base's where it says nothing."""
    called, run = child(element, "name"), child(element, "rPr")
    title = ("" if called is None else value(called, "val") or "").lower()
    heading = _HEADING.match(title) or _HEADING.match(name)
    style = replace(
        base,
        name=title,
        outline=int(heading.group(1)) - 1 if heading else 0 if title == "title" else base.outline,
        hidden=_said(_toggle(run, "vanish"), base.hidden),
        struck=_said(_toggle(run, "strike"), base.struck),
    )
    return _own(child(element, "pPr"), replace(style, id=name))


def _own(properties: etree._Element | None, style: Style) -> Style:
    """A paragraph style with what paragraph properties say beside it."""
    outline, number = child(properties, "outlineLvl"), child(properties, "numPr", "numId")
    place = child(properties, "numPr", "ilvl")
    return replace(
        style,
        outline=style.outline if outline is None else integer(value(outline, "val"), _BODY_LEVEL),
        number=style.number if number is None else value(number, "val"),
        place=style.place if place is None else integer(value(place, "val"), 0),
    )


def _toggle(properties: etree._Element | None, name: str) -> bool | None:
    found = child(properties, name)
    return None if found is None else value(found, "val") not in _OFF


def _said(*answers: bool | None) -> bool | None:
    return next((answer for answer in answers if answer is not None), None)
