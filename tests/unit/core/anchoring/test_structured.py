"""Anchoring in texts whose structure was stored: pages with running heads, sheets and tables with named cells."""

import pytest

from citeledger.core.anchoring import Locator, OutcomeKind, Side, SpanOutcome, reanchor
from citeledger.core.anchoring.notes import Note, notes
from citeledger.core.reading.normalization import normalizer_for
from citeledger.extraction.builder import TextBuilder
from citeledger.extraction.structure import RegionKind, Structure
from citeledger.extraction.tables import Piece, Table, TableCell, write_table

Grid = list[list[str]]


def stored(builder: TextBuilder, media_type: str = "application/pdf") -> Side:
    # What is stored comes back as it was: cells and regions go through their JSON.
    structure = Structure.from_json(builder.structure().to_json())
    return Side(builder.text(), structure, normalizer_for(media_type))


def became(old: Side, new: Side, cited: str, *, nth: int = 0) -> SpanOutcome:
    start = -1
    for _ in range(nth + 1):
        start = old.text.index(cited, start + 1)
    return reanchor(old=old, new=new, spans=[Locator(start, start + len(cited))])[0]


class TestPages:
    LINES = (
        "The customer may send back what was bought with-",
        "in 30 days if the seal is whole and nothing is missing.",
    )
    SENTENCE = (
        "The customer may send back what was bought with-\nin 30 days if the seal is whole and nothing is missing."
    )

    def pages(self, *, broken_after: int | None, heads: tuple[str, str] = ("Policy 4", "Page 2 of 9")) -> Side:
        """The sentence in two lines, a page break with foot and head before line `broken_after`, or nowhere."""
        builder = TextBuilder()
        with builder.block("paragraph"):
            builder.write("All of this has been so for years.\n")
            for number, line in enumerate(self.LINES):
                if number == broken_after:
                    for head in heads:
                        with builder.region(RegionKind.RUNNING):
                            builder.write(f"{head}\n")
                builder.write(f"{line}\n")
        return stored(builder)

    def test_a_running_head_between_the_halves_of_a_sentence_does_not_alarm(self) -> None:
        whole, broken = self.pages(broken_after=None), self.pages(broken_after=1)
        result = became(whole, broken, self.SENTENCE)
        assert result.kind is OutcomeKind.INTACT
        assert broken.text[result.start : result.end].startswith("The customer")
        assert broken.text[result.start : result.end].endswith("missing.")

    def test_nor_does_a_head_that_is_gone_or_another(self) -> None:
        broken = self.pages(broken_after=1)
        cited = broken.text[broken.text.index("The customer") : broken.text.index("missing.") + 8]
        assert became(broken, self.pages(broken_after=None), cited).kind is OutcomeKind.INTACT
        other = self.pages(broken_after=1, heads=("Policy 4, 2025", "3/9"))
        assert became(broken, other, cited).kind is OutcomeKind.INTACT

    def test_a_cited_head_is_compared_with_heads(self) -> None:
        broken = self.pages(broken_after=1)
        other = self.pages(broken_after=1, heads=("Policy 5", "Page 2 of 9"))
        assert became(broken, self.pages(broken_after=0), "Policy 4").is_current
        assert not became(broken, other, "Policy 4").is_current

    def test_the_sentence_in_a_running_head_is_not_the_sentence(self) -> None:
        whole = self.pages(broken_after=None)
        gone = TextBuilder()
        with gone.block("paragraph"), gone.region(RegionKind.RUNNING):
            gone.write(" ".join(self.LINES) + "\n")
        with gone.block("paragraph"):
            gone.write("Nothing else is left of the page.\n")
        assert not became(whole, stored(gone), self.SENTENCE).is_current

    @pytest.mark.parametrize(
        ("old", "new", "is_current"),
        [
            ("the o\ufb03ce keeps \ufb01les for 30 days", "the office keeps files for 30 days", True),
            ("in-\nformation is kept for 30 days", "information is kept for 30 days", True),
            ("infor\u00ad\nmation is kept for 30 days", "information is kept for 30 days", True),
            ("at most 10\u00b2 samples in a lot", "at most 102 samples in a lot", False),
            ("call 10-\n20 for help and ask", "call 1020 for help and ask", False),
            ("kept for 3\n0 days from then on", "kept for 30 days from then on", False),
        ],
    )
    def test_what_printing_does_to_letters_is_looked_through(self, old: str, new: str, is_current: bool) -> None:
        sides = []
        for words in (old, new):
            builder = TextBuilder()
            with builder.block("paragraph"):
                builder.write(f"Here we say that {words} and no longer.")
            sides.append(stored(builder))
        assert became(sides[0], sides[1], old).is_current is is_current


