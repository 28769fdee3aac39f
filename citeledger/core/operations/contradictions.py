"""Whether the language that a writer names for an input reads another value there than the document's own does."""

from collections.abc import Callable
from typing import Any

from citeledger.core.operations.reading import Input
from citeledger.core.operations.refusing import NotComputable
from citeledger.core.operations.registry import operation_of
from citeledger.core.operations.values import Value


def contradiction(*, operation: str, source: Input, of_document: str) -> tuple[Value, Value] | None:
    """The value in the document's language (BCP 47, "" where unknown) and in that of `source`, where they differ.

    None where the document's language gives no one value: then another may decide. Raises NotComputable
    (`unknown_operation`).
    """
    read = operation_of(operation).read
    own = _reading(read, Input(source.text, of_document)) if of_document else None
    named = _reading(read, source)
    if own is None or named is None or own == named:
        return None
    return own, named


def _reading(read: Callable[[Input, str], Any], source: Input) -> Value | None:
    value: Value
    try:
        value = read(source, "")
    except NotComputable:
        return None
    return value
