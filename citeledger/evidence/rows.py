"""Reading rows that may be damaged: one that cannot be read is a problem with a name, not the end of the walk."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

import structlog
from django.db import models

from citeledger.evidence.problems import NOBODY, Problem, Reach

M = TypeVar("M", bound=models.Model)
T = TypeVar("T")
CHUNK = 200
_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Walk(Generic[M]):
    """Rows of one kind: what they are called, whom a damaged one reaches (by its id), and how many are read at once."""

    rows: "models.QuerySet[M]"
    record: str
    reach: Callable[[int], Reach]
    at_once: int = CHUNK

    def problems(self, inspect: Callable[[M], Iterator[Problem]]) -> Iterator[Problem]:
        """Every problem `inspect` finds in the rows, read by keyset in chunks, so that memory stays flat.

        A problem that does not say whom it reaches reaches all that its row does.
        """
        for pks in self._chunks():
            for pk, row in self._read(pks):
                for problem in self._inspected(pk, row, inspect):
                    yield replace(problem, reach=self._reach(pk)) if problem.reach == NOBODY else problem

    def _chunks(self) -> Iterator[list[int]]:
        last = 0
        while pks := list(self.rows.filter(pk__gt=last).order_by("pk").values_list("pk", flat=True)[: self.at_once]):
            yield pks
            last = pks[-1]

    def _read(self, pks: list[int]) -> list[tuple[int, M | None]]:
        together = attempt(lambda: {row.pk: row for row in self.rows.filter(pk__in=pks)})
        if together is None:
            return [(pk, attempt(lambda pk=pk: self.rows.get(pk=pk))) for pk in pks]  # type: ignore[misc]  # bound early on purpose
        return [(pk, together.get(pk)) for pk in pks]

    def _inspected(self, pk: int, row: M | None, inspect: Callable[[M], Iterator[Problem]]) -> list[Problem]:
        if row is None:
            return [Problem(self.record, f"row {pk}", "cannot be read")]
        found = attempt(lambda: list(inspect(row)))
        if found is None:
            return [Problem(self.record, str(getattr(row, "uid", f"row {pk}")), "cannot be read")]
        return found

    def _reach(self, pk: int) -> Reach:
        return attempt(lambda: self.reach(pk)) or NOBODY


def attempt(read: Callable[[], T]) -> T | None:
    """What `read` returns, or None if it fails, in whatever way.

    A flipped byte can make a driver, a decoder or our own constructors raise anything at all; each is the same finding.
    Its message may quote the record, so only its name is logged.
    """
    try:
        return read()
    except Exception as error:  # noqa: BLE001 - see above
        _log.warning("record_unreadable", error=type(error).__name__)
        return None
