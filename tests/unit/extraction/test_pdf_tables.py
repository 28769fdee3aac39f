"""Tables with rules have cells with addresses; what merely lines up has none."""

import pytest

from citeledger.extraction import Cell, Extraction, Options, RegionKind, Structure, pdf
from tests.unit.extraction.printing import drawn, show, typeset
from tests.unit.extraction.test_pdf import to_unicode

FEES = "#table(columns: 3, [Item], [Days], [Fee], [Opened electronics], [30], [2.5 %], [Gift cards], [14], [none])"


def read(data: bytes) -> Extraction:
    return pdf.extract(data, Options())


def cells(found: Extraction) -> dict[str, str]:
    return {cell.address: found.text[cell.start : cell.end] for cell in found.structure.cells}


def cell(found: Extraction, address: str) -> Cell:
    return next(cell for cell in found.structure.cells if cell.address == address)


def rules(across: list[int], down: list[int]) -> str:
    """A full grid of hairlines."""
    level = [f"{across[0]} {y} m {across[-1]} {y} l S\n" for y in down]
    return "".join([*level, *(f"{x} {down[0]} m {x} {down[-1]} l S\n" for x in across)])


class TestRuledTables:
    def test_rows_are_lines_and_cells_have_addresses_headers_and_keys(self) -> None:
        found = read(typeset(f"Before.\n{FEES}\nAfter."))
        assert found.text == (
            "Before.\n\nItem\tDays\tFee\nOpened electronics\t30\t2.5 %\nGift cards\t14\tnone\n\nAfter.\n\n"
        )
        assert [block.kind for block in found.structure.blocks] == ["paragraph", "table", "paragraph"]
        assert cells(found)["table 1!B2"] == "30"
        fee = cell(found, "table 1!C3")
        assert (fee.table, fee.row, fee.column, fee.headers, fee.keys) == ("table 1", 3, 3, ("Fee",), ("Gift cards",))

    def test_they_are_numbered_through_the_document(self) -> None:
        found = read(typeset(f"{FEES}\n#pagebreak()\n{FEES}"))
        assert {cell.table for cell in found.structure.cells} == {"table 1", "table 2"}

    def test_cells_over_several_columns_and_rows(self) -> None:
        source = (
            "#table(columns: 3, table.cell(colspan: 2)[Both], [c], table.cell(rowspan: 2)[Down], [x], [y], [z], [w])"
        )
        found = read(typeset(source))
        assert cells(found) == {
            "table 1!A1": "Both",
            "table 1!C1": "c",
            "table 1!A2": "Down",
            "table 1!B2": "x",
            "table 1!C2": "y",
            "table 1!B3": "z",
            "table 1!C3": "w",
        }
        assert cell(found, "table 1!B3").keys == ("Down",)

    def test_cells_written_in_one_go_are_parted_at_the_rule(self) -> None:
        texts = show("Item  30", x=22, y=305) + show("Card  14", x=22, y=285)
        found = read(drawn(rules([20, 44, 80], [320, 300, 280]) + texts))
        assert cells(found) == {"table 1!A1": "Item", "table 1!B1": "30", "table 1!A2": "Card", "table 1!B2": "14"}

    def test_words_broken_over_lines_stay_in_their_cell(self) -> None:
        found = read(typeset("#table(columns: (60pt, 60pt), [Item], [Rule], [Gift], [not refundable at all ever])"))
        assert cells(found)["table 1!B2"].replace("- ", "") == "not refundable at all ever"

    def test_rules_drawn_as_thin_rectangles(self) -> None:
        level = [f"20 {y} 60 0.5 re f\n" for y in (320, 300, 280)]
        upright = [f"{x} 280 0.5 40 re f\n" for x in (20, 50, 80)]
        texts = "".join(
            show(t, x=x, y=y) for t, x, y in [("a", 25, 305), ("b", 55, 305), ("c", 25, 285), ("d", 55, 285)]
        )
        assert list(cells(read(drawn("".join([*level, *upright]) + texts))).values()) == ["a", "b", "c", "d"]

    def test_a_frame_around_the_page_changes_nothing(self) -> None:
        texts = "".join(
            show(t, x=x, y=y) for t, x, y in [("a", 25, 305), ("b", 55, 305), ("c", 25, 285), ("d", 55, 285)]
        )
        found = read(drawn("5 5 290 390 re S\n" + rules([20, 50, 80], [320, 300, 280]) + texts))
        assert list(cells(found).values()) == ["a", "b", "c", "d"]

    def test_a_letter_the_file_does_not_name_makes_its_place_unquotable(self) -> None:
        texts = "".join(
            show(t, x=x, y=y) for t, x, y in [("a", 25, 305), ("b@", 55, 305), ("c", 25, 285), ("d", 55, 285)]
        )
        found = read(to_unicode(drawn(rules([20, 50, 80], [320, 300, 280]) + texts), {"@": "0000"}))
        assert cells(found)["table 1!B1"] == "b\ufffd"
        [region] = [region for region in found.structure.regions if region.kind is RegionKind.UNQUOTABLE]
        assert found.text[region.start : region.end] == "\ufffd"

    def test_a_letterhead_in_a_table_is_running(self) -> None:
        def page(number: int) -> str:
            texts = [("Policy 7", 25, 375), (f"Page {number}", 105, 375), ("Revision 2", 25, 355), ("Final", 105, 355)]
            head = rules([20, 100, 180], [390, 370, 350]) + "".join(show(t, x=x, y=y) for t, x, y in texts)
            return head + show(f"Body of page {'abc'[number]}", x=20, y=200)

        found = read(drawn(*map(page, range(3))))
        running = [region for region in found.structure.regions if region.kind is RegionKind.RUNNING]
        assert len(running) == 3
        assert "Body" not in "".join(found.text[region.start : region.end] for region in running)

    def test_the_structure_can_be_stored(self) -> None:
        structure = read(typeset(FEES)).structure
        assert Structure.from_json(structure.to_json()) == structure


