"""What is met on the way and is not what was stored: named in the log, counted, ordered to be proved (DESIGN rule 3).

Display never writes, so what a reader meets makes one badge `unverified` and this process not ready; a worker that
proves the record makes it known to all. Nothing here quotes what a record says.
"""

from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from uuid import UUID

import structlog
from prometheus_client import Counter

from revalidation.orders import Orders

_log = structlog.get_logger(__name__)
_MET = Counter("citeledger_mismatches_met", "Records that failed their proof while somebody looked.", ["record"])


class Met(StrEnum):
    """The kinds of record that are proved where they are read: the closed list of labels."""

    VERSION = "version"
    SPAN = "span"
    ATTESTATION = "attestation"
    GROUND = "ground"


@dataclass
class Memory:
    """What this process knows of what it met: when it was last (aware UTC), and what it ordered."""

    last: datetime | None = None
    orders: Orders = field(default_factory=Orders)


_memory = Memory()


def met(*, record: Met, name: UUID | int) -> None:
    """Log, count and remember one mismatch; `name` is the record's uid, or the id of its row where no uid is at hand.

    Whoever meets it goes on at once: the proof is ordered beside them.
    """
    _log.error("record_not_proved", record=record.value, subject=str(name))
    _MET.labels(record=record.value).inc()
    _memory.last = datetime.now(UTC)
    _memory.orders.place((record.value, str(name)))


def last_met() -> datetime | None:
    """When this process last met a mismatch (aware UTC)."""
    return _memory.last
