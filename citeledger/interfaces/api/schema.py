"""How an operation is described, so that the description cannot drift: problems come from the catalogue by code."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, TypeVar

from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers

from citeledger.interfaces.api import limits
from citeledger.interfaces.api.catalogue import CATALOGUE
from citeledger.interfaces.api.problems import MEDIA_TYPE

F = TypeVar("F", bound=Callable[..., Any])
Shape = type[serializers.BaseSerializer[Any]] | serializers.BaseSerializer[Any] | OpenApiTypes | None

_ALWAYS: Final = ("unknown_parameter", "internal_error")
_BEHIND_A_TOKEN: Final = ("no_identity", "outage")
_WITH_BODY: Final = (
    "bad_json",
    "bad_characters",
    "missing_field",
    "unknown_field",
    "wrong_type",
    "bad_value",
    "too_long",
    "length_required",
    "body_too_large",
    "only_json",
)
_WITH_QUERY: Final = ("bad_value", "bad_characters")
_WITH_FILE: Final = ("bad_value", "too_long", "length_required", "body_too_large", "bad_multipart")
_WITH_KEY: Final = ("bad_idempotency_key", "idempotency_key_reused")


class ProblemShape(serializers.Serializer[Any]):
    """RFC 9457. `current` comes with conflicts only."""

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    code = serializers.ChoiceField(choices=tuple(CATALOGUE))
    detail = serializers.CharField()
    at = serializers.CharField()
    current = serializers.CharField(required=False)


_KEY_PARAMETER: Final = OpenApiParameter(
    name="Idempotency-Key",
    location=OpenApiParameter.HEADER,
    type={
        "type": "string",
        "pattern": f"^[!-~]{{1,{limits.IDEMPOTENCY_KEY_CHARACTERS}}}$",
    },
    description="Optional. The same request under the same key is done once; its reply is given again.",
)
_LIST_PARAMETERS: Final = (
    OpenApiParameter(
        name="limit",
        type={"type": "integer", "minimum": 1, "maximum": limits.ITEMS_PER_LIST},
        description=f"Items at most; {limits.ITEMS_PER_LIST_UNASKED} when left out.",
    ),
    OpenApiParameter(name="cursor", type=OpenApiTypes.STR, description="`next` of the stretch before."),
)


def read(
    *,
    name: str,
    summary: str,
    gives: Shape,
    problems: Iterable[str] = (),
    parameters: Sequence[OpenApiParameter] = (),
) -> Callable[[F], F]:
    """An operation that changes nothing."""
    return _operation(name=name, summary=summary, gives={200: gives}, problems=problems, parameters=parameters)


def open_read(*, name: str, summary: str, gives: Shape, problems: Iterable[str] = ()) -> Callable[[F], F]:
    """An operation that changes nothing and asks for no token."""
    return _described(name=name, summary=summary, gives={200: gives}, problems=problems, takes=None, auth=[])


def listing(*, name: str, summary: str, of: type[serializers.Serializer[Any]]) -> Callable[[F], F]:
    """A list in stretches, with a cursor."""
    return _operation(
        name=name,
        summary=summary,
        gives={200: stretch(of=of)},
        problems=("bad_cursor",),
        parameters=_LIST_PARAMETERS,
    )


def stretched(*, name: str, summary: str, gives: Shape, problems: Iterable[str] = ()) -> Callable[[F], F]:
    """A read whose list comes in stretches, beside what else it tells."""
    return _operation(
        name=name,
        summary=summary,
        gives={200: gives},
        problems=("bad_cursor", *problems),
        parameters=_LIST_PARAMETERS,
    )


def asked(*, name: str, summary: str, takes: Shape, gives: Shape, problems: Iterable[str] = ()) -> Callable[[F], F]:
    """A read whose question travels in a body."""
    return _operation(name=name, summary=summary, takes=takes, gives={200: gives}, problems=(*_WITH_BODY, *problems))


def change(
    *, name: str, summary: str, takes: Shape, gives: dict[int, Shape], problems: Iterable[str] = ()
) -> Callable[[F], F]:
    """A POST that changes something, and honours an Idempotency-Key."""
    return _operation(
        name=name,
        summary=summary,
        takes=takes,
        gives=gives,
        problems=(*_WITH_BODY, *_WITH_KEY, *problems),
        parameters=(_KEY_PARAMETER,),
    )


def upload(
    *,
    name: str,
    summary: str,
    takes: dict[str, Any],
    gives: dict[int, Shape],
    problems: Iterable[str],
    parameters: Iterable[OpenApiParameter],
) -> Callable[[F], F]:
    """A POST of a file: `takes` by media type. It honours an Idempotency-Key."""
    return _operation(
        name=name,
        summary=summary,
        takes=takes,
        gives=gives,
        problems=(*_WITH_FILE, *_WITH_KEY, *problems),
        parameters=(*parameters, _KEY_PARAMETER),
    )


def remove(*, name: str, summary: str, problems: Iterable[str]) -> Callable[[F], F]:
    """A DELETE: what is gone is gone, so that repeating it is harmless without a key."""
    return _operation(name=name, summary=summary, gives={204: None}, problems=problems)


def replace(*, name: str, summary: str, takes: Shape, gives: Shape, problems: Iterable[str] = ()) -> Callable[[F], F]:
    """A PUT: it carries what it replaces, so that repeating it is harmless without a key."""
    return _operation(name=name, summary=summary, takes=takes, gives={200: gives}, problems=(*_WITH_BODY, *problems))


def _operation(
    *,
    name: str,
    summary: str,
    gives: dict[int, Shape],
    problems: Iterable[str],
    takes: Shape | dict[str, Any] = None,
    parameters: Sequence[OpenApiParameter] = (),
) -> Callable[[F], F]:
    has_query = any(parameter.location == OpenApiParameter.QUERY for parameter in parameters)
    return _described(
        name=name,
        summary=summary,
        gives=gives,
        problems=(*(_WITH_QUERY if has_query else ()), *problems, *_BEHIND_A_TOKEN),
        takes=takes,
        parameters=parameters,
    )


def _described(
    *,
    name: str,
    summary: str,
    gives: dict[int, Shape],
    problems: Iterable[str],
    takes: Shape | dict[str, Any],
    parameters: Iterable[OpenApiParameter] = (),
    auth: list[str] | None = None,
) -> Callable[[F], F]:
    responses: dict[Any, Any] = dict(gives)
    for status, codes in _by_status((*problems, *_ALWAYS)).items():
        responses[status, MEDIA_TYPE] = OpenApiResponse(ProblemShape, description=", ".join(codes))
    return extend_schema(
        operation_id=name,
        summary=summary,
        description=f"{summary}.",  # otherwise the docstring of the view, which is for readers of the code
        request=takes,
        responses=responses,
        parameters=list(parameters),
        auth=auth,
    )


def _by_status(codes: Iterable[str]) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {}
    for code in dict.fromkeys(codes):
        found.setdefault(CATALOGUE[code].status, []).append(code)
    return found


def stretch(*, of: type[serializers.Serializer[Any]]) -> type[serializers.Serializer[Any]]:
    """The shape of one stretch of a list."""
    members = {
        "items": of(many=True),
        "next": serializers.CharField(allow_null=True),
        "__doc__": "`next` is null at the end.",
    }
    return type(f"{of.__name__}List", (serializers.Serializer,), members)


def close_objects(result: dict[str, Any], generator: SchemaGenerator, request: Any, public: bool) -> dict[str, Any]:
    """Say in the schema what the inputs do: an unknown member is refused. Hook of drf-spectacular."""
    del generator, request, public
    for shape in result.get("components", {}).get("schemas", {}).values():
        if shape.get("type") == "object":
            shape.setdefault("additionalProperties", False)
    return result
