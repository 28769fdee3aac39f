"""The virtual environment in ``.venv``, holding exactly what a lock file says."""

import fcntl
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from script import apt
from script.console import Refusal, say

ROOT = Path(__file__).resolve().parent.parent
VAR = ROOT / "var"
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
# The lock for development holds every line of the one for running, at the same versions.
_ALSO_SATISFIES = {"requirements-dev.txt": ("requirements.txt",)}


def prepare(*, lock_file: str) -> None:
    """Make ``.venv`` and install the lock file into it; a no-op when that file is already installed."""
    with _one_at_a_time():
        if not _is_usable():
            _create()
        if not _is_installed(lock_file=lock_file):
            _install(lock_file=lock_file)
            for name in (lock_file, *_ALSO_SATISFIES.get(lock_file, ())):
                _stamp(lock_file=name).write_text(_digest(lock_file=name))


def site_packages() -> list[Path]:
    """The folders in ``.venv`` that packages are installed in."""
    return sorted(VENV.glob("lib/python3*/site-packages"))


def run_folder() -> Path:
    """Where locks, sockets and process notes live."""
    folder = VAR / "run"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    with run_folder().joinpath("environment.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _is_usable() -> bool:
    """Whether ``.venv`` runs, on the Python asked for by PYTHON if one was."""
    code = "import sys; print('%d.%d' % sys.version_info[:2])"
    try:
        finished = subprocess.run([PYTHON, "-c", code], capture_output=True, text=True, check=False)
    except OSError:
        return False
    here = f"{sys.version_info.major}.{sys.version_info.minor}"
    return finished.returncode == 0 and (not os.environ.get("PYTHON") or finished.stdout.strip() == here)


def _create() -> None:
    say(f"making .venv with Python {sys.version.split()[0]}")
    if importlib.util.find_spec("ensurepip") is None and _uv() is None:
        # Debian ships Python without what makes environments.
        apt.install(package="python3-venv", purpose="the virtual environment")
    uv = _uv()
    argv = [uv, "venv", "--quiet", "--clear", "--python", sys.executable, str(VENV)] if uv else None
    _run(argv or [sys.executable, "-m", "venv", "--clear", str(VENV)], purpose="making .venv")


def _install(*, lock_file: str) -> None:
    say(f"installing what {lock_file} locks (the first time takes up to a minute)")
    uv = _uv()
    if uv:
        argv = [uv, "pip", "install", "--quiet", "--python", str(PYTHON)]
    else:
        _run([str(PYTHON), "-m", "ensurepip"], purpose="getting pip")
        argv = [str(PYTHON), "-m", "pip", "install", "--quiet", "--no-input", "--disable-pip-version-check"]
    _run([*argv, "--require-hashes", "-r", lock_file], purpose=f"installing {lock_file}")


def _uv() -> str | None:
    """uv when it is on PATH and runs: a version manager may put a name there with nothing behind it."""
    found = shutil.which("uv")
    if found is None:
        return None
    probe = subprocess.run([found, "--version"], capture_output=True, check=False)
    return found if probe.returncode == 0 else None


def _run(argv: list[str], *, purpose: str) -> None:
    finished = subprocess.run(argv, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    if finished.returncode != 0:
        output = (finished.stdout + finished.stderr).strip()
        raise Refusal(f"{purpose} failed. The line was: {' '.join(argv)}\n{output[-3000:]}")


def _is_installed(*, lock_file: str) -> bool:
    stamp = _stamp(lock_file=lock_file)
    return stamp.exists() and stamp.read_text() == _digest(lock_file=lock_file)


def _stamp(*, lock_file: str) -> Path:
    return VENV / f"installed-{lock_file}"


def _digest(*, lock_file: str) -> str:
    return hashlib.sha256(ROOT.joinpath(lock_file).read_bytes()).hexdigest()
