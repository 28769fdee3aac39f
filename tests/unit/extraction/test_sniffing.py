"""What bytes may be, and that what is said of them counts only where they agree (T86)."""

import struct
import zlib
from io import BytesIO
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZipFile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeledger.extraction import sniffing
from citeledger.extraction.formats import FORMATS, named
from citeledger.extraction.sniffing import NotAsDeclared, UnknownKind, kinds_of, media_type_of

DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
VERBATIM = {"text/plain", "text/markdown", "text/x-rst", "text/csv"}
EVERY = {
    *VERBATIM,
    "text/html",
    "message/rfc822",
    "application/pdf",
    "image/png",
    "image/jpeg",
    "image/tiff",
    DOCX,
    XLSX,
}


@pytest.fixture(autouse=True)
def every_format(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sniffing knows the kinds; which of them can be read is the business of FORMATS."""
    monkeypatch.setattr(sniffing, "FORMATS", dict.fromkeys(EVERY))


def office(main: str, *, member: str = "[Content_Types].xml", method: int = ZIP_DEFLATED, padding: int = 0) -> bytes:
    parts = f'<Override PartName="/main.xml" ContentType="application/vnd.openxmlformats-officedocument.{main}"/>'
    package = BytesIO()
    with ZipFile(package, "w", method) as archive:
        archive.writestr("first.txt", "x")
        archive.writestr(member, f"<Types>{parts}{' ' * padding}</Types>")
    return package.getvalue()


WORD = office("wordprocessingml.document.main+xml")


class TestKinds:
    @pytest.mark.parametrize(
        ("data", "media_type"),
        [
            (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "application/pdf"),
            (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "image/png"),
            (b"\xff\xd8\xff\xe0\0\x10JFIF", "image/jpeg"),
            (b"II*\0\x08\0\0\0", "image/tiff"),
            (b"MM\0*\0\0\0\x08", "image/tiff"),
            (WORD, DOCX),
            (office("spreadsheetml.sheet.main+xml"), XLSX),
            (b"<!DOCTYPE html><p>Hi", "text/html"),
            (b"\xef\xbb\xbf\n <html lang=en>", "text/html"),
            (b"<!-- saved from a page -->\n<!doctype  HTML>", "text/html"),
            (b'<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">', "text/html"),
            ("<!doctype html><p>Hi".encode("utf-16"), "text/html"),
        ],
    )
    def test_what_shows_its_kind_is_of_that_kind_alone(self, data: bytes, media_type: str) -> None:
        assert kinds_of(data) == {media_type}

    @pytest.mark.parametrize(
        ("data", "more"),
        [
            (b"Plain words.", set()),
            (b"a < b and c > d", set()),
            (b"PKWARE wrote it.", set()),
            (b"", set()),
            (b"Tom &amp; <b>Jerry</b>", {"text/html"}),
            (b"# Title\n\n<details>\n<summary>More</summary>", {"text/html"}),
            (b"From: a@example.org\r\nSubject: Hi\r\n\r\nText", {"message/rfc822"}),
            (b"From a@example.org Mon Nov 30\nReceived: by mx\n\nText", {"message/rfc822"}),
            (b"Note: a memo may start so", {"message/rfc822"}),
            ("Größe".encode("utf-16"), set()),
            ("Größe".encode("cp1252"), set()),
        ],
    )
    def test_text_may_be_any_text_whose_marks_it_does_not_lack(self, data: bytes, more: set[str]) -> None:
        assert kinds_of(data) == VERBATIM | more

    @pytest.mark.parametrize(
        "data",
        [
            b"\x7fELF\x02\x01\x01\0",
            b"\x1f\x8b\x08\0\0\0\0\0",
            b"text with a NUL \0 in it",
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0",
            b"GIF89a\x01\0\x01\0",
            rb"{\rtf1\ansi words}",
            b"%!PS-Adobe-3.0",
            b"<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>",
            b"<?xml version='1.0'?><feed/>",
            b"PK\x05\x06" + bytes(18),
            office('x"/><Override ContentType="application/vnd.ms-word.document.macroEnabled.main+xml'),
            office("presentationml.presentation.main+xml"),
            office("wordprocessingml.document.main+xml", member="Content_Types.xml"),
            office("wordprocessingml.document.main+xml", method=ZIP_BZIP2),
            office('wordprocessingml.document.main+xml"/><Override ContentType="application/vnd.openxmlformats-'
                   "officedocument.spreadsheetml.sheet.main+xml"),
            WORD.replace(b"[Content_Types].xml", b"[Content_Types].xmI"),
        ],
    )  # fmt: skip
    def test_what_nothing_here_reads_is_of_no_kind(self, data: bytes) -> None:
        assert kinds_of(data) == frozenset()

    @pytest.mark.parametrize("data", [WORD[:-30], WORD[:60], WORD.replace(b"PK\x01\x02", b"PK\x01\x03")])
    def test_a_package_that_is_cut_off_or_spoilt_may_be_any_office_file(self, data: bytes) -> None:
        assert kinds_of(data) == {DOCX, XLSX}
        assert media_type_of(data, declared=DOCX) == DOCX
        with pytest.raises(UnknownKind):
            media_type_of(data, declared=None)

    @pytest.mark.parametrize("is_wide", [False, True])
    def test_a_package_with_an_enormous_directory_is_not_opened(
        self, monkeypatch: pytest.MonkeyPatch, is_wide: bool
    ) -> None:
        """Readers believe the end record of 64 bits, where there is one, whatever the small one says of the size."""
        monkeypatch.setattr(sniffing, "ZipFile", lambda *_: pytest.fail("the directory was read"))
        directory = (b"PK\x01\x02" + bytes(42)) * 20_001
        size, end = len(directory), 4 + len(directory)
        wide = struct.pack("<4sQ2H2L4Q", b"PK\x06\x06", 44, 45, 45, 0, 0, 20_001, 20_001, size, 4)
        locator = struct.pack("<4sLQL", b"PK\x06\x07", 0, end, 1)
        last = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 1, 1, 46 if is_wide else size, 4, 0)
        assert kinds_of(b"PK\x03\x04" + directory + (wide + locator if is_wide else b"") + last) == frozenset()

    def test_a_package_with_an_end_record_of_64_bits_is_read(self) -> None:
        """Some programs always write one."""
        end = WORD.rindex(b"PK\x05\x06")
        _, _, _, _, members, size, start, _ = struct.unpack("<4s4H2LH", WORD[end : end + 22])
        wide = struct.pack("<4sQ2H2L4Q", b"PK\x06\x06", 44, 45, 45, 0, 0, members, members, size, start)
        locator = struct.pack("<4sLQL", b"PK\x06\x07", 0, end, 1)
        assert kinds_of(WORD[:end] + wide + locator + WORD[end:]) == {DOCX}

    def test_a_bomb_of_content_types_is_read_up_to_a_limit(self) -> None:
        bomb = office("wordprocessingml.document.main+xml", padding=200_000_000)
        assert len(bomb) < 1_000_000
        assert kinds_of(bomb) == {DOCX}  # its head names the part; the rest was not inflated

    @given(st.binary(max_size=400))
    def test_no_bytes_break_it(self, tail: bytes) -> None:
        for head in (b"", b"PK\x03\x04", b"PK\x03\x04" + tail + b"PK\x05\x06", WORD[:60], b"<", b"%PDF-"):
            assert kinds_of(head + tail) <= EVERY

    @given(st.integers(0, len(WORD) - 1), st.integers(0, 255))
    def test_no_changed_package_breaks_it(self, place: int, byte: int) -> None:
        assert kinds_of(WORD[:place] + bytes([byte]) + WORD[place + 1 :]) <= EVERY


class TestDeclared:
    def test_what_is_said_counts_where_the_bytes_agree(self) -> None:
        assert media_type_of(b"# Words", declared="text/markdown") == "text/markdown"
        assert media_type_of(WORD, declared=DOCX) == DOCX

    @pytest.mark.parametrize(
        ("data", "declared"),
        [
            (b"%PDF-1.7", "text/plain"),
            (WORD, XLSX),
            (b"words", "application/pdf"),
            (b"<!doctype html><script>", "text/plain"),
            (b"no tag at all", "text/html"),
            (b"no header at all", "message/rfc822"),
        ],
    )
    def test_and_is_refused_where_they_do_not(self, data: bytes, declared: str) -> None:
        with pytest.raises(NotAsDeclared):
            media_type_of(data, declared=declared)

    @pytest.mark.parametrize(
        ("data", "media_type"),
        [(b"a,b\n1,2", "text/plain"), (b"%PDF-1.4", "application/pdf"), (b"<html>", "text/html"), (WORD, DOCX)],
    )
    def test_nothing_said_leaves_binary_kinds_as_they_are_and_text_verbatim(self, data: bytes, media_type: str) -> None:
        assert media_type_of(data, declared=None) == media_type

    def test_what_is_of_no_kind_is_so_whatever_is_said(self) -> None:
        for declared in (None, "application/pdf", "text/plain"):
            with pytest.raises(UnknownKind):
                media_type_of(zlib.compress(b"words") + b"\0", declared=declared)

    def test_what_is_said_to_be_of_a_kind_nobody_reads_is_so_whatever_it_is(self) -> None:
        with pytest.raises(UnknownKind):
            media_type_of(b"words", declared="text/x-unheard-of")


def test_what_is_not_among_the_formats_is_of_no_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sniffing, "FORMATS", {"text/plain": None})
    assert kinds_of(b"%PDF-1.7") == frozenset()
    assert kinds_of(b"words") == {"text/plain"}


def test_names_claim_a_kind_by_their_ending() -> None:
    assert named("Policy.MD") == "text/markdown"
    assert [named(name) for name in ("README", "a.exe", ".md", "a.md.exe", "")] == [None] * 5
    assert all(named(f"x{ending}") == each.media_type for each in FORMATS.values() for ending in each.endings)


@pytest.mark.parametrize(
    ("stream", "advice"),
    [
        ("WordDocument", ".docx"),
        ("Workbook", ".xlsx"),
        ("PowerPoint Document", "PDF"),
        ("EncryptedPackage", "password"),
        ("Catalog", "no kind of file"),
    ],
)
def test_office_files_of_the_old_kind_are_refused_with_what_to_do(stream: str, advice: str) -> None:
    data = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(504) + stream.encode("utf-16-le")
    for declared in (None, DOCX, XLSX, "application/msword"):
        with pytest.raises(UnknownKind, match=advice):
            media_type_of(data, declared=declared)
