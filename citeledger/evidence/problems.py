"""What verification reports: a record that is not what it was when it was written."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    """`record` is the kind of record, `uid` names it to the outside (or its row where a uid is what was damaged).

    `spans` are ids of spans whose badges cannot be believed while the problem stands.
    """

    record: str
    uid: str
    what: str
    spans: tuple[int, ...] = ()

    def __str__(self) -> str:
        return f"{self.record} {self.uid}: {self.what}"
