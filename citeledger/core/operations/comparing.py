"""Comparison of two values, and order of many."""

import operator
from collections.abc import Callable
from typing import Any, Final

from citeledger.core.operations.definitions import AnyOperation, Choices, Operation, Parameter
from citeledger.core.operations.reading import read_quantity
from citeledger.core.operations.summaries import Quantity, ranks
from citeledger.core.operations.values import Order, Truth

RELATIONS: Final[dict[str, Callable[[Any, Any], bool]]] = {
    "less": operator.lt,
    "at_most": operator.le,
    "equal": operator.eq,
    "not_equal": operator.ne,
    "at_least": operator.ge,
    "greater": operator.gt,
}


def comparison(values: tuple[Quantity, ...], choices: Choices) -> Truth:
    """Whether the relation holds from the first to the second."""
    first, second = ranks(values)
    relation = str(choices["relation"])
    return Truth(relation, RELATIONS[relation](first, second))


def ordering(values: tuple[Quantity, ...], choices: Choices) -> Order:
    """All inputs in order; equal ones stand as they came, in both directions."""
    found: Any = ranks(values)
    places = sorted(range(len(values)), key=found.__getitem__, reverse=choices["direction"] == "descending")
    return Order(tuple(values[place] for place in places))


OPERATIONS: tuple[AnyOperation, ...] = (
    Operation(
        id="comparison/1",
        summary="whether the first stands in a relation to the second",
        takes="numbers of one dimension, or dates",
        gives="truth",
        read=read_quantity,
        run=comparison,
        least=2,
        most=2,
        parameters=(Parameter("relation", tuple(RELATIONS)),),
    ),
    Operation(
        id="ordering/1",
        summary="the inputs in order",
        takes="numbers of one dimension, or dates",
        gives="order",
        read=read_quantity,
        run=ordering,
        least=2,
        parameters=(Parameter("direction", ("ascending", "descending")),),
    ),
)
