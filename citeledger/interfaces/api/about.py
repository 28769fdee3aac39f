"""What the API says about itself: open to everybody, the same for everybody. And who one is."""

from functools import cache
from typing import Any

from django.http import Http404
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from citeledger.interfaces.api import limits, outputs, schema
from citeledger.interfaces.api.catalogue import CATALOGUE
from citeledger.interfaces.api.endpoint import Endpoint


class Open(Endpoint):
    """Asks for no token, and looks at none: a wrong one changes nothing."""

    authentication_classes = []
    permission_classes = []


class Me(Endpoint):
    @schema.read(name="me", summary="Who the token stands for", gives=outputs.Me)
    def get(self, _request: Request) -> Response:
        return Response(outputs.Me(self.principal).data)


class Limits(Open):
    @schema.open_read(name="limits", summary="The limits of requests, by name", gives=OpenApiTypes.OBJECT)
    def get(self, _request: Request) -> Response:
        return Response(limits.DOCUMENTED)


class Problems(Open):
    @schema.open_read(name="problems", summary="Every problem code", gives=outputs.Problems)
    def get(self, _request: Request) -> Response:
        return Response({"problems": outputs.ProblemKindShape(CATALOGUE.values(), many=True).data})


class ProblemKind(Open):
    @schema.open_read(
        name="problem",
        summary="One problem code: where the `type` of a problem leads",
        gives=outputs.ProblemKindShape,
        problems=("unknown_route",),
    )
    def get(self, _request: Request, code: str) -> Response:
        if code not in CATALOGUE:
            raise Http404
        return Response(outputs.ProblemKindShape(CATALOGUE[code]).data)


class Schema(Open):
    @extend_schema(exclude=True)
    def get(self, _request: Request) -> Response:
        return Response(_schema())


class Nowhere(Open):
    """Every other address below the API: the same answer in the same shape, for any method."""

    http_method_names = ["get", "head", "post", "put", "patch", "delete", "options", "trace"]

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        del request, args, kwargs
        raise Http404


@cache
def _schema() -> Any:
    # It follows from the code alone, so one process builds it once.
    return SchemaGenerator().get_schema(public=True)  # type: ignore[no-untyped-call]  # the package is half typed
