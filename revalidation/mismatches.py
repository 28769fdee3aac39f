"""What is met on the way and is not what was stored: named in the log and counted, never quoted (DESIGN rule 3).

Display never writes, so what a reader meets makes one badge `unverified`; the background proof finds it for all.
"""

from enum import StrEnum
from uuid import UUID

import structlog
from prometheus_client import Counter

_log = structlog.get_logger(__name__)
_MET = Counter("citeledger_mismatches_met", "Records that failed their proof while somebody looked.", ["record"])


class Met(StrEnum):
    """The kinds of record that are proved where they are read: the closed list of labels."""

    VERSION = "version"
    SPAN = "span"


def met(*, record: Met, name: UUID | int) -> None:
    """Log and count one mismatch; `name` is the record's uid, or the id of its row where no uid is at hand."""
    _log.error("record_not_proved", record=record.value, subject=str(name))
    _MET.labels(record=record.value).inc()
