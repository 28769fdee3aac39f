"""Measure re-anchoring on a folder of labelled cases; needs no database."""

import json
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from citeledger.core.anchoring import Locator, PreparedSide, Side, SpanOutcome, prepare, reanchor, rule_id
from citeledger.core.reading.normalization import normalizer_for
from citeledger.extraction.extracted import Options
from citeledger.extraction.formats import load, named

_MEDIA_TYPE = "text/markdown"
_READ = frozenset((_MEDIA_TYPE, "text/x-rst"))
_COUNTED = {"CURRENT": "current", "CHANGED": "changed", "AMBIGUOUS": "ambiguous"}
Case = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Version:
    """A text of the folder: its raw characters, which the cases index, and its prepared canonical text."""

    raw: str
    side: PreparedSide

    @classmethod
    def read(cls, path: Path, *, media_type: str = _MEDIA_TYPE) -> "Version":
        """Extract and normalise one file, as an import would."""
        data = path.read_bytes()
        extraction = load(media_type).extract(data, Options())
        side = Side(extraction.text, extraction.structure, normalizer_for(media_type))
        return cls(raw=data.decode(), side=prepare(side))

    def canonical(self, offset: int) -> int:
        """Canonical offset of a raw one (code points): a leading BOM and the CR of each CR LF are gone."""
        before = self.raw[:offset]
        return offset - before.startswith("\ufeff") - before.count("\r\n")


@dataclass(slots=True)
class Tally:
    """Counts of one set, or of all."""

    counts: dict[str, int] = field(
        default_factory=lambda: dict.fromkeys(["current", "false_alarms", "changed", "misses", "ambiguous"], 0)
    )

    def add(self, *, label: str, outcome: SpanOutcome) -> bool:
        """Count one case; returns whether the answer was wrong. Cases labelled AMBIGUOUS are never wrong."""
        self.counts[_COUNTED[label]] += 1
        false_alarm = label == "CURRENT" and not outcome.is_current
        miss = label == "CHANGED" and outcome.is_current
        self.counts["false_alarms"] += false_alarm
        self.counts["misses"] += miss
        return false_alarm or miss


@dataclass(slots=True)
class Clock:
    """Processor seconds spent on reading and normalising texts, and on deciding spans; other programs do not count."""

    preparing: float = 0.0
    deciding: float = 0.0


class Command(BaseCommand):
    """Prints one JSON object; with --wrong, the cases answered wrongly go to standard error, one JSON a line."""

    help = "Measure re-anchoring on a folder of labelled cases (*.jsonl and texts/). Prints one JSON object."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the folder, and whether to list what went wrong."""
        parser.add_argument("directory", type=Path, metavar="DIR")
        parser.add_argument("--wrong", action="store_true", help="list wrongly answered cases on standard error")

    def handle(self, *args: Any, directory: Path, wrong: bool, **options: Any) -> None:  # noqa: ARG002 - Django's call
        """Answer every case of every `*.jsonl` in the folder and count."""
        files = sorted(directory.glob("*.jsonl"))
        if not files:
            raise CommandError(f"{directory} holds no *.jsonl file.")
        tallies: dict[str, Tally] = {file.stem: Tally() for file in files}
        clock = Clock()
        for name, case, outcome in _answers(directory=directory, files=files, clock=clock):
            if tallies[name].add(label=case["label"], outcome=outcome) and wrong:
                self.stderr.write(json.dumps({**case, "answer": outcome.kind.value}, ensure_ascii=False))
        self.stdout.write(json.dumps(_report(tallies=tallies, clock=clock)))


def _answers(*, directory: Path, files: list[Path], clock: Clock) -> Iterator[tuple[str, Case, SpanOutcome]]:
    """Every case with its answer. Cases of one pair of texts are decided together, as one edit would be."""
    cases = [(file.stem, case) for file in files for case in map(json.loads, file.read_text().splitlines())]
    cases.sort(key=lambda named: (named[1]["old_sha"], named[1]["new_sha"]))
    for (old_sha, new_sha), group in groupby(cases, key=lambda named: (named[1]["old_sha"], named[1]["new_sha"])):
        labelled = list(group)
        started = time.process_time()
        media_type = _media_type(labelled[0][1])
        old, new = (
            Version.read(directory / "texts" / f"{sha}.txt", media_type=media_type) for sha in (old_sha, new_sha)
        )
        spans = [Locator(old.canonical(case["start"]), old.canonical(case["end"])) for _, case in labelled]
        prepared = time.process_time()
        outcomes = reanchor(old=old.side, new=new.side, spans=spans)
        clock.preparing += prepared - started
        clock.deciding += time.process_time() - prepared
        for (name, case), outcome in zip(labelled, outcomes, strict=True):
            yield name, case, outcome


def _media_type(case: Case) -> str:
    """What the name of the file that a case is from claims; Markdown where it claims nothing that is source."""
    claimed = named(case.get("path", ""))
    return claimed if claimed in _READ else _MEDIA_TYPE


def _report(*, tallies: dict[str, Tally], clock: Clock) -> dict[str, Any]:
    """The printed object. `seconds_per_1000` is with the normalised form at hand; `..._cold` includes making it."""
    total = {key: sum(tally.counts[key] for tally in tallies.values()) for key in Tally().counts}
    cases = total["current"] + total["changed"] + total["ambiguous"]
    return {
        "sets": {name: tally.counts for name, tally in tallies.items()},
        "false_alarm_rate": _rate(total["false_alarms"], total["current"]),
        "miss_rate": _rate(total["misses"], total["changed"]),
        "seconds_per_1000": _rate(1_000 * clock.deciding, cases),
        "seconds_per_1000_cold": _rate(1_000 * (clock.preparing + clock.deciding), cases),
        "rule": rule_id(normalizer_for(_MEDIA_TYPE)),
    }


def _rate(part: float, whole: int) -> float:
    return round(part / whole, 6) if whole else 0.0
