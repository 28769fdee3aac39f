"""One lock between those who rest a new text on others and those who erase one.

Without it, an answer could take the closure of a text that is erased before the answer commits, and keep a copy of
lineage that had to die (DESIGN rule 1). SQLite needs none: its writers come one after the other.
"""

from django.db import connection

_LINEAGE = 0x6C696E65  # an arbitrary key, ours alone


def keep_lineage() -> None:
    """Hold off erasures until this transaction ends. Any number of writers hold it together."""
    _lock("pg_advisory_xact_lock_shared")


def change_lineage() -> None:
    """Wait for all writers that read lineage, then hold off new ones until this transaction ends."""
    _lock("pg_advisory_xact_lock")


def _lock(function: str) -> None:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT {function}(%s)", [_LINEAGE])
