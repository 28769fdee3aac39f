"""How many generated cases a run takes: the long profile the full number, the default one a third.

The default run draws the same ones each time, so more of them would find the same; new ones are for the long profile.
"""

import os

IS_LONG = os.environ.get("CITELEDGER_TEST_PROFILE") == "long"
_FEWEST = 5


def examples(count: int) -> int:
    """That many in the long profile, a third in the default one."""
    return count if IS_LONG else min(count, max(_FEWEST, count // 3))
