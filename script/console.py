"""Words to the person at the keyboard."""

import contextlib
import sys
from pathlib import Path


class Refusal(Exception):
    """Something the person must change before we can go on. The message says what, and the line to run."""


def say(message: str) -> None:
    """One progress line. A reader who left (``| head``, a closed terminal) is no reason to stop."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        sys.stdout.write(f"citeledger: {message}\n")
        sys.stdout.flush()


def show(text: str) -> None:
    """Text as it is, for reports and welcome pages."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        sys.stdout.write(f"{text}\n")
        sys.stdout.flush()


def tail(*, log: Path, lines: int = 20) -> str:
    """The last lines of a log file, or nothing when there is none."""
    if not log.exists():
        return ""
    return "\n".join(log.read_text(encoding="utf-8", errors="replace").splitlines()[-lines:])
