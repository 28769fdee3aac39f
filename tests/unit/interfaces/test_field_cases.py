"""Faults people met where citations are shown, with the values of their reports."""

import re
from datetime import UTC, datetime
from uuid import UUID

import pytest
from django.template import engines

from citeledger.core.markers import MarkerParser, Segment
from citeledger.core.states import State
from citeledger.interfaces.web.presenters.pages import host_page
from citeledger.interfaces.web.presenters.text import Passage, SourceBlock, laid_out
from revalidation.views import PageSummary, PageView, StatementView

AT = datetime(2026, 3, 2, tzinfo=UTC)
C7, C8 = UUID(int=7), UUID(int=8)


class TestAQuotationThatBeginsWithinASentence:
    """ellipsis-quote-that-inverts-meaning: beside a quotation stands the sentence it is cut from, "not" and all."""

    SOURCE = "Clause 12: the operator may not store card numbers after settlement. Clause 13: audits are yearly."

    @pytest.mark.parametrize(("start", "end"), [(11, 50), (32, 67)])
    def test_the_whole_sentence_is_shown_around_it(self, start: int, end: int) -> None:
        block = SourceBlock("paragraph", 0, len(self.SOURCE))
        (shown,) = laid_out(text=self.SOURCE, blocks=[block], passages=[Passage(start, end, "passage-1")])
        assert "".join(part.text for part in shown.parts) == self.SOURCE
        marked = [part for part in shown.parts if part.marked]
        assert "".join(part.text for part in marked) == self.SOURCE[start:end]
        assert [part.anchor for part in marked if part.anchor] == ["passage-1"]
        assert "may not store card numbers after settlement." in "".join(part.text for part in shown.parts)


class TestTwoAnswersThatCountAlike:
    """two-answers-same-footnote-number: the second note of one answer led to the first of another."""

    A1 = "Cap 180 EUR.[^1]\n\n[^1]: cl:C-7"
    A2 = "Cap 90 EUR.[^1] Again.[^1] Other.[^2]\n\n[^1]: cl:C-8\n[^2]: cl:C-8"
    SAID = (("Cap 180 EUR.", C7), ("Cap 90 EUR.", C8), ("Again.", C8), ("Other.", C8))

    def test_every_statement_leads_to_its_own_citation_and_every_id_stands_once(self) -> None:
        views = tuple(
            StatementView(ordinal=ordinal, citation=citation, state=State.CURRENT, basis="quoted", text=text)
            for ordinal, (text, citation) in enumerate(self.SAID, start=1)
        )
        summary = PageSummary(UUID(int=1), "thread", "Caps", "T-1", "wiki", AT)
        page = host_page(found=PageView(summary, views), computed_at=AT, notice="")
        items = "".join(
            engines["django"].get_template("ledger/statement.html").render({"statement": each})
            for each in page.statements
        )
        ids = re.findall(r' id="([^"]+)"', items)
        assert len(set(ids)) == len(ids)
        assert [each.badge.address for each in page.statements] == [f"/c/{citation}" for _, citation in self.SAID]
        assert len({each.badge.address for each in page.statements[1:]}) == 1
        assert items.count(f"/c/{C7}") * 3 == items.count(f"/c/{C8}")

    @pytest.mark.parametrize("text", [A1, A2])
    def test_a_models_own_footnotes_are_text_and_close_nothing(self, text: str) -> None:
        """So none can lead anywhere: the gate refuses what no marker of ours closes."""
        parser = MarkerParser()
        found = [event for event in (*parser.feed(text), *parser.close()) if isinstance(event, Segment)]
        assert "".join(each.text for each in found) == text
        assert [each.names for each in found if each.names] == []
