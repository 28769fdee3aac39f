"""Invariants of rows that no CHECK can hold, because they ask other rows or the row before: triggers that refuse.

Each app names its own in `invariants.py` and registers them; the SQL is the same on both databases.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from citeledger.tables.triggers import PREFIX, Trigger

BROKEN = "citeledger: this row may not be so"


@dataclass(frozen=True, slots=True, kw_only=True)
class Invariant:
    """`holds` is SQL over the row NEW (and OLD, on `UPDATE`) that is true of every row that may be written.

    `name` is unique among all apps, `event` INSERT or UPDATE. What is not true, and not false either, is refused.
    """

    name: str
    table: str
    event: str
    holds: str


def provider(invariants: Sequence[Invariant]) -> Callable[[str], list[Trigger]]:
    """What `triggers.register` takes."""
    return lambda vendor: [_trigger(invariant, vendor) for invariant in invariants]


def _trigger(invariant: Invariant, vendor: str) -> Trigger:
    name, table = f"{PREFIX}holds_{invariant.name}", invariant.table
    broken = f"({invariant.holds}) IS NOT TRUE"
    if vendor == "sqlite":
        when = f'BEFORE {invariant.event} ON "{table}" FOR EACH ROW WHEN {broken}'
        return Trigger(name, table, when, f"SELECT RAISE(ABORT, '{BROKEN}: {invariant.name}');")
    refuse = f"RAISE EXCEPTION '{BROKEN}: {invariant.name}' USING ERRCODE = 'integrity_constraint_violation'"
    body = f"BEGIN IF {broken} THEN {refuse}; END IF; RETURN NEW; END"
    return Trigger(name, table, f"BEFORE {invariant.event} ON public.{table} FOR EACH ROW", body)
