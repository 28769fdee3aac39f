"""``script/fuzz``: the long run of ``tests/fuzz`` in the environment of the tests."""

import subprocess
import sys
from collections.abc import Sequence

from script import environment
from script.console import Refusal, say
from script.environment import PYTHON, ROOT


def main(arguments: Sequence[str]) -> int:
    """0 when every file was read or refused, 1 otherwise."""
    try:
        environment.prepare(lock_file="requirements-dev.txt")
    except Refusal as refusal:
        say(str(refusal))
        return 1
    return subprocess.run([PYTHON, "-m", "tests.fuzz", *arguments], cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
