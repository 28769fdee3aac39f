"""What a reader of a page sees, element by element: without recursion, so that no nesting is too deep."""

from typing import Final, NamedTuple

from lxml import etree

from citeledger.extraction.drafts import TableDraft
from citeledger.extraction.flow import Flow
from citeledger.extraction.html.footnotes import Footnotes
from citeledger.extraction.html.formulas import drawn, is_degree, raised
from citeledger.extraction.html.looks import Look
from citeledger.extraction.html.styles import StyleSheet
from citeledger.extraction.passages import ADDED_TO, IN_FORM, LOWERED, RAISED, REORDERED, STRUCK, Mark, Passage
from citeledger.extraction.structure import RegionKind
from citeledger.extraction.tables import Table


def _tags(names: str) -> frozenset[str]:
    return frozenset(names.split())


# Never shown, or shown as something else than text.
_UNSEEN: Final = _tags(
    "head script style template noscript title iframe object embed audio video canvas select datalist param source "
    "track noframes noembed progress meter annotation annotation-xml desc metadata mphantom"
    " defs symbol clippath mask marker pattern"
)
_BLOCKS: Final = _tags(
    "html body address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption figure "
    "footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr legend li main menu nav ol p pre search section summary "
    "ul table caption thead tbody tfoot tr td th textarea listing xmp plaintext"
)
_HEADINGS: Final = {f"h{level}": level for level in range(1, 7)}
_KINDS: Final = {"li": "list_item", "blockquote": "quote", "pre": "code", "listing": "code", "xmp": "code"}
_VERBATIM: Final = _tags("pre listing xmp plaintext textarea")
_CHOICES: Final = _tags("select datalist")
_STRUCK: Final = _tags("del s strike")
_CELLS: Final = _tags("td th")
_SIGNS: Final = {"sup": RAISED, "sub": LOWERED}
_LAYING_OUT: Final = _tags(  # parts of formulas; white space between what they hold is none of theirs
    "math mrow mfrac msqrt mroot msup msub msubsup munder mover munderover mtable mtr mtd mstyle semantics mpadded"
)
_WIDEST: Final = 1_000  # columns, and
_HIGHEST: Final = 65_534  # rows that one cell may span (HTML, "forming a table")
_CAPTION: Final = Mark(RegionKind.CAPTION)
_ALT_TEXT: Final = Mark(RegionKind.ALT_TEXT)


class _State(NamedTuple):
    """What holds inside an element."""

    look: Look = Look()
    marks: tuple[Mark, ...] = ()
    kind: str = "paragraph"
    level: int = 0
    is_verbatim: bool = False
    is_head: bool = False
    sign: str = ""  # how text is raised or lowered
    lays_out: bool = False

    @property
    def shows(self) -> bool:
        return self.look.shows


