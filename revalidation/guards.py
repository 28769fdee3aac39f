"""How many triggers must stand. The statement counts those that do, so a missing one shows at once (threat T2)."""

from functools import lru_cache

from django.db import connection

from citeledger.tables.triggers import wanted


def expected() -> int:
    """The number of triggers the code wants on this database."""
    return _count(connection.vendor)


@lru_cache
def _count(vendor: str) -> int:
    return len(wanted(vendor))
