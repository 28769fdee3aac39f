"""Bodies: JSON as RFC 8259 means it, and nothing that two readers could understand in two ways.

Python's reader accepts NaN, takes the last of two equal names and passes lone surrogates on; each of them would make
our record differ from what another program reads in the same bytes, or fail later inside a database (threat T79).
"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import IO, Any, Final, NoReturn

from rest_framework.parsers import BaseParser

from citeledger.interfaces.api.problems import ProblemFound

_UNSTORABLE: Final = re.compile("[\0\ud800-\udfff]")

# The steps down to a value, innermost first: an address is spelled out only when it is needed, because a hostile
# body can have one enormous name above a million values.
_Steps = tuple["_Steps", str] | None


class StrictJSONParser(BaseParser):
    """Reads one JSON value. Raises ProblemFound: `bad_json` or `bad_characters`."""

    media_type = "application/json"

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        del media_type, parser_context
        value = _value(_text(stream))
        for steps, text in _texts(value):
            if _UNSTORABLE.search(text):
                raise ProblemFound(code="bad_characters", at=_address(steps))
        return value


def _text(stream: IO[Any]) -> str:
    try:
        data: bytes = stream.read()
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise ProblemFound(code="bad_json", detail="The body is not valid UTF-8.") from None
    except OSError:
        raise ProblemFound(code="bad_json", detail="The body ended before its Content-Length.") from None


def _value(text: str) -> Any:
    try:
        return json.loads(text, object_pairs_hook=_members, parse_constant=_refuse_constant)
    except RecursionError:
        raise ProblemFound(code="bad_json", detail="The body is nested too deeply.") from None
    except ValueError:
        # Also a number of more digits than Python reads.
        raise ProblemFound(code="bad_json") from None


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise ProblemFound(code="bad_json", detail="An object names a member twice.")
    return members


def _refuse_constant(constant: str) -> NoReturn:
    raise ProblemFound(code="bad_json", detail=f"{constant} is not JSON.")


def _texts(value: Any) -> Iterator[tuple[_Steps, str]]:
    """Every string of the value. Without recursion: the nesting is the sender's choice."""
    waiting: list[tuple[_Steps, Any]] = [(None, value)]
    while waiting:
        steps, item = waiting.pop()
        if isinstance(item, str):
            yield steps, item
        elif isinstance(item, list):
            waiting.extend(((steps, str(index)), child) for index, child in enumerate(item))
        elif isinstance(item, dict):
            # A bad name cannot be repeated in an address, so it is found first and reported at its object.
            yield from ((steps, name) for name in item)
            waiting.extend(((steps, name), child) for name, child in item.items())


def _address(steps: _Steps) -> str:
    names: list[str] = []
    while steps is not None:
        steps, name = steps
        names.append(name)
    return ".".join(reversed(names))
