"""What Markdown source puts around text whose effect depends on a program: conditions of templates, attributes that
hide, footnotes, environments and commands of TeX, tags of unknown elements, a style that dims or moves.

None of it is judged. A passage that stands inside something else than before is in doubt, whatever it says itself.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from citeledger.core.hashing import sha256_hex
from citeledger.core.reading.markdown_labels import label_of
from citeledger.core.reading.markdown_styles import HidingRules, hiding_rules
from citeledger.core.vocabulary.endings import names_an_end


class Edge(NamedTuple):
    """Where something opens or closes (code points). What closes names what it opened as, never how it is written."""

    at: int
    name: str
    label: str = ""  # of what opens: "" if it says nothing about its text
    opens: bool = True


_FENCE = re.compile(r"^[ \t>]*(?:[-*+] +)?(`{3,}|~{3,})[^\n]*$", re.MULTILINE)
_SCANNED = re.compile(
    r"(?P<code>(?<!`)(`{1,3})(?!`)[^`\n]+\2(?!`))"
    r"|(?P<template>\{%[-+]?\s*(?P<end>end)?(?P<word>[a-z]\w*)[^%{}\n]*%\})"
    r"|(?P<bars>\{\{[<%]?\s*(?P<slash>[#^/]|(?=[a-z]))(?P<block>[A-Za-z][\w-]*)[^{}\n]*\}\})"
    r"|(?P<remark>\{\{!(?:--)?[^{}]*\}\})"
    r"|(?P<tex>\\(?P<begins>begin|end)\{(?P<environment>[A-Za-z]+\*?)\}|\\(?P<iffy>if[a-z]+|fi)(?![A-Za-z]))"
    r"|(?P<command>\\(?P<macro>[A-Za-z]+)(?:\[[^\[\]\n]*\])?(?:\{[\w.-]*\})?\{)"
    r"|(?P<tag></?(?P<element>[A-Za-z][\w:.-]*)(?P<rest>(?:\s(?:[^<>\"']|\"[^\"]*\"|'[^']*')*)?)>)"
    r"|(?P<colons>^[ \t>]*:{3,}[ \t]*(?P<div>[^\n]*)$)"
    r"|(?P<brace>(?<!\\)[{}])",
    re.MULTILINE,
)
_SIGN, _COLONS = re.compile(r"[`{}\\<]"), ":::"
_LISTED = re.compile(r"(?<![{%\\])\{:?[ \t]*[.#\w][^{}%\n]{0,500}\}")
_CONDITIONS = re.compile(r"(?:if|unless|case|for|each|capture|define|macro|with|set)|.*(?:hid|draft|only|private).*")
_HIDING = re.compile(
    r"(?<![\w-])(?:hidden|hide|d-none|invisible|is-hidden|sr-only|visually-hidden|content-visible|content-hidden"
    r"|notes|comment|draft|only|ifconfig|style\s*=|when-\w+|unless-\w+|strike\w*|line-through)(?![\w-])",
    re.IGNORECASE,
)
_HARMLESS_TEX = re.compile(
    r"text\w*|emph|math\w*|underline|section|sub\w*section|paragraph|chapter|caption|item|label|ref|url|href|cite\w*"
    r"|(?:large|small|tiny|huge)?|left|right|itemize|enumerate|description|quote|quotation|center|document|abstract"
)
# Elements whose text is seen, and those that hide it, which are judged where the text is read.
_KNOWN = re.compile(
    r"a|abbr|acronym|address|article|aside|audio|b|bdi|big|blink|blockquote|body|br|button|canvas|caption"
    r"|center|cite|code|col|colgroup|comment|data|datalist|dd|del|details|dfn|dialog|dir|div|dl|dt|em|embed"
    r"|fieldset|figcaption|figure|font|footer|form|g|h1|h2|h3|h4|h5|h6|head|header|hgroup|hr|html|i|iframe"
    r"|img|input|ins|kbd|label|legend|li|link|main|map|mark|marquee|math|menu|meta|mfrac|mi|mn|mo|mrow|ms"
    r"|msqrt|mstyle|msub|msubsup|msup|mtable|mtd|mtext|mtr|nav|nobr|noembed|noframes|noscript|object|ol"
    r"|output|p|param|picture|pre|rb|ruby|rt|rtc|s|samp|script|search|section|small|source|span|strike"
    r"|strong|style|sub|summary|sup|svg|table|tbody|td|template|text|textarea|tfoot|th|thead|time|title|tr"
    r"|track|tspan|tt|u|ul|var|video|wbr"
)
_WORD = re.compile(r"[\w-]+")
_FOOTNOTE = re.compile(r"^ {0,3}\[\^[^\[\]\s]{1,99}\]:", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Wraps:
    """What stands around each part of one text: from each start on, a digest of all that is open there."""

    starts: Sequence[int] = ()
    digests: Sequence[str] = ()

    @property
    def are_none(self) -> bool:
        """Whether nothing in the text stands inside anything."""
        return len(self.starts) <= 1

    def around(self, *, start: int, end: int) -> list[str]:
        """What is around a stretch of source, part by part; the same for stretches inside the same."""
        first = max(0, bisect_right(self.starts, start) - 1)
        found = self.digests[first : max(first + 1, bisect_left(self.starts, end))]
        return [digest for at, digest in enumerate(found) if not at or digest != found[at - 1]] or [""]


@dataclass(slots=True)
class _Open:
    """What is open where the walk stands; what was never closed wraps nothing, as a tag mentioned in prose."""

    stack: list[Edge] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    ranges: list[tuple[int, int, str]] = field(default_factory=list)

    def take(self, edge: Edge) -> None:
        if edge.opens:
            self.stack.append(edge)
            self.counts[edge.name] = self.counts.get(edge.name, 0) + 1
        elif self.counts.get(edge.name):
            self._close(edge)

    def _close(self, edge: Edge) -> None:
        while self.stack:
            opened = self.stack.pop()
            self.counts[opened.name] -= 1
            if opened.name == edge.name:
                if opened.label:
                    self.ranges.append((opened.at, edge.at, opened.label))
                return


def wraps(text: str) -> Wraps:
    """What stands around the parts of Markdown source. Linear in the text."""
    found = _Open()
    for edge in _edges(text):
        found.take(edge)
    rules = hiding_rules(text) if "<style" in text.lower() else HidingRules()
    styled = [*_styled(text, rules.names), *((0, len(text), other) for other in rules.others)]
    return _segments([*found.ranges, *_listed(text, rules.names), *_footnotes(text), *styled])


def _styled(text: str, names: frozenset[str]) -> Iterator[tuple[int, int, str]]:
    """What stands in tags of classes and ids under which the text's own style rules hide."""
    found = _Open()
    for first, stop in _prose(text) if names else ():
        for match in _SCANNED.finditer(text, first, stop):
            for edge in _tag(match) if match.lastgroup == "tag" else ():
                found.take(Edge(edge.at, edge.name, _named(match["rest"], names), edge.opens))
    return iter(found.ranges)


