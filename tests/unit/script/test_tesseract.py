"""Character recognition is found, installed where that is allowed, or asked for with the line to run."""

import os
from pathlib import Path

import pytest

from script import tesseract
from script.console import Refusal


@pytest.fixture
def programs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """An empty PATH."""
    monkeypatch.setenv("PATH", str(tmp_path))
    return tmp_path


def _program(path: Path, *lines: str) -> None:
    path.write_text("\n".join(["#!/bin/sh", *lines]))
    path.chmod(0o755)


def test_the_one_on_the_path_is_taken(programs: Path) -> None:
    _program(programs / "tesseract")
    assert tesseract.require_tesseract() == programs / "tesseract"


def test_an_administrator_gets_it_installed(monkeypatch: pytest.MonkeyPatch, programs: Path) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    _program(programs / "from-the-archive")
    _program(
        programs / "apt-get",
        f'echo "$@" >> {programs}/asked',
        f'[ "$2" = update ] || /bin/cp {programs}/from-the-archive {programs}/tesseract',
    )
    assert tesseract.require_tesseract() == programs / "tesseract"
    assert (programs / "asked").read_text().splitlines()[-1].endswith(" tesseract-ocr")


def test_an_installation_that_brings_nothing_is_refused(monkeypatch: pytest.MonkeyPatch, programs: Path) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    _program(programs / "apt-get")
    with pytest.raises(Refusal, match="no tesseract found"):
        tesseract.require_tesseract()


def test_anybody_else_gets_the_line_to_run(monkeypatch: pytest.MonkeyPatch, programs: Path) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    _program(programs / "apt-get")
    with pytest.raises(Refusal, match="apt-get install tesseract-ocr"):
        tesseract.require_tesseract()
