"""Expressions that differ between the two databases."""

import json
from collections.abc import Iterable
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import BigIntegerField
from django.db.models.expressions import Expression
from django.db.models.sql.compiler import SQLCompiler


class Ids(Expression):
    """Ids as rows, to stand behind `__in`: one parameter, however many, and a question also where there is none.

    Django would send a parameter for each, of which SQLite takes 32,766 by default, and ask nothing for none at all.
    """

    output_field = BigIntegerField()

    def __init__(self, ids: Iterable[int]) -> None:
        super().__init__()
        self.ids = tuple(ids)

    def as_sql(self, _compiler: SQLCompiler, connection: BaseDatabaseWrapper) -> tuple[str, tuple[Any, ...]]:
        if connection.vendor == "postgresql":
            return "(SELECT unnest(%s::bigint[]))", ([*self.ids],)
        return "(SELECT value FROM json_each(%s))", (json.dumps(self.ids),)
