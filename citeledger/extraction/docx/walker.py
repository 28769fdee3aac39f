"""What a reader of a letter sees, element by element: without recursion, so that no nesting is too deep."""

import re
from typing import Final

from lxml import etree

from citeledger.extraction.docx.elements import (
    CHARACTERS,
    Fields,
    chosen,
    column_count,
    filled_in,
    is_drawn,
    is_row_hidden,
    is_shape_hidden,
    joins_next,
    short_name,
    shown_text,
    symbol,
)
from citeledger.extraction.docx.formulas import drawn, is_hidden, raised
from citeledger.extraction.docx.letter import Frame, Letter
from citeledger.extraction.docx.styles import Look, Style, shading
from citeledger.extraction.drafts import TableDraft
from citeledger.extraction.notes import NotePart
from citeledger.extraction.ooxml import child, value
from citeledger.extraction.passages import LOWERED, RAISED, REORDERED, STRUCK, Mark, Passage
from citeledger.extraction.structure import RegionKind
from citeledger.extraction.tables import Table
from citeledger.styling.colours import Colour

# Properties, codes behind fields, and what the accepted view no longer holds.
_SKIPPED: Final = frozenset(
    f"w:{name}"
    for name in (
        *("pPr", "rPr", "tblPr", "tblGrid", "trPr", "tcPr", "sectPr", "sdtPr", "sdtEndPr", "rubyPr"),
        *("rt", "instrText", "delInstrText", "delText", "del", "moveFrom"),
    )
)
_REVISIONS: Final = {"w:ins": "insertions", "w:del": "deletions", "w:moveTo": "moves"}
_SIGNS: Final = {"superscript": RAISED, "subscript": LOWERED}
_NOTES: Final = {"w:footnoteReference": "footnote", "w:endnoteReference": "endnote"}
_PICTURES: Final = {"wp:docPr": "descr", "v:shape": "alt"}
_UNREAD: Final = frozenset(("w:altChunk", "w:subDoc"))
_NO_SPACE: Final = re.compile(r"\S")
_CAPTION: Final = Mark(RegionKind.CAPTION)
_ALT_TEXT: Final = Mark(RegionKind.ALT_TEXT)
_TEXT_BOX: Final = Mark(RegionKind.TEXT_BOX)


