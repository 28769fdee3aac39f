"""Feeds spoilt files to worker processes and notes what becomes of each."""

import json
import os
import select
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from tests.fuzz.mutations import spoilt

ROOT = Path(__file__).resolve().parent.parent.parent
PATIENCE = 60.0  # seconds for one small file on a busy machine; any takes milliseconds
PROGRAM: tuple[str, ...] = ("-m", "tests.fuzz.worker")
CLEAN = frozenset({"read", "refused"})
_ENDS = frozenset({"hang", "crash"})
_EVERY = 250  # files


@dataclass
class Result:
    """What became of the files of one format: outcomes counted, and every file that did not end cleanly."""

    media_type: str
    outcomes: Counter[str] = field(default_factory=Counter)
    accidents: list[tuple[int, str]] = field(default_factory=list)  # which input, what happened
    memory: int = 0  # KiB, the most any worker held
    slowest: float = 0.0

    def note(self, number: int, outcome: str) -> None:
        self.outcomes[outcome] += 1
        if outcome not in CLEAN:
            self.accidents.append((number, outcome))

    def __str__(self) -> str:
        counts = ", ".join(f"{count} {outcome}" for outcome, count in sorted(self.outcomes.items()))
        return f"{self.media_type}: {counts}; {self.memory // 1024} MB at most, slowest {self.slowest:.2f} s"


def input_number(media_type: str, number: int, *, seed: int, samples: list[bytes]) -> bytes:
    """The input of that number: the same for the same seed, whatever else was run."""
    return spoilt(Random(f"{seed}/{media_type}/{number}"), samples)


def run(
    media_type: str, samples: list[bytes], *, inputs: int, seed: int, show: Callable[[str], None] = lambda line: None
) -> Result:
    """Spoil and read that many files of a format, telling every now and then how far it is."""
    return read(media_type, (_numbered(media_type, samples, number, inputs, seed, show) for number in range(inputs)))


def read(media_type: str, files: Iterable[bytes]) -> Result:
    """Read files in workers. One that ends or stops answering is replaced."""
    result, left, number = Result(media_type), iter(files), 0
    data = next(left, None)
    while data is not None:
        with _worker(media_type) as worker:
            outcome = ""
            while data is not None and outcome not in _ENDS:
                outcome = _ask(worker, data, result)
                result.note(number, outcome)
                data, number = next(left, None), number + 1
    return result


def _numbered(
    media_type: str, samples: list[bytes], number: int, inputs: int, seed: int, show: Callable[[str], None]
) -> bytes:
    if number % _EVERY == 0 and number:
        show(f"  {media_type}: {number} of {inputs}")
    return input_number(media_type, number, seed=seed, samples=samples)


def _ask(worker: "subprocess.Popen[bytes]", data: bytes, result: Result) -> str:
    assert worker.stdin
    assert worker.stdout
    began = time.monotonic()
    try:
        worker.stdin.write(len(data).to_bytes(4, "big") + data)
        worker.stdin.flush()
    except BrokenPipeError:
        return "crash"
    ready, _, _ = select.select([worker.stdout], [], [], PATIENCE)
    result.slowest = max(result.slowest, time.monotonic() - began)
    if not ready:
        return "hang"
    line = worker.stdout.readline()
    if not line:
        return "crash"
    outcome, memory = json.loads(line)
    result.memory = max(result.memory, memory)
    return str(outcome)


@contextmanager
def _worker(media_type: str) -> Iterator["subprocess.Popen[bytes]"]:
    command = [sys.executable, *PROGRAM, media_type]
    options: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(command, cwd=ROOT, env=os.environ | {"PYTHONHASHSEED": "0"}, **options) as worker:
        try:
            yield worker
        finally:
            worker.kill()
