"""What writers of texts wait for. SQLite needs none of it: its writers come one after the other.

Between those who rest a new text on others and those who erase one: an answer could take the closure of a text that is
erased before the answer commits, and keep a copy of lineage that had to die (DESIGN rule 1).

Among programs that record their first text: two that cite each other's drafts would both find that the other never
answered (ADR 17).
"""

from django.db import connection

_LINEAGE = 0x6C696E65  # arbitrary keys, ours alone
_FIRST_TEXTS = 0x66697273


def keep_lineage() -> None:
    """Hold off erasures until this transaction ends. Any number of writers hold it together."""
    _lock("pg_advisory_xact_lock_shared")


def change_lineage() -> None:
    """Wait for all writers that read lineage, then hold off new ones until this transaction ends."""
    _lock("pg_advisory_xact_lock")


def line_up_first_texts() -> None:
    """Wait for all programs that record their first text, then hold off others until this transaction ends."""
    _lock("pg_advisory_xact_lock", _FIRST_TEXTS)


def _lock(function: str, key: int = _LINEAGE) -> None:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT {function}(%s)", [key])