class TestNoTables:
    @pytest.mark.parametrize(
        "source",
        [
            "#table(columns: 2, stroke: none, [Item], [30 days], [Card], [14 days])",
            "#table(columns: 2, [one row], [is a box])",
            "#table(columns: 1, [one column], [is a list])",
            "#table(columns: 2, stroke: (x, y) => (bottom: 1pt), [Item], [30 days], [Card], [14 days])",
            "#rect[A box around text]",
        ],
    )
    def test_without_rules_on_all_sides_of_several_cells_there_is_no_guess(self, source: str) -> None:
        found = read(typeset(source))
        assert found.structure.cells == ()
        assert "\t" not in found.text

    @pytest.mark.parametrize("missing", ["20 280 m 20 300 l", "50 280 m 80 280 l", "50 300 m 50 320 l"])
    def test_a_cell_with_an_open_side_makes_none(self, missing: str) -> None:
        level = [f"{x} {y} m {x + 30} {y} l" for y in (280, 300, 320) for x in (20, 50)]
        upright = [f"{x} {y} m {x} {y + 20} l" for x in (20, 50, 80) for y in (280, 300)]
        strokes = "".join(f"{stroke} S\n" for stroke in (*level, *upright) if stroke != missing)
        texts = "".join(
            show(t, x=x, y=y) for t, x, y in [("a", 25, 305), ("b", 55, 305), ("c", 25, 285), ("d", 55, 285)]
        )
        assert len(read(drawn(strokes + texts)).structure.cells) == (3 if missing.startswith("50 300") else 0)

    def test_the_lines_of_a_chart_hold_no_text(self) -> None:
        labels = "".join(show(str(10 * number), x=5, y=278 + 20 * number) for number in range(3))
        assert read(drawn(rules([20, 50, 80], [320, 300, 280]) + labels)).structure.cells == ()

    def test_text_across_the_rules_is_read_as_text(self) -> None:
        across = show("These words run over the rules that stand here", x=25, y=305)
        found = read(drawn(rules([20, 50, 80], [320, 300, 280]) + across + show("c", x=25, y=285)))
        assert found.structure.cells == ()
        assert "These words run over the rules" in found.text.replace("\n", " ")
