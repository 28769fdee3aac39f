"""What Word draws in a formula besides its letters (ECMA-376, part 1, section 22.1)."""

from typing import Final, NamedTuple

from lxml import etree

from citeledger.extraction import formulas
from citeledger.extraction.ooxml import child, local, value
from citeledger.extraction.passages import LOWERED, RAISED

_OFF: Final = frozenset(("0", "false", "off"))
_BAR: Final = {"top": "\u0305", "bot": "\u0332"}


class Drawn(NamedTuple):
    """What is drawn before a part of a formula and behind it."""

    before: str = ""
    behind: str = ""


def drawn(name: str, part: etree._Element) -> Drawn:
    """What is drawn around a part: brackets, signs of sums and roots, what parts a list of parts."""
    match name:
        case "m:num":
            return Drawn(*formulas.bracketed(part))
        case "m:den":
            opening, closing = formulas.bracketed(part)
            return Drawn(f"{' ' if _is_stacked(part) else '/'}{opening}", closing)
        case "m:d":
            return Drawn(_sign(part, "begChr", "("), _sign(part, "endChr", ")"))
        case "m:nary":
            return Drawn(_sign(part, "chr", "∫"))
        case "m:acc":
            return Drawn("", _sign(part, "chr", "\u0302"))
        case "m:bar":
            return Drawn("", _BAR.get(_sign(part, "pos", "bot"), ""))
        case "m:e" | "m:mr":
            return _in_its_place(part)
        case _:
            return Drawn()


def raised(name: str, part: etree._Element) -> str:
    """How a part is raised or lowered by its kind, nothing where it stands as what is around it."""
    if name == "m:lim":
        around = part.getparent()
        return RAISED if around is not None and local(around) == "limUpp" else LOWERED
    return {"m:sup": RAISED, "m:sub": LOWERED}.get(name, "")


def is_hidden(name: str, part: etree._Element) -> bool:
    """Whether a part only keeps a place, or is drawn with the sign before it."""
    shows = child(part, "phantPr", "show") if name == "m:phant" else None
    return name == "m:deg" or (shows is not None and value(shows, "val") in _OFF)


def _in_its_place(part: etree._Element) -> Drawn:
    """What is drawn around a part by the place it has in what holds it."""
    around = part.getparent()
    if around is None:
        return Drawn()
    kind = local(around)
    if kind == "rad":
        degree = child(around, "deg")
        opening, closing = formulas.bracketed(part)
        letters = () if degree is None else degree.iter("{*}t")
        return Drawn(formulas.root(each.text or "" for each in letters) + opening, closing)
    is_first = next(part.itersiblings(part.tag, preceding=True), None) is None
    between = {"d": _sign(around, "sepChr", "|"), "mr": " ", "m": "; ", "eqArr": "\n"}
    return Drawn(" " if kind == "func" else "" if is_first else between.get(kind, ""))


def _is_stacked(denominator: etree._Element) -> bool:
    """Whether no line is drawn between the two: a binomial, which stands in brackets."""
    kind = child(denominator.getparent(), "fPr", "type")
    return kind is not None and value(kind, "val") == "noBar"


def _sign(part: etree._Element, name: str, otherwise: str) -> str:
    """A sign that the part's properties name; one named as nothing is not drawn."""
    found = child(part, f"{local(part)}Pr", name)
    return otherwise if found is None else value(found, "val") or ""
