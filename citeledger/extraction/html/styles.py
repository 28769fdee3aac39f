"""What the style rules of a page, its style attributes and old attributes make of an element's text.

Rules are read for ordinary readers before an ordinary screen. A rule of which it cannot be known whether it holds
(`conditions`, `:has()`) can hide text and never show it. Style sheets outside the page are not read.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Final

import tinycss2
from lxml import etree
from tinycss2.ast import AtRule, Declaration, Node, QualifiedRule

from citeledger.extraction.html.cascade import Value, cascaded, of_attributes
from citeledger.extraction.html.conditions import Holds, media
from citeledger.extraction.html.looks import Look, look_of, resolved
from citeledger.extraction.html.selectors import Selectors, Unjudged, read
from citeledger.styling import hiding
from citeledger.styling.declarations import Declared, declared, take

_MOVING: Final = frozenset(("keyframes", "-webkit-keyframes"))
_END: Final = frozenset(("to", "100%"))
_NEVER: Final = frozenset(("font-face", "page", "property", "starting-style", "import"))
_NESTED: Final = 8  # rules inside rules
_MOST: Final = 10_000  # selectors of a page, and
_MOST_TOGETHER: Final = 250  # those before one body
_LONGEST: Final = 1_000  # characters of one selector, and
_WEIGHING: Final = 20  # those of which a trial counts as one
_DRAWN: Final = frozenset(("text", "tspan", "textpath"))  # in pictures, where letters are filled
_ADDED: Final = frozenset(("before", "after"))
_PARTIAL: Final = frozenset(("first-letter", "first-line"))
_STRING: Final = re.compile(r"\"((?:[^\"\\]|\\.)*)\"|'((?:[^'\\]|\\.)*)'")
_ATTRIBUTE: Final = re.compile(r"attr\(\s*([\w-]+)")
# What reads as part of a number or a statement though it is no letter: a sign, a currency, a part of a hundred.
_SIGNS: Final = re.compile(r"[+−±<>≤≥=≠~≈%‰°$€£¥¬×÷]|[-–]\Z")


@dataclass(frozen=True, slots=True)
class _Rule:
    """The declarations under one selector, and the pseudo-element they are about, if any."""

    values: Mapping[str, Value]
    pseudo: str | None
    is_sure: bool


@dataclass(frozen=True, slots=True)
class _Context:
    """What a rule stands in: the selectors around it, and whether it holds."""

    around: tuple[str, ...] = ()
    holds: Holds = True
    is_layered: bool = False
    depth: int = 0


@dataclass(slots=True)
class StyleSheet:
    """The rules of a page that bear on what a reader sees, and one walk over its elements."""

    has_unjudged: bool = False  # rules that may hide were left aside
    has_doubtful: bool = False  # text was left out that may be seen by some
    has_added: bool = False  # words, numbers or signs are shown that are not in the text
    _selectors: Selectors = field(default_factory=Selectors)
    _vanishing: set[str] = field(default_factory=set)  # names of movements at whose end text is hidden
    _count: int = 0

    def take(self, source: str, *, query: str = "") -> None:
        """Add the rules of a style element, in the order of the page. `query` is its media attribute."""
        self.has_unjudged |= "@import" in source.lower()
        holds = media(query) if query.strip() else True
        self._take(tinycss2.parse_stylesheet(source, skip_comments=True, skip_whitespace=True), _Context(holds=holds))

    def enter(self, element: etree._Element, tag: str, around: Look) -> Look:
        """Go into an element; how it shows inside one that shows as `around`."""
        attributes = {str(name): str(value) for name, value in element.attrib.items()}
        rules: list[_Rule] = self._selectors.enter(element, tag, attributes)
        self.has_unjudged |= self._selectors.is_exhausted
        own = [*of_attributes(tag, attributes), *(rule.values for rule in rules if rule.is_sure and not rule.pseudo)]
        if not rules and not own and not around.is_block:
            return around
        look = look_of(_letters(tag, cascaded(own)), around)
        doubtful = [rule.values for rule in rules if not rule.is_sure and rule.pseudo not in _ADDED]
        moves = self._vanishing and self._vanishing & set(cascaded(own).get("animation-name", "").split())
        if look.shows and (
            moves or (doubtful and not look_of(_letters(tag, cascaded([*own, *doubtful])), around).shows)
        ):
            self.has_doubtful, look = True, replace(look, gone=True)
        is_added_to = [self._adds(rules, pseudo, look, attributes) for pseudo in ("before", "after")]
        return replace(look, is_added_to=True) if any(is_added_to) else look

    def leave(self) -> None:
        """Go out of the element entered last."""
        self._selectors.leave()

    def _adds(self, rules: Iterable[_Rule], pseudo: str, look: Look, attributes: Mapping[str, str]) -> bool:
        """Whether rules put words before or behind an element. Counters are as numbers of items: drawn, and no text."""
        values = cascaded(rule.values for rule in rules if rule.pseudo == pseudo)
        content = resolved(values.get("content", ""), look.variables) if values.get("display") != "none" else ""
        shown = "".join(first or second for first, second in _STRING.findall(content))
        shown += "".join(attributes.get(name, "") for name in _ATTRIBUTE.findall(content))
        says = any(sign.isalnum() for sign in shown) or bool(_SIGNS.search(shown))
        self.has_added |= says or "counter" in content
        return says

    def _take(self, rules: Iterable[Node], context: _Context) -> None:
        for rule in rules:
            if isinstance(rule, QualifiedRule):
                self._take_rule(rule, context)
            elif isinstance(rule, AtRule) and rule.content is not None:
                self.has_unjudged |= rule.lower_at_keyword == "property"
                if rule.lower_at_keyword in _MOVING:
                    self._take_movement(rule)
                elif rule.lower_at_keyword not in _NEVER:
                    self._take_at_rule(rule, context)

    def _take_movement(self, rule: AtRule) -> None:
        frames = tinycss2.parse_rule_list(rule.content, skip_comments=True, skip_whitespace=True)
        ends = (
            frame for frame in frames if isinstance(frame, QualifiedRule) and _END.intersection(_split(frame.prelude))
        )
        if any(_hides(declared(frame.content)) for frame in ends):
            self._vanishing |= {node.value for node in rule.prelude if node.type in {"ident", "string"}}

    def _take_at_rule(self, rule: AtRule, context: _Context) -> None:
        is_layer = rule.lower_at_keyword == "layer"
        holds = _at_rule_holds(rule)
        if holds is False or context.holds is False:
            return
        inside = replace(
            context,
            holds=True if holds and context.holds else None,
            is_layered=context.is_layered or is_layer,
            depth=context.depth + 1,
        )
        self._take_body(rule.content, inside)

    def _take_rule(self, rule: QualifiedRule, context: _Context) -> None:
        selectors = tuple(islice(_inside(_split(rule.prelude), context.around), _MOST_TOGETHER + 1))
        self.has_unjudged |= len(selectors) > _MOST_TOGETHER
        self._take_body(rule.content, replace(context, around=selectors[:_MOST_TOGETHER], depth=context.depth + 1))

    def _take_body(self, content: Iterable[Node], context: _Context) -> None:
        """What stands between braces: declarations for the selectors around them, and more rules."""
        if context.depth > _NESTED:
            self.has_unjudged = True
            return
        own: Declared = {}
        nodes = tinycss2.parse_blocks_contents(content, skip_comments=True, skip_whitespace=True)
        for node in nodes:
            if isinstance(node, Declaration):
                take(own, node)
        if own:
            self._add(context, own)
        self._take((node for node in nodes if not isinstance(node, Declaration)), context)

    def _add(self, context: _Context, own: Declared) -> None:
        if context.holds is False:
            return
        for selector in context.around:
            try:
                self._add_selector(selector, context, own)
            except Unjudged:
                # With a colon it is about a state or a part of a browser's own, not about how the page shows.
                self.has_unjudged |= ":" not in selector and _hides(own)

    def _add_selector(self, selector: str, context: _Context, own: Declared) -> None:
        if len(selector) > _LONGEST or self._count >= _MOST:
            raise Unjudged
        tree, pseudo, specificity = read(selector)
        if pseudo not in (None, *_ADDED, *_PARTIAL):
            return
        self._count += 1
        values = {
            name: Value(important, context.is_layered == important, specificity, self._count, text)
            for name, (important, text) in own.items()
        }
        holds = context.holds is True and pseudo not in _PARTIAL
        may_hide = pseudo in _ADDED or _hides(own) or any("var(" in text for _, text in own.values())

        def rule(is_sure: bool) -> _Rule:
            is_sure = is_sure and holds
            return _Rule(values if is_sure or may_hide else {}, pseudo, is_sure)

        self._selectors.add(tree, rule, weight=1 + len(selector) // _WEIGHING)


def _at_rule_holds(rule: AtRule) -> Holds:
    if rule.lower_at_keyword == "media":
        return media(rule.prelude)
    words = [node for node in rule.prelude if node.type not in {"whitespace", "comment"}]
    is_negated = bool(words) and words[0] == "not"
    is_known = rule.lower_at_keyword == "layer" or (rule.lower_at_keyword == "supports" and not is_negated)
    return True if is_known else None


def _split(prelude: Iterable[Node]) -> Iterator[str]:
    """The selectors before a body, apart. What nobody can write is none."""
    nodes: list[Node] = []
    for node in (*prelude, None):
        if node is not None and node != ",":
            nodes.append(node)
        else:
            try:
                yield tinycss2.serialize(nodes).strip()
            except RecursionError:
                yield ""
            nodes = []


def _inside(selectors: Iterable[str], around: tuple[str, ...]) -> Iterator[str]:
    """Selectors of a rule inside another, as they would stand outside."""
    for selector in selectors:
        if not around:
            yield selector
        for outer in around:
            if len(selector) + len(outer) * (1 + selector.count("&")) > _LONGEST:
                yield "?"  # nobody's: it will not be judged
            else:
                yield selector.replace("&", outer) if "&" in selector else f"{outer} {selector}"


def _letters(tag: str, values: dict[str, str]) -> dict[str, str]:
    """The values of an element, with the colour that its letters have where they are filled."""
    if tag not in _DRAWN or "fill" not in values:
        return values
    return values | {"color": "transparent" if values["fill"] == "none" else values["fill"]}


def _hides(own: Declared) -> bool:
    return hiding.hides({name: value.lower() for name, (_, value) in own.items()})
