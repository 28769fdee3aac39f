"""Search over the passages you may read."""

from datetime import datetime
from typing import Any, Final

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from citeledger.core.principals import Principal
from citeledger.documents.search import searching
from citeledger.interfaces.api import outputs, schema
from citeledger.interfaces.api.endpoint import Endpoint
from citeledger.interfaces.api.session_shapes import SearchQuery
from revalidation import withholding

PROBLEMS: Final = ("not_found", "no_words", "too_many_words")
"""Of every search, however it is asked for."""
_PARAMETERS: Final = (
    OpenApiParameter(
        name="query",
        required=True,
        type={"type": "string", "minLength": 1, "maxLength": searching.LONGEST_QUERY},
        description="Words, in any script. Nothing in them is syntax.",
    ),
    OpenApiParameter(
        name="snapshot",
        type=OpenApiTypes.UUID,
        description="A snapshot of yours: its versions are searched instead of the current ones.",
    ),
    OpenApiParameter(
        name="limit",
        type={"type": "integer", "minimum": 1, "maximum": searching.HITS},
        description=f"Passages at most; {searching.HITS_UNASKED} when left out.",
    ),
)


def searched(*, viewer: Principal, asked: dict[str, Any], at: datetime) -> searching.Found:
    """What a search finds. It leaves at a tick: how its index is walked may depend on what is hidden (ADR 14)."""
    withholding.note()
    return searching.search(viewer=viewer, at=at, **asked)


class Search(Endpoint):
    parameters = frozenset({"query", "snapshot", "limit"})

    @schema.read(
        name="search",
        summary="Passages of current versions, or of a snapshot, best first",
        gives=outputs.Found,
        problems=("missing_field", "bad_value", "too_long", *PROBLEMS),
        parameters=_PARAMETERS,
    )
    def get(self, request: Request) -> Response:
        asked = SearchQuery().run_validation(request.query_params.dict())
        return Response(outputs.Found(searched(viewer=self.principal, asked=asked, at=self.now)).data)
