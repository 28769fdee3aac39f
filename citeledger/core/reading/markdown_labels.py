"""What tags inside Markdown say of the text between them, without hiding it: when it is shown, that it is dimmed or set
elsewhere, that it does not hold.
"""

import re

from citeledger.core.vocabulary.endings import names_an_end, says_it_ended

_DIMS = re.compile(
    r"(?:opacity|filter|transform|translate|rotate|scale|position|clip|clip-path|mask[\w-]*|overflow[\w-]*|zoom|float"
    r"|max-height|max-width|height|direction|unicode-bidi|content-visibility|text-indent|mix-blend-mode|animation[\w-]*"
    r"|left|top|right|bottom|line-height|letter-spacing|visibility|z-index)\s*:",
    re.IGNORECASE,
)
_STYLE = re.compile(r"\sstyle\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|\{\{([^{}]*)\}\})", re.IGNORECASE)
# What a program may ask before it shows an element (Vue, Alpine, Angular).
_ASKS = re.compile(r"\s(?:v-(?:if|show|else(?:-if)?)|x-(?:if|show)|ng-(?:if|show|hide)|\*ngIf)(?![\w-])")
_NAMED = re.compile(
    r"\s((?:class(?:Name)?|id|data-[\w-]+|status)\s*=\s*(?:\"[^\"]*\"|'[^']*'|\{[^{}]*\}|[^\s\"'<>]*))", re.IGNORECASE
)
_SUMMARY = re.compile(r"\s*<summary\b[^<>]{0,200}>(.{0,200}?)</summary\s*>", re.IGNORECASE | re.DOTALL)
_TAG = re.compile(r"<[^<>]*>")
_WORD = re.compile(r"[\w-]+")


def label_of(tag: re.Match[str]) -> str:
    """What an opening tag (groups "element" and "rest") says of its text; "" where it says nothing that counts."""
    return _by_attributes(tag["rest"]) or (_by_summary(tag) if tag["element"].lower() == "details" else "")


def _by_attributes(attributes: str) -> str:
    """The attributes of a tag that say when its text is shown, that it is dimmed, or that it does not hold."""
    if not attributes:
        return ""
    style = _STYLE.search(attributes)
    if style and _DIMS.search(next(filter(None, style.groups()), "")):
        return style.group()
    ends = filter(names_an_end, _WORD.findall(" ".join(_NAMED.findall(attributes))))
    return " ".join(sorted(ends)) or (attributes if _ASKS.search(attributes) else "")


def _by_summary(tag: re.Match[str]) -> str:
    """What is written on text that unfolds, where that says that it does not hold."""
    summary = _SUMMARY.match(tag.string, tag.end())
    said = " ".join(_TAG.sub(" ", summary[1]).split()) if summary else ""
    return said if says_it_ended(said) else ""
