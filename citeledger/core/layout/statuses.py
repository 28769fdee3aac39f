"""What a text says of itself in fields and directives: "status: withdrawn" in its head, "Status: draft" on a line of a
section, `.. deprecated::` beside a passage.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from citeledger.core.reading.blocks import BlockLike, block_at
from citeledger.core.vocabulary.endings import ENDED
from citeledger.core.vocabulary.retracting import is_over
from citeledger.core.vocabulary.voiding import voiding

# The fields a text of Markdown begins with: YAML between dashes, TOML between plus signs.
_HEAD = re.compile(r"\ufeff?(---|\+\+\+)[ \t]*\n(.*?\n)(?:\1|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_FIELD = re.compile(r"""^["']?([\w-]+)["']?[ \t]*[:=][ \t]*(?:["'](.*?)["']|([^#\n]*))""", re.MULTILINE)
_STATES = (
    r"status|state|stage|lifecycle|stand|zustand|statut|état|estado|stato|tila|статус|состояние|κατάσταση|状态|状態"
    r"|ステータス|상태|الحالة|סטטוס|מצב|स्थिति|สถานะ"
)
_LINE = re.compile(
    rf"^[ \t>]*[:*_]{{0,3}}(?:document )?(?:{_STATES})[*_]{{0,3}}[ \t]*[:：][*_]{{0,3}}[ \t]*(\S[^\n]*)",
    re.MULTILINE | re.IGNORECASE,
)
_DIRECTIVE = re.compile(r"^[ \t]*(?:\.\. |!!! ?|\?\?\?\+? |:{3,} ?\{?)([\w-]+)", re.MULTILINE)
_ENDED = re.compile(rf"{ENDED}|valid-(?:until|to|through)|expir(?:es|y|ation)(?:-(?:date|at|on))?")
_HOLDS = re.compile(r"(?:is-)?(?:published|active|valid|current|maintained|supported|in-force)")
_FALSE = frozenset(("false", "no", "off"))
_NOT = re.compile(r"|false|no|off|null|none|nil|~|0|\[\]|\{\}|n/?a", re.IGNORECASE)
_DIRECTIVES = frozenset(("versionremoved", "failure", "fail"))
_SHOWN = frozenset(("code", "table", "list_item"))  # show what other texts say, or say it of their own items
_FEW = 3  # words of a state
_BLANK = re.compile(r"\s*")
_WORD = re.compile(r"[^\W_][\w'’]*")


class Status(NamedTuple):
    """A place (code point) at which a text says of what is around it that it does not hold."""

    start: int
    reach: str  # "text", "section", "near" or "up": what is beside it, or above it alone


def statuses(text: str, blocks: Sequence[BlockLike]) -> Iterator[Status]:
    """All of them, those of the head first, but for what code shows. Linear in the text."""
    head = _HEAD.match(text)
    if head is not None and any(_is_over(*field.groups(default="")) for field in _FIELD.finditer(head[2])):
        yield Status(0, "text")
    behind = head.end() if head else 0
    lines = (Status(one.start(1), "section") for one in _LINE.finditer(text, behind) if _says_over(one[1]))
    directives = (one for one in _DIRECTIVE.finditer(text, behind) if _is_state(one[1].casefold()))
    beside = (Status(one.start(1), "up" if _closes(text, one, blocks) else "near") for one in directives)
    yield from (one for one in chain(lines, beside) if not _is_shown(one.start, blocks))


def _is_shown(start: int, blocks: Sequence[BlockLike]) -> bool:
    block = block_at(blocks, start)
    return block is not None and block.kind in _SHOWN


def _closes(text: str, directive: re.Match[str], blocks: Sequence[BlockLike]) -> bool:
    """Whether a directive stands behind what it is said of: text as far left as it is.

    Directly under a heading, or under what it defines, it is said of what follows, and a box of what it holds.
    """
    before = block_at(blocks, directive.start(1))
    before = block_at(blocks, before.start - 1) if before is not None else None
    if before is None or before.kind == "heading" or not directive[0].lstrip().startswith(".."):
        return False
    return _column(text, before.start) >= _column(text, directive.start())


def _column(text: str, offset: int) -> int:
    """How far from the left the first sign behind an offset stands."""
    blank = _BLANK.match(text, offset)
    sign = blank.end() if blank else offset
    return sign - text.rfind("\n", 0, sign) - 1


def _is_over(key: str, quoted: str, plain: str) -> bool:
    """Whether a field of a head says that the text does not hold, or up to when."""
    name, value = key.casefold().replace("_", "-"), (quoted or plain).strip()
    if re.fullmatch(_STATES, name):
        return _says_over(value)
    if _HOLDS.fullmatch(name):
        return bool(value) and value.casefold() in _FALSE
    return _ENDED.fullmatch(name) is not None and _NOT.fullmatch(value) is None


def _says_over(value: str) -> bool:
    """Whether the first words of a state say that something does not hold: "Withdrawn in May"."""
    words = tuple(_WORD.findall(value)[:_FEW])
    letters = [word for word in words if not word.isascii()]
    return any(is_over(word.casefold()) for word in words) or any(voiding(tuple(letters)))


def _is_state(name: str) -> bool:
    """Whether a directive is called so: `deprecated`, `versionremoved`; an example is only shown."""
    return name in _DIRECTIVES or (name != "example" and is_over(name))
