"""The same text printed on other paper: wherever lines, columns and pages end, what it says is the same."""

import re

import pytest

from citeledger.core.anchoring import Locator, Side, reanchor
from citeledger.extraction import RegionKind
from tests.unit.extraction.printing import typeset
from tests.unit.extraction.test_pairs import side

PDF = "application/pdf"
_BODY = """
= Refunds and returns
Opened electronics may be returned within thirty days of delivery, provided that the original packaging is complete and
the serial number can be read. The restocking fee is 12.5 % of the net price, at least 4.90 EUR for each single item.
Non-returnable merchandise includes personalised articles and software whose seal was broken.#footnote[At the counter
documentation is asked for.] A long-term agreement with an e-commerce platform does not change these entitlements.

Photographs of the consignment and the delivery note are indispensable. Insufficient documentation leads to rejection of
the claim without further correspondence. Supervisors approve extraordinary reimbursements above 1,000 EUR in writing.
== Fees
#block(breakable: false, table(columns: 3, [Item], [Working days], [Fee], [Card], [14], [2.50 EUR],
  [Unopened electronics], [30], [12.5 %]))

- Gift cards cannot be refunded under any circumstances.
- Subscriptions are refundable on a pro-rata basis, calculated per calendar month.

Correspondence is retained for ten years, invoices for eight. Backup copies are overwritten after ninety days.
"""
_NUMBER = "#context counter(page).display()"
PAPERS = {
    "narrow": "#set page(width: 240pt, height: 380pt)\n#show table: set text(size: 9pt)\n",
    "wide": "#set page(width: 500pt, height: 700pt)\n",
    "columns": "#set page(width: 500pt, height: 300pt, columns: 2)\n",
    "ragged": "#set par(justify: false)\n#set text(hyphenate: false)\n",
    "large": "#set text(size: 13pt)\n#set page(width: 420pt)\n",
    "third": f"#set page(height: 300pt, header: [Refund policy, edition 3 of 1 May 2026 #h(1fr) {_NUMBER}])\n",
    "fourth": f"#set page(height: 260pt, header: [Refund policy, edition 4 of 9 June 2027 #h(1fr) {_NUMBER}])\n",
}


def printed(paper: str) -> Side:
    return side(typeset(PAPERS[paper] + _BODY), PDF)


def cited(read: Side) -> list[Locator]:
    """Every sentence that stands on one page, and every cell."""
    running = [region for region in read.structure.regions if region.kind is RegionKind.RUNNING]  # type: ignore[attr-defined]
    flowing = [
        block
        for block in read.structure.blocks
        if block.kind != "table" and not any(block.start <= region.start < block.end for region in running)
    ]
    found = [
        Locator(block.start + sentence.start(), block.start + sentence.end())
        for block in flowing
        for sentence in re.finditer(r"[A-Z](?:[^.]|\.(?=\d))+\.", read.text[block.start : block.end])
    ]
    return [*found, *(Locator(cell.start, cell.end) for cell in read.structure.cells)]


@pytest.mark.parametrize(
    ("old", "new"), [*zip(PAPERS, [*PAPERS][1:], strict=False), ("fourth", "narrow"), ("wide", "third")]
)
def test_what_is_printed_on_other_paper_is_current_everywhere(old: str, new: str) -> None:
    before, after = printed(old), printed(new)
    spans = cited(before)
    outcomes = reanchor(old=before, new=after, spans=spans)
    assert len(spans) >= 18
    assert [before.text[slice(*span)] for span, got in zip(spans, outcomes, strict=True) if not got.is_current] == []


@pytest.mark.parametrize("paper", ["third", "fourth"])
def test_a_line_that_counts_pages_is_running_on_two_pages_too(paper: str) -> None:
    read = printed(paper)
    heads = [region for region in read.structure.regions if region.kind is RegionKind.RUNNING]  # type: ignore[attr-defined]
    assert len(heads) == len(read.structure.pages) > 1  # type: ignore[attr-defined]
    assert all(read.text[region.start :].startswith("Refund policy, edition") for region in heads)
