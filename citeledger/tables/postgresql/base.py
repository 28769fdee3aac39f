"""Django's PostgreSQL backend with an end to waiting: an outage is not a verdict, and no request hangs in it (rule 8).

libpq has no read deadline. A server that freezes, or a network that swallows packets behind a proxy that still
acknowledges them, would hold whoever asked for ever; `connect_timeout` and keepalives end neither. The setting
`ANSWER_SECONDS` of the database says how long each answer is waited for; None or 0 is for ever.
"""

import time
from types import ModuleType
from typing import Any, ClassVar, TypeVar

import psycopg
from django.db.backends.postgresql import base
from psycopg.abc import PQGen
from psycopg.pq import TransactionStatus

Answer = TypeVar("Answer")


class Connection(psycopg.Connection[Any]):
    """A connection that waits `answer_seconds` for each answer. Once one did not come it is closed, and `fell_silent`.

    The answer that was not waited for would otherwise be taken for that of the next question.
    """

    answer_seconds: float | None = None
    fell_silent = False

    def wait(self, gen: PQGen[Answer], interval: float = 0.1, timeout: float | None = None) -> Answer:
        """Raises psycopg's OperationalError when the time is over. Whether a COMMIT arrived is not known then."""
        try:
            return super().wait(gen, interval, self.answer_seconds if timeout is None else timeout)
        except psycopg.OperationalError:
            if self.pgconn.transaction_status == TransactionStatus.ACTIVE:
                self.fell_silent = True
                self.close()
            raise


# What Django knows as the driver: all of psycopg, opening our kind of connection.
_driver = ModuleType(psycopg.__name__)
vars(_driver).update(vars(psycopg), connect=Connection.connect)


class DatabaseWrapper(base.DatabaseWrapper):
    """As Django's, on connections of the kind above.

    A server that left the simplest question open, a new connection or a health check, is left alone for as long as an
    answer would be waited for: the requests that queue meanwhile are refused at once instead of waiting in turns.
    """

    Database = _driver
    alone_until: ClassVar[float] = 0.0  # seconds of the monotonic clock; one server for all threads of the process

    @property
    def answer_seconds(self) -> float:
        return self.settings_dict.get("ANSWER_SECONDS") or 0.0

    def get_new_connection(self, conn_params: dict[str, Any]) -> Connection:
        if self._is_left_alone():
            raise psycopg.OperationalError("the database did not answer a moment ago")
        try:
            connection: Connection = super().get_new_connection(conn_params)
        except psycopg.errors.ConnectionTimeout:
            self._leave_alone()
            raise
        connection.answer_seconds = self.answer_seconds or None
        return connection

    def is_usable(self) -> bool:
        """Django's health check: before a request's first question, and after an error at its end."""
        if self._is_left_alone() or self.connection.closed:
            return False
        usable: bool = super().is_usable()
        if self.connection.fell_silent:
            self._leave_alone()
        return usable

    def _leave_alone(self) -> None:
        DatabaseWrapper.alone_until = time.monotonic() + self.answer_seconds

    def _is_left_alone(self) -> bool:
        return time.monotonic() < self.alone_until
