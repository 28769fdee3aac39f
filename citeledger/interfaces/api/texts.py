"""`?texts=`: whether statements are read back with all their words, or with those a program may repeat."""

from typing import Final

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from citeledger.interfaces.api.problems import ProblemFound

NAME: Final = "texts"
PARAMETER: Final = OpenApiParameter(
    name=NAME,
    type={"type": "string", "enum": ["current", "all"]},
    description="`current` (when left out): the words of current statements alone; `all`: all that you may read.",
)


def asks_for_all(request: Request) -> bool:
    """Raises ProblemFound `bad_value`."""
    match request.query_params.get(NAME, "current"):
        case "current":
            return False
        case "all":
            return True
    raise ProblemFound(code="bad_value", at=NAME, detail="Send 'current' or 'all'.")
