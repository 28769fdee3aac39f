"""Putting the triggers in place after every migrate, and telling whether they still stand (threats T2, T16, T20)."""

from dataclasses import dataclass
from typing import Any

from django.db import connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.dispatch import Signal

from citeledger.tables import triggers

repaired = Signal()
"""Sent with `using` after `migrate` has put back triggers that did not stand: nobody knows what changed meanwhile."""


@dataclass(frozen=True, slots=True)
class Drift:
    """Names of triggers that are missing, altered or unknown in the database. Run `migrate` to repair."""

    missing: tuple[str, ...]
    altered: tuple[str, ...]
    unknown: tuple[str, ...]

    def __bool__(self) -> bool:
        return bool(self.missing or self.altered or self.unknown)

    def __str__(self) -> str:
        names = ", ".join((self.missing + self.altered + self.unknown)[:3])
        return f"{len(self.missing)} missing, {len(self.altered)} altered, {len(self.unknown)} unknown ({names}, ...)"


def install(*, using: str) -> None:
    """Drop and recreate every trigger of ours, unconditionally, in one transaction."""
    connection = connections[using]
    present = set(connection.introspection.table_names())
    with transaction.atomic(using=using), connection.cursor() as cursor:
        for trigger in triggers.wanted(connection.vendor).values():
            if trigger.table in present:
                for statement in triggers.create_sql(trigger, connection.vendor):
                    cursor.execute(statement)


def remove(*, using: str) -> None:
    """Drop our triggers, so that SQLite can rebuild tables which other tables' triggers read.

    Until `install` has run again the guards are missed by the evaluator, which shows `unverified`.
    """
    connection = connections[using]
    with transaction.atomic(using=using), connection.cursor() as cursor:
        for name in _found(connection):
            cursor.execute(f'DROP TRIGGER "{name}"')


def drift(*, using: str) -> Drift:
    """Compare what stands in the database with what the code wants, definition by definition."""
    connection = connections[using]
    present = set(connection.introspection.table_names())
    wanted = {
        trigger.name: _expected(trigger, connection.vendor)
        for trigger in triggers.wanted(connection.vendor).values()
        if trigger.table in present
    }
    found = _found(connection)
    return Drift(
        missing=tuple(sorted(wanted.keys() - found.keys())),
        altered=tuple(sorted(name for name in wanted.keys() & found.keys() if wanted[name] != found[name])),
        unknown=tuple(sorted(found.keys() - wanted.keys())),
    )


def _expected(trigger: triggers.Trigger, vendor: str) -> tuple[str, ...]:
    if vendor == "sqlite":
        return (triggers.sqlite_definition(trigger),)
    return (triggers.postgres_definition(trigger), trigger.body, "A")


def _found(connection: BaseDatabaseWrapper) -> dict[str, tuple[Any, ...]]:
    sql = (
        "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND name LIKE 'citeledger\\_%' ESCAPE '\\'"
        if connection.vendor == "sqlite"
        else "SELECT t.tgname, pg_get_triggerdef(t.oid), p.prosrc, t.tgenabled::text FROM pg_trigger t"
        " JOIN pg_proc p ON p.oid = t.tgfoid WHERE NOT t.tgisinternal AND t.tgname LIKE 'citeledger\\_%'"
    )
    with connection.cursor() as cursor:
        cursor.execute(sql)
        return {row[0]: tuple(row[1:]) for row in cursor.fetchall()}
