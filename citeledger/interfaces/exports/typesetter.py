"""Sets one report and ends: run as a program of its own, request as JSON on standard input, PDF on standard output.

A process for each report, because typst keeps what it has ever set in memory and offers no way to clear it (typst-py
issue 104: a gigabyte after sixty long reports). It also keeps one viewer's text out of the process that serves the
next, and makes the time a report takes independent of what was rendered before.
"""

import json
import sys
from pathlib import Path
from typing import Final, TypedDict

import typst

TEMPLATE: Final = Path(__file__).with_name("report.typ")


class Request(TypedDict):
    """`report`: the template's data as JSON. `attachment`: the attached file's text. `timestamp`: Unix seconds, UTC."""

    report: str
    attachment: str
    timestamp: int
    font_folders: list[str]


def typeset(*, request: Request) -> bytes:
    """Raises typst.TypstError for text the fonts cannot set; `glyphs` is there so that this never happens."""
    return typst.compile(
        TEMPLATE,
        root=TEMPLATE.parent,
        font_paths=typst.Fonts(include_system_fonts=False, font_paths=[*request["font_folders"]]),
        ignore_system_fonts=True,
        format="pdf",
        pdf_standards=["a-3a", "ua-1"],
        timestamp=request["timestamp"],
        sys_inputs={"report": request["report"], "attachment": request["attachment"]},
    )


if __name__ == "__main__":
    sys.stdout.buffer.write(typeset(request=json.load(sys.stdin)))
