import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeledger.core import spans

BALLOONS = "🎈🎈 Refunds close after 14 days. 🎉"
TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)


def test_a_span_is_cut_by_code_points() -> None:
    assert spans.cut(text=BALLOONS, start=23, end=30) == "14 days"


@pytest.mark.parametrize(("start", "end"), [(-1, 3), (5, 4), (0, 36), (99, 99), (40, 50)])
def test_offsets_outside_the_text_are_refused(start: int, end: int) -> None:
    with pytest.raises(spans.SpanOutOfRange):
        spans.cut(text=BALLOONS, start=start, end=end)


@pytest.mark.parametrize("nothing", ["", " ", "\n\t", "\u00a0", "\u200b\ufeff", " \u00ad "])
def test_a_span_with_nothing_to_read_is_refused(nothing: str) -> None:
    text = f"a{nothing}b"
    with pytest.raises(spans.EmptySpan):
        spans.cut(text=text, start=1, end=1 + len(nothing))


def test_a_span_may_be_the_whole_text() -> None:
    spans.prove(text=BALLOONS, start=0, end=len(BALLOONS), exact=BALLOONS)


def test_a_span_that_differs_by_one_character_is_refused_without_naming_either_text() -> None:
    with pytest.raises(spans.SpanMismatch) as refusal:
        spans.prove(text="secret text", start=0, end=6, exact="secreT")
    assert "secre" not in str(refusal.value).lower()


def test_canonically_equal_text_is_not_the_exact_text() -> None:
    with pytest.raises(spans.SpanMismatch):
        spans.prove(text="Cafe\u0301", start=0, end=5, exact="Café")


class TestEdgesInsideCharacters:
    @pytest.mark.parametrize(
        ("text", "offset"),
        [
            ("Cafe\u0301 deposit", 4),  # base and mark
            ("\u0915\u093e", 1),  # Devanagari vowel sign
            ("\u05e9\u05c1", 1),  # Hebrew point
            ("\u0e19\u0e49", 1),  # Thai tone mark
            ("👩\u200d🔬", 1),  # before and after the joiner
            ("👩\u200d🔬", 2),
            ("👍🏽", 1),  # skin tone
            ("❤\ufe0f", 1),  # variation selector
            ("🇩🇪", 1),  # half a flag
            ("x🇩🇪🇫🇷", 4),
            ("می\u200cخواهم", 2),  # zero-width non-joiner
            ("a\r\nb", 2),
        ],
    )
    def test_they_are_refused_at_birth(self, text: str, offset: int) -> None:
        with pytest.raises(spans.OffsetInsideCharacter):
            spans.prove_new(text=text, start=0, end=offset, exact=text[:offset])
        with pytest.raises(spans.OffsetInsideCharacter):
            spans.prove_new(text=text, start=offset, end=len(text), exact=text[offset:])

    def test_they_do_not_make_a_stored_span_unprovable(self) -> None:
        spans.prove(text="Cafe\u0301", start=0, end=4, exact="Cafe")

    @pytest.mark.parametrize("text", ["abc", "期限3日", "🇩🇪🇫🇷", "e\u0301a"])
    def test_edges_between_characters_are_accepted(self, text: str) -> None:
        spans.prove_new(text=text, start=0, end=2, exact=text[:2])


class TestOtherUnits:
    def test_a_browser_selection_becomes_code_points(self) -> None:
        assert spans.code_points_from_utf16(text=BALLOONS, utf16_offset=25) == 23
        assert spans.code_points_from_utf16(text=BALLOONS, utf16_offset=32) == 30

    def test_bytes_become_code_points(self) -> None:
        assert spans.code_points_from_utf8(text=BALLOONS, utf8_offset=29) == 23
        assert spans.code_points_from_utf8(text=BALLOONS, utf8_offset=36) == 30

    def test_half_a_surrogate_pair_is_refused(self) -> None:
        with pytest.raises(spans.OffsetInsideCharacter):
            spans.code_points_from_utf16(text=BALLOONS, utf16_offset=1)

    def test_a_byte_inside_an_emoji_is_refused(self) -> None:
        with pytest.raises(spans.OffsetInsideCharacter):
            spans.code_points_from_utf8(text="Done 🚀 in 14 days.", utf8_offset=7)

    @pytest.mark.parametrize("offset", [-1, 39, 1_000_000])
    def test_offsets_outside_the_text_are_refused(self, offset: int) -> None:
        with pytest.raises(spans.SpanOutOfRange):
            spans.code_points_from_utf16(text=BALLOONS, utf16_offset=offset)

    @given(TEXT, st.data())
    def test_every_code_point_offset_comes_back_from_both_units(self, text: str, data: st.DataObject) -> None:
        offset = data.draw(st.integers(0, len(text)))
        before = text[:offset]
        utf16, utf8 = len(before.encode("utf-16-le")) // 2, len(before.encode())
        assert spans.code_points_from_utf16(text=text, utf16_offset=utf16) == offset
        assert spans.code_points_from_utf8(text=text, utf8_offset=utf8) == offset

    @given(TEXT, st.integers(-2, 200))
    def test_any_other_offset_is_refused_and_never_rounded(self, text: str, offset: int) -> None:
        edges = {len(text[:index].encode("utf-16-le")) // 2 for index in range(len(text) + 1)}
        if offset in edges:
            assert (
                len(text[: spans.code_points_from_utf16(text=text, utf16_offset=offset)].encode("utf-16-le"))
                == 2 * offset
            )
        else:
            with pytest.raises(spans.SpanError):
                spans.code_points_from_utf16(text=text, utf16_offset=offset)
