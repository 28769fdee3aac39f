"""Character recognition for the tests of scans: the system's tesseract."""

import shutil
from pathlib import Path

from script import apt
from script.console import Refusal


def find_tesseract() -> Path | None:
    """The program on PATH, or nothing."""
    found = shutil.which("tesseract")
    return Path(found) if found else None


def require_tesseract() -> Path:
    """The program with its English data, installed where the system allows it."""
    if find_tesseract() is None:
        apt.install(package="tesseract-ocr", purpose="the tests of scanned pages")
    found = find_tesseract()
    if found is None:
        raise Refusal("no tesseract found. Install it and put it on PATH.")
    return found
