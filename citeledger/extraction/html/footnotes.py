"""Which links of a page are marks of footnotes, and which elements say what these notes say.

A mark is a raised link, or one the page calls so, to a place further down the page: from there it links back.
"""

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Final, NamedTuple

from lxml import etree

from citeledger.extraction.notes import NotePart
from citeledger.extraction.passages import Mark

_TEXTS: Final = frozenset(("li", "p", "div", "dd", "td", "aside", "section", "blockquote", "tr"))
_CALLED: Final = frozenset(("doc-noteref", "noteref", "footnote-ref", "footnote-reference", "footnoteref"))
_FAR: Final = 20  # elements around a link or a place that are looked at


class Footnotes(NamedTuple):
    """The marks that elements stand for, by element."""

    marks: Mapping[etree._Element, Mark]

    @classmethod
    def of(cls, root: etree._Element) -> "Footnotes":
        """Read a page once. Linear: of what is around an element only so much is looked at."""
        links = [link for link in root.iter("a") if link.get("href", "").startswith("#") and _is_raised(link)]
        if not links:
            return cls({})
        places = {element: at for at, element in enumerate(root.iter())}
        named = _named(root)
        texts: dict[etree._Element, Mark] = {}
        marks: dict[etree._Element, Mark] = {}
        for link in links:
            name = link.get("href", "")[1:]
            text = _text(named[name]) if name in named else None
            if text is None or places[text] < places[link] or any(each in texts for each in _around(link)):
                continue
            marks[link] = Mark(NotePart.MARK, f"#{name}")
            texts.setdefault(text, Mark(NotePart.TEXT, f"#{name}"))
        return cls({**marks, **texts})


def _named(root: etree._Element) -> dict[str, etree._Element]:
    found: dict[str, etree._Element] = {}
    for element in root.iter(etree.Element):
        for name in (element.get("id"), element.get("name") if element.tag == "a" else None):
            if name:
                found.setdefault(name, element)
    return found


def _is_raised(link: etree._Element) -> bool:
    around = (str(each.tag) for each in _around(link))
    said = {link.get("role", ""), link.get("type", ""), *link.get("class", "").split()}
    return "sup" in around or bool(said & _CALLED) or link.find("sup") is not None


def _text(place: etree._Element) -> etree._Element | None:
    """The block that says what a note says whose place has a name."""
    return next((each for each in (place, *_around(place)) if each.tag in _TEXTS), None)


def _around(element: etree._Element) -> Iterator[etree._Element]:
    return islice(element.iterancestors(), _FAR)
