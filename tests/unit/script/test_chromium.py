"""The browser is found, installed where that is allowed, or asked for with the line to run."""

import os
from pathlib import Path

import pytest

from script import chromium
from script.console import Refusal


@pytest.fixture
def programs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """An empty PATH and no browser anywhere."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setattr(chromium, "_MAC_PROGRAM", tmp_path / "absent")
    return tmp_path


def _program(path: Path, *lines: str) -> None:
    path.write_text("\n".join(["#!/bin/sh", *lines]))
    path.chmod(0o755)


def test_the_one_on_the_path_is_taken(programs: Path) -> None:
    _program(programs / "chromium")
    assert chromium.require_chromium() == programs / "chromium"


def test_a_named_one_wins_and_must_exist(monkeypatch: pytest.MonkeyPatch, programs: Path) -> None:
    _program(programs / "chromium")
    monkeypatch.setenv("CHROMIUM", str(programs / "other"))
    with pytest.raises(Refusal, match="set CHROMIUM="):
        chromium.require_chromium()
    _program(programs / "other")
    assert chromium.require_chromium() == programs / "other"


def test_an_administrator_gets_it_installed(monkeypatch: pytest.MonkeyPatch, programs: Path) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    _program(programs / "chromium-from-the-archive")
    _program(
        programs / "apt-get",
        f'echo "$@" >> {programs}/asked',
        f'[ "$2" = update ] || /bin/cp {programs}/chromium-from-the-archive {programs}/chromium',
    )
    assert chromium.require_chromium() == programs / "chromium"
    asked = (programs / "asked").read_text().splitlines()
    assert asked == ["--quiet update", "--quiet install --yes --no-install-recommends chromium"]


def test_an_installation_that_fails_says_what_apt_said(monkeypatch: pytest.MonkeyPatch, programs: Path) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    _program(programs / "apt-get", "echo no route to the archive >&2", "exit 100")
    with pytest.raises(Refusal, match="no route to the archive"):
        chromium.require_chromium()


def test_anybody_else_gets_the_line_to_run(monkeypatch: pytest.MonkeyPatch, programs: Path) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    _program(programs / "apt-get")
    with pytest.raises(Refusal, match="apt-get install chromium"):
        chromium.require_chromium()
