"""`bench`: what a batch of verdicts costs, as ratios within one run, over HTTP, in a world that is thrown away."""

import json
import tempfile
import time
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from citeledger.evidence.bench import passages, rounds, sweeps, world
from citeledger.evidence.bench.contest import contest
from citeledger.evidence.bench.report import Report, lines, report
from citeledger.evidence.bench.throwaway import throwaway_database


class Command(BaseCommand):
    help = (
        "Measure a batch of 100 verdicts against an authenticated trivial view, interleaved, on a throw-away database."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="One JSON object of flat keys on standard output.")
        parser.add_argument("--scale", type=float, default=1.0, help="Size of the world around the batch (default 1).")
        parser.add_argument("--rounds", type=int, default=30, help="Interleaved rounds (default 30).")

    def handle(self, *_: Any, scale: float, rounds: int, **options: Any) -> None:
        with tempfile.TemporaryDirectory(prefix="citeledger-bench-") as folder:
            found = self._measured(folder=Path(folder), scale=scale, count=max(1, rounds))
        text = json.dumps(found, indent=2) if options["json"] else "\n".join(lines(found=found))
        self.stdout.write(text)

    def _measured(self, *, folder: Path, scale: float, count: int) -> Report:
        began = time.monotonic()
        with throwaway_database(folder=folder) as url:
            built = world.build(scale=scale, at=timezone.now())
            self._tell(f"{built.documents} documents, {built.grants} grants in {time.monotonic() - began:.0f} s")
            with contest(world=built, folder=folder, database_url=url) as held:
                held.agree()
                queries = held.queries()
                measured = rounds.run(
                    contenders=held.contenders(), rounds=count, progress=lambda n: self._tell(f"round {n + 1}/{count}")
                )
            self._tell("a megabyte of cited sentences")
            given = passages.passages(scale=scale)
            alone = rounds.run(contenders=passages.contenders(given=given), rounds=count, progress=lambda _: None)
            measured.seconds |= {**alone.seconds, "sweep": [sweeps.seconds(given=given, at=timezone.now())]}
            return report(measured=measured, queries=queries, world=built, sentences=len(given.spans))

    def _tell(self, message: str) -> None:
        self.stderr.write(f"  {message}")
