"""Packages of a Debian-like system, where we may install them."""

import os
import shutil
import subprocess

from script.console import Refusal, say


def install(*, package: str, purpose: str) -> None:
    """Install the package when we are root and apt exists; else refuse with the line to run."""
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        raise Refusal(f"{purpose} needs {package}. Run as administrator: apt-get install {package}")
    say(f"installing {package} (for {purpose})")
    _apt(["update"])
    _apt(["install", "--yes", "--no-install-recommends", package])


def _apt(arguments: list[str]) -> None:
    finished = subprocess.run(
        ["apt-get", "--quiet", *arguments],
        env=os.environ | {"DEBIAN_FRONTEND": "noninteractive"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if finished.returncode != 0:
        raise Refusal(f"apt-get {' '.join(arguments)} failed:\n{finished.stdout[-2000:]}{finished.stderr[-2000:]}")
