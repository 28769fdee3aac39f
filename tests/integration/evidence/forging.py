"""What somebody with the database's own rights can do: take the guards away, change a stored value, put them back."""

from typing import Any

from django.db import connection, models

from citeledger.tables.install import install
from citeledger.tables.triggers import wanted


def drop_guards() -> None:
    """The transaction of the test puts them back, if nobody does before."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # a table with checks still to come cannot be altered
            cursor.execute("SET CONSTRAINTS ALL DEFERRED")
        for trigger in wanted(connection.vendor).values():
            on = "" if connection.vendor == "sqlite" else f" ON {trigger.table}"
            cursor.execute(f"DROP TRIGGER {trigger.name}{on}")


def forge(rows: "models.QuerySet[Any]", **values: Any) -> None:
    """Change the rows as a careful forger would: the guards stand again afterwards."""
    drop_guards()
    assert rows.update(**values)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            cursor.execute("SET CONSTRAINTS ALL DEFERRED")
    install(using=connection.alias)
