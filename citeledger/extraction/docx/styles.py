"""What the styles of a document make of a paragraph or a run: a heading, a list item, hidden or struck text."""

import re
from dataclasses import dataclass, replace
from typing import Final, NamedTuple, TypeVar

from lxml import etree

from citeledger.extraction.inks import highlight, ink, is_seen, of_theme
from citeledger.extraction.ooxml import child, integer, value
from citeledger.styling.colours import Colour

_HEADING: Final = re.compile(r"heading ?([1-9])\Z", re.IGNORECASE)
_QUOTES: Final = frozenset(("quote", "intense quote", "block text"))
_BODY_LEVEL: Final = 9  # the outline level that says "no heading"
_OFF: Final = frozenset(("0", "false", "off", "none"))
_TINY: Final = 4  # half points
_NO_HEIGHT: Final = 40  # twentieths of a point of a line
_NO_WIDTH: Final = 10  # hundredths of a letter's width
_ON_ONE_ANOTHER: Final = -160  # twentieths of a point between letters
_FAR: Final = 400  # half points from the line
_OF_SIGNS: Final = frozenset(("symbol", "wingdings", "wingdings 2", "wingdings 3", "webdings", "marlett"))
_Answer = TypeVar("_Answer")


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
    letters: Colour | None = None
    behind: Colour | None = None
    size: int | None = None  # of letters, in half points
    is_squeezed: bool = False  # into lines of no height

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
    in_signs: bool = False  # its letters are pictures of a font


class Styles:
    """The styles part, by id. Names are those Word keeps in English whatever language it speaks."""

    def __init__(self, root: etree._Element | None) -> None:
        found = () if root is None else root.iterchildren("{*}style")
        self._elements = {value(each, "styleId") or "": each for each in found}
        self._known: dict[str, Style] = {"": _own_run(child(root, "docDefaults", "rPrDefault", "rPr"), Style())}
        paragraphs = (each for each in self._elements.values() if value(each, "type") == "paragraph")
        self._default = next((value(each, "styleId") or "" for each in paragraphs if _is_default(each)), "")

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
        return _own(properties, self.style(self._default if named is None else value(named, "val") or ""))

    def shades(self, name: str) -> bool:
        """Whether a style of tables puts colours behind some of their cells."""
        for _ in range(len(self._elements)):
            element = self._elements.get(name)
            if element is None:
                return False
            if any(_shading(each) is not None for each in element.iter("{*}shd")):
                return True
            base = child(element, "basedOn")
            name = "" if base is None else value(base, "val") or ""
        return False

    def run(self, properties: etree._Element | None, paragraph: Style, behind: Colour | None) -> Look:
        """How a run of a paragraph shows on a ground of some colour (None: not known)."""
        named = child(properties, "rStyle")
        own = _own_run(properties, Style() if named is None else self.style(value(named, "val") or ""))
        ground = _said(own.behind, paragraph.behind, behind)
        letters, size = _said(own.letters, paragraph.letters), _said(own.size, paragraph.size)
        is_unseen = not is_seen(letters, ground) or (size is not None and size <= _TINY) or paragraph.is_squeezed
        align = child(properties, "vertAlign")
        raised = "" if align is None else value(align, "val") or ""
        return Look(
            bool(_said(own.hidden, paragraph.hidden)) or is_unseen or _is_drawn_as_nothing(properties),
            bool(_said(own.struck, paragraph.struck)),
            raised if raised in {"superscript", "subscript"} else "",
            (_fonts(properties) & _OF_SIGNS) != set(),
        )


def _derived(name: str, element: etree._Element, base: Style) -> Style:
    """A style by its own words, and its base's where it says nothing."""
    called, run = child(element, "name"), child(element, "rPr")
    title = ("" if called is None else value(called, "val") or "").lower()
    heading = _HEADING.match(title) or _HEADING.match(name)
    style = replace(
        base,
        name=title,
        outline=int(heading.group(1)) - 1 if heading else 0 if title == "title" else base.outline,
    )
    return _own(child(element, "pPr"), _own_run(run, replace(style, id=name)))


