"""What a browser draws in a formula besides its letters (MathML Core)."""

from collections.abc import Iterable
from itertools import islice
from typing import Final

from lxml import etree

from citeledger.extraction import formulas
from citeledger.extraction.passages import LOWERED, RAISED

# How the parts behind the first one stand.
_PARTS: Final = {
    "msup": (RAISED,),
    "msub": (LOWERED,),
    "msubsup": (LOWERED, RAISED),
    "mover": (RAISED,),
    "munder": (LOWERED,),
    "munderover": (LOWERED, RAISED),
}


def raised(part: etree._Element) -> str:
    """How a part of a formula is raised or lowered by its place; nothing where it is not."""
    signs = _PARTS.get(_around(part), ())
    place = _place(part) if signs else 0
    return signs[place - 1] if 0 < place <= len(signs) else ""


def drawn(tag: str, part: etree._Element) -> tuple[str, str]:
    """What is drawn before a part and behind it: lines of fractions, signs of roots, brackets in their place."""
    around = _around(part)
    if tag == "msqrt":
        return _rooted((), part)
    if around == "mroot" and _place(part) == 0:
        degree = part.getnext()
        return _rooted(() if degree is None else map(str, degree.itertext()), part)
    if around == "mfrac":
        opening, closing = formulas.bracketed(part)
        return ("/" if _place(part) else "") + opening, closing
    return "", ""


def is_degree(part: etree._Element) -> bool:
    """Whether a part is the degree of a root, which is drawn with its sign."""
    return _around(part) == "mroot" and _place(part) == 1


def _rooted(degree: Iterable[str], part: etree._Element) -> tuple[str, str]:
    opening, closing = formulas.bracketed(part)
    return formulas.root(degree) + opening, closing


def _around(part: etree._Element) -> str:
    parent = part.getparent()
    return "" if parent is None else str(parent.tag)


def _place(part: etree._Element) -> int:
    """How many parts stand before this one, as far as it matters."""
    return sum(1 for _ in islice(part.itersiblings(etree.Element, preceding=True), 3))
