"""Ordering a proof from the workers, beside whoever found that one is due, and never in their way.

Display never writes (DESIGN rule 4): what a reader met is written down by a worker, and then `/readyz` fails in every
process (rule 3). The task is named, not imported: evidence stands above. An order that cannot be sent is lost, and
logged; the daily proof comes all the same.
"""

import time
from collections.abc import Sequence
from threading import Lock, Thread
from typing import Any

import structlog

from citeledger.celery import app

_log = structlog.get_logger(__name__)

AGAIN_SECONDS = 600.0  # a record that many readers meet is ordered once in this time
EXPIRES_SECONDS = 3600  # what no worker took by then is left to the daily proof
MOST_REMEMBERED = 10_000  # records

Record = tuple[str, str]
"""A kind of record (`mismatches.Met`) and its uid, or the id of its row where no uid is at hand."""


class Orders:
    """Records on their way to the broker, and the one thread that sends them while there are any.

    A broker that hangs holds the thread for half a minute; nobody else waits for it.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._waiting: list[Record] = []
        self._due_again: dict[Record, float] = {}
        self._sender: Thread | None = None

    def place(self, record: Record) -> None:
        """Order a proof of this record, unless that was done just now. Returns at once and raises nothing."""
        with self._lock:
            if time.monotonic() < self._due_again.get(record, 0.0):
                return
            if len(self._due_again) >= MOST_REMEMBERED:
                self._due_again.clear()
            self._due_again[record] = time.monotonic() + AGAIN_SECONDS
            self._waiting.append(record)
            if self._sender is None or not self._sender.is_alive():  # none, or of the process we were forked from
                self._sender = Thread(target=self._send_all, name="proof orders", daemon=True)
                self._sender.start()

    def settle(self) -> None:
        """Wait until what was placed is sent, or lost."""
        if (sender := self._sender) is not None:
            sender.join()

    def _send_all(self) -> None:
        while records := self._taken():
            if not sent("evidence.prove_records", records=records):
                self._forget(records)

    def _taken(self) -> list[Record]:
        with self._lock:
            records, self._waiting = self._waiting, []
            if not records:
                self._sender = None
            return records

    def _forget(self, records: Sequence[Record]) -> None:
        with self._lock:
            for record in records:
                self._due_again.pop(record, None)


def sent(task: str, **kwargs: Any) -> bool:
    """Send a task by its name; False where the broker did not take it. Seconds where it is away."""
    try:
        app.send_task(task, kwargs=kwargs, expires=EXPIRES_SECONDS)
    except Exception as error:  # noqa: BLE001 - whatever a broker that is away makes its client raise
        _log.warning("proof_not_ordered", task=task, error=type(error).__name__)
        return False
    return True
