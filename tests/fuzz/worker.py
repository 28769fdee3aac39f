"""The process that reads spoilt files one after another, confined as uploads are.

On standard input: for each file its length (4 bytes, big endian) and its bytes. On standard output: one line of JSON
for each, [outcome, largest memory so far in KiB].
"""

import json
import os
import resource
import sys
from typing import Any

from citeledger.documents.sandbox.confinement import confine
from citeledger.documents.sandbox.limits import LIMITS, Limits
from citeledger.extraction import Options, Unreadable
from citeledger.extraction.formats import load
from tests.unit.extraction.readings import sound
from tests.unit.extraction.scanning import seeing, table

_READER = seeing(table((1, 1, 1, 96, "word"), (1, 1, 2, 40, "unsure")))


def main(media_type: str) -> None:
    confine(Limits(cpu=24 * 3600, memory=LIMITS.memory))
    answers = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    module = load(media_type)
    while length := sys.stdin.buffer.read(4):
        data = sys.stdin.buffer.read(int.from_bytes(length, "big"))
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        print(json.dumps([_outcome(module, media_type, data), peak]), file=answers)


def _outcome(module: Any, media_type: str, data: bytes) -> str:
    # tesseract itself gets pixels of ours alone; a recogniser that is told its words takes its place.
    told = {"recognizer_for": lambda language: _READER} if media_type.startswith(("image/", "application/pdf")) else {}
    try:
        found = sound(module.extract(data, Options(), **told))
    except Unreadable:
        return "refused"
    except AssertionError:
        return "unsound"
    except Exception as accident:
        return f"{type(accident).__module__}.{type(accident).__name__}"
    return "read" if found.text else "unsound"


if __name__ == "__main__":
    main(sys.argv[1])