class Walker:
    """One walk over a parsed page."""

    def __init__(self, sheet: StyleSheet) -> None:
        self._sheet = sheet
        self._states = [_State()]
        self._flows = [Flow()]
        self._tables: list[TableDraft] = []
        self._hosts: set[etree._Element | None] = set()
        self._footnotes = Footnotes({})
        self._count = 0
        self._was_unseen = False
        self.unseen = 0  # places where text is not seen
        self.has_folded = self.has_choices = False

    def items(self, root: etree._Element) -> list[Passage | Table]:
        """Passages and tables of the page, in order."""
        # What they hold is shown in the places that their template leaves for it, if it leaves any.
        self._hosts = {each.getparent() for each in root.iter("template") if "shadowrootmode" in each.attrib}
        self._footnotes = Footnotes.of(root)
        events = etree.iterwalk(root, events=("start", "end"))
        unseen: etree._Element | None = None
        for event, element in events:
            if event == "start":
                unseen = None if self._enter(element) else element
                if unseen is not None:
                    events.skip_subtree()
                continue
            if element is not unseen:
                self._leave(element)
            self._sheet.leave()
            unseen = None
            self._text(element.tail)
        self._flows[0].close()
        return self._flows[0].items

    def _enter(self, element: etree._Element) -> bool:
        """Go into an element, unless nothing of it is seen."""
        tag, around = str(element.tag), self._states[-1]
        look = self._sheet.enter(element, tag, around.look)
        self.has_choices |= tag in _CHOICES
        if tag in _UNSEEN or is_degree(element):
            return False
        self.has_folded |= tag == "details" and "open" not in element.attrib
        self._sheet.has_doubtful |= element in self._hosts
        if element in self._hosts or look.gone or (tag == "dialog" and "open" not in element.attrib):
            self._pass(is_seen=False, has_text=_has_text(element))
            return False
        noted = self._footnotes.marks.get(element)
        self._states.append(_inside(element, look, around, (noted,) if noted else ()))
        if tag in _BLOCKS or look.is_block:
            self._flows[-1].close()
        self._open(tag, element)
        self._text(drawn(tag, element)[0])
        text = element.text
        self._text(text.removeprefix("\n") if text and tag in _VERBATIM else text)
        return True

    def _open(self, tag: str, element: etree._Element) -> None:
        flow, state = self._flows[-1], self._states[-1]
        if tag == "table":
            role = element.get("role", "")
            self._tables.append(TableDraft(is_layout=role in {"presentation", "none"}))
        elif tag == "tr" and self._tables:
            self._tables[-1].open_row()
        elif tag in _CELLS and self._tables:
            self._flows.append(Flow())
        elif tag == "q":
            self._text("“")
        elif tag == "mfrac":
            flow.stand_apart()
        elif tag == "mtd":
            flow.space()
        elif state.shows and tag == "br":
            flow.line_break()
        elif state.shows and tag in {"img", "input"}:
            _write_alternative(flow, element, state)

    def _leave(self, element: etree._Element) -> None:
        tag, state = str(element.tag), self._states[-1]
        self._text("”" if tag == "q" else drawn(tag, element)[1])
        if tag in _BLOCKS or state.look.is_block:
            self._flows[-1].close()
        if tag in _CELLS and self._tables and len(self._flows) > 1:
            self._tables[-1].add(
                self._flows.pop().items,
                rows=_span(element.get("rowspan"), _HIGHEST),
                columns=_span(element.get("colspan"), _WIDEST),
                is_header=tag == "th" or state.is_head,
            )
        elif tag == "table":
            self._close_table()
        self._states.pop()

    def _close_table(self) -> None:
        draft, items = self._tables.pop(), self._flows[-1].items
        if draft.is_layout:
            items += draft.contents()
        else:
            self._count += 1
            items.append(draft.table(self._count))

    def _text(self, text: str | None) -> None:
        state = self._states[-1]
        self._pass(is_seen=state.shows, has_text=bool(text and text.strip()))
        if not text or not state.shows or (state.lays_out and not text.strip()):
            return
        flow = self._flows[-1]
        flow.sign(state.sign)
        if text.strip():
            flow.open(state.kind, state.level)
        if state.is_verbatim:
            flow.verbatim(text, state.marks)
        else:
            flow.text(text, state.marks)

    def _pass(self, *, is_seen: bool, has_text: bool) -> None:
        """Go on over text; what follows unseen text unseen is the same place."""
        if has_text:
            self.unseen += not is_seen and not self._was_unseen
            self._was_unseen = not is_seen


def _has_text(element: etree._Element) -> bool:
    """Whether an element would show words if it were seen."""
    return any(
        (each.text and each.text.strip() and each.tag not in _UNSEEN)
        or (each is not element and each.tail and each.tail.strip())
        for each in element.iter(etree.Element)
    )


def _inside(element: etree._Element, look: Look, around: _State, noted: tuple[Mark, ...]) -> _State:
    tag = str(element.tag)
    marks = dict.fromkeys((*around.marks, *noted))
    if tag in _STRUCK or look.is_struck:
        marks[STRUCK] = None
    if look.is_added_to:
        marks[ADDED_TO] = None
    if look.is_reordered:
        marks[REORDERED] = None
    if tag == "textarea":
        marks[IN_FORM] = None
    if tag == "figcaption":
        marks[_CAPTION] = None
    level = _HEADINGS.get(tag, around.level)
    if tag == "li":
        level = around.level + 1 if around.kind == "list_item" else 0
    kind = "heading" if tag in _HEADINGS else _KINDS.get(tag, around.kind)
    if tag in _CELLS:
        kind, level = "paragraph", 0
    is_head = tag == "thead" or (around.is_head and tag != "table")
    sign = raised(element) or _SIGNS.get(tag, "")
    is_verbatim = around.is_verbatim or tag in _VERBATIM
    return _State(look, tuple(marks), kind, level, is_verbatim, is_head, sign or around.sign, tag in _LAYING_OUT)


def _write_alternative(flow: Flow, element: etree._Element, state: _State) -> None:
    """The words for a picture, apart from the words around it."""
    if alternative := element.get("alt", "").strip():
        flow.open(state.kind, state.level)
        flow.space()
        flow.text(alternative, (*state.marks, _ALT_TEXT))
        flow.space()


def _span(declared: str | None, most: int) -> int:
    """A span as a browser takes it: its digits, and 1 for anything else."""
    digits = (declared or "").strip()[:6]
    return max(1, min(int(digits), most)) if digits.isascii() and digits.isdigit() else 1
