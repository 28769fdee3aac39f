"""What the API's own schema says about the operations behind the tools, as tools need it said.

Arguments of a tool are the parameters and the members of the body of its operation, under one roof; its result is what
the operation answers. So neither can drift from the API.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from drf_spectacular.generators import SchemaGenerator

from citeledger.interfaces.mcp import sealing, untrusted
from citeledger.interfaces.mcp.tools import TOOLS, Tool

KEY_ARGUMENT: Final = "idempotency_key"
LIST: Final = "items"
"""The member that holds what an operation answers as a list: results of tools are objects."""
_KEY_HEADER: Final = "Idempotency-Key"
_COMPONENTS: Final = "#/components/schemas/"
_UID: Final = {"type": "string", "format": "uuid"}
_NOT_FOLLOWED: Final = frozenset({"discriminator", sealing.MEMBER})
_COMBINED: Final = ("oneOf", "anyOf", "allOf")
_KEPT: Final = frozenset({"type", "format", "description", "required", "additionalProperties", "enum", "pattern"})
_LIMITS: Final = frozenset({"minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """A tool with its HTTP request: `path` holds `{uid}` where the subject goes. The schemas are JSON Schema."""

    tool: Tool
    method: str
    path: str
    takes: Mapping[str, Any]
    gives: Mapping[str, Any]
    trusted: frozenset[str]


def operations() -> dict[str, Operation]:
    """Every tool by its name. Raises KeyError when the API has no such operation."""
    document = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]  # as the library has it
    found = dict(_found(document))
    return {tool.name: _operation(tool, *found[tool.operation], components=document["components"]) for tool in TOOLS}


def _found(document: Mapping[str, Any]) -> Iterator[tuple[str, tuple[str, str, Mapping[str, Any]]]]:
    for path, methods in document["paths"].items():
        for method, described in methods.items():
            yield described["operationId"], (method.upper(), path, described)


def _operation(
    tool: Tool, method: str, path: str, described: Mapping[str, Any], *, components: Mapping[str, Any]
) -> Operation:
    answered = _success(described)
    shapes = _closure(answered, components["schemas"])
    trusted = untrusted.trusted_names([answered, *shapes.values()])
    return Operation(
        tool=tool,
        method=method,
        path=path,
        takes=_arguments(tool, described, components["schemas"]),
        gives=_result(answered, shapes, trusted),
        trusted=trusted,
    )


def _success(described: Mapping[str, Any]) -> Mapping[str, Any]:
    status = min(described["responses"])
    schema: Mapping[str, Any] = described["responses"][status]["content"]["application/json"]["schema"]
    return schema


def _arguments(tool: Tool, described: Mapping[str, Any], schemas: Mapping[str, Any]) -> dict[str, Any]:
    body = _body(described, schemas)
    parameters = {_argument(one["name"], tool): one for one in described.get("parameters", ())}
    properties = {name: _UID if one["in"] == "path" else one["schema"] for name, one in parameters.items()}
    properties |= body.get("properties", {})
    needed = [name for name, one in parameters.items() if one.get("required")]
    shapes = _closure({"properties": properties}, schemas)
    told = {"description": body["description"]} if "description" in body else {}
    return told | {
        "type": "object",
        "properties": {name: _plain(each, name=name) for name, each in properties.items()},
        "required": [*needed, *body.get("required", ())],
        "additionalProperties": False,
        "$defs": {name: _plain(shape) for name, shape in shapes.items()},
    }


def _argument(parameter: str, tool: Tool) -> str:
    return {"uid": tool.subject, _KEY_HEADER: KEY_ARGUMENT}.get(parameter, parameter)


def _body(described: Mapping[str, Any], schemas: Mapping[str, Any]) -> Mapping[str, Any]:
    if "requestBody" not in described:
        return {}
    reference = described["requestBody"]["content"]["application/json"]["schema"]["$ref"]
    body: Mapping[str, Any] = schemas[reference.removeprefix(_COMPONENTS)]
    return body


def _result(answered: Mapping[str, Any], shapes: Mapping[str, Any], trusted: frozenset[str]) -> dict[str, Any]:
    def text(name: str, schema: dict[str, Any]) -> dict[str, Any]:
        return schema if name in trusted else {"$ref": "#/$defs/UntrustedText"}

    definitions = {name: _json_schema(shape, text) for name, shape in shapes.items()}
    top = _at_the_top(_json_schema(answered, text), definitions)
    return top | {"$defs": definitions | {"UntrustedText": untrusted.SCHEMA}}


def _at_the_top(answered: dict[str, Any], definitions: Mapping[str, Any]) -> dict[str, Any]:
    """An object, and its own shape rather than a reference to one: clients look for both."""
    if "$ref" in answered:
        return dict(definitions[answered["$ref"].removeprefix("#/$defs/")])
    return {"type": "object", "properties": {LIST: answered}, "required": [LIST], "additionalProperties": False}


def _closure(schema: Any, schemas: Mapping[str, Any]) -> dict[str, Any]:
    """The named shapes a schema reaches."""
    reached: dict[str, Any] = {}
    waiting = list(_references(schema))
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached[name] = schemas[name]
            waiting.extend(_references(schemas[name]))
    return dict(sorted(reached.items()))


def _references(schema: Any) -> Iterator[str]:
    if isinstance(schema, Mapping):
        if "$ref" in schema:
            yield schema["$ref"].removeprefix(_COMPONENTS)
        for key, child in schema.items():
            if key not in _NOT_FOLLOWED:
                yield from _references(child)
    elif isinstance(schema, list):
        for child in schema:
            yield from _references(child)


def _plain(schema: Mapping[str, Any], *, name: str = "") -> dict[str, Any]:
    return _json_schema(schema, lambda _name, text: text, name=name)


def _json_schema(
    schema: Mapping[str, Any], text: Callable[[str, dict[str, Any]], dict[str, Any]], *, name: str = ""
) -> dict[str, Any]:
    """OpenAPI 3.0 as JSON Schema 2020-12; `text` decides what a string of a member of that name becomes."""
    if name == sealing.MEMBER:
        return sealing.SCHEMA
    if "$ref" in schema:
        return {"$ref": schema["$ref"].replace(_COMPONENTS, "#/$defs/")}
    made: dict[str, Any] = {key: value for key, value in schema.items() if key in _KEPT | _LIMITS}
    if "enum" in schema:
        made.pop("description", None)  # a list of the same words
    if "properties" in schema:
        made["properties"] = {key: _json_schema(child, text, name=key) for key, child in schema["properties"].items()}
    if "items" in schema:
        made["items"] = _json_schema(schema["items"], text, name=name)
    made |= {key: [_json_schema(part, text, name=name) for part in schema[key]] for key in _COMBINED if key in schema}
    if schema.get("type") == "string":
        made = text(name, made)
    return {"anyOf": [made, {"type": "null"}]} if schema.get("nullable") else made
