"""Pictures of pages: every word with how surely it was read; what is too unsure cannot be quoted."""

import struct
import zlib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from citeledger.extraction import Extraction, Options, RegionKind, Structure, Unreadable, ocr, pictures
from citeledger.extraction.recognition import RecognitionFailed, RecognitionUnavailable, installed
from tests.rig.examples import examples
from tests.unit.extraction.scanning import nothing_installed, printed, saved_as, seeing, table

PAGE = saved_as("PNG", Image.new("L", (20, 10), 255))


def read(data: bytes, answer: str, **options: object) -> Extraction:
    return ocr.extract(data, Options(**options), recognizer_for=lambda language: seeing(answer))


def regions(found: Extraction) -> list[tuple[str, str, int | None]]:
    return [
        (region.kind.value, found.text[region.start : region.end], region.confidence)
        for region in found.structure.regions
    ]


def chunk(kind: bytes, body: bytes) -> bytes:
    """A chunk of a PNG file."""
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


class TestWords:
    def test_lines_and_paragraphs_are_kept(self) -> None:
        words = [(1, 1, 1, 96, "Refund"), (1, 1, 1, 95.5, "window"), (1, 1, 2, 97, "30"), (1, 2, 1, 91, "End")]
        found = read(PAGE, table(*words))
        assert found.text == "Refund window\n30\n\nEnd\n\n"
        assert [block.kind for block in found.structure.blocks] == ["paragraph", "paragraph"]

    def test_each_stretch_has_the_confidence_of_its_least_sure_word(self) -> None:
        found = read(PAGE, table((1, 1, 1, 96, "Refund"), (1, 1, 1, 95.54, "window"), (1, 1, 2, 97.04, "30")))
        assert regions(found) == [("ocr", "Refund window", 955), ("ocr", "30", 970)]

    def test_unsure_words_are_kept_and_cannot_be_quoted(self) -> None:
        found = read(PAGE, table((1, 1, 1, 96, "within"), (1, 1, 1, 79.9, "30"), (1, 1, 1, 80, "days")))
        assert found.text == "within 30 days\n\n"
        assert regions(found) == [
            ("ocr", "within", 960),
            ("ocr", "30", 799),
            ("unquotable", "30", None),
            ("ocr", "days", 800),
        ]
        assert [region.note for region in found.structure.regions] == ["", "", ocr.UNSURE_NOTE, ""]

    def test_the_limit_is_an_option_that_the_id_names(self) -> None:
        found = read(PAGE, table((1, 1, 1, 79.9, "30")), least_confidence=700)
        assert regions(found) == [("ocr", "30", 799)]
        assert found.extractor == f"{ocr.EXTRACTOR}+told-1+least-700"

    def test_every_picture_of_a_stack_is_a_page(self) -> None:
        stack = saved_as("TIFF", *(Image.new("L", (20, 10), 255) for _ in range(3)))
        found = read(stack, table((1, 1, 1, 90, "page")))
        assert [(page.label, page.start, page.end) for page in found.structure.pages] == [
            ("1", 0, 6),
            ("2", 6, 12),
            ("3", 12, 18),
        ]

    @pytest.mark.parametrize("answer", ["", table(), table((1, 1, 1, 90, " ")), "no table at all"])
    def test_a_picture_without_words_is_unreadable(self, answer: str) -> None:
        with pytest.raises(Unreadable):
            read(PAGE, answer)

    @pytest.mark.parametrize("spoilt", ["5\t1\tx\t1\t1\t1\t1\t1\t1\t1\t90\tw", "5\t1\t1\t1\t1\t1\t1\t1\t1\t1\tinf\tw"])
    def test_a_spoilt_table_is_unreadable(self, spoilt: str) -> None:
        with pytest.raises(Unreadable):
            read(PAGE, f"level\n{spoilt}\n")

    @settings(deadline=None, max_examples=examples(100))
    @given(
        st.lists(
            st.tuples(st.integers(0, 3), st.integers(0, 2), st.integers(0, 2), st.floats(-1, 101), st.text(max_size=6)),
            max_size=12,
        )
    )
    def test_any_words_give_a_structure_that_can_be_stored(self, words: list[tuple[int, int, int, float, str]]) -> None:
        clean = [(*word[:4], word[4].translate({9: None, 10: None})) for word in words]
        try:
            found = read(PAGE, table(*clean))
        except Unreadable:
            assert not any(word[4].split() for word in clean if word[4] != "\0")
            return
        assert Structure.from_json(found.structure.to_json()) == found.structure
        assert "\0" not in found.text