def _named(attributes: str, names: frozenset[str]) -> str:
    """Those of the names that attributes give a tag or a paragraph."""
    return " ".join(sorted(names.intersection(_WORD.findall(attributes or ""))))


def nothing(text: str) -> Wraps:
    """Where the text itself is all there is."""
    del text
    return Wraps()


def _segments(ranges: Sequence[tuple[int, int, str]]) -> Wraps:
    starts, digests, opened = [0], [""], [(len(ranges) and 1 << 62, "")]
    for start, end, label in sorted(ranges, key=lambda one: (one[0], -one[1])):
        while opened[-1][0] <= start:
            closed, _ = opened.pop()
            starts.append(closed)
            digests.append(opened[-1][1])
        starts.append(start)
        digests.append(sha256_hex(f"{opened[-1][1]}\n{label}"))
        opened.append((min(end, opened[-1][0]), digests[-1]))
    while len(opened) > 1:
        starts.append(opened.pop()[0])
        digests.append(opened[-1][1])
    return Wraps(starts, digests)


def _edges(text: str) -> Iterator[Edge]:
    """What opens and closes outside code, in text order."""
    for first, stop in _prose(text):
        for match in _scanned(text, first, stop):
            yield from _READERS[match.lastgroup or ""](match)


def _scanned(text: str, first: int, stop: int) -> Iterator[re.Match[str]]:
    """All that may open or close, sought by the sign it begins with: most of a text has none."""
    if text.find(_COLONS, first, stop) >= 0:  # which stand behind spaces
        yield from _SCANNED.finditer(text, first, stop)
        return
    while sign := _SIGN.search(text, first, stop):
        match = _SCANNED.match(text, sign.start(), stop)
        first = match.end() if match else sign.end()
        if match:
            yield match


