"""Whether the API's schema says of an operation that it may answer so: asked of every problem any test meets."""

import re
from functools import cache
from typing import Any

from drf_spectacular.generators import SchemaGenerator


@cache
def _operations() -> tuple[tuple[re.Pattern[str], dict[str, Any]], ...]:
    paths = SchemaGenerator().get_schema(request=None, public=True)["paths"]
    return tuple((re.compile(re.sub(r"\{(\w+)\}", _named, path)), methods) for path, methods in paths.items())


def _named(parameter: re.Match[str]) -> str:
    return "[^/]+" if parameter[1] == "code" else "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"


def undocumented(*, method: str, path: str, answer: Any) -> str:
    """The code of a problem that the operation does not name for this status; empty where all is well.

    What has no operation (an unknown address, a method nobody described) is nobody's to describe.
    """
    if answer.status_code < 400 or not answer.headers.get("Content-Type", "").startswith("application/problem+json"):
        return ""
    found = [methods for pattern, methods in _operations() if pattern.fullmatch(path.partition("?")[0])]
    operation = found[0].get(method.lower()) if found else None
    if operation is None:
        return ""
    code = answer.json()["code"]
    named = operation["responses"].get(str(answer.status_code), {}).get("description", "").split(", ")
    return "" if code in named else f"{method} {path}: {answer.status_code} {code}"
