import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citeledger.extraction import MEDIA_TYPES, UndecodableText, UnsupportedMediaType, extract
from tests.rig.examples import examples


def text_of(data: bytes, media_type: str = "text/plain") -> str:
    return extract(data=data, media_type=media_type).text


class TestCanonicalText:
    @pytest.mark.parametrize(
        ("data", "text"),
        [
            (b"plain", "plain"),
            (b"\xef\xbb\xbfone mark", "one mark"),
            (b"\xef\xbb\xbf\xef\xbb\xbftwo marks", "\ufefftwo marks"),
            (b"a\r\nb\rc\nd", "a\nb\nc\nd"),
            (b"a\r\n\r\nb\r\r\nc", "a\n\nb\n\nc"),
            ("Cafe\u0301 \u00a0x\u200b".encode(), "Cafe\u0301 \u00a0x\u200b"),
            (b"a\x0bb\x0cc\x85".replace(b"\x85", "\x85\u2028".encode()), "a\x0bb\x0cc\x85\u2028"),
        ],
    )
    def test_it_is_the_decoded_source_with_one_kind_of_line_end(self, data: bytes, text: str) -> None:
        for media_type in MEDIA_TYPES:
            assert text_of(data, media_type) == text

    @pytest.mark.parametrize(
        "data",
        [
            b"",
            b"\xef\xbb\xbf",
            b"a\x00b",
            b"\xff",
            b"\xc3(",
            b"\xed\xa0\x80",
            b"\xf4\x90\x80\x80",
            "ü".encode("latin-1"),
            "text".encode("utf-16"),
            "text".encode("utf-32"),
        ],
    )
    def test_what_is_not_text_is_refused_with_one_fixed_message(self, data: bytes) -> None:
        with pytest.raises(UndecodableText) as refusal:
            text_of(data)
        assert str(refusal.value) == "The file is not usable text: it must be non-empty UTF-8 without NUL characters."

    @pytest.mark.parametrize("code_point", [*range(1, 0x20), *range(0x7F, 0xA0)])
    def test_every_control_but_nul_is_kept(self, code_point: int) -> None:
        assert text_of(f"a{chr(code_point)}b".encode()) == f"a{chr(code_point)}b".replace("\r", "\n")

    @pytest.mark.parametrize(
        "media_type", ["", "text/html", "text/plain; charset=utf-8", "TEXT/PLAIN", "application/pdf"]
    )
    def test_other_media_types_are_refused_without_repeating_them(self, media_type: str) -> None:
        with pytest.raises(UnsupportedMediaType) as refusal:
            extract(data=b"text", media_type=media_type)
        assert str(refusal.value) == "This media type cannot be read; plain text and Markdown can."

    def test_the_extractor_is_named(self) -> None:
        assert {extract(data=b"a", media_type=media_type).extractor for media_type in MEDIA_TYPES} == {"text/1"}


SOURCE = st.lists(
    st.sampled_from(
        ["a", "# T", "- b", "1. c", "> q", "```", "---", "| x |", "|---|", "<div>", "    code", "[r]: /u", ""]
    ),
    max_size=15,
).map("\n".join)


class TestAnyInput:
    @settings(deadline=None, max_examples=examples(150))
    @given(st.binary(max_size=60), st.sampled_from(sorted(MEDIA_TYPES)))
    def test_bytes_are_read_or_refused_never_an_accident(self, data: bytes, media_type: str) -> None:
        try:
            extraction = extract(data=data, media_type=media_type)
        except UndecodableText:
            return
        assert "\r" not in extraction.text
        assert extraction == extract(data=data, media_type=media_type)

    @settings(deadline=None, max_examples=examples(150))
    @given(SOURCE.filter(bool), st.sampled_from(sorted(MEDIA_TYPES)))
    def test_blocks_tile_the_text(self, source: str, media_type: str) -> None:
        extraction = extract(data=source.encode(), media_type=media_type)
        blocks = extraction.structure.blocks
        assert "".join(extraction.text[block.start : block.end] for block in blocks) == extraction.text
        assert all(block.start < block.end for block in blocks)