def _prose(text: str) -> Iterator[tuple[int, int]]:
    """The parts of a text that are not between fences."""
    position, fence = 0, ""
    if "```" not in text and "~~~" not in text:
        yield position, len(text)
        return
    for match in _FENCE.finditer(text):
        if not fence:
            yield position, match.start()
            fence = match[1]
        elif match[1].startswith(fence) and match.group().strip(" \t>") == match[1]:
            position, fence = match.end(), ""
    if not fence:
        yield position, len(text)


def _code(match: re.Match[str]) -> Iterator[Edge]:
    del match  # says what it says
    return iter(())


def _template(match: re.Match[str]) -> Iterator[Edge]:
    word = match["word"]
    if match["end"] or _CONDITIONS.fullmatch(word) or word.startswith("if"):
        yield Edge(match.start(), f"%{word}", match.group(), not match["end"])


def _bars(match: re.Match[str]) -> Iterator[Edge]:
    slash, word = match["slash"], match["block"].lower()
    if slash in ("#", "^", "/") or _CONDITIONS.fullmatch(word):
        yield Edge(match.start(), f"{{{word}", match.group(), slash != "/")


def _remark(match: re.Match[str]) -> Iterator[Edge]:
    """A comment of Handlebars, which other programs show."""
    yield Edge(match.start(), "{{!", "remark")
    yield Edge(match.end(), "{{!", opens=False)


def _tex(match: re.Match[str]) -> Iterator[Edge]:
    if match["iffy"]:
        yield Edge(match.start(), "fi", match.group(), match["iffy"] != "fi")
    else:
        name = match["environment"]
        label = "" if _HARMLESS_TEX.fullmatch(name) else name
        yield Edge(match.start(), f"begin {name}", label, match["begins"] == "begin")


def _command(match: re.Match[str]) -> Iterator[Edge]:
    yield Edge(match.start(), "{", "" if _HARMLESS_TEX.fullmatch(match["macro"]) else match["macro"])


def _brace(match: re.Match[str]) -> Iterator[Edge]:
    yield Edge(match.start(), "{", opens=match.group() == "{")


def _tag(match: re.Match[str]) -> Iterator[Edge]:
    name = match["element"].lower()
    if match.group().endswith("/>"):
        return
    if match.group().startswith("</"):
        yield Edge(match.start(), f"<{name}", opens=False)
    else:
        label = "" if _KNOWN.fullmatch(name) else match.group()
        yield Edge(match.start(), f"<{name}", label or label_of(match))


def _div(match: re.Match[str]) -> Iterator[Edge]:
    words = match["div"].strip(" \t:")
    label = words if _HIDING.search(words) else ""
    yield Edge(match.start(), ":::", label, bool(words))


_READERS: Mapping[str, Callable[[re.Match[str]], Iterator[Edge]]] = {
    "code": _code,
    "template": _template,
    "bars": _bars,
    "remark": _remark,
    "tex": _tex,
    "command": _command,
    "brace": _brace,
    "tag": _tag,
    "colons": _div,
}


def _footnotes(text: str) -> Iterator[tuple[int, int, str]]:
    """Each footnote up to the next empty line or footnote: what went there is no part of the text any more."""
    found = [match.start() for first, stop in _prose(text) for match in _FOOTNOTE.finditer(text, first, stop)]
    for start, following in pairwise([*found, len(text)]):
        end = text.find("\n\n", start, following)
        yield start, end if end >= 0 else following, "footnote"


def _listed(text: str, names: frozenset[str]) -> Iterator[tuple[int, int, str]]:
    """Whole paragraphs in which a list of attributes hides something: to what it belongs differs between programs."""
    for first, stop in _prose(text) if "{" in text else ():
        end = first
        for match in _LISTED.finditer(text, first, stop):
            is_hiding = _HIDING.search(match.group()) or _named(match.group(), names)
            if match.start() >= end and (is_hiding or any(map(names_an_end, _WORD.findall(match.group())))):
                before, behind = text.rfind("\n\n", end, match.start()), text.find("\n\n", match.end(), stop)
                start, end = max(end, before), behind if behind >= 0 else stop
                yield start, end, match.group()
