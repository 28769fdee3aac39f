"""What the triggers that stand add up to: their number and the length of their bodies.

The statement adds up those of the database, so one that is missing, disabled or hollow shows at once (threat T2);
`/readyz` compares them definition by definition.
"""

from functools import lru_cache

from django.db import connection

from citeledger.tables.triggers import sqlite_definition, wanted


def expected() -> int:
    """A million per trigger the code wants on this database, and one per character of its body."""
    return _sum(connection.vendor)


@lru_cache
def _sum(vendor: str) -> int:
    triggers = wanted(vendor).values()
    bodies = [sqlite_definition(trigger) if vendor == "sqlite" else trigger.body for trigger in triggers]
    return 1_000_000 * len(bodies) + sum(map(len, bodies))
