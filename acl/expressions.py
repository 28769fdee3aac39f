"""The rule of `acl.sql.granted` as an expression that any queryset can carry: rights and rows in one statement."""

from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import BooleanField, Func
from django.db.models.expressions import Combinable
from django.db.models.sql.compiler import SQLCompiler

from acl import sql
from acl.rights import Right
from citeledger.core.principals import Principal


class Granted(Func):
    """Whether the principal holds the right on the document whose id the expression yields; false for NULL.

    One probe per row, so it suits questions about few documents; `acl.queries.readable` suits lists. Asking for the
    right and the row in one statement keeps the number of statements the same whatever the reason for a "no" (T39).
    """

    output_field = BooleanField()

    def __init__(self, document_id: str | Combinable, *, right: Right, principal: Principal) -> None:
        super().__init__(document_id)
        self.right = right
        self.viewer_id = principal.id

    def as_sql(
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper, *_: Any, **__: Any
    ) -> tuple[str, tuple[Any, ...]]:
        del connection
        column, _params = compiler.compile(self.source_expressions[0])
        held = sql.granted(
            sql.DOCUMENT,
            permission=sql.permission_id(sql.DOCUMENT, self.right),
            object_id=column,
            viewer_id=sql.active_viewer("%s"),
            groups=sql.viewer_groups("%s"),
        )
        return f"({held} = 1)", (self.viewer_id,) * held.count("%s")
