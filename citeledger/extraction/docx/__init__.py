"""DOCX: the text a reader of the document sees with all changes accepted (rule `docx/4`).

Pending insertions are in, pending deletions out, and both are counted. Hidden text, comments and codes behind fields
are out. Numbers of headings and list items are drawn as Word draws them. Footnotes stand after the paragraph that
names them, text boxes after the one they are tied to, headers and footers once at the end, each marked as what it is.
Raised and lowered text is written in such characters, or parted from a word before it by `^` and `_`.

The XML is read as it stands: the libraries for DOCX know neither notes nor boxes nor changes.
"""

from collections.abc import Iterator
from importlib.metadata import version
from typing import Final

from lxml import etree

from citeledger.extraction import passages, tables, unseen
from citeledger.extraction.builder import TextBuilder
from citeledger.extraction.docx.letter import Letter
from citeledger.extraction.docx.numbering import Numbering
from citeledger.extraction.docx.styles import Styles
from citeledger.extraction.docx.walker import Walker
from citeledger.extraction.extracted import Extraction, Options, Unreadable
from citeledger.extraction.inks import ink
from citeledger.extraction.ooxml import Package, child, local, reference, value
from citeledger.extraction.passages import Mark, Passage
from citeledger.extraction.structure import RegionKind
from citeledger.extraction.tables import Table
from citeledger.styling.colours import WHITE, Colour

EXTRACTOR: Final = f"docx/4+lxml-{version('lxml')}"
PENDING: Final = "The document has pending changes: this is the text with all of them accepted."
COMMENTED: Final = "The document has comments: they are no part of the text."
UNREAD: Final = "The document holds charts, diagrams or other files: words inside them are not in the text."
UNENDED: Final = "A field of the document has no end: what stands behind it is not in the text."
UNKNOWN_SYMBOLS: Final = "The document uses signs of special fonts: they are shown as \N{REPLACEMENT CHARACTER}."
_PARTS: Final = ("styles", "numbering", "footnotes", "endnotes", "comments", "settings")
_REVISIONS: Final = ("insertions", "deletions", "moves")
_RUNNING: Final = Mark(RegionKind.RUNNING)


def extract(data: bytes, options: Options) -> Extraction:
    """Read a document. Raises Unreadable, also when it holds no text."""
    del options  # nothing of it matters to a document
    letter, items = _read(Package(data))
    builder = TextBuilder()
    for item in items:
        if isinstance(item, Table):
            tables.write_table(builder, item)
        else:
            passages.write(builder, item)
    if not builder.position:
        raise Unreadable
    _tell(builder, letter)
    return Extraction(builder.text(), builder.structure(), EXTRACTOR)


def _read(package: Package) -> tuple[Letter, list[Passage | Table]]:
    main = package.main_part()
    root = package.tree(main)
    body = child(root, "body")
    if local(root) != "document" or body is None:
        raise Unreadable
    parts = _parts(package, main)
    styles = Styles(parts.get("styles"))
    numbering = Numbering(parts.get("numbering"), styles.links())
    letter = Letter(styles, numbering, dict(_notes(parts)), _page(root, parts.get("settings")))
    items = Walker(letter).items(body)
    comments = parts.get("comments")
    letter.counts["comments"] = 0 if comments is None else sum(1 for _ in comments.iterchildren("{*}comment"))
    return letter, [*items, *_running(package, main, root, parts.get("settings"), letter)]


def _page(root: etree._Element, settings: etree._Element | None) -> Colour | None:
    """The colour of the pages, None where a picture lies on them."""
    background = child(root, "background")
    if background is None or child(settings, "displayBackgroundShape") is None:
        return WHITE
    return None if len(background) else ink(value(background, "color")) or WHITE


def _parts(package: Package, main: str) -> dict[str, etree._Element]:
    """The parts beside the text that bear on it, by kind."""
    named = {each.kind: each.target for each in package.relationships(main).values()}
    return {kind: package.tree(named[kind]) for kind in _PARTS if kind in named and package.holds(named[kind])}


def _notes(parts: dict[str, etree._Element]) -> Iterator[tuple[tuple[str, str], etree._Element]]:
    for kind in ("footnote", "endnote"):
        root = parts.get(f"{kind}s")
        for note in () if root is None else root.iterchildren(f"{{*}}{kind}"):
            yield (kind, value(note, "id") or ""), note


def _running(
    package: Package, main: str, root: etree._Element, settings: etree._Element | None, letter: Letter
) -> Iterator[Passage]:
    """Headers and footers that some page shows, each wording once."""
    targets = {name: each.target for name, each in package.relationships(main).items()}
    has_even = child(settings, "evenAndOddHeaders") is not None
    shown = (each for each in root.iter("{*}headerReference", "{*}footerReference") if _is_shown(each, has_even))
    seen: set[str] = set()
    for target in dict.fromkeys(targets.get(reference(each), "") for each in shown):
        for item in Walker(letter, (_RUNNING,)).items(package.tree(target)) if package.holds(target) else ():
            if isinstance(item, Passage) and item.text not in seen:
                seen.add(item.text)
                yield item


def _is_shown(named: etree._Element, has_even: bool) -> bool:
    kind = value(named, "type")
    has_first = child(named.getparent(), "titlePg") is not None
    return kind not in {"first", "even"} or (kind == "first" and has_first) or (kind == "even" and has_even)


def _tell(builder: TextBuilder, letter: Letter) -> None:
    """What a person should know before relying on the text, with the numbers of what was decided for them."""
    counts = letter.counts
    accepted = sum(counts[each] for each in _REVISIONS)
    if accepted:
        builder.details |= {f"pending_{each}": str(counts[each]) for each in _REVISIONS if counts[each]}
        builder.details["accepted_changes"] = str(accepted)
    if counts["comments"]:
        builder.details["comments"] = str(counts["comments"])
    told = {
        PENDING: accepted,
        COMMENTED: counts["comments"],
        UNREAD: counts["unread"],
        UNENDED: counts["unended"],
        UNKNOWN_SYMBOLS: counts["symbols"],
    }
    builder.warnings += unseen.told(counts["unseen"])
    builder.warnings += [warning for warning, count in told.items() if count]
