"""Column types that differ between the two databases."""

import json
from typing import Any

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper


class IdArrayField(models.Field):  # type: ignore[type-arg]  # not subscriptable at run time
    """A sorted list of bigint ids: `bigint[]` on PostgreSQL, a JSON array in text on SQLite.

    The hot path expands it inside the database (`unnest` / `json_each`), so it is never filtered on.
    """

    def db_type(self, connection: BaseDatabaseWrapper) -> str:
        return "bigint[]" if connection.vendor == "postgresql" else "text"

    def get_db_prep_value(self, value: Any, connection: BaseDatabaseWrapper, prepared: bool = False) -> Any:  # noqa: ARG002  # Django's signature
        ids = sorted(int(item) for item in value)
        return ids if connection.vendor == "postgresql" else json.dumps(ids, separators=(",", ":"))

    def from_db_value(self, value: Any, _expression: object, _connection: BaseDatabaseWrapper) -> list[int] | None:
        if value is None:  # no row on the outer side of a join
            return None
        return json.loads(value) if isinstance(value, str) else list(value)
