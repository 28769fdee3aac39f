"""The files that make the project: what git tracks, or would if it were asked now."""

import subprocess
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@cache
def files() -> tuple[Path, ...]:
    """Tracked files and new ones git does not ignore, as absolute paths."""
    # The clone may belong to another account than the one that runs the suite.
    argv = ["git", "-c", "safe.directory=*", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    listed = subprocess.run(argv, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return tuple(ROOT / name for name in listed.split("\0") if name and (ROOT / name).is_file())


@cache
def texts() -> dict[str, str]:
    """Relative name to text, for the files that are text."""
    return {str(path.relative_to(ROOT)): text for path in files() if (text := _text(path)) is not None}


def _text(path: Path) -> str | None:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return None
