"""The process in which one file is read: confined first, then its parser is loaded, then the bytes are looked at.

On standard output: READY once the parser stands (what fails before is our fault, what fails after the file's), then
the length of the answer (8 bytes, big endian) and the answer as JSON: the extraction, or why there is none.
"""

import json
import os
import sys
from typing import Any

from citeledger.documents.sandbox.confinement import confine
from citeledger.documents.sandbox.limits import LARGEST_TEXT, LIMITS
from citeledger.extraction import Options, Unreadable
from citeledger.extraction.formats import Extractor, load

READY = b"\x01"
LENGTH_BYTES = 8
WITHOUT_SECCOMP = "without-seccomp"


def main(media_type: str, options: str, *allowed: str) -> None:
    """Read standard input as `media_type`. `options` are the fields of Options as JSON.

    `allowed` names what the operator puts up with: WITHOUT_SECCOMP, or nothing.
    """
    confine(LIMITS, without_seccomp=WITHOUT_SECCOMP in allowed)
    with os.fdopen(_private_output(), "wb", buffering=0) as output:
        extractor = load(media_type)
        output.write(READY)
        payload = json.dumps(_answer(extractor, Options(**json.loads(options)))).encode()
        output.write(len(payload).to_bytes(LENGTH_BYTES, "big"))
        _write_all(output.fileno(), payload)


def _private_output() -> int:
    """The way out, kept from libraries that print."""
    private = os.dup(1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    return private


def _answer(extractor: Extractor, options: Options) -> dict[str, Any]:
    try:
        found = extractor.extract(sys.stdin.buffer.read(), options)
    except Unreadable:
        return {"unreadable": ""}
    except Exception as fault:  # noqa: BLE001 - a parser may raise anything; its kind goes to the log, no message
        return {"unreadable": type(fault).__name__}
    if len(found.text) > LARGEST_TEXT:
        return {"unreadable": "LargerThanAllowed"}
    return {"text": found.text, "structure": found.structure.to_json(), "extractor": found.extractor}


def _write_all(descriptor: int, payload: bytes) -> None:
    view = memoryview(payload)
    while view:
        view = view[os.write(descriptor, view) :]
