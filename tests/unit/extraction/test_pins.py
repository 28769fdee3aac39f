"""One output pinned per extractor id: what an id names can not come to read the same bytes otherwise unnoticed.

A version's text is read once and stored under the id. Where the output changes under the same id, two readings that
are called alike are not, and nothing would read the older one again (`docs/adr/0011`).
"""

from hashlib import sha256
from pathlib import Path

import pytest

from citeledger.extraction import Extraction, Options, formats
from tests.unit.extraction.readings import sound, spelled
from tests.unit.extraction.scanning import seeing, table

SAMPLES = Path(__file__).resolve().parents[2] / "data" / "extraction"
_PAGES = "lxml-6.1.3+tinycss2-1.5.1+cssselect2-0.10.1"
PINS = {
    ("sample.txt", "text/1"): "222314dc062f0fc7286dc6f6df9be6e0959c28cbaed9e48be69a63371757567f",
    ("windows-1252.txt", "text/1+encodings/1"): "78970f41e779f2ddfa9a4530006619911c30b83089c7347767889725efb9525f",
    ("sample.md", "text/1"): "05ee63d93f80a430f54f2880bcfdcb3f61d2f478a9ed87435ee6234e1fb579b4",
    ("sample.csv", "csv/2+encodings/1"): "8f39d9db3188cf85eed4736aa7d4f5d564ea33b4c03c199f2ee7c185dd6e1757",
    ("sample.rst", "text/1+rst/3"): "4fc5b951b25fcd9c2849c980d90f61d2a2ae8cfa7d9e5b218246a617695e8646",
    ("sample.html", f"html/5+encodings/1+{_PAGES}"): "64c7f940c3bab8e212b2cdba9d1decda604657bda2851c546991abb24e382b11",
    ("sample.docx", "docx/4+lxml-6.1.3"): "6e18838987c3ee546b85b1a5e3e4550f337c3ae2f0cb60d21254dfb277095bac",
    ("sample.xlsx", "xlsx/4+lxml-6.1.3"): "de77d8ca6d8fe31f5c4c162bf3807b956fc50db63d45b24b013aea51e601368f",
    (
        "sample.eml",
        f"mail/1+html/5+encodings/1+{_PAGES}",
    ): "65183792c5f96a8332d11c018d6127cca8266443bf22cadc19a54ac9965b4168",
    ("sample.pdf", "pdf/4+pdfium-5.15.2"): "dd9862973b5cd674e0a2535d1e7f16978d1cb549c3481544ffc69e54a1dcc5e2",
    (
        "scan.pdf",
        "pdf/4+pdfium-5.15.2+ocr/1+told-1+least-800",
    ): "88b7483608eb3976357bdb07caf8fc6261fcdfbf09ae3ac884d85984df248c11",
    (
        "sample.png",
        "ocr/1+pillow-13.0.0+told-1+least-800",
    ): "e06aed085a845c466a8e9cb9031ac5832969fdca04df241cdda5354bcba8886e",
}
_READ_PICTURES = frozenset(("ocr", "pdf"))
_WORDS = table((1, 1, 1, 96, "within"), (1, 1, 1, 70, "30"))  # what a recogniser says that is the same everywhere


def read(name: str) -> Extraction:
    media_type = formats.named(name)
    assert media_type is not None
    known = formats.FORMATS[media_type]
    more = {"recognizer_for": lambda language: seeing(_WORDS)} if known.module in _READ_PICTURES else {}
    return formats.load(media_type).extract((SAMPLES / name).read_bytes(), Options(), **more)


@pytest.mark.parametrize("name", [name for name, _ in PINS])
def test_an_extractor_id_names_one_output(name: str) -> None:
    found = sound(read(name))
    digest = sha256(spelled(found).encode()).hexdigest()
    pinned = PINS.get((name, found.extractor))
    assert pinned is not None, f"new id {found.extractor!r}: pin {name} to {digest}"
    assert digest == pinned, f"output changed: bump the id {found.extractor!r} and re-pin {name} to {digest}"


def test_every_module_that_reads_a_format_is_pinned_and_every_sample_is() -> None:
    names = {name for name, _ in PINS}
    assert {formats.FORMATS[str(formats.named(name))].module for name in names} == {
        known.module for known in formats.FORMATS.values()
    }
    assert names == {each.name for each in SAMPLES.iterdir()}
