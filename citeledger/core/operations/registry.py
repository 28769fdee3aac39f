"""All operations by id and version. A version is never taken out: stored statements are computed again with it."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from citeledger.core.operations import arithmetic, comparing, dating, joining, summaries
from citeledger.core.operations.definitions import AnyOperation
from citeledger.core.operations.refusing import NotComputable

_FAMILIES = (arithmetic, summaries, comparing, dating, joining)
REGISTRY: Final[Mapping[str, AnyOperation]] = MappingProxyType(
    {operation.id: operation for family in _FAMILIES for operation in family.OPERATIONS}
)


def operation_of(identifier: str) -> AnyOperation:
    """Raises NotComputable (`unknown_operation`)."""
    if identifier not in REGISTRY:
        raise NotComputable("unknown_operation", f"the operations are {', '.join(REGISTRY)}", at="operation")
    return REGISTRY[identifier]
