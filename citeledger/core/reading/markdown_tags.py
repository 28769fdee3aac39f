"""What HTML tags inside Markdown do to the reading: some hide text, some raise it, some end a word, most do nothing."""

import html
import re

from citeledger.core.reading.pictures import described
from citeledger.styling.declarations import declared
from citeledger.styling.hiding import hides, strikes

_NAME = re.compile(r"(?:</?|\{%-?\s*(?:end)?)([A-Za-z][\w:-]*)")
_CLOSINGS = re.compile(r"(?:</|\{%-?\s*end)([A-Za-z][\w:-]*)")
_IS_CLOSING = re.compile(r"</|\{%-?\s*end")
_HIDING_ATTRIBUTE = re.compile(
    r"\s(?:hidden|popover)(?![\w-])"
    r"|\sclass(?:Name)?\s*=\s*[^=]*(?<![\w-])(?:hidden|d-none|invisible|is-hidden|sr-only|visually-hidden)(?![\w-])",
    re.IGNORECASE,
)
_ATTRIBUTE = re.compile(
    r"\s(style|color|bgcolor|alt)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|\{\{([^{}]*)\}\}|([^\s\"'<>]+))", re.IGNORECASE
)
_NEXT_IN_OBJECT = re.compile(r",(?=\s*[\w\"'-]+\s*:)")  # styles as an object of JSX
_CAPITAL = re.compile(r"(?<=[a-z])([A-Z])")
_OLD = {"color": "color", "bgcolor": "background-color"}
# HTML lets these stay open; they hide what is left of their passage.
_CLOSED_BY_BLOCK = frozenset(["p", "li", "dd", "dt", "td", "th", "tr"])
_HIDING = re.compile(
    r"audio|canvas|comment|datalist|del|dialog|iframe|noembed|noframes|noscript|object|s|script|strike|style|template"
    r"|title|video"
)
_EMPTY = re.compile(r"area|br|col|embed|hr|img|input|link|meta|source|track|wbr")
_INSIDE_WORDS = re.compile(r"a|abbr|b|big|cite|code|em|font|i|ins|kbd|mark|samp|small|span|strong|tt|u|var|wbr")
_RAISED = {"sup": "^", "sub": "_"}  # 10<sup>2</sup> must not read as 102


class OpenTags:
    """The hiding tags open where reading stands in a document; they reach across passages until they are closed."""

    def __init__(self, text: str) -> None:
        self._open: list[str] = []
        # A tag mentioned in prose ("press <del>") hides nothing: only one that is closed further down does, or one that
        # says so (<div hidden>), which nobody mentions. That one hides the rest.
        self._last_closing = {match.group(1).lower(): match.start() for match in _CLOSINGS.finditer(text)}

    @property
    def hide(self) -> bool:
        """Whether text read now is hidden."""
        return bool(self._open)

    def take(self, *, tag: str, position: int) -> int:
        """Meet a tag at `position` (code points of the document). Returns +1, -1 or 0: the change in hiding depth."""
        name = self._name(tag)
        if _IS_CLOSING.match(tag):
            return self._close(name)
        by_attribute = bool(_HIDING_ATTRIBUTE.search(tag)) or _hides_by_style(tag)
        hides = bool(_HIDING.fullmatch(name)) or name in self._open or by_attribute
        if not hides or _EMPTY.fullmatch(name) or tag.endswith("/>"):
            return 0
        if self._last_closing.get(name, -1) < position and (not by_attribute or name in _CLOSED_BY_BLOCK):
            return int(by_attribute)
        self._open.append(name)
        return 1

    def _close(self, name: str) -> int:
        if name not in self._open:
            return 0
        before = len(self._open)
        while self._open.pop() != name:
            pass
        return len(self._open) - before

    @classmethod
    def shown(cls, tag: str) -> str:
        """What a reader sees of the tag itself: a sign for raised text, nothing inside words, else a gap."""
        name = cls._name(tag)
        if name == "img" and (alternative := _attributes(tag).get("alt", "").strip()):
            return f" {described(alternative)} "
        return _RAISED.get(name, "" if _INSIDE_WORDS.fullmatch(name) else " ")

    @staticmethod
    def _name(tag: str) -> str:
        match = _NAME.match(tag)
        return match.group(1).lower() if match else ""


def _attributes(tag: str) -> dict[str, str]:
    """The attributes that bear on what is seen; of two with one name the first, as HTML takes it."""
    found: dict[str, str] = {}
    for name, double, single, jsx, bare in _ATTRIBUTE.findall(tag):
        found.setdefault(name.lower(), _as_style(jsx) if jsx else html.unescape(double or single or bare))
    return found


def _as_style(jsx: str) -> str:
    plain = _NEXT_IN_OBJECT.sub(";", jsx).replace('"', "").replace("'", "")
    return _CAPITAL.sub(lambda found: f"-{found[1].lower()}", plain)


def _hides_by_style(tag: str) -> bool:
    attributes = _attributes(tag)
    values = {_OLD[name]: attributes[name].lower() for name in attributes.keys() & _OLD}
    values |= {name: value.lower() for name, (_, value) in declared(attributes.get("style", "")).items()}
    # Where a variable leads is not known here.
    is_unknown = any("var(" in values.get(name, "") for name in ("display", "visibility", "opacity", "font-size"))
    return is_unknown or hides(values) or strikes(values)
