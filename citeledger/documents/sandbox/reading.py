"""The safe side of the sandbox: starts the process that reads a file, watches it, and believes nothing it says."""

import json
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from typing import IO, Any, cast

import structlog
from django.conf import settings

from citeledger.documents.sandbox.child import LENGTH_BYTES, READY, WITHOUT_SECCOMP
from citeledger.documents.sandbox.limits import LARGEST_STRUCTURE, LARGEST_TEXT, LIMITS, Limits
from citeledger.extraction import BrokenStructure, Extraction, Options, Structure, Unreadable

_ROOT = Path(__file__).resolve().parents[3]
_BOOT = (
    "import sys; sys.path.append(sys.argv[1]);from citeledger.documents.sandbox.child import main; main(*sys.argv[2:])"
)
_CHUNK = 1024 * 1024
_MISSING = "RecognitionUnavailable"
"""How the child names what `extraction.recognition` raises: importing that class would load what reads pictures."""

_log = structlog.get_logger(__name__)


class SandboxUnavailable(Exception):
    """The reading process could not be started, confined or made ready. It says nothing about the file: try later."""


class RecognitionMissing(Exception):
    """The file is a picture, and nothing here reads print in its language. The administrator can change that."""


def read_apart(*, data: bytes, media_type: str, options: Options, limits: Limits = LIMITS) -> Extraction:
    """Read `data` as `media_type` (one of FORMATS) in a process of its own, confined and watched.

    Raises Unreadable for whatever the file does to that process: an error, a crash, too much time, memory or output;
    RecognitionMissing for a picture where nothing reads pictures; SandboxUnavailable where the process never got to
    look at the file.
    """
    try:
        with _process(data, media_type, options) as process:
            output = _output(process, limits)
    except OSError as no_process:
        raise SandboxUnavailable from no_process
    if not output.startswith(READY):
        raise SandboxUnavailable
    return _extraction(_answer(output[len(READY) :]))


@contextmanager
def _process(data: bytes, media_type: str, options: Options) -> "Iterator[subprocess.Popen[bytes]]":
    """The child: isolated from our environment and folders, in a group of its own that ends with this block."""
    command = [sys.executable, "-I", "-B", "-c", _BOOT, str(_ROOT), media_type, json.dumps(asdict(options))]
    command += [WITHOUT_SECCOMP] if settings.SANDBOX_WITHOUT_SECCOMP else []
    with TemporaryDirectory() as empty, TemporaryFile() as source:
        source.write(data)
        source.seek(0)
        process = subprocess.Popen(  # noqa: S603 - our own interpreter; nothing of the file is in the arguments
            command,
            stdin=source,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=empty,
            env={},
            start_new_session=True,
        )
        try:
            yield process
        finally:
            _end(process)


def _end(process: "subprocess.Popen[bytes]") -> None:
    """The child and whatever it started. It is not waited for before, so its number is still its own."""
    with suppress(ProcessLookupError, PermissionError):  # macOS says the latter of a group of zombies
        os.killpg(process.pid, signal.SIGKILL)
    process.communicate()


def _output(process: "subprocess.Popen[bytes]", limits: Limits) -> bytes:
    """What the child writes until it closes its side, its time is over, or it has written too much."""
    stream = cast("IO[bytes]", process.stdout)
    deadline, output, ready = time.monotonic() + limits.wall, bytearray(), select.poll()
    ready.register(stream, select.POLLIN)
    while len(output) <= limits.output and (left := deadline - time.monotonic()) > 0:
        if ready.poll(left * 1000):
            chunk = os.read(stream.fileno(), _CHUNK)
            if not chunk:
                break
            output += chunk
    return bytes(output)


def _answer(framed: bytes) -> dict[str, Any]:
    """The answer, if all of it and nothing else was written."""
    length, payload = int.from_bytes(framed[:LENGTH_BYTES], "big"), framed[LENGTH_BYTES:]
    if len(framed) < LENGTH_BYTES or len(payload) != length:
        _log.warning("extraction_failed", fault="NoAnswer")
        raise Unreadable
    try:
        answer = json.loads(payload)
    except (ValueError, RecursionError):
        answer = None
    if not isinstance(answer, dict):
        raise Unreadable
    if answer.get("unreadable") == _MISSING:
        raise RecognitionMissing
    if answer.get("unreadable"):
        _log.warning("extraction_failed", fault=str(answer["unreadable"])[:60])
    return answer


def _extraction(answer: dict[str, Any]) -> Extraction:
    """The extraction, if it is one that both databases can store and whose structure fits its text (T79)."""
    text, structure, extractor = (answer.get(name) for name in ("text", "structure", "extractor"))
    if not (isinstance(text, str) and isinstance(structure, str) and isinstance(extractor, str)):
        raise Unreadable
    if len(text) > LARGEST_TEXT or len(structure) > LARGEST_STRUCTURE:
        raise Unreadable
    try:
        text.encode()
        found = Structure.from_json(structure)
    except (UnicodeEncodeError, BrokenStructure):
        raise Unreadable from None
    if not text or "\0" in text or found.blocks[-1].end != len(text):
        raise Unreadable
    return Extraction(text, found, extractor)