def _own_run(properties: etree._Element | None, style: Style) -> Style:
    """A style with what run properties say beside it."""
    if properties is None:
        return style
    size = child(properties, "sz")
    return replace(
        style,
        hidden=_said(_toggle(properties, "vanish"), _toggle(properties, "specVanish"), style.hidden),
        struck=_said(_toggle(properties, "strike"), _toggle(properties, "dstrike"), style.struck),
        letters=_letters(child(properties, "color"), style.letters),
        behind=_said(_marker(properties), _shading(child(properties, "shd")), style.behind),
        size=style.size if size is None else integer(value(size, "val"), _TINY + 1),
    )


def _own(properties: etree._Element | None, style: Style) -> Style:
    """A paragraph style with what paragraph properties say beside it."""
    outline, number = child(properties, "outlineLvl"), child(properties, "numPr", "numId")
    place = child(properties, "numPr", "ilvl")
    return replace(
        style,
        outline=style.outline if outline is None else integer(value(outline, "val"), _BODY_LEVEL),
        number=style.number if number is None else value(number, "val"),
        place=style.place if place is None else integer(value(place, "val"), 0),
        behind=_said(_shading(child(properties, "shd")), style.behind),
        is_squeezed=_is_squeezed(child(properties, "spacing"), otherwise=style.is_squeezed),
    )


def _letters(named: etree._Element | None, otherwise: Colour | None) -> Colour | None:
    """The colour of letters; None for one that the program chooses so that they are seen."""
    if named is None:
        return otherwise
    themed = of_theme(value(named, "themeColor"))
    is_toned = value(named, "themeTint") is not None or value(named, "themeShade") is not None
    return ink(value(named, "val")) if themed is None or is_toned else themed


def _shading(shading: etree._Element | None) -> Colour | None:
    if shading is None:
        return None
    name = "color" if value(shading, "val") == "solid" else "fill"
    themed = of_theme(value(shading, "themeColor" if name == "color" else "themeFill"))
    is_toned = value(shading, "themeFillTint") is not None or value(shading, "themeFillShade") is not None
    return ink(value(shading, name)) if themed is None or is_toned else themed


def shading(element: etree._Element, *path: str) -> Colour | None:
    """What the properties of a cell or a table put behind its text; None for nothing."""
    return _shading(child(element, *path, "shd"))


def _marker(properties: etree._Element) -> Colour | None:
    found = child(properties, "highlight")
    return None if found is None else highlight(value(found, "val"))


def _is_squeezed(spacing: etree._Element | None, *, otherwise: bool) -> bool:
    if spacing is None or value(spacing, "line") is None:
        return otherwise
    return value(spacing, "lineRule") == "exact" and integer(value(spacing, "line"), 240) <= _NO_HEIGHT


def _is_drawn_as_nothing(properties: etree._Element | None) -> bool:
    """Whether letters have no fill, no width, or stand far from their line."""
    width, position = child(properties, "w"), child(properties, "position")
    fitted, apart = child(properties, "fitText"), child(properties, "spacing")
    return (
        (fitted is not None and integer(value(fitted, "val"), _NO_HEIGHT + 1) <= _NO_HEIGHT)
        or (apart is not None and integer(value(apart, "val"), 0) <= _ON_ONE_ANOTHER)
        or child(properties, "textFill", "noFill") is not None
        or (width is not None and integer(value(width, "val"), 100) <= _NO_WIDTH)
        or (position is not None and abs(integer(value(position, "val"), 0)) >= _FAR)
    )


def _fonts(properties: etree._Element | None) -> set[str]:
    named = child(properties, "rFonts")
    return set() if named is None else {(value(named, name) or "").lower() for name in ("ascii", "hAnsi")}


def _is_default(style: etree._Element) -> bool:
    return (value(style, "default") or "0") not in _OFF


def _toggle(properties: etree._Element | None, name: str) -> bool | None:
    found = child(properties, name)
    return None if found is None else value(found, "val") not in _OFF


def _said(*answers: _Answer | None) -> _Answer | None:
    return next((answer for answer in answers if answer is not None), None)
