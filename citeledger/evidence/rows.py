"""Reading rows that may be damaged: one that cannot be read is a problem with a name, not the end of the walk."""

from collections.abc import Callable, Iterator
from typing import TypeVar

import structlog
from django.db import models

from citeledger.evidence.problems import Problem

M = TypeVar("M", bound=models.Model)
T = TypeVar("T")
CHUNK = 200
_log = structlog.get_logger(__name__)


def inspected(rows: "models.QuerySet[M]", record: str, inspect: Callable[[M], Iterator[Problem]]) -> Iterator[Problem]:
    """Every problem `inspect` finds in the rows, read by keyset in chunks, so that memory stays flat."""
    for pks in _chunks(rows):
        for pk, row in _read(rows, pks):
            if row is None:
                yield Problem(record, f"row {pk}", "cannot be read")
            else:
                yield from _inspected(row, record, pk, inspect)


def _inspected(row: M, record: str, pk: int, inspect: Callable[[M], Iterator[Problem]]) -> Iterator[Problem]:
    found = attempt(lambda: list(inspect(row)))
    if found is None:
        yield Problem(record, str(getattr(row, "uid", f"row {pk}")), "cannot be read")
    else:
        yield from found


def _chunks(rows: "models.QuerySet[M]") -> Iterator[list[int]]:
    last = 0
    while pks := list(rows.filter(pk__gt=last).order_by("pk").values_list("pk", flat=True)[:CHUNK]):
        yield pks
        last = pks[-1]


def _read(rows: "models.QuerySet[M]", pks: list[int]) -> list[tuple[int, M | None]]:
    together = attempt(lambda: {row.pk: row for row in rows.filter(pk__in=pks)})
    if together is None:
        return [(pk, attempt(lambda pk=pk: rows.get(pk=pk))) for pk in pks]  # type: ignore[misc]  # bound early on purpose
    return [(pk, together.get(pk)) for pk in pks]


def attempt(read: Callable[[], T]) -> T | None:
    """What `read` returns, or None if it fails, in whatever way.

    A flipped byte can make a driver, a decoder or our own constructors raise anything at all; each is the same finding.
    Its message may quote the record, so only its name is logged.
    """
    try:
        return read()
    except Exception as error:  # noqa: BLE001 - see above
        _log.warning("record_unreadable", error=type(error).__name__)
        return None
