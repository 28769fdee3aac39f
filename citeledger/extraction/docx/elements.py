"""Elements of a document by short names, and what single ones of them say."""

import re
from typing import Final

from lxml import etree

from citeledger.extraction.ooxml import child, integer, value

_SPACES: Final = {
    "http://schemas.openxmlformats.org/wordprocessingml/2006/main": "w",
    "http://purl.oclc.org/ooxml/wordprocessingml/main": "w",
    "http://schemas.openxmlformats.org/officeDocument/2006/math": "m",
    "http://purl.oclc.org/ooxml/officeDocument/math": "m",
    "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing": "wp",
    "http://purl.oclc.org/ooxml/drawingml/wordprocessingDrawing": "wp",
    "http://schemas.openxmlformats.org/drawingml/2006/main": "a",
    "http://purl.oclc.org/ooxml/drawingml/main": "a",
    "http://schemas.openxmlformats.org/markup-compatibility/2006": "mc",
    "urn:schemas-microsoft-com:vml": "v",
}
CHARACTERS: Final = {
    "w:tab": "\t",
    "w:ptab": "\t",
    "w:br": "\n",
    "w:cr": "\n",
    "w:noBreakHyphen": "\u2011",
    "w:softHyphen": "\u00ad",
}
_MOST_COLUMNS: Final = 63
_FLAT: Final = 40  # twentieths of a point
_INVISIBLE: Final = re.compile(r"visibility\s*:\s*hidden|display\s*:\s*none", re.IGNORECASE)
_CODE: Final = re.compile(r"[0-9A-Fa-f]{1,6}\Z")
_XML_SPACE: Final = "{http://www.w3.org/XML/1998/namespace}space"


class Fields:
    """The fields around a place: what a program computes from their code shows, the code does not."""

    def __init__(self) -> None:
        self._are_code: list[bool] = []

    @property
    def in_code(self) -> bool:
        return any(self._are_code)

    def take(self, edge: str | None) -> None:
        """Meet the `begin` of a field, what `separate`s its code from what shows, or its `end`."""
        if edge == "begin":
            self._are_code.append(True)
        elif edge == "separate" and self._are_code:
            self._are_code[-1] = False
        elif edge == "end" and self._are_code:
            self._are_code.pop()


def short_name(element: etree._Element) -> str:
    """Its name with the usual prefix of its vocabulary ("w:p"), in either edition of the standard."""
    space, _, name = str(element.tag).rpartition("}")
    return f"{_SPACES.get(space[1:], '')}:{name}"


def shown_text(element: etree._Element) -> str:
    """Text as it shows: white space around it only where the file says it counts."""
    text = element.text or ""
    return text if element.get(_XML_SPACE) == "preserve" else text.strip(" \t\r\n")


def symbol(element: etree._Element) -> str:
    """A sign of a font: a character, or U+FFFD where the font has its own idea of it."""
    code = value(element, "char") or ""
    point = int(code, 16) if _CODE.match(code) else 0
    return chr(point) if 0x20 <= point < 0xD800 or 0xF900 <= point < 0xFFFE else "\ufffd"


def column_count(element: etree._Element, *path: str, otherwise: int) -> int:
    """A number of columns, at most as many as Word has."""
    found = child(element, *path)
    return otherwise if found is None else max(0, min(integer(value(found, "val"), otherwise), _MOST_COLUMNS))


def joins_next(paragraph: etree._Element) -> bool:
    """Whether its end was taken out or moved away: accepted, it and the paragraph after it are one."""
    return any(child(paragraph, "pPr", "rPr", revision) is not None for revision in ("del", "moveFrom"))


def filled_in(field: etree._Element) -> str:
    """What shows of a form's box to tick or list to choose from, which have no text; nothing for other fields."""
    box, choices = child(field, "ffData", "checkBox"), child(field, "ffData", "ddList")
    if box is not None:
        return "☒" if _is_ticked(box) else "☐"
    entries = () if choices is None else choices.iterchildren("{*}listEntry")
    named = [value(each, "val") or "" for each in entries]
    answer = _said(choices, "result", "default")
    number = 0 if answer is None else integer(value(answer, "val"), 0)
    return named[number] if 0 <= number < len(named) else ""


def _is_ticked(box: etree._Element) -> bool:
    said = _said(box, "checked", "default")
    return said is not None and value(said, "val") not in {"0", "false", "off"}


def _said(field: etree._Element | None, *names: str) -> etree._Element | None:
    """The first of these that a field says."""
    return next((found for name in names if (found := child(field, name)) is not None), None)


def chosen(alternatives: etree._Element | None) -> etree._Element | None:
    """The one of several forms of the same thing that is read: what newer programs show, else the stand-in."""
    choice = child(alternatives, "Choice")
    return choice if choice is not None else child(alternatives, "Fallback")


def is_drawn(element: etree._Element) -> bool:
    """Whether it is a chart or a diagram, whose words stand in other parts."""
    return element.get("uri", "").endswith(("/chart", "/chartex", "/diagram"))


def is_row_hidden(properties: etree._Element | None) -> bool:
    """Whether a row of a table is not shown, or so low that nothing in it is."""
    height = child(properties, "trHeight")
    is_flat = height is not None and value(height, "hRule") == "exact" and integer(value(height, "val"), 0) <= _FLAT
    return is_flat or child(properties, "hidden") is not None


def is_shape_hidden(shape: etree._Element) -> bool:
    """Whether a picture or a box is not shown."""
    properties = child(shape, "docPr")
    is_off = properties is not None and properties.get("hidden", "0") not in {"0", "false"}
    return is_off or bool(_INVISIBLE.search(shape.get("style", "")))
