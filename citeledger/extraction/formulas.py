"""Signs that the build of a formula draws and no text of it says: what it is divided by, what a root is taken of."""

import re
from collections.abc import Iterable
from itertools import islice
from typing import Final

from lxml import etree

from citeledger.extraction.passages import RAISED, small

_WHOLE: Final = re.compile(r"\s*(?:[\d.,]*|\w)\s*\Z")  # one number or one letter
_MOST: Final = 20  # elements that are looked at: what holds more is no single sign
_LONGEST: Final = 20  # characters of a root's degree that are kept


def bracketed(part: etree._Element) -> tuple[str, str]:
    """The brackets that keep a part together where it is written in one line; none around a number or a letter."""
    inside = list(islice(part.iter(etree.Element), _MOST + 1))
    is_whole = len(inside) <= _MOST and _WHOLE.match("".join(each.text or "" for each in inside))
    return ("", "") if is_whole else ("(", ")")


def root(degree: Iterable[str]) -> str:
    """The sign of a root, with its degree (in pieces) where it has one: 2 is not said."""
    index = "".join(degree)[:_LONGEST].strip()
    return f"{small(index, RAISED) or f'{index} '}√" if index and index != "2" else "√"
