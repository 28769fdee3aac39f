"""What a computed or absent statement rests on beside its spans, as it is stored: canonical JSON (RFC 8785).

{"computation": {"operation", "parameters", "inputs": [{"span", "language"}], "value", "language"}}
{"absence": {"query", "snapshot"}}
"""

import json
from typing import Any
from uuid import UUID

import rfc8785

from citeledger.core.statements import Absence, Computation, ComputedInput, Ground


class DamagedGround(Exception):
    """The stored ground is none that was ever written."""


def written(ground: Ground) -> str:
    """The stored form. The languages of a computation's inputs must be resolved."""
    body = {"computation": _computation(ground)} if isinstance(ground, Computation) else {"absence": _absence(ground)}
    return rfc8785.dumps(body).decode()


def read(body: str) -> Ground:
    """What was stored. Raises DamagedGround."""
    try:
        found = json.loads(body)
        return _read_computation(found["computation"]) if "computation" in found else _read_absence(found["absence"])
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as damaged:
        raise DamagedGround from damaged


def _computation(said: Computation) -> dict[str, Any]:
    return {
        "inputs": [{"language": each.language or "", "span": str(each.span)} for each in said.inputs],
        "language": said.language,
        "operation": said.operation,
        "parameters": dict(said.parameters),
        "value": said.value,
    }


def _read_computation(said: dict[str, Any]) -> Computation:
    return Computation(
        operation=said["operation"],
        inputs=tuple(ComputedInput(UUID(each["span"]), each["language"]) for each in said["inputs"]),
        value=said["value"],
        parameters=said["parameters"],
        language=said["language"],
    )


def _absence(said: Absence) -> dict[str, Any]:
    return {"query": dict(said.query), "snapshot": str(said.snapshot)}


def _read_absence(said: dict[str, Any]) -> Absence:
    return Absence(query=said["query"], snapshot=UUID(said["snapshot"]))
