"""The API asked by plain HTTP, under the names of the tools: what an agent of any language sends."""

from dataclasses import dataclass
from string import Formatter
from typing import Any, Final

import httpx

ROUTES: Final = {
    "me": ("GET", "me"),
    "open_session": ("POST", "sessions"),
    "search_in_session": ("POST", "sessions/{session}/search"),
    "read": ("POST", "sessions/{session}/reads"),
    "mint": ("POST", "sessions/{session}/spans"),
    "emit": ("POST", "sessions/{session}/answers"),
    "read_back": ("GET", "answers/{answer}"),
    "changes": ("GET", "changes"),
    "hand_over": ("POST", "hand-offs"),
    "take_over": ("POST", "hand-offs/received"),
}


@dataclass(frozen=True)
class Requests:
    """One connection, whose headers carry the token; `call` is that of an agent with tools."""

    http: httpx.Client

    def call(self, name: str, **arguments: Any) -> dict[str, Any]:
        """What the operation gives; fails on an error."""
        method, path = ROUTES[name]
        named = {field: arguments.pop(field) for _, field, _, _ in Formatter().parse(path) if field}
        body = {"json": arguments} if method == "POST" else {}
        response = self.http.request(method, f"/api/v1/{path.format(**named)}", **body)
        assert response.is_success, response.text
        return dict(response.json())
