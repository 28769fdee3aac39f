"""Children end with everything they started."""

import os
import sys
import time
from pathlib import Path

from script.children import start

LEAVES_ONE_BEHIND = """
import subprocess, sys, time
left = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
print(left.pid, flush=True)
time.sleep(60)
"""


def test_what_a_child_left_behind_ends_with_it(tmp_path: Path) -> None:
    """A worker that is stopped while it starts ends at once, and would leave its scheduler to nobody."""
    log = tmp_path / "log"
    argv = [sys.executable, "-c", LEAVES_ONE_BEHIND]
    child = start(name="child", argv=argv, environment=os.environ, log=log, folder=tmp_path)
    deadline = time.monotonic() + 20
    while not log.read_text().endswith("\n") and time.monotonic() < deadline:
        time.sleep(0.02)
    left = int(log.read_text())
    child.stop()
    while _runs(left) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not _runs(left)


def _runs(pid: int) -> bool:
    """Whether there is such a process, and not only its number, which waits to be collected."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"
