"""Reading stored texts of which one may hold bytes that are no text: it is left out, not the whole batch (T104)."""

from typing import Any

from django.db import DatabaseError
from django.db.models import Model, QuerySet

from revalidation.mismatches import Met, met


def decodable(rows: "QuerySet[Model]", *columns: str, record: Met) -> list[tuple[Any, ...]]:
    """The columns of all rows that can be decoded: one query, more only where one cannot. Raises on an outage."""
    try:
        return list(rows.values_list(*columns))
    except DatabaseError:
        keys = list(rows.values_list("pk", flat=True))  # no text: where this fails too, it is the database
    return [row for key in keys for row in _one(rows.filter(pk=key), key, columns, record)]


def _one(rows: "QuerySet[Model]", key: int, columns: tuple[str, ...], record: Met) -> list[tuple[Any, ...]]:
    try:
        return list(rows.values_list(*columns))
    except DatabaseError:
        met(record=record, name=key)
        return []
