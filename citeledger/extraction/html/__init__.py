"""HTML: the text a reader of the page sees, and nothing the page hides (rule `html/5`).

Out: what is never shown (scripts, styles, templates, comments, the page's title), what `hidden`, style attributes or
the page's own style rules hide, pictures (their alternative words stay, marked). White space is collapsed as a browser
does it, a line break is LF, a hard space stays a character. Struck text stays, and cannot be quoted. Raised and lowered
text is written in such characters, or parted from a word before it by `^` and `_`. Numbers and marks of list items are
drawn by the browser and are no text. `aria-hidden`, `inert` and folded details stay: a reader sees or opens them. What
style rules put words before or behind stays, and so does what a field of a form holds; both cannot be quoted. Lists to
choose from are out: which choice is seen is the reader's.
"""

import re
from importlib.metadata import version
from typing import Final

from lxml import etree

from citeledger.extraction import encodings, passages, tables, unseen
from citeledger.extraction.builder import TextBuilder
from citeledger.extraction.encodings import Decoded
from citeledger.extraction.extracted import Extraction, Options, Unreadable
from citeledger.extraction.html.styles import StyleSheet
from citeledger.extraction.html.walker import Walker
from citeledger.extraction.tables import Table

_LIBRARIES: Final = ("lxml", "tinycss2", "cssselect2")
EXTRACTOR: Final = "+".join(["html/5", encodings.RULE, *(f"{name}-{version(name)}" for name in _LIBRARIES)])
UNREAD_SHEETS: Final = "The page names style sheets outside itself: text that only they hide is in the text."
UNJUDGED_RULES: Final = "The page hides text by style rules that were not applied: look for text a reader does not see."
DOUBTFUL_TEXT: Final = "Text was left out that the page's style rules hide from some readers."
FOLDED_TEXT: Final = "The page has folded parts that show their text only when a reader opens them: it is in the text."
CHOICES: Final = "The page has lists to choose from: what stands in them is not in the text."
ADDED_TEXT: Final = "The page's style rules show words, numbers or signs that are not in the text."
_STYLES: Final = frozenset(("", "text/css"))
_HEAD: Final = 4096  # bytes in which a declaration of the encoding counts (browsers look at 1024)
_DECLARED: Final = re.compile(rb"<meta\b[^>]*?\bcharset\s*=\s*[\"']?\s*([\w.:-]+)", re.IGNORECASE)
_PROLOG: Final = re.compile(rb"\s*<\?xml\b[^>]*?\bencoding\s*=\s*[\"']([\w.:-]+)")
_TAG: Final = re.compile(r"<[a-zA-Z](?:[^>\"']++|\"[^\"]*+\"|'[^']*+')*+")
_QUOTED: Final = re.compile(r"\"[^\"]*+\"|'[^']*+'")
_NAMES: Final = re.compile(r"[^\s/]+")
_MOST_ATTRIBUTES: Final = 1_000  # of one tag: the parser's time grows with their square


def extract(data: bytes, options: Options) -> Extraction:
    """Read a page. Raises Unreadable, also when nothing of it is seen."""
    del options  # a page says itself how it is read
    builder = TextBuilder()
    read = encodings.decoded(data, declared=declared_encoding(data))
    builder.details |= read.details
    builder.warnings += read.warnings
    write_page(builder, read)
    if not builder.position:
        raise Unreadable
    return Extraction(builder.text(), builder.structure(), EXTRACTOR)


def write_page(builder: TextBuilder, page: Decoded) -> None:
    """Write what a reader of a page sees, and warn of what could not be judged. Raises Unreadable."""
    root = _parsed(page.text)
    if root is None:
        return
    sheet = StyleSheet()
    for style in root.iter("style"):
        if style.get("type", "text/css").strip().lower() in _STYLES:
            sheet.take(style.text or "", query=style.get("media", ""))
    walker = Walker(sheet)
    for item in walker.items(root):
        if isinstance(item, Table):
            tables.write_table(builder, item)
        else:
            passages.write(builder, item)
    builder.warnings += unseen.told(walker.unseen)
    if any("stylesheet" in link.get("rel", "").lower() for link in root.iter("link")):
        builder.warnings.append(UNREAD_SHEETS)
    warnings = {UNJUDGED_RULES: sheet.has_unjudged, DOUBTFUL_TEXT: sheet.has_doubtful, ADDED_TEXT: sheet.has_added}
    warnings |= {FOLDED_TEXT: walker.has_folded, CHOICES: walker.has_choices}
    builder.warnings += [warning for warning, holds in warnings.items() if holds]


def declared_encoding(data: bytes) -> str | None:
    """The encoding a page names at its head."""
    head = data[:_HEAD]
    found = _PROLOG.match(head) or _DECLARED.search(head)
    return found.group(1).decode("ascii", "replace") if found else None


def _parsed(page: str) -> etree._Element | None:
    """The page's root, None for a page of nothing. Raises Unreadable where the parser gave up on the way."""
    long_tags = (tag.group() for tag in _TAG.finditer(page) if tag.end() - tag.start() > _MOST_ATTRIBUTES)
    if any(len(_NAMES.findall(_QUOTED.sub("", tag))) > _MOST_ATTRIBUTES for tag in long_tags):
        raise Unreadable
    parser = etree.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True, no_network=True)
    try:
        root = etree.fromstring(page.encode(), parser)
    except (etree.LxmlError, ValueError):
        raise Unreadable from None
    # Given up on (too deep, too long) the rest of the page would be missing without a word.
    if any(entry.level == etree.ErrorLevels.FATAL for entry in parser.error_log):
        raise Unreadable
    return root
