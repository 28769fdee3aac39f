"""Under which conditions style rules hold: for readers before a screen such as most have.

True and False are said of every such screen; None of what differs between them, or cannot be known from the page.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Final

import tinycss2
from tinycss2.ast import Node

Holds = bool | None
_SCREENS: Final = {"width": (1024, 1920), "height": (600, 1200)}  # pixels: the narrowest and the widest
_PIXELS: Final = {"px": 1.0, "em": 16.0, "rem": 16.0, "pt": 4 / 3, "cm": 37.8, "in": 96.0, "": 1.0}
_LENGTH: Final = r"(\d*\.?\d+)(px|r?em|pt|cm|in|)"
_SIZE: Final = re.compile(rf"(?:(min|max)-)?(?:device-)?(width|height)\s*:\s*{_LENGTH}\Z")
_ABOVE: Final = re.compile(rf"(width|height)\s*(<|>)=?\s*{_LENGTH}")
_BELOW: Final = re.compile(rf"{_LENGTH}\s*(<|>)=?\s*(width|height)")
_TRUE: Final = frozenset((
    "prefers-reduced-motion:no-preference", "hover:hover", "any-hover:hover", "pointer:fine", "any-pointer:fine",
    "hover", "pointer", "color", "orientation:landscape", "scripting:enabled", "prefers-color-scheme:light",
    "update:fast", "grid:0", "width", "height",
))  # fmt: skip
_FALSE: Final = frozenset((
    "hover:none", "any-hover:none", "pointer:coarse", "pointer:none", "orientation:portrait", "scripting:none",
    "update:none", "monochrome", "grid", "grid:1",
))  # fmt: skip
_SCREEN_TYPES: Final = frozenset(("all", "screen"))


def media(query: str | Iterable[Node]) -> Holds:
    """Whether a list of media queries holds: one of them is enough."""
    nodes: Iterable[Node] = tinycss2.parse_component_value_list(query) if isinstance(query, str) else query
    queries: list[list[Node]] = [[]]
    for node in nodes:
        if node == ",":
            queries.append([])
        elif node.type not in {"whitespace", "comment"}:
            queries[-1].append(node)
    try:
        return _either([_query(each) for each in queries])
    except RecursionError:  # conditions in conditions: nobody's
        return None


def _query(nodes: Sequence[Node]) -> Holds:
    words = [node.lower_value if node.type == "ident" else "" for node in nodes]
    if words[:1] == ["only"]:
        return _query(nodes[1:])
    if words[:1] == ["not"] and words[1:2] not in ([], [""]):
        return _negated(_query(nodes[1:]))
    if words and words[0] not in {"", "not"}:
        return _both([words[0] in _SCREEN_TYPES, _condition(nodes[2:])])
    return _condition(nodes)


def _condition(nodes: Sequence[Node]) -> Holds:
    """Features joined by `and`, or by `or`; `not` before one. Nothing holds."""
    parts: list[Holds] = []
    negates, is_either = False, False
    for node in nodes:
        word = node.lower_value if node.type == "ident" else ""
        negates, is_either = negates or word == "not", is_either or word == "or"
        if not word:
            held = _feature(node.content) if node.type == "() block" else None
            parts.append(_negated(held) if negates else held)
            negates = False
    return _either(parts) if is_either else _both(parts)


def _feature(nodes: Sequence[Node]) -> Holds:
    inside = [node for node in nodes if node.type not in {"whitespace", "comment"}]
    if inside and (inside[0].type == "() block" or inside[0] == "not"):
        return _condition(inside)
    text = tinycss2.serialize(inside).lower()
    if size := _SIZE.match(text):
        bound, name, length, unit = size.groups()
        return _sized(name, {"min": ">", "max": "<"}.get(bound or "", "="), float(length) * _PIXELS[unit])
    above = [(name, sign, float(x) * _PIXELS[unit]) for name, sign, x, unit in _ABOVE.findall(text)]
    below = [(name, "<>"[sign == "<"], float(x) * _PIXELS[unit]) for x, unit, sign, name in _BELOW.findall(text)]
    if above or below:
        return _both([_sized(*each) for each in (*above, *below)])
    return True if text in _TRUE else False if text in _FALSE else None


def _sized(name: str, sign: str, length: float) -> Holds:
    least, most = _SCREENS[name]
    if sign == "=":
        return None if least <= length <= most else False
    everywhere, somewhere = (length <= least, length <= most) if sign == ">" else (length >= most, length >= least)
    return True if everywhere else None if somewhere else False


def _negated(held: Holds) -> Holds:
    return None if held is None else not held


def _both(parts: Iterable[Holds]) -> Holds:
    found = set(parts)
    return False if False in found else None if None in found else True


def _either(parts: Iterable[Holds]) -> Holds:
    found = set(parts)
    return True if True in found else None if None in found else False
