"""Style declarations, from rules of a page and from style attributes: those that bear on what a reader sees.

Shorthands are taken apart, so that each property has one value and the last declaration of it counts.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

import tinycss2
from tinycss2.ast import Declaration, Node

from citeledger.styling.colours import is_colour

_OF_INTEREST: Final = frozenset((
    "display", "visibility", "opacity", "content-visibility", "color", "-webkit-text-fill-color", "fill",
    "fill-opacity", "filter", "font-size", "text-indent", "text-decoration-line", "left", "top", "right", "bottom",
    "margin-left", "margin-top", "height", "width", "max-height", "max-width", "overflow", "clip", "clip-path",
    "transform", "scale", "translate", "unicode-bidi", "background-color", "background-image", "background-clip",
    "content", "-webkit-text-security", "letter-spacing", "line-height", "rotate", "zoom", "animation-name",
    "mask-image", "mask-size",
))  # fmt: skip
_ALIASES: Final = {
    "-webkit-background-clip": "background-clip",
    "-webkit-clip-path": "clip-path",
    "-webkit-transform": "transform",
    "mask": "mask-image",
    "-webkit-mask": "mask-image",
    "-webkit-mask-image": "mask-image",
    "-webkit-mask-size": "mask-size",
    "overflow-x": "overflow",
    "overflow-y": "overflow",
    "block-size": "height",
    "inline-size": "width",
    "max-block-size": "max-height",
    "max-inline-size": "max-width",
    "text-decoration": "text-decoration-line",
    "inset-inline-start": "left",
    "inset-block-start": "top",
    "margin-inline-start": "margin-left",
}
_SIDES: Final = ("top", "right", "bottom", "left")
_SIZES: Final = frozenset(("dimension", "percentage"))
_SIZE_WORDS: Final = frozenset(("inherit", "initial", "unset", "smaller", "larger"))

Declared = dict[str, tuple[bool, str]]
"""Values by property, as written, with whether each is important. Custom properties ("--x") are among them."""


def declared(source: str | Iterable[Node]) -> Declared:
    """The declarations of a style attribute or of a rule's body. Linear; what cannot be read is left out."""
    found: Declared = {}
    for node in tinycss2.parse_blocks_contents(source, skip_comments=True, skip_whitespace=True):
        if isinstance(node, Declaration):
            take(found, node)
    return found


def take(found: Declared, node: Declaration) -> None:
    """Add a declaration to those before it: the last of a name counts, or the last that is important."""
    for name, value in _longhands(node):
        if node.important or not found.get(name, (False, ""))[0]:
            found[name] = node.important, value


def _longhands(node: Declaration) -> Iterator[tuple[str, str]]:
    name = node.lower_name
    if name.startswith("--"):
        yield node.name, _written(node.value)
    elif expand := _SHORTHANDS.get(name):
        yield from expand([token for token in node.value if token.type not in {"whitespace", "comment"}])
    elif (name := _ALIASES.get(name, name)) in _OF_INTEREST:
        yield name, _written(node.value)


def _written(tokens: Iterable[Node]) -> str:
    try:
        return str(tinycss2.serialize(token for token in tokens if token.type != "comment")).strip()
    except RecursionError:  # parentheses in parentheses: no value anybody meant
        return ""


def _background(tokens: Sequence[Node]) -> Iterator[tuple[str, str]]:
    words = [_written([token]) for token in tokens]
    variables = [word for word in words if word.startswith("var(")]
    colours = variables if len(words) == 1 and variables else [word for word in words if is_colour(word)]
    is_drawn = any(token.type in {"url", "function"} for token in tokens) and not colours
    yield "background-color", colours[-1] if colours else "transparent"
    yield "background-image", "drawn" if is_drawn or len(words) > len(colours) + words.count("none") else "none"


def _font(tokens: Sequence[Node]) -> Iterator[tuple[str, str]]:
    words = [_written([token]) for token in tokens]
    sizes = (
        word
        for token, word in zip(tokens, words, strict=True)
        if token.type in _SIZES or word in _SIZE_WORDS or (token.type == "number" and not float(word))
    )
    yield "font-size", next(sizes, "medium")


def _sides(prefix: str) -> Callable[[Sequence[Node]], Iterator[tuple[str, str]]]:
    def expand(tokens: Sequence[Node]) -> Iterator[tuple[str, str]]:
        words = [_written([token]) for token in tokens[:4]]
        for place, side in enumerate(_SIDES[: 4 * bool(words)]):
            other = 1 if side == "left" and len(words) > 1 else 0  # left is as right, all others as top
            yield prefix + side, words[place if place < len(words) else other]

    return expand


def _animation(tokens: Sequence[Node]) -> Iterator[tuple[str, str]]:
    yield "animation-name", " ".join(_written([token]) for token in tokens if token.type in {"ident", "string"})


_SHORTHANDS: Final = {
    "background": _background, "font": _font, "animation": _animation, "inset": _sides(""), "margin": _sides("margin-"),
}  # fmt: skip
