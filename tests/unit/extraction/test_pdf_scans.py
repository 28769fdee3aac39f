"""Scanned pages of a PDF: read by character recognition, beside the text they have."""

import pytest
from pikepdf import Dictionary, Name
from PIL import Image

from citeledger.extraction import Extraction, Options, RegionKind, pdf
from citeledger.extraction.pictures import Picture
from tests.unit.extraction.printing import changed, drawn, saved, show
from tests.unit.extraction.scanning import printed, seeing, table


def scanned(data: bytes, picture: Image.Image, *, x: float = 0, y: float = 0, width: float = 300) -> bytes:
    """The file with a picture over every page, `width` points wide."""
    spoilt = changed(data)
    kind = Dictionary(Type=Name.XObject, Subtype=Name.Image, BitsPerComponent=8, ColorSpace=Name.DeviceGray)
    image = spoilt.make_stream(picture.tobytes(), kind)
    image.Width, image.Height = picture.width, picture.height
    height = width * picture.height / picture.width
    for page in spoilt.pages:
        page.Resources.XObject = Dictionary(I=image)
        page.contents_add(f"q {width} 0 0 {height} {x} {y} cm /I Do Q".encode())
    return saved(spoilt)


def sheet_of(*lines: str) -> Image.Image:
    """A whole page with lines at its top, in the shape of the tests' pages."""
    page = Image.new("L", (1050, 1400), 255)
    page.paste(printed(*lines), (0, 0))
    return page


GREY = Image.new("L", (3, 4), 128)
HIDDEN = show("OLD 60 days", x=20, y=300, before="3 Tr")


def read(data: bytes, answer: str, seen: list[Picture] | None = None) -> Extraction:
    return pdf.extract(data, Options(), recognizer_for=lambda language: seeing(answer, seen))


def test_the_page_is_drawn_at_300_dots_an_inch() -> None:
    seen: list[Picture] = []
    read(scanned(drawn(""), GREY), table((1, 1, 1, 96, "word")), seen)
    [picture] = seen
    assert (picture.width, picture.height, picture.dots_per_inch) == (1250, 1667, 300)
    assert set(picture.pixels[:1250]) == {128}


def test_what_is_recognised_replaces_a_strangers_layer() -> None:
    found = read(scanned(drawn(HIDDEN), GREY), table((1, 1, 1, 96, "within"), (1, 1, 1, 50, "30")))
    assert found.text == "within 30\n\n"
    assert [(region.kind.value, region.confidence) for region in found.structure.regions] == [
        ("ocr", 960),
        ("ocr", 500),
        ("unquotable", None),
    ]
    assert found.extractor == f"{pdf.EXTRACTOR}+ocr/1+told-1+least-800"
    assert len(found.structure.warnings) == 1


def test_text_over_the_picture_stays_text_and_is_not_read_twice() -> None:
    # The stamp's place in pixels: 300 dots an inch, from the top left corner.
    stamp = f"5\t1\t1\t1\t1\t1\t{30 * 300 // 72}\t{(400 - 27) * 300 // 72}\t50\t20\t96\tSTAMP"
    data = changed(scanned(drawn(""), GREY))
    data.pages[0].contents_add(show("STAMP", x=20, y=20).encode())
    found = read(saved(data), f"{table((1, 1, 1, 96, 'word'))}{stamp}\n")
    assert found.text == "STAMP\n\nword\n\n"


def test_a_small_picture_on_a_page_of_text_is_not_read() -> None:
    seen: list[Picture] = []
    found = read(scanned(drawn(show("Text.", x=20, y=300)), GREY, width=100), table((1, 1, 1, 96, "word")), seen)
    assert (found.text, found.extractor, seen) == ("Text.\n\n", pdf.EXTRACTOR, [])


def test_a_page_of_text_on_a_background_picture_is_not_read() -> None:
    lines = "".join(show("A line of thirty letters or more", x=20, y=380 - 12 * number) for number in range(10))
    data = changed(scanned(drawn(""), GREY))
    data.pages[0].contents_add(lines.encode())
    assert read(saved(data), table((1, 1, 1, 96, "word"))).extractor == pdf.EXTRACTOR


@pytest.mark.parametrize("side", [20_000, 1_000_000])
def test_a_page_of_absurd_size_is_drawn_small(side: int) -> None:
    seen: list[Picture] = []
    spoilt = changed(scanned(drawn(""), GREY))
    spoilt.pages[0].MediaBox = [0, 0, side, side]
    spoilt.pages[0].contents_add(f"q {side} 0 0 {side} 0 0 cm /I Do Q".encode())
    read(saved(spoilt), table((1, 1, 1, 96, "word")), seen)
    assert seen[0].width * seen[0].height < 50_000_000


def test_a_real_scan_is_read_by_the_real_program() -> None:
    found = pdf.extract(scanned(drawn(HIDDEN), sheet_of("Refund within 30 days", "of the purchase.")), Options())
    assert found.text == "Refund within 30 days\nof the purchase.\n\n"
    assert {region.kind for region in found.structure.regions} == {RegionKind.OCR}
    assert "+tesseract-" in found.extractor
