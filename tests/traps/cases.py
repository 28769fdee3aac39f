"""A case: two versions, the range cited in the first, the right answer, and the trap it holds."""

import hashlib
import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from random import Random

from tests.traps.sources import Passage

CURRENT, CHANGED = "CURRENT", "CHANGED"


@dataclass(frozen=True, slots=True)
class Edit:
    """Both versions as they came out, and the range cited in the old one (code points)."""

    old: str
    new: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Operation:
    """A kind of edit. `plant` returns None where it does not fit; `trap` says in words what could go wrong."""

    name: str
    trap: str
    label: str
    plant: Callable[[Passage, Random], Edit | None]


@dataclass(frozen=True, slots=True)
class Case:
    """One planted edit, ready to be written in the layout `evaluate_anchoring` reads."""

    operation: Operation
    edit: Edit
    origin: str

    @property
    def id(self) -> str:
        digest = hashlib.sha256("\0".join([self.edit.old, self.edit.new, str(self.edit.start)]).encode())
        return f"{self.operation.name}-{digest.hexdigest()[:10]}"

    def row(self) -> dict[str, object]:
        """The line of the `.jsonl` file."""
        edit = self.edit
        return {
            "id": self.id,
            "label": self.operation.label,
            "reason": self.operation.name,
            "trap": self.operation.trap,
            "origin": self.origin,
            "old_sha": text_name(edit.old),
            "new_sha": text_name(edit.new),
            "start": edit.start,
            "end": edit.end,
            "exact": edit.old[edit.start : edit.end],
        }


def text_name(text: str) -> str:
    """What a text's file is called, without the ending."""
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def write(*, folder: Path, sets: dict[str, Iterable[Case]]) -> None:
    """Write cases as one `.jsonl` file per set, and every text they name once."""
    (folder / "texts").mkdir(parents=True, exist_ok=True)
    for name, cases in sets.items():
        rows = []
        for case in cases:
            rows.append(json.dumps(case.row(), ensure_ascii=False, sort_keys=True))
            for text in (case.edit.old, case.edit.new):
                (folder / "texts" / f"{text_name(text)}.txt").write_bytes(text.encode())
        (folder / f"{name}.jsonl").write_text("".join(f"{row}\n" for row in rows), encoding="utf-8")
