"""Tables laid out as tables: every character stays, each cell stands in its column and says where it is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeledger.extraction import Cell, Extraction, Options, Structure, delimited
from citeledger.extraction.builder import TextBuilder
from citeledger.extraction.passages import Piece
from citeledger.extraction.tables import Table, TableCell, write_table
from citeledger.interfaces.web.presenters import tables
from citeledger.interfaces.web.presenters.tables import LaidTable, laid_table
from citeledger.interfaces.web.presenters.text import Block, Passage, SourceBlock, laid_out

GOODS = b"Goods,Days,Fee\nShoes,60,0\nElectronics,30,\n,,5\n"
Grid = list[list[str]]


def _csv(data: bytes = GOODS) -> Extraction:
    return delimited.extract(data, Options())


def _laid(extraction: Extraction, *, passages: tuple[Passage, ...] = ()) -> tuple[Block, ...]:
    structure = extraction.structure
    blocks = [SourceBlock(block.kind, block.start, block.end) for block in structure.blocks]
    return laid_out(text=extraction.text, blocks=blocks, cells=structure.cells, passages=passages)


def _table(extraction: Extraction) -> LaidTable[str]:
    return _cut(extraction.text, extraction.structure, 0, len(extraction.text))


def _cut(text: str, structure: Structure, start: int, end: int) -> LaidTable[str]:
    cells = [cell for cell in structure.cells if cell.start < end and cell.end > start]
    table = laid_table(words=text[start:end], start=start, cells=cells, fill=lambda a, b, _: (text[a:b],))
    assert table is not None
    return table


def _said(table: LaidTable[str]) -> Grid:
    return [["".join(cell.parts) for cell in row.cells] for row in table.rows]


def _joined(blocks: tuple[Block, ...]) -> str:
    return "".join(part.text for block in blocks for part in _parts(block))


def _parts(block: Block) -> list[tables.PartT]:
    rows = block.table.rows if block.table else ()
    cells = (cell for row in rows for cell in row.cells)
    return [*block.parts, *(part for cell in cells for part in (*cell.parts, *cell.parting))]  # type: ignore[list-item]


@st.composite
def written(draw: st.DrawFn) -> tuple[str, Structure]:
    """A paragraph, a table with gaps, headers or none, and a paragraph, as extractors write them."""
    words = st.text(alphabet="ab3 \t\n👩é", max_size=4)
    rows = draw(st.lists(st.lists(words, min_size=1, max_size=4), min_size=1, max_size=5))
    headed = draw(st.integers(0, 2))
    builder = TextBuilder()
    with builder.block("paragraph"):
        builder.write("before")
    cells = tuple(
        TableCell(at, column, (Piece(word),), is_header=at <= headed)
        for at, row in enumerate(rows, start=1)
        for column, word in enumerate(row, start=1)
    )
    write_table(builder, Table("table 1", "table 1!", cells))
    with builder.block("paragraph"):
        builder.write("after")
    return builder.text(), builder.structure()


@given(found=written(), ranges=st.lists(st.tuples(st.integers(0, 60), st.integers(0, 60)), max_size=3))
def test_the_cells_of_a_table_are_its_text_whatever_is_marked(
    found: tuple[str, Structure], ranges: list[tuple[int, int]]
) -> None:
    text, structure = found
    passages = tuple(Passage(min(pair), min(max(pair), len(text)), f"p{at}") for at, pair in enumerate(ranges))
    blocks = _laid(Extraction(text, structure, "x/1"), passages=passages)
    assert _joined(blocks) == text
    assert all("".join(part.text for part in _parts(block)) == text[block.start : block.end] for block in blocks)
    anchors = [part.anchor for block in blocks for part in _parts(block) if part.anchor]
    assert len(anchors) == len(set(anchors))


@given(found=written(), cut=st.tuples(st.integers(0, 60), st.integers(0, 60)))
def test_so_are_those_of_any_stretch_of_one_and_they_keep_their_columns(
    found: tuple[str, Structure], cut: tuple[int, int]
) -> None:
    text, structure = found
    block = next((block for block in structure.blocks if block.kind == "table"), None)
    if block is None:
        return
    start, end = (min(max(at, block.start), block.end) for at in sorted(cut))
    cells = [cell for cell in structure.cells if cell.start < end and cell.end > start]
    table = laid_table(words=text[start:end], start=start, cells=cells, fill=lambda a, b, c: ((text[a:b], c),))
    if table is None:
        assert not cells or start == end
        return
    parts = [part for row in table.rows for cell in row.cells for part in (*cell.parts, *cell.parting)]
    assert "".join(words for words, _ in parts) == text[start:end]
    for row in table.rows[1:]:
        for letter, cell in zip(table.letters, row.cells, strict=False):
            assert all(at is None or at.address.startswith(f"table 1!{letter}") for _, at in cell.parts)


class TestCells:
    def test_stand_in_rows_and_columns_with_numbers_and_letters(self) -> None:
        table = _table(_csv())
        assert _said(table) == [
            ["Goods", "Days", "Fee"],
            ["Shoes", "60", "0"],
            ["Electronics", "30"],
            ["", "", "5"],
        ]
        assert table.letters == ("A", "B", "C")
        assert [row.number for row in table.rows] == ["1", "2", "3", "4"]

    def test_that_name_columns_and_rows_are_marked(self) -> None:
        heads = [[cell.heads for cell in row.cells] for row in _table(_csv()).rows]
        assert heads == [["col"] * 3, ["row", "", ""], ["row", ""], ["", "", ""]]

    def test_of_a_table_without_headers_name_no_column(self) -> None:
        rows = _table(_csv(b"1,2\n3,4\n")).rows
        assert [[cell.heads for cell in row.cells] for row in rows] == [["row", ""], ["row", ""]]

    def test_that_repeat_a_header_are_none(self) -> None:
        rows = _table(_csv(b"Goods,Days\nGoods,60\nDays,\n")).rows
        assert [[cell.heads for cell in row.cells] for row in rows] == [["col", "col"], ["row", ""], [""]]

    def test_say_their_address_and_what_they_stand_under(self) -> None:
        said = _table(_csv()).rows[1].cells[1].said
        assert said == "Cell B2: Days; row Shoes"

    def test_of_a_row_that_begins_in_its_middle_stand_in_their_columns(self) -> None:
        extraction = _csv()
        table = _cut(extraction.text, extraction.structure, extraction.text.index("60"), len(extraction.text))
        assert _said(table)[:2] == [["", "60", "0"], ["Electronics", "30"]]


class TestNoTable:
    def test_is_what_has_no_cells(self) -> None:
        assert laid_table(words="| a | b |\n", start=0, cells=(), fill=lambda *_: ()) is None

    @pytest.mark.parametrize("ranges", [((0, 5),), ((0, 1), (0, 3))])
    def test_is_what_is_written_otherwise(self, ranges: tuple[tuple[int, int], ...]) -> None:
        cells = [Cell(f"A{at}", "table", 1, at, *place) for at, place in enumerate(ranges, start=1)]
        assert laid_table(words="abc\tdef\n", start=0, cells=cells, fill=lambda *_: ()) is None

    def test_is_one_of_too_many_cells(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(tables, "MOST_CELLS", 4)
        (block,) = _laid(_csv())
        assert block.table is None
        assert _joined((block,)) == _csv().text
