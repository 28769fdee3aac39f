"""Reading a copy on paper."""

import io
import json
from collections.abc import Callable
from typing import Any

import pikepdf
import pytest

from citeledger.interfaces.exports.pdf import ExportNotRenderedError, render_pdf
from citeledger.interfaces.web.views import exporting


class Paper:
    """What the attachment of a PDF says."""

    def __init__(self, data: bytes) -> None:
        with pikepdf.open(io.BytesIO(data)) as pdf:
            (self.name,) = pdf.attachments
            self.said = json.loads(pdf.attachments[self.name].get_file().read_bytes())


def meanwhile(act: Callable[[], object], *, patch: pytest.MonkeyPatch) -> None:
    """From now on this happens as soon as a copy is drawn, before it is sent."""

    def draw(**kwargs: Any) -> bytes:
        data = render_pdf(**kwargs)
        act()
        return data

    patch.setattr(exporting, "render_pdf", draw)


def draw_none(*, patch: pytest.MonkeyPatch) -> None:
    """From now on no copy can be drawn."""

    def fail(**_: Any) -> bytes:
        raise ExportNotRenderedError("the typesetter failed")

    patch.setattr(exporting, "render_pdf", fail)
