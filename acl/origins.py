"""What an exact web origin is: the form in which browsers send it, and nothing that merely resembles one."""

import re
from typing import Final

from citeledger.core.refusals import Refused

_ORIGIN: Final = re.compile(
    r"(?P<scheme>https?)://(?:[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?|\[[0-9a-f:.]+\])(?::(?P<port>[1-9][0-9]{0,4}))?"
)
_DEFAULT_PORTS: Final = {"http": 80, "https": 443}
_LONGEST: Final = 255
_HIGHEST_PORT: Final = 65_535


def is_exact_origin(*, text: str) -> bool:
    """Whether this is ``scheme://host[:port]`` as RFC 6454 serialises it: lower case, no default port, no wildcard.

    Everything else (``*``, ``null``, a path, several origins, a policy's keyword) is not one (threats T58, T65).
    """
    match = _ORIGIN.fullmatch(text)
    if match is None or len(text) > _LONGEST:
        return False
    port = int(match["port"] or 0)
    return port != _DEFAULT_PORTS[match["scheme"]] and port <= _HIGHEST_PORT


def exact_origin(*, text: str) -> str:
    """The text itself when it is an exact origin; `Refused` names the entry otherwise."""
    if not is_exact_origin(text=text):
        raise Refused(
            "bad_origin", f"{text!r} is not an exact origin such as https://wiki.example or http://localhost:8001."
        )
    return text
