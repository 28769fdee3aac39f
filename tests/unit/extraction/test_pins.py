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
    ("sample.csv", "csv/1+encodings/1"): "7fe0f20b60b9877b7892e8bb3e489969ce827d6e27518e8880bbc648a39a250a",
    ("sample.rst", "text/1+rst/2"): "f1c13b5b5bc753aecd7d88f57d007a2d0935b41399dcf380e47440163af53630",
    ("sample.html", f"html/4+encodings/1+{_PAGES}"): "90ce9e994c0f7c4b766e389412d86a7c41f81f8681f2665264ecd75ee5fd5c17",
    ("sample.docx", "docx/3+lxml-6.1.3"): "0a5cefdd43b7a6761aa7a476aa2d529f9ec27d3733e5ba5a9662da2d34dc8182",
    ("sample.xlsx", "xlsx/3+lxml-6.1.3"): "a1b25e5c321185b48e6ce5cc7c30dc7a20f02e8c51a9ad2998b7356e9f4eecaf",
    (
        "sample.eml",
        f"mail/1+html/4+encodings/1+{_PAGES}",
    ): "bb39532c08a8fba4712f83eb6a69a81a4adfa4f8eab735445cd400dca7eac078",
    ("sample.pdf", "pdf/3+pdfium-5.15.2"): "dafcdaad02ddd9e8f419e401dbc9421c913fc3817ec6f33f72898196e42362c2",
    (
        "scan.pdf",
        "pdf/3+pdfium-5.15.2+ocr/1+told-1+least-800",
    ): "e8f3284470ac7e8029ffeee0bf1072acbe84d2b3513de822c2d9d8f03564a572",
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
