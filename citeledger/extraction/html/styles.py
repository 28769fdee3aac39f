"""What style rules do to text: hide it, strike it through, put it on lines of its own. Read from the page alone.

Simple selectors only (a tag, a class, an id, a tag with one of them). Of what hides by other selectors or in style
sheets outside the page a person is told. Rules for print or for screens of some width do not apply.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

_COMMENT: Final = re.compile(r"/\*[\s\S]*?(?:\*/|\Z)")
_STRING: Final = re.compile(r"\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'")
_ESCAPE: Final = re.compile(r"\\(?:([0-9a-fA-F]{1,6})\s?|([^\n]))")
_EDGE: Final = re.compile(r"[{}]")
_SIMPLE: Final = re.compile(r"(?:\*|[a-z][\w-]*)?(?:[.#][\w-]+)?\Z", re.IGNORECASE)
_ZERO: Final = re.compile(r"[-+]?(?=[0.])0*(?:\.0*)?(?:[a-z]+|%)?\Z")
_RELATIVE: Final = re.compile(r".*(?:(?<!r)em|%)\Z|inherit|smaller|larger")
_OF_INTEREST: Final = frozenset(
    ("display", "visibility", "opacity", "font-size", "text-decoration", "text-decoration-line", "content-visibility",
     "color", "transform", "clip", "clip-path", "text-indent", "left", "top", "height", "width",
     "max-height", "max-width", "overflow")
)  # fmt: skip
# What takes text out of sight whatever the rest of the page says.
_OUT_OF_SIGHT: Final = (
    (("text-indent", "left", "top"), re.compile(r"-\d{3}")),
    (("clip", "clip-path"), re.compile(r"rect\(\s*[01](?:px)?(?![\d.])|inset\(\s*(?:50|[1-9]\d\d)%|circle\(\s*0")),
    (("transform",), re.compile(r"(?:.*\s)?scale\w*\(\s*0?\.?0*\s*[,)]")),
    (("color",), re.compile(
        r"transparent|#(?:[0-9a-f]{3}0|[0-9a-f]{6}00)\Z"
        r"|(?:rgb|hsl)a?\((?:[^(),]*,[^(),]*,[^(),]*,|[^()/]*/)\s*0?\.?0*%?\s*\)")),
)  # fmt: skip
_HIDING: Final = {"display": "none", "visibility": "hidden", "content-visibility": "hidden", "opacity": "0"}
_SIZES: Final = ("height", "width", "max-height", "max-width")
_HIDDEN: Final = frozenset(("hidden", "popover"))
_IN_BLOCKS: Final = frozenset(("block", "flex", "grid", "list-item", "table", "flow-root"))
_ALWAYS: Final = re.compile(r"@(?:media\s+(?:only\s+)?(?:screen|all)\s*\Z|layer\b|supports\b)", re.IGNORECASE)
_NOT_SIMPLE: Final = "* *"  # stands for a selector inside a selector
_OF_THE_ELEMENT: Final = 1_000  # rank of its style attribute, above all selectors

_Declared = dict[str, tuple[bool, str]]  # name: (is important, value)


class _Value(NamedTuple):
    """A declared value; the greatest wins. Later ones have a greater order."""

    important: bool
    rank: int
    order: int
    text: str


@dataclass(frozen=True, slots=True)
class Look:
    """How the text of an element shows. What is `gone` takes everything inside along; the rest inside may undo."""

    gone: bool = False
    is_visible: bool = True
    has_size: bool = True
    is_struck: bool = False
    is_block: bool = False


@dataclass(slots=True)
class StyleSheet:
    """The rules of a page that bear on what a reader sees."""

    has_unjudged: bool = False
    _rules: dict[str, dict[str, _Value]] = field(default_factory=dict)
    _count: int = 0

    def take(self, source: str) -> None:
        """Add the rules of a style element, in the order of the page."""
        self.has_unjudged |= "@import" in source
        for selectors, body in _rules(source):
            if declared := _declared(body):
                for selector in _unescaped(selectors).split(","):
                    self._add(selector.strip(), declared)

    def look(self, tag: str, attributes: Mapping[str, str], around: Look) -> Look:
        """How an element shows inside one that shows as `around`."""
        values = self._values(tag, attributes)
        if not values and not around.is_block and not attributes.keys() & _HIDDEN:
            return around
        display = values.get("display", "none" if attributes.keys() & _HIDDEN else "")
        decoration = f"{values.get('text-decoration')} {values.get('text-decoration-line')}"
        return Look(
            gone=display == "none"
            or values.get("content-visibility") == "hidden"
            or _is_zero(values.get("opacity"))
            or _is_out_of_sight(values),
            is_visible=_inherited(values.get("visibility"), around.is_visible, hidden={"hidden", "collapse"}),
            has_size=around.has_size if _is_relative(values.get("font-size")) else not _is_zero(values["font-size"]),
            is_struck=around.is_struck or "line-through" in decoration,
            is_block=display in _IN_BLOCKS,
        )

    def _add(self, selector: str, declared: _Declared) -> None:
        if not selector or not _SIMPLE.match(selector):
            # With a colon it is about a state (hovering, a marker), not about how the page shows by itself.
            hides = any(_HIDING.get(name) == text for name, (_, text) in declared.items())
            self.has_unjudged |= ":" not in selector and (
                hides or _is_out_of_sight({name: text for name, (_, text) in declared.items()})
            )
            return
        rank = 100 * ("#" in selector) + 10 * ("." in selector) + (selector[0] not in "*.#")
        kept = self._rules.setdefault(_key(selector), {})
        self._count += 1
        for name, (important, text) in declared.items():
            value = _Value(important, rank, self._count, text)
            kept[name] = max(value, kept.get(name, value))

    def _values(self, tag: str, attributes: Mapping[str, str]) -> dict[str, str]:
        found: dict[str, _Value] = {}
        if self._rules:
            for key in _keys(tag, attributes):
                for name, value in self._rules.get(key, {}).items():
                    found[name] = max(value, found.get(name, value))
        own = _declared(_clean(attributes["style"])) if "style" in attributes else {}
        for name, (important, text) in own.items():
            value = _Value(important, _OF_THE_ELEMENT, 0, text)
            found[name] = max(value, found.get(name, value))
        return {name: value.text for name, value in found.items()}


def _rules(source: str) -> Iterator[tuple[str, str]]:
    """Selectors with their declarations; rules inside others get a selector that is not simple."""
    text, start = _clean(source), 0
    open_rules: list[tuple[str, bool]] = []  # selectors, and whether what is inside applies to a screen of any size
    for edge in _EDGE.finditer(text):
        body, start = text[start : edge.start()], edge.end()
        if edge.group() == "{":
            before, _, selectors = body.rpartition(";")
            around, applies = open_rules[-1] if open_rules else ("", True)
            if around and applies:
                yield around, before
            open_rules.append(_opened(selectors.strip(), around, applies=applies))
        elif open_rules:
            selectors, applies = open_rules.pop()
            if selectors and applies:
                yield selectors, body


def _opened(selectors: str, around: str, *, applies: bool) -> tuple[str, bool]:
    if selectors.startswith("@"):
        return around, applies and bool(_ALWAYS.match(selectors))
    return (_NOT_SIMPLE if around else selectors), applies


def _clean(source: str) -> str:
    return _STRING.sub('""', _COMMENT.sub(" ", source))


def _declared(body: str) -> _Declared:
    """The declarations of interest; of several with one name the last, or the last that is important."""
    declared: _Declared = {}
    for declaration in _unescaped(body).lower().split(";"):
        name, _, text = declaration.partition(":")
        value, important, _ = text.partition("!")
        if (name := name.strip()) in _OF_INTEREST and (important or not declared.get(name, (False, ""))[0]):
            declared[name] = bool(important), value.strip()
    return declared


def _unescaped(source: str) -> str:
    return _ESCAPE.sub(lambda match: chr(int(match[1], 16) % 0x110000) if match[1] else match[2], source)


def _key(selector: str) -> str:
    tag = re.match(r"[^.#]*", selector)
    name = tag.group() if tag else ""
    return (name.lower() if name != "*" or len(selector) == 1 else "") + selector[len(name) :]


def _keys(tag: str, attributes: Mapping[str, str]) -> Iterator[str]:
    yield from ("*", tag)
    names = [f"#{attributes['id'].strip()}"] if "id" in attributes else []
    names += [f".{name}" for name in attributes.get("class", "").split()]
    for name in names:
        yield from (name, tag + name)


def _inherited(text: str | None, around: bool, *, hidden: set[str]) -> bool:
    return around if text in {None, "inherit", "unset"} else text not in hidden


def _is_zero(text: str | None) -> bool:
    return text is not None and bool(_ZERO.match(text))


def _is_out_of_sight(values: Mapping[str, str]) -> bool:
    """Whether text is put off the page, cut off, or drawn in no colour or size. Of no size alone it flows over."""
    is_cut_off = values.get("overflow") in {"hidden", "clip"} and any(_is_zero(values.get(name)) for name in _SIZES)
    return is_cut_off or any(edge.match(values.get(name, "")) for names, edge in _OUT_OF_SIGHT for name in names)


def _is_relative(text: str | None) -> bool:
    """A size that is none where the surrounding one is none, and that leaves a seen text seen."""
    return text is None or (bool(_RELATIVE.match(text)) and not _is_zero(text))
