"""Cold, exactly: nothing in Redis can be used, the process holds no memo, the connection no prepared statement.

What stays: span results and everything else in the database, the open connections, and the imported code.
"""

import sys
from collections.abc import Callable, Iterator

from django.db import connection

from acl.services import rotate_incarnation

_OURS = ("acl", "citeledger", "revalidation")


def forget() -> int:
    """Forget everything that makes a second request quicker than a first one; returns how many memos there were."""
    # Every key of the cache names the incarnation, so a foreign Redis need not be emptied.
    rotate_incarnation()
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("DEALLOCATE ALL")
    memos = list(_memos())
    for clear in memos:
        clear()
    return len(memos)


def _memos() -> Iterator[Callable[[], None]]:
    """The memos of `functools` in our modules, found rather than listed: a new one is forgotten as well."""
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] in _OURS:
            for value in list(vars(module).values()):
                if hasattr(value, "cache_clear"):
                    yield value.cache_clear