FEES: Grid = [
    ["Thing", "Kept for", "Fee"],
    ["Umbrella", "30 days", "4 coins"],
    ["Bicycle", "60 days", "12 coins"],
    ["Telephone", "90 days", "4 coins"],
]


def sheet(
    grid: Grid, *, name: str = "Fees", before: str = "Fees of the office.\n", media_type: str = "text/csv"
) -> Side:
    builder = TextBuilder()
    with builder.block("paragraph"):
        builder.write(before)
    cells = tuple(
        TableCell(row, column, (Piece(text),))
        for row, line in enumerate(grid, start=1)
        for column, text in enumerate(line, start=1)
    )
    write_table(builder, Table(name, f"{name}!", cells))
    return stored(builder, media_type)


def edited(row: int, column: int, value: str) -> Grid:
    return [[value if (r, c) == (row, column) else text for c, text in enumerate(line)] for r, line in enumerate(FEES)]


class TestCells:
    """A cell is its column's and its row's; where these do not name it, its value alone confirms nothing."""

    def told(self, new: Grid, cited: str = "4 coins", *, nth: int = 0) -> tuple[OutcomeKind, str]:
        old_side, new_side = sheet(FEES), sheet(new)
        result = became(old_side, new_side, cited, nth=nth)
        return result.kind, new_side.text[result.start : result.end] if result.start is not None else ""

    def test_it_survives_a_row_put_in_above_with_the_same_value(self) -> None:
        row = ["Hat", "30 days", "4 coins"]
        assert self.told([FEES[0], row, *FEES[1:]]) == (OutcomeKind.INTACT, "4 coins")
        assert self.told([FEES[0], row, *FEES[1:]], "30 days") == (OutcomeKind.INTACT, "30 days")

    def test_it_survives_rows_in_another_order(self) -> None:
        old, new = sheet(FEES), sheet([FEES[0], *FEES[:0:-1]])
        result = became(old, new, "4 coins", nth=1)
        assert result.is_current
        assert new.text[: result.start].endswith("Telephone\t90 days\t")

    def test_it_survives_columns_in_another_order(self) -> None:
        new = [[line[0], line[2], line[1]] for line in FEES]
        assert self.told(new)[0].is_current
        assert self.told(new, "60 days")[0].is_current

    def test_a_changed_cell_is_changed_though_its_value_stands_in_another_row(self) -> None:
        assert self.told(edited(1, 2, "5 coins")) == (OutcomeKind.NUMBERS, "5 coins")
        assert self.told(edited(3, 2, "5 coins"), nth=1) == (OutcomeKind.NUMBERS, "5 coins")
        assert self.told(edited(3, 2, "5 coins"))[0] is OutcomeKind.INTACT

    def test_values_that_changed_places_are_changed(self) -> None:
        new = edited(1, 1, "90 days")
        new[3][1] = "30 days"
        assert self.told(new, "30 days") == (OutcomeKind.NUMBERS, "90 days")

    def test_keys_that_changed_places_are_changes_of_their_values(self) -> None:
        new = edited(1, 0, "Bicycle")
        new[2][0] = "Umbrella"
        assert self.told(new, "30 days") == (OutcomeKind.NUMBERS, "60 days")

    def test_a_row_that_is_gone_is_not_another_row_with_the_same_value(self) -> None:
        assert not self.told([FEES[0], *FEES[2:]])[0].is_current

    def test_a_key_that_stands_twice_names_no_row_unless_more_is_said_in_it(self) -> None:
        old = [*FEES, ["Umbrella", "10 days", "9 coins"]]
        swapped = [FEES[0], ["Umbrella", "30 days", "9 coins"], *FEES[2:], ["Umbrella", "10 days", "4 coins"]]
        before = sheet(old)
        assert became(before, sheet([old[0], ["Hat", "1 day", "4 coins"], *old[1:]]), "4 coins").is_current
        assert not became(before, sheet(swapped), "4 coins").is_current
        # Nothing else tells the two rows apart once the one fact that did has changed as well.
        assert not became(before, sheet([old[0], ["Umbrella", "31 days", "4 coins"], *old[2:]]), "4 coins").is_current

    def test_a_renamed_header_or_key_leaves_a_bare_value_unconfirmed(self) -> None:
        assert self.told(edited(0, 2, "Deposit"))[0] is OutcomeKind.AMBIGUOUS
        assert self.told(edited(1, 0, "Parasol"))[0] is OutcomeKind.AMBIGUOUS

    def test_nor_does_a_whole_sentence_say_the_same_under_another_header_or_key(self) -> None:
        text = "They may enter the vault at any time of the day and of the night without asking."
        old = [["Who", "Since", "Allowed"], ["Staff", "2019", text], ["Guests", "2020", "Nothing at all."]]
        denied, renamed = [[*old[0][:2], "Not allowed"], *old[1:]], [old[0], ["Contractors", *old[1][1:]], old[2]]
        assert became(sheet(old), sheet(denied), text).kind is OutcomeKind.AMBIGUOUS
        assert became(sheet(old), sheet(renamed), text).kind is OutcomeKind.AMBIGUOUS
        assert became(sheet(old), sheet([old[0], ["Staff", "2021", text], old[2]]), text).is_current
        keys = [["Allowed", "Since"], [text, "2019"], ["Smoking", "2020"]]
        assert not became(sheet(keys), sheet([["Not allowed", "Since"], *keys[1:]]), text).is_current

    def test_a_value_that_went_to_another_column_is_changed_though_the_text_reads_the_same(self) -> None:
        sparse = [["Item", "Min", "Max"], ["Hat", "", "30"]]
        for media_type in ("text/csv", "text/html"):
            old = sheet(sparse, media_type=media_type)
            assert not became(old, sheet([sparse[0], ["Hat", "30", ""]], media_type=media_type), "30").is_current
            assert not became(old, sheet([sparse[0], ["Hat", "30", ""]], media_type=media_type), "Hat\t\t30").is_current
            rebroken = [sparse[0], ["", "", "Hat"], ["30", "", ""]]
            assert not became(old, sheet(rebroken, media_type=media_type), "30").is_current

    def test_names_of_cells_set_in_other_quotes_do_not_alarm(self) -> None:
        old, new = ([["Item", f"The {a}least{b}"], [f"{a}Hat{b}", "30 days"]] for a, b in ('""', "“”"))
        assert became(sheet(old), sheet(new), "30 days").kind is OutcomeKind.INTACT
        more = [*new, ["Umbrella", "60 days"]]
        assert became(sheet(old), sheet(more), "30 days").kind is OutcomeKind.INTACT

    @pytest.mark.parametrize("cited", ["30 days\t4 coins", "Umbrella\t30 days\t4 coins", "Bicycle\t60 days\t12 coins"])
    def test_several_cells_are_confirmed_only_under_their_headers(self, cited: str) -> None:
        assert not self.told([["Thing", "Fee", "Kept for"], *FEES[1:]], cited)[0].is_current
        assert not self.told(edited(0, 1, "Kept for (hours)"), cited)[0].is_current
        assert self.told([*FEES, ["Hat", "1 day", "1 coin"]], cited)[0].is_current
        assert self.told([FEES[0], *FEES[:0:-1]], cited)[0].is_current

    def test_several_cells_are_confirmed_only_in_their_row(self) -> None:
        new = edited(1, 0, "Bicycle")
        new[2][0] = "Umbrella"
        assert not self.told(new, "30 days\t4 coins")[0].is_current
        assert not self.told(new, "4 coins\nBicycle\t60 days")[0].is_current

    def test_a_row_and_a_range_of_rows_are_their_words_in_order(self) -> None:
        cited = "Umbrella\t30 days\t4 coins\nBicycle\t60 days\t12 coins"
        assert self.told([FEES[0], ["Hat", "1 day", "1 coin"], *FEES[1:]], cited)[0].is_current
        assert not self.told(edited(2, 1, "61 days"), cited)[0].is_current

    def test_a_whole_row_and_a_range_stand_where_their_cells_do(self) -> None:
        row, rows = "Umbrella\t30 days\t4 coins", "Umbrella\t30 days\t4 coins\nBicycle\t60 days\t12 coins"
        turned = [[line[0], line[2], line[1]] for line in FEES]
        assert self.told(turned, row) == (OutcomeKind.MOVED, "Umbrella\t4 coins\t30 days")
        assert self.told(turned, "30 days\t4 coins") == (OutcomeKind.MOVED, "4 coins\t30 days")
        hat = ["Hat", "1 day", "1 coin"]
        assert self.told([*FEES[:2], hat, *FEES[2:]], rows)[0] is OutcomeKind.MOVED
        above = [turned[0], [hat[0], hat[2], hat[1]], *turned[1:]]
        assert self.told(above, row) == (OutcomeKind.MOVED, "Umbrella\t4 coins\t30 days")

    def test_a_changed_one_is_shown_with_all_its_cells_and_called_by_what_changed(self) -> None:
        new = edited(2, 1, "61 days")
        new.insert(2, ["Hat", "1 day", "1 coin"])
        assert self.told(new, "Bicycle\t60 days\t12 coins") == (OutcomeKind.NUMBERS, "Bicycle\t61 days\t12 coins")
        rows = "Umbrella\t30 days\t4 coins\nBicycle\t60 days\t12 coins"
        assert self.told(new, rows)[0] is OutcomeKind.NUMBERS

    @pytest.mark.parametrize(
        "new",
        [
            [*FEES[:2], ["No longer valid", "", ""], *FEES[2:]],
            [*FEES[:2], ["Hat", "not valid", ""], *FEES[2:]],
            [[line[0], extra, *line[1:]] for line, extra in zip(FEES, ("Not", "x", "y", "z"), strict=True)],
            [FEES[0], *FEES[:0:-1]],
            [*FEES[:2], ["Bicycle", "9 days", "12 coins"], *FEES[2:]],
            [["Thing", "Kept for", "Price"], FEES[1], ["Hat", "1 day", "1 coin"], *FEES[2:]],
        ],
        ids=["a title between", "a short row between", "a column between", "turned over", "a double", "a header"],
    )
    def test_nothing_is_confirmed_over_what_may_say_otherwise(self, new: Grid) -> None:
        cited = "Umbrella\t30 days\t4 coins\nBicycle\t60 days\t12 coins"
        assert not self.told(new, cited)[0].is_current

    def test_a_filled_cell_inside_a_row_is_not_read_over(self) -> None:
        sparse = [["Item", "Void", "Max"], ["Hat", "", "30"], ["Cap", "", "20"]]
        filled, turned = [sparse[0], ["Hat", "yes", "30"], sparse[2]], [["Item", "Max", "Void"], ["Hat", "30", "yes"]]
        assert not became(sheet(sparse), sheet(filled), "Hat\t\t30").is_current
        assert not became(sheet(sparse), sheet(filled), "Hat\t\t30\nCap\t\t20").is_current
        assert became(sheet(sparse), sheet(turned), "Hat\t\t30").is_current

    def test_a_sign_put_behind_a_number_is_in_what_is_shown(self) -> None:
        assert self.told(edited(1, 1, "30 days %"), "30 days")[1] == "30 days %"
        assert self.told(edited(1, 1, "30 days %"), "Umbrella\t30 days")[1] == "Umbrella\t30 days %"

    def test_cells_in_another_order_are_told_as_such(self) -> None:
        old, new = sheet(FEES), sheet([[line[0], line[2], line[1]] for line in FEES])
        start = old.text.index("30 days\t4 coins")
        span = Locator(start, start + len("30 days\t4 coins"))
        (outcome,) = reanchor(old=old, new=new, spans=[span])
        assert Note.ORDER in notes(old=old, new=new, span=span, outcome=outcome)
        assert Note.FORMATTING not in notes(old=old, new=new, span=span, outcome=outcome)

    def test_cells_of_two_tables_with_the_same_names_are_told_apart_by_their_headings(self) -> None:
        def two(first: str, second: str) -> Side:
            builder = TextBuilder()
            for number, (heading, value) in enumerate((("North", first), ("South", second)), start=1):
                builder.heading(level=1, title=heading)
                cells = [TableCell(1, 1, (Piece("Thing"),)), TableCell(1, 2, (Piece("Fee"),))]
                cells += [TableCell(2, 1, (Piece("Hat"),)), TableCell(2, 2, (Piece(value),))]
                write_table(builder, Table(f"table {number}", f"table {number}!", tuple(cells)))
            return stored(builder, "text/html")

        assert became(two("4 coins", "4 coins"), two("4 coins", "5 coins"), "4 coins").is_current
        assert not became(two("4 coins", "4 coins"), two("5 coins", "4 coins"), "4 coins").is_current
        assert not became(two("4 coins", "9 coins"), two("9 coins", "4 coins"), "4 coins").is_current

    def test_a_table_that_is_gone_is_not_another_one_that_reads_the_same(self) -> None:
        grid = [["Thing", "Fee"], ["Hat", "4 coins"]]
        both, one = TextBuilder(), TextBuilder()
        for builder, numbers in ((both, (1, 2)), (one, (1,))):
            for number in numbers:
                cells = [TableCell(r, c, (Piece(t),)) for r, line in enumerate(grid, 1) for c, t in enumerate(line, 1)]
                write_table(builder, Table(f"table {number}", f"table {number}!", tuple(cells)))
        old, new = stored(both, "text/html"), stored(one, "text/html")
        answers = [became(old, new, "4 coins", nth=number).is_current for number in (0, 1)]
        assert sum(answers) <= 1


def test_words_that_stand_for_a_picture_now_though_no_character_changed() -> None:
    def page(*, is_picture: bool) -> Side:
        builder = TextBuilder()
        with builder.block("paragraph"):
            builder.write("The fee is ")
            start, end = builder.write("30")
            builder.write(" euros.")
        if is_picture:
            builder.mark(RegionKind.ALT_TEXT, start, end)
        return stored(builder, "text/html")

    words, picture = page(is_picture=False), page(is_picture=True)
    assert words.text == picture.text
    assert not became(words, picture, "The fee is 30 euros.").is_current
    assert became(picture, picture, "The fee is 30 euros.").is_current