class TestPictures:
    def test_they_come_as_grey_pixels_on_white(self) -> None:
        clear = Image.new("RGBA", (3, 2), (0, 0, 0, 0))
        clear.putpixel((1, 0), (0, 0, 0, 255))
        [picture] = pictures.pictures(saved_as("PNG", clear))
        assert (picture.width, picture.height, picture.pixels) == (3, 2, b"\xff\x00\xff\xff\xff\xff")
        assert picture.to_pgm() == b"P5 3 2 255\n\xff\x00\xff\xff\xff\xff"

    def test_they_are_turned_the_way_they_are_seen(self) -> None:
        turned = Image.Exif()
        turned[0x0112] = 6
        [picture] = pictures.pictures(saved_as("JPEG", Image.new("L", (8, 4), 255), exif=turned))
        assert (picture.width, picture.height) == (4, 8)

    @pytest.mark.parametrize("mode", ["1", "L", "P", "LA", "RGB", "I;16", "CMYK"])
    def test_every_manner_of_colour_is_read(self, mode: str) -> None:
        [picture] = pictures.pictures(saved_as("TIFF", Image.new(mode, (2, 2))))
        assert len(picture.pixels) == 4

    @pytest.mark.parametrize(("claimed", "dots"), [((300, 300), 300), ((1, 1), None), (None, None)])
    def test_only_a_likely_resolution_is_believed(self, claimed: tuple[int, int] | None, dots: int | None) -> None:
        options = {"dpi": claimed} if claimed else {}
        [picture] = pictures.pictures(saved_as("TIFF", Image.new("L", (2, 2)), **options))
        assert picture.dots_per_inch == dots

    @pytest.mark.parametrize(
        "data", [b"", b"\x89PNG\r\n\x1a\n", PAGE[:40], b"GIF89a" + PAGE, b"/etc/hostname\n", b"BM" + bytes(60)]
    )
    def test_what_is_no_such_picture_is_unreadable(self, data: bytes) -> None:
        with pytest.raises(Unreadable):
            ocr.extract(data, Options(), recognizer_for=lambda language: seeing(table((1, 1, 1, 90, "word"))))

    @pytest.mark.parametrize("height", [9_000, 60_000])
    def test_more_pixels_than_any_page_are_unreadable(self, height: int) -> None:
        rows = zlib.compress(bytes(height * (1 + 10_000 // 8)))
        header = struct.pack(">IIBBBBB", 10_000, height, 1, 0, 0, 0, 0)
        chunks = (chunk(b"IHDR", header), chunk(b"IDAT", rows), chunk(b"IEND", b""))
        with pytest.raises(Unreadable):
            read(b"\x89PNG\r\n\x1a\n" + b"".join(chunks), table((1, 1, 1, 90, "word")))

    def test_more_pictures_than_any_file_are_unreadable(self) -> None:
        stack = saved_as("TIFF", *(Image.new("1", (1, 1)) for _ in range(pictures.MOST_PICTURES + 1)))
        with pytest.raises(Unreadable):
            read(stack, table((1, 1, 1, 90, "word")))

    @settings(deadline=None, max_examples=examples(150))
    @given(
        st.sampled_from([saved_as(kind, printed("30 days")) for kind in ("PNG", "JPEG", "TIFF")]),
        st.lists(st.tuples(st.integers(0, 4000), st.integers(0, 255)), max_size=10),
        st.floats(0, 2),
    )
    def test_spoilt_pictures_are_read_or_refused(self, data: bytes, flips: list[tuple[int, int]], kept: float) -> None:
        spoilt = bytearray(data)
        for place, value in flips:
            spoilt[place % len(spoilt)] = value
        try:
            found = read(bytes(spoilt[: int(len(spoilt) * kept)]), table((1, 1, 1, 90, "word")))
        except Unreadable:
            return
        assert found.text.startswith("word")


class TestRecognition:
    """With the real program: what script/test installs."""

    def test_a_printed_page_is_read(self) -> None:
        found = ocr.extract(saved_as("PNG", printed("Refund within 30 days", "of the purchase.")), Options())
        assert found.text == "Refund within 30 days\nof the purchase.\n\n"
        assert {region.kind for region in found.structure.regions} == {RegionKind.OCR}
        assert min(region.confidence or 0 for region in found.structure.regions) >= 800
        assert found.extractor.startswith(f"{ocr.EXTRACTOR}+tesseract-")

    def test_a_word_of_coarse_pixels_cannot_be_quoted(self) -> None:
        page = printed("Refund within 30 days")
        page.paste(page.crop((60, 40, 260, 140)).resize((25, 12)).resize((200, 100)), (60, 40))
        found = ocr.extract(saved_as("PNG", page), Options())
        misread, *_ = found.text.split()
        assert misread != "Refund"
        assert [text for kind, text, _ in regions(found) if kind == "unquotable"] == [misread]

    def test_the_same_picture_reads_the_same_each_time(self) -> None:
        data = saved_as("TIFF", printed("Clause 4.2"), dpi=(300, 300))
        assert ocr.extract(data, Options()) == ocr.extract(data, Options())

    def test_where_it_is_not_installed_that_is_said(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        monkeypatch.setenv("PATH", str(tmp_path))
        with pytest.raises(RecognitionUnavailable, match="Character recognition is not installed"):
            ocr.extract(PAGE, Options())
        with pytest.raises(RecognitionUnavailable):
            ocr.extract(PAGE, Options(), recognizer_for=nothing_installed)

    @pytest.mark.parametrize("language", ["", "xx", "../../etc", "en_US", "sr-Latn"])
    def test_a_language_without_data_is_not_read_as_another(self, language: str, tmp_path: Path) -> None:
        tmp_path.joinpath("eng.traineddata").write_bytes(b"trained")
        answers = {"--version": b"tesseract 5.3.0\n", "--list-langs": f'in "{tmp_path}/" (1):\neng\n'.encode()}
        with pytest.raises(RecognitionUnavailable):
            installed(language, lambda arguments, given: answers[arguments[0]])

    def test_the_id_names_version_language_and_its_data(self, tmp_path: Path) -> None:
        tmp_path.joinpath("deu.traineddata").write_bytes(b"trained")
        answers = {"--version": b"tesseract 5.3.0\n", "--list-langs": f'in "{tmp_path}/" (1):\ndeu\n'.encode()}
        recognize = installed("de-AT", lambda arguments, given: answers[arguments[0]])
        assert recognize.id == "tesseract-5.3.0-deu-33fbcd8470ea"

    def test_a_program_that_fails_is_no_answer(self) -> None:
        def failing(arguments: object, given: bytes) -> bytes:
            raise RecognitionFailed

        with pytest.raises(RecognitionUnavailable):
            installed("en", failing)
