"""Which blocks are laid out as quotations: every one but those of boxes that are called out, however long they are."""

import pytest

from citeledger.core.layout.quotations import Quotations
from tests.unit.core.anchored import outcome, side, steps

SAID = "Only the guests may enter the vault; the staff waits."


def quoted(text: str) -> bool:
    blocks = side(text).structure.blocks
    return Quotations(text=text, blocks=blocks).around(text.index(SAID)) is not None


@pytest.mark.parametrize("text", ["> [!NOTE]\n> {}\n", "> [!tip]-\n>\n> Mind it.\n>\n> {}\n", "> > [!NOTE]\n> > {}\n"])
def test_a_box_quotes_nobody(text: str) -> None:
    assert not quoted(f"All rules.\n\n{text.format(SAID)}\nThe end.\n")


@pytest.mark.parametrize(
    "text",
    [
        "> {}\n",
        "> [?NOTE]\n> {}\n",
        "> [!QUOTE]\n> {}\n",
        "> [!cite]\n>\n> {}\n",
        "> [!NOTE]\n> Mind it.\n\n> {}\n",
        "> [!NOTE]\n> Mind it.\n \n> {}\n",
        "> [!NOTE]\n> Mind it.\n\nBob:\n\n> {}\n",
    ],
)
def test_all_else_that_is_laid_out_as_a_quotation_is_one(text: str) -> None:
    assert quoted(f"All rules.\n\n{text.format(SAID)}\nThe end.\n")


def test_what_is_no_quotation_is_none() -> None:
    assert not quoted(f"> [!NOTE]\n> Mind it.\n\n{SAID}\n")


def test_a_quotation_of_thousands_of_paragraphs_is_read_once() -> None:
    def reading(count: int) -> int:
        text = "> Mind it.\n>\n" * count + f"> {SAID}\n"
        blocks, at = side(text).structure.blocks, text.index(SAID)

        def ask() -> None:
            quotations = Quotations(text=text, blocks=blocks)
            assert all(quotations.around(at) for _ in range(50))

        return steps(ask)

    assert reading(2_000) < 12 * reading(200)
    text = "All rules.\n\n{}" + SAID + "\n\nThe end.\n"
    assert not outcome(text.format(""), text.format("> Mind it.\n>\n" * 3_000 + "> "), SAID).is_current
