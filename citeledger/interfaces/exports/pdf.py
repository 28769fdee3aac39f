"""The report as PDF (PDF/A-3a and PDF/UA-1 declared): one viewer's view of a page of a host, or of a text.

How a view calls it: authenticate; ask the evaluator, in one call, for the states of the page's citations for this
viewer and for the statements it may show, re-sliced in this request; then

    export = Export(
        kind="runbook", title=page.title, host_reference=page.host_reference,
        viewer_name=viewer.name, computed_at=verdicts.computed_at,
        segments=(ExportedHeading(level=1, text="Refunds"),
                  ExportedStatement(ordinal=1, text=None, citation_uid=uid, state="unavailable", basis="quoted")),
    )
    response = HttpResponse(render_pdf(export=export), content_type=MEDIA_TYPE)
    response["Content-Disposition"] = disposition(export=export)
    response["Cache-Control"] = "no-store"

`computed_at` is the time of the verdict (UTC), not of the rendering. The file is called by its title and day, for the
viewer to keep; PDF title and all other metadata are the same for every export: a title may be more than the next reader
may know, and a file is renamed more easily than changed inside. Equal exports give equal bytes, and exports that differ
only in what an `unavailable` statement hides give equal bytes too (threat T51). If the database is out, render nothing:
503. Nothing here decides rights: a title or name the viewer may not see, the view leaves out.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Final

from citeledger.interfaces.exports.attachment import ATTACHMENT_NAME, attachment
from citeledger.interfaces.exports.export import (
    ContradictoryStatementError,
    Export,
    ExportedAttestation,
    ExportedHeading,
    ExportedSegment,
    ExportedSource,
    ExportedStatement,
    ExportedStructure,
    ExportKind,
    TimeNotInUtcError,
)
from citeledger.interfaces.exports.file_names import disposition
from citeledger.interfaces.exports.glyphs import packaged_glyphs
from citeledger.interfaces.exports.layout import report_data
from citeledger.interfaces.exports.typesetter import Request

__all__ = [
    "ATTACHMENT_NAME",
    "MEDIA_TYPE",
    "ContradictoryStatementError",
    "Export",
    "ExportKind",
    "ExportNotRenderedError",
    "ExportedAttestation",
    "ExportedHeading",
    "ExportedSegment",
    "ExportedSource",
    "ExportedStatement",
    "ExportedStructure",
    "TimeNotInUtcError",
    "disposition",
    "render_pdf",
]

MEDIA_TYPE: Final = "application/pdf"
LONGEST_RENDERING: Final = 60  # seconds; about 15,000 statements on one core
TYPESETTER: Final = Path(__file__).with_name("typesetter.py")


class ExportNotRenderedError(RuntimeError):
    """The typesetter failed or took too long: answer 503, and export a shorter page or try again later."""


def render_pdf(*, export: Export) -> bytes:
    """The file's bytes, after about 0.3 s for a few pages; opens no connection and reads no system font.

    Raises ExportNotRenderedError. Its message carries no text of the export, so it may be logged.
    """
    return _typeset(
        request=Request(
            report=json.dumps(report_data(export=export)),
            attachment=attachment(export=export).decode("ascii"),
            timestamp=int(export.computed_at.timestamp()),
            font_folders=[str(folder) for folder in packaged_glyphs().folders],
        )
    )


def _typeset(*, request: Request) -> bytes:
    command = [sys.executable, "-I", str(TYPESETTER)]
    try:
        finished = subprocess.run(  # noqa: S603 -- our own interpreter and file; the request travels on standard input
            command, input=json.dumps(request).encode(), capture_output=True, check=True, timeout=LONGEST_RENDERING
        )
    except subprocess.CalledProcessError as failure:
        raise ExportNotRenderedError(f"the typesetter ended with status {failure.returncode}") from None
    except subprocess.TimeoutExpired:
        raise ExportNotRenderedError(f"the typesetter took more than {LONGEST_RENDERING} seconds") from None
    return finished.stdout
