"""Reading a copy on paper."""

import io
import json

import pikepdf


class Paper:
    """What the attachment of a PDF says."""

    def __init__(self, data: bytes) -> None:
        with pikepdf.open(io.BytesIO(data)) as pdf:
            (self.name,) = pdf.attachments
            self.said = json.loads(pdf.attachments[self.name].get_file().read_bytes())
