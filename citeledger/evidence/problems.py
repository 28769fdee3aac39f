"""What verification reports: a record that is not what it was when it was written, and whose badges that takes."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Reach:
    """Ids of spans and citations that cannot be believed while a record is damaged.

    A span takes every citation that rests on it; a citation listed here is one whose own record is in doubt.
    """

    spans: tuple[int, ...] = ()
    citations: tuple[int, ...] = ()


NOBODY = Reach()


@dataclass(frozen=True, slots=True)
class Problem:
    """`record` is the kind of record, `uid` names it to the outside (or its row where a uid is what was damaged)."""

    record: str
    uid: str
    what: str
    reach: Reach = NOBODY

    def __str__(self) -> str:
        return f"{self.record} {self.uid}: {self.what}"
