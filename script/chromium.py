"""The browser of the browser tests: the system's Chromium."""

import os
import shutil
from pathlib import Path

from script import apt
from script.console import Refusal

_PROGRAMS = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
_MAC_PROGRAM = Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")


def find_chromium() -> Path | None:
    """The program named by CHROMIUM, else the one on PATH, else nothing."""
    if named := os.environ.get("CHROMIUM"):
        return Path(named)
    for name in _PROGRAMS:
        if found := shutil.which(name):
            return Path(found)
    return _MAC_PROGRAM if _MAC_PROGRAM.exists() else None


def require_chromium() -> Path:
    """The browser, installed where the system allows it."""
    if find_chromium() is None:
        apt.install(package="chromium", purpose="the browser tests (or set CHROMIUM=/path/to/chromium)")
    found = find_chromium()
    if found is None or not found.exists():
        raise Refusal("no Chromium found. Install it, or set CHROMIUM=/path/to/chromium.")
    return found