class Walker:
    """One walk over a part of a document, or over one of its notes; everything in it has these marks."""

    def __init__(self, letter: Letter, marks: tuple[Mark, ...] = ()) -> None:
        self._letter = letter
        self._frames = [Frame(marks, letter.page)]
        self._looks = [Look()]
        self._signs = [""]  # how the parts of formulas around are raised
        self._tables: list[TableDraft] = []
        self._grounds: list[Colour | None] = []  # what is behind the cells of the tables around
        self._fields = Fields()
        self._orders = 0  # elements around that set their letters in another order
        self._was_unseen = False
        self._notes: list[tuple[str, str]] = []  # until the paragraph or table that names them ends

    def items(self, root: etree._Element) -> list[Passage | Table]:
        """Passages and tables, in order."""
        events = etree.iterwalk(root, events=("start", "end"))
        skipped: etree._Element | None = None
        for event, element in events:
            name = short_name(element)
            if event == "end":
                if element is not skipped:
                    self._leave(name, element)
                skipped = None
            elif self._shows(name, element):
                self._enter(name, element)
            else:
                skipped = element
                events.skip_subtree()
        self._frames[0].close_paragraph()
        self._count("unended" if self._fields.in_code else None)
        return self._frames[0].flow.items

    def _shows(self, name: str, element: etree._Element) -> bool:
        """Whether anything inside an element is in the view with all changes accepted."""
        self._count(_REVISIONS.get(name))
        match name:
            case "w:r":
                return self._sees(element, not self._look(element).hidden)
            case "w:tr":
                properties = child(element, "trPr")
                is_deleted = self._is_marked(properties, "w:del", "del")
                self._is_marked(properties, "w:ins", "ins")
                return not is_deleted and self._sees(element, not is_row_hidden(properties))
            case "w:tc":
                properties = child(element, "tcPr")
                self._is_marked(properties, "w:ins", "cellIns")
                return not self._is_marked(properties, "w:del", "cellDel")
            case "wp:inline" | "wp:anchor" | "v:shape":
                return self._sees(element, not is_shape_hidden(element))
            case "mc:Choice" | "mc:Fallback":
                return element is chosen(element.getparent())
            case "m:deg" | "m:phant":
                return not is_hidden(name, element)
            case _:
                return name not in _SKIPPED

    def _sees(self, element: etree._Element, is_seen: bool) -> bool:
        """Whether an element is seen, as was found. What follows unseen text unseen is the same place."""
        if is_seen or self._fields.in_code:
            return is_seen
        if any(each.text and each.text.strip() for each in element.iter("{*}t")):
            self._count(None if self._was_unseen else "unseen")
            self._was_unseen = True
        return False

    def _enter(self, name: str, element: etree._Element) -> None:
        match name:
            case "w:p":
                self._open_paragraph(element)
            case "w:r":
                self._looks.append(self._look(element))
            case "w:t" | "m:t":
                self._text(shown_text(element))
            case "w:tbl":
                self._frames[-1].close_paragraph()
                self._tables.append(TableDraft())
                self._grounds.append(self._ground(element))
            case "w:tr" if self._tables:
                self._tables[-1].open_row(before=column_count(element, "trPr", "gridBefore", otherwise=0))
            case "w:tc":
                around = self._grounds[-1] if self._grounds else self._frames[-1].behind
                self._frames.append(Frame(self._frames[-1].marks, shading(element, "tcPr") or around))
            case "w:txbxContent":
                self._frames.append(Frame((*self._frames[-1].marks, _TEXT_BOX), None))
            case "w:bdo":
                self._orders += 1
            case "w:fldChar":
                self._text(filled_in(element))
                self._fields.take(value(element, "fldCharType"))
            case _:
                self._take(name, element)

    def _take(self, name: str, element: etree._Element) -> None:
        """Elements that stand for characters, or for something beside the text."""
        if name in CHARACTERS:
            self._text(CHARACTERS[name])
        elif name.startswith("m:"):
            self._open_part(name, element)
        elif name == "w:sym":
            sign = symbol(element)
            self._count("symbols" if sign == "\ufffd" else None)
            self._text(sign)
        elif name in _NOTES:
            self._name(_NOTES[name], value(element, "id") or "")
        elif name in _PICTURES:
            self._write_alternative(element.get(_PICTURES[name], ""))
        elif name in _UNREAD or (name == "a:graphicData" and is_drawn(element)):
            self._count("unread")

    def _leave(self, name: str, element: etree._Element) -> None:
        match name:
            case "w:p":
                if not joins_next(element):
                    self._frames[-1].close_paragraph()
                    self._place_notes()
            case "w:r":
                self._looks.pop()
            case "w:bdo":
                self._orders -= 1
            case "w:tc":
                self._close_cell(element)
            case "w:txbxContent":
                frame = self._frames.pop()
                frame.close_paragraph()
                self._frames[-1].boxes += frame.flow.items
            case "w:tbl":
                self._close_table()
                self._place_notes()
            case _ if name.startswith("m:") and name != "m:t":
                self._text(drawn(name, element).behind)
                self._signs.pop()

    def _open_part(self, name: str, part: etree._Element) -> None:
        """Go into a part of a formula, after the signs that are drawn before it."""
        if name == "m:f":
            self._frames[-1].flow.stand_apart()
        self._signs.append(raised(name, part) or self._signs[-1])
        self._text(drawn(name, part).before)

    def _open_paragraph(self, element: etree._Element) -> None:
        properties, frame = child(element, "pPr"), self._frames[-1]
        marks = child(properties, "rPr")
        self._is_marked(marks, "w:ins", "ins")
        style = frame.style = self._letter.styles.paragraph(properties)
        is_moved = child(marks, "moveFrom") is not None
        number = None if self._is_marked(marks, "w:del", "del") or is_moved else self._number(style)
        kind = "list_item" if number is not None else "quote" if style.is_quote else "paragraph"
        level = style.level or (self._depth(style) if kind == "list_item" else 0)
        frame.flow.become("heading" if style.level else kind, level, number or "")

    def _number(self, style: Style) -> str | None:
        if style.number is None:
            return None
        return self._letter.numbering.advance(style.number, self._depth(style))

    def _depth(self, style: Style) -> int:
        return self._letter.numbering.level_of(style.id, style.number or "") if style.place is None else style.place

    def _look(self, element: etree._Element) -> Look:
        frame = self._frames[-1]
        return self._letter.styles.run(child(element, "rPr"), frame.style, frame.behind)

    def _ground(self, table: etree._Element) -> Colour | None:
        """What is behind the cells of a table that say nothing themselves."""
        named = child(table, "tblPr", "tblStyle")
        if named is not None and self._letter.styles.shades(value(named, "val") or ""):
            return None
        return shading(table, "tblPr") or self._frames[-1].behind

    def _text(self, text: str) -> None:
        """Write text, but for the code of a field. Signs of a font stand for the characters that name them."""
        if self._fields.in_code:
            return
        self._was_unseen &= not text.strip()
        if self._looks[-1].in_signs and text.strip():
            self._count("symbols")
            text = _NO_SPACE.sub("\ufffd", text)
        frame = self._frames[-1]
        caption = (_CAPTION,) if frame.style.is_caption else ()
        struck = (*(STRUCK,) * self._looks[-1].struck, *(REORDERED,) * bool(self._orders))
        frame.flow.sign(_SIGNS.get(self._looks[-1].raised, self._signs[-1]))
        frame.flow.verbatim(text, (*frame.marks, *caption, *struck))

    def _write_alternative(self, words: str) -> None:
        """The words for a picture, apart from the words around it."""
        frame = self._frames[-1]
        frame.flow.space()
        frame.flow.text(words, (*frame.marks, _ALT_TEXT))
        frame.flow.space()

    def _close_cell(self, element: etree._Element) -> None:
        frame = self._frames.pop()
        frame.close_paragraph()
        columns = max(1, column_count(element, "tcPr", "gridSpan", otherwise=1))
        merged = child(element, "tcPr", "vMerge")
        if not self._tables:
            self._frames[-1].flow.items += frame.flow.items
        elif merged is not None and value(merged, "val") != "restart":
            self._tables[-1].continue_above(columns=columns)
        else:
            header = child(element.getparent(), "trPr", "tblHeader")
            is_header = header is not None and value(header, "val") not in {"0", "false", "off"}
            self._tables[-1].add(frame.flow.items, columns=columns, is_header=is_header)

    def _close_table(self) -> None:
        self._grounds.pop()
        draft, items = self._tables.pop(), self._frames[-1].flow.items
        if draft.is_layout:
            items += draft.contents()
        else:
            self._count("tables")
            items.append(draft.table(self._letter.counts["tables"]))

    def _name(self, kind: str, name: str) -> None:
        """A note is named here, by a number that Word draws. A note itself names none."""
        if not self._frames[0].marks and not self._fields.in_code:
            self._notes.append((kind, name))
            self._frames[-1].flow.name(Mark(NotePart.MARK, f"{kind} {name}"))

    def _place_notes(self) -> None:
        """Notes stand after the paragraph or table that names them, each once, numbered as they come."""
        if len(self._frames) > 1 or self._frames[0].marks:
            return  # in a cell or box; or in a note itself, which names none
        for kind, name in self._notes:
            note = self._letter.notes.pop((kind, name), None)
            if note is not None:
                self._count(kind)
                mark = Mark(RegionKind.FOOTNOTE, f"{kind} {self._letter.counts[kind]}")
                marks = mark, Mark(NotePart.TEXT, f"{kind} {name}")
                self._frames[0].flow.items += Walker(self._letter, marks).items(note)
        self._notes.clear()

    def _is_marked(self, properties: etree._Element | None, revision: str, name: str) -> bool:
        """Whether properties say that a paragraph's end, a row or a cell was put in or taken out."""
        found = child(properties, name) is not None
        self._count(_REVISIONS[revision] if found else None)
        return found

    def _count(self, name: str | None) -> None:
        if name:
            self._letter.counts[name] += 1
