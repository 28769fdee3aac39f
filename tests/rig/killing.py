"""Processes that die between two statements."""

import itertools
from collections.abc import Callable
from typing import Any

from django.db import connection


class _Killed(BaseException):
    """Nobody catches it, as nobody catches a kill."""


def killed_after(survived: int, work: Callable[[], object]) -> bool:
    """Work as a process that dies before one more statement than it survived; False where it came to its end."""
    left = itertools.count(survived, -1)

    def die(execute: Any, *arguments: Any) -> Any:
        if next(left) == 0:
            raise _Killed
        return execute(*arguments)

    try:
        with connection.execute_wrapper(die):
            work()
    except _Killed:
        return True
    return False
