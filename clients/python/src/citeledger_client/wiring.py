"""How both clients reach a site. What could never reach one is refused at once: it is a mistake, and no outage."""

import re
from typing import Any, Final
from urllib.parse import SplitResult, urlsplit

SECONDS: Final = 10.0  # for connecting, for sending, and between two pieces of a reply
_TOKEN: Final = re.compile(r"[!-~]+")


def settings(*, origin: str, token: str, timeout: float) -> dict[str, Any]:
    """Of an httpx client. Redirects are not followed: the token goes to this site and nowhere else.

    Raises ValueError for what is no origin, and for what is no token; that says nothing of the token.
    """
    return {
        "base_url": f"{_origin(origin)}/api/v1/",
        "headers": {"Authorization": f"Bearer {_token(token)}", "Accept": "application/json"},
        "timeout": timeout,
        "follow_redirects": False,
    }


def _origin(given: str) -> str:
    wanted = 'give the site as scheme, host and port alone, like "https://ledger.example" or "http://127.0.0.1:8000"'
    try:
        parts = urlsplit(given)
        is_origin = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_origin = False
    if not is_origin or parts != SplitResult(parts.scheme, parts.netloc, parts.path, "", ""):
        raise ValueError(f"{given!r} is no origin: {wanted}")
    if parts.username is not None or parts.path.strip("/"):
        raise ValueError(f"{given!r} is more than an origin: {wanted}")
    return f"{parts.scheme}://{parts.netloc}"


def _token(given: str) -> str:
    if not _TOKEN.fullmatch(given or ""):
        raise ValueError("the token is empty, or has characters no token has: make one on the site's page /tokens")
    return given
