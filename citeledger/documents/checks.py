"""System checks: what this machine cannot keep the parsers of strangers' files from."""

import sys
from typing import Any

from django.core import checks

from citeledger.documents.sandbox.files import landlock


def parsers_open_no_files(**_: Any) -> list[checks.CheckMessage]:
    """Says that parsers may open whatever a worker may: nothing is refused for that, so somebody must be told."""
    if sys.platform != "linux" or landlock():
        return []
    return [
        checks.Warning(
            "There is no Landlock here: a parser that was taken over can open whatever the worker's account can.",
            hint="Run Linux 5.13 or later with Landlock enabled, or workers whose account can read no key.",
            id="citeledger.W002",
        )
    ]
