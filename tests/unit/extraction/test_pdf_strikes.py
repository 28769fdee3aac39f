"""Lines through words strike them; lines under, over and between them do not."""

import pytest
from pikepdf import Array, Dictionary, Name

from citeledger.core.anchoring import Side, reanchor
from citeledger.core.outcomes import Locator
from citeledger.core.reading.normalization import normalizer_for
from citeledger.extraction import Extraction, Options, pdf
from citeledger.extraction.structure import STRUCK_NOTE
from tests.unit.extraction.printing import changed, drawn, saved, show, typeset

# "struck words" is 56 points wide in Helvetica of 10 points.
WORDS = show("struck words", x=20, y=300)


def read(data: bytes) -> Extraction:
    return pdf.extract(data, Options())


def struck(data: bytes) -> list[str]:
    found = read(data)
    regions = [region for region in found.structure.regions if region.note == STRUCK_NOTE]
    assert all(region.is_apart for region in regions)
    return [found.text[region.start : region.end] for region in regions]


def formed(content: str, *, matrix: list[float], drawing: str) -> bytes:
    """A page whose form /X holds that drawing and is put where the matrix says."""
    spoilt = changed(drawn(content + "/X Do\n"))
    form = spoilt.make_stream(
        drawing.encode(),
        Type=Name.XObject,
        Subtype=Name.Form,
        BBox=Array([-300, -400, 300, 400]),
        Matrix=Array(matrix),
    )
    form.Resources = Dictionary(Font=spoilt.pages[0].Resources.Font)
    spoilt.pages[0].Resources.XObject = Dictionary(X=form)
    return saved(spoilt)


class TestStruck:
    @pytest.mark.parametrize(
        "line",
        [
            "0.8 w 20 302.6 m 76 302.6 l S\n",
            "20 302.2 56 0.8 re f\n",
            "0.5 w 20 302 m 76 302 l S 20 303.5 m 76 303.5 l S\n",
            "0.5 w 20 302 m 45 302 l S 45 302 m 76 302 l S\n",
            "0.5 w 20 302 m 76 302 l 20 280 m 76 280 l S\n",
            "q 0.1 0 0 0.1 0 0 cm 8 w 200 3026 m 760 3026 l S Q\n",
            "0.8 w 15 302 m 85 303.5 l S\n",
            "".join(f"{20 + 4 * dash} 302.2 2 0.8 re f\n" for dash in range(14)),
            "".join(f"0.8 w {20 + 4 * dash} 302.6 m {22 + 4 * dash} 302.6 l S\n" for dash in range(14)),
            "1 0 0 RG 0.8 w 20 302.6 m 76 302.6 l S\n",
        ],
    )
    def test_a_line_through_the_middle_strikes(self, line: str) -> None:
        data = drawn(WORDS + line + show("standing words", x=20, y=260))
        assert struck(data) == ["struck words"]
        assert read(data).text == "struck words\n\nstanding words\n\n"

    def test_so_does_one_that_was_drawn_first(self) -> None:
        assert struck(drawn("0.8 w 20 302.6 m 76 302.6 l S\n" + WORDS)) == ["struck words"]

    def test_only_the_words_it_runs_through(self) -> None:
        assert struck(typeset("One #strike[two three], four#strike[teen]. #strike[Five.]")) == [
            "two three",
            "teen",
            "Five.",
        ]

    @pytest.mark.parametrize(
        "source",
        ["#strike[A claim over more than one line: #lorem(12)]", "= #strike[A claim]", "- #strike[A claim]"],
    )
    def test_lines_headings_and_items_are_struck_as_a_whole(self, source: str) -> None:
        found = read(typeset(source + "\n\nIt stands."))
        (region,) = [region for region in found.structure.regions if region.note == STRUCK_NOTE]
        assert found.text[region.start :].startswith("A claim")
        assert found.text[region.end :].strip() == "It stands."

    def test_what_is_raised_goes_along(self) -> None:
        assert struck(typeset("#strike[An area of 10#super[2] metres.] More.")) == ["An area of 10² metres."]

    def test_words_of_other_directions_too(self) -> None:
        assert struck(typeset('#strike[#text(lang: "ar", dir: rtl)[هذا نص قصير]]')) == ["هذا نص قصير"]

    def test_in_cells_of_tables(self) -> None:
        data = typeset("#table(columns: 2, [Fee], [#strike[12] 14], [Term], [#strike[one year]])")
        assert struck(data) == ["12", "one year"]

    def test_on_turned_pages(self) -> None:
        spoilt = changed(typeset("#strike[An old rule.] A new one."))
        spoilt.pages[0].Rotate = 90
        assert "An old rule." in struck(saved(spoilt))

    @pytest.mark.parametrize("content", [(WORDS, ""), ("", WORDS)])
    def test_in_forms(self, content: tuple[str, str]) -> None:
        outside, inside = content
        shift = 0 if inside else 50
        line = f"0.8 w {20 - shift} {302.6 - shift} m {76 - shift} {302.6 - shift} l S\n"
        assert struck(formed(outside, matrix=[1, 0, 0, 1, shift, shift], drawing=inside + line)) == ["struck words"]

    def test_what_was_struck_since_is_not_current(self) -> None:
        rule = "The alarm is tested on Mondays."
        sides = (
            Side(found.text, found.structure, normalizer_for("text/plain"))
            for found in (read(typeset(f"{rule}\n\nIt is loud.")), read(typeset(f"#strike[{rule}]\n\nIt is loud.")))
        )
        old, new = sides
        [struck_since, standing] = reanchor(old=old, new=new, spans=[Locator(0, 31), Locator(33, 44)])
        assert not struck_since.is_current
        assert standing.is_current


