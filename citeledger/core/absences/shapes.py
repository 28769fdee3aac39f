"""What a pattern can match at all, told by its edges: whether any run of words can be one, without trying texts.

A reading has one space at most between two words and none at its edges, so a match begins and ends with something else
and holds no two spaces in a row. Over these few shapes a pattern is worked out like a sum.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

import re2

from citeledger.core.absences.patterns import bounds, class_of, kind_of, parts

Shapes = frozenset[str]
"""Each is the first and the last character of a match, "s" for a space and "w" for any other; "" is the empty one."""

EMPTY, WORDS = "", "ww"
_NOTHING: Shapes = frozenset()
_EMPTY, _WORD, _SPACE = frozenset({EMPTY}), frozenset({WORDS}), frozenset({"ss"})


def shapes(pattern: str) -> Shapes:
    """Those of everything that a pattern, which `matcher` takes, matches."""
    groups = [_Group()]
    for found in parts(pattern):
        match found.lastgroup:
            case "times" | "least" | "most":
                groups[-1].last = _repeated(groups[-1].last, *bounds(found))
            case "syntax" if found.group() == "|":
                groups[-1].alternate()
            case "syntax" if found.group() == ")":
                done = groups.pop().all
                groups[-1].follow(done)
            case "syntax":
                groups.append(_Group())
            case _:
                groups[-1].follow(_of_character(found))
    return groups[0].all


@dataclass
class _Group:
    """A group on its way: the alternatives before, this one but its last part, and that part."""

    before: Shapes = _NOTHING
    front: Shapes = _EMPTY
    last: Shapes = _EMPTY

    @property
    def all(self) -> Shapes:
        return self.before | _joined(self.front, self.last)

    def follow(self, part: Shapes) -> None:
        self.front, self.last = _joined(self.front, self.last), part

    def alternate(self) -> None:
        self.before, self.front, self.last = self.all, _EMPTY, _EMPTY


def _joined(left: Shapes, right: Shapes) -> Shapes:
    return frozenset(_pairs(left, right))


def _pairs(left: Shapes, right: Shapes) -> Iterator[str]:
    for a in left:
        for b in right:
            if not (a.endswith("s") and b.startswith("s")):
                yield a[0] + b[1] if a and b else a or b


def _repeated(part: Shapes, least: int, most: int | None) -> Shapes:
    found = _EMPTY
    for _ in range(least):
        found = _joined(found, part)
    more, left = found | _joined(found, part), most
    while more != found and (left is None or left > least):
        found, more = more, more | _joined(more, part)
        left = None if left is None else left - 1
    return found


def _of_character(found: re.Match[str]) -> Shapes:
    given = found.group()
    match found.lastgroup:
        case "any":
            return _WORD | _SPACE
        case "kind" | "class":
            inside = kind_of(given) if found.lastgroup == "kind" else class_of(given)
            others = _WORD if inside.strip("[ ]") else _NOTHING
            return others | (_SPACE if re2.fullmatch(inside, " ") else _NOTHING)
    return _SPACE if given.isspace() else _WORD