class TestStanding:
    @pytest.mark.parametrize(
        "line",
        [
            "0.8 w 20 298.5 m 76 298.5 l S\n",
            "0.8 w 20 300 m 76 300 l S\n",
            "0.8 w 20 309 m 76 309 l S\n",
            "20 298 56 0.8 re f\n",
            "0.8 w 0 302.6 m 300 302.6 l S\n",
            "0.8 w 20 302.6 m 22 302.6 l S\n",
            "1 G 0.8 w 20 302.6 m 76 302.6 l S\n",
            "0.8 w 20 302.6 m 76 302.6 l n\n",
            "0.8 w 48 290 m 48 315 l S\n",
        ],
    )
    def test_other_lines_strike_nothing(self, line: str) -> None:
        data = drawn(WORDS + line)
        assert struck(data) == []
        assert read(data).text == "struck words\n\n"

    def test_an_underline_in_parts_strikes_no_lowered_letter(self) -> None:
        words = show("H", x=20, y=300) + show("2", x=27.2, y=297, size=8) + show("O is water", x=31.6, y=300)
        line = "20 298.6 3.4 0.8 re f 27.2 298.6 4.4 0.8 re f 35 298.6 43 0.8 re f\n"
        assert struck(drawn(words + line)) == []

    def test_a_title_set_into_a_rule_stands(self) -> None:
        assert struck(drawn("0.8 w 0 302.6 m 100 302.6 l S 1 g 18 296 62 14 re f 0 g\n" + WORDS)) == []

    @pytest.mark.parametrize(
        "source",
        [
            "#underline[Every word of this.]",
            "#underline[H#sub[2]O and CO#sub[2]]",
            "#overline[Every word of this.]",
            "The share is $(a + b) / (c + d)$ of it, or $sqrt(a + b)$, $overline(x y)$, $1/2$ and $x_1/x_2$.",
            "$ (a + b) / (c + d) = 1 / (1 + 1 / x) $",
            "#table(columns: 2, inset: 1pt, [Fee], [12], [Term], [one year])",
            "#table(columns: 2, stroke: (y: 2pt), inset: 0.5pt, [Fee], [12], [Term], [one year])",
            "#highlight[Every word] of #box(stroke: 1pt)[this] stands #box(width: 1fr, line(length: 100%)) 12",
            "#line(length: 100%)\nStands.\n#line(length: 100%)",
        ],
    )
    def test_typesetting_strikes_nothing(self, source: str) -> None:
        assert struck(typeset(source)) == []
