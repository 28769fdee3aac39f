"""Searching on the web: passages one may read, their words marked, and nothing of what one may not."""

import re
from html import unescape
from typing import Any
from uuid import UUID

import pytest
from django.test import Client

from acl.rights import Right
from citeledger.core.statements import AnswerKind, Basis, Context, Statement
from citeledger.documents.metadata import Metadata, Status
from citeledger.documents.search.indexing import index_owed
from citeledger.documents.search.searching import LONGEST_QUERY
from citeledger.documents.services import create_document, update_metadata
from citeledger.emission.services import record_answer
from citeledger.interfaces.web.presenters.searching import SearchPage
from citeledger.ledger.models import Span
from revalidation import listing
from tests.functional.web.conftest import AT, PASSAGE, POLICY, SignIn, Story, grant, principal, publish, revoke

MARK = re.compile(r"<mark>([^<]*)</mark>")
# Statements: three for who looks, three for the frame; between them
SEARCHED = 3 + 5 + 3
NARROWED = 3 + 3 + 3  # two for the titles, one for programs that published
LOOKED_THROUGH = 3 + 9 + 3  # as for the whole ledger


def make(*, title: str, text: str, reader: str = "") -> UUID:
    document = create_document(actor=principal("legal"), metadata=Metadata(title=title), at=AT)
    publish(document=document, text=text, expected=None)
    if reader:
        grant(document=document, right=Right.READ, name=reader)
    return document


@pytest.fixture
def indexed(story: Story) -> Story:
    while index_owed():
        pass
    return story


def found(client: Client, query: str) -> SearchPage:
    page = client.get(f"/search?{query}").context["page"]
    assert isinstance(page, SearchPage)
    return page


class TestSearching:
    def test_leads_to_the_passage_in_its_version(self, sign_in: SignIn, indexed: Story) -> None:
        client = sign_in("support")
        (passage,) = found(client, "q=opened+ELECTRONICS").passages
        start = POLICY.index(PASSAGE)
        address = f"/documents/{indexed.document}/versions/{indexed.version}"
        assert passage.address == f"{address}?passage={start}-{start + len(PASSAGE)}#passage"
        assert f'<mark class="cited" id="passage">{PASSAGE}</mark>' in client.get(passage.address).content.decode()

    def test_says_where_it_stands_and_marks_the_words(self, sign_in: SignIn, indexed: Story) -> None:
        html = sign_in("support").get("/search?q=opened+ELECTRONICS+within").content.decode()
        assert "Returns policy" in html
        assert "Version 1" in html
        assert MARK.findall(html) == ["Opened", "electronics", "Opened", "electronics", "within"]

    def test_marks_a_draft_as_the_list_of_documents_does(self, sign_in: SignIn, indexed: Story) -> None:
        client, tag = sign_in("support"), '<span class="tag">draft</span>'
        assert tag not in client.get("/search?q=electronics").content.decode()
        draft = Metadata(title="Returns policy", status=Status.DRAFT)
        update_metadata(actor=principal("legal"), document=indexed.document, metadata=draft, expected=1, at=AT)
        assert tag in client.get("/search?q=electronics").content.decode()

    def test_without_words_asks_for_some(self, sign_in: SignIn, story: Story) -> None:
        for address in ("/search", "/search?q=", "/search?q=+"):
            answer = sign_in("support").get(address)
            assert (answer.status_code, answer.context["page"].passages) == (200, ())
            assert "No passage" not in answer.content.decode()

    def test_says_that_nothing_was_found(self, sign_in: SignIn, indexed: Story) -> None:
        html = sign_in("support").get("/search?q=zebra").content.decode()
        assert "No passage that you may read has any of these words." in html
        assert '<a href="/documents?q=zebra">' in html
        assert '<a href="/ledger?q=zebra">' in html

    def test_says_that_texts_are_not_ready_yet(self, sign_in: SignIn, story: Story) -> None:
        assert found(sign_in("support"), "q=zebra").pending == (
            "1 text is not ready to be searched yet. Search again in a few seconds."
        )

    def test_a_page_at_a_time(self, sign_in: SignIn, indexed: Story) -> None:
        make(title="Many", text="\n\n".join(f"same {number}" for number in range(21)), reader="support")
        while index_owed():
            pass
        client, seen = sign_in("support"), []
        address = "?q=same"
        while address:
            page = client.get(f"/search{address}").context["page"]
            seen.append([passage.words[0].parts[-1].text for passage in page.passages])
            address = page.after
        pages = [range(10), range(10, 20), range(20, 21)]
        assert seen == [[f" {number}" for number in page] for page in pages]
        assert (page.before, page.number) == ("?q=same&page=2", 3)
        assert "There are no more passages." in client.get("/search?q=same&page=4").content.decode()

    @pytest.mark.parametrize("number", ["0", "-1", "x", "1000", "", "１"])
    def test_a_made_up_page_is_not_found(self, sign_in: SignIn, indexed: Story, number: str) -> None:
        assert sign_in("support").get(f"/search?q=opened&page={number}").status_code == 404

    def test_what_a_program_published_says_so_and_nothing_people_write_is_markup(
        self, sign_in: SignIn, indexed: Story
    ) -> None:
        make(title="<i>Mind</i>", text="Beware of <script>alert(1)</script> here\n", reader="support")
        while index_owed():
            pass
        html = sign_in("support").get('/search?q=beware+"><b>').content.decode()
        assert "<script>alert" not in html
        assert "<i>Mind" not in html
        assert 'value="beware &quot;&gt;&lt;b&gt;"' in html

    @pytest.mark.parametrize(
        ("query", "said"),
        [
            ("!?", "There is neither a word nor a number in that. Type at least one."),
            ("a" * (LONGEST_QUERY + 1), "That is too long: at most 1000 characters can be looked for."),
            ("+".join(map(str, range(65))), "Those are too many words: at most 64 are looked for at once."),
            ("a%00b", "There are signs in that which no text can hold. Type the words anew."),
        ],
    )
    @pytest.mark.parametrize("path", ["/search", "/documents", "/ledger"])
    def test_says_what_is_wrong_with_what_was_typed(
        self, sign_in: SignIn, indexed: Story, path: str, query: str, said: str
    ) -> None:
        answer = sign_in("support").get(f"{path}?q={query}")
        assert answer.status_code == 422
        assert said in unescape(answer.content.decode())

    def test_hidden_words_are_words_of_nobody(self, sign_in: SignIn, indexed: Story) -> None:
        client = sign_in("support")
        grant(document=indexed.document, right=Right.READ, name="contractor")
        revoke(document=indexed.document, right=Right.READ, name="support")
        hidden, unknown = (client.get(f"/search?q={word}").content for word in ("electronics", "electronicz"))
        assert hidden.replace(b"electronics", b"") == unknown.replace(b"electronicz", b"")
        assert len(found(sign_in("contractor"), "q=electronics").passages) == 1

    def test_as_many_questions_whatever_is_found(
        self, sign_in: SignIn, indexed: Story, django_assert_num_queries: Any
    ) -> None:
        make(title="Many", text="\n\n".join(f"same {number}" for number in range(30)), reader="support")
        while index_owed():
            pass
        client = sign_in("support")
        for query in ("q=opened", "q=same", "q=same&page=2", "q=zebra"):
            with django_assert_num_queries(SEARCHED):
                client.get(f"/search?{query}")

    def test_every_page_has_a_box_for_it_where_somebody_is_signed_in(self, sign_in: SignIn, story: Story) -> None:
        box = '<form class="search" role="search"'
        assert box in sign_in("support").get(f"/documents/{story.document}").content.decode()
        assert box not in Client().get("/").content.decode()

    def test_a_visitor_signs_in_first_and_comes_back(self, db: None) -> None:
        answer = Client().get("/search?q=opened")
        assert (answer.status_code, answer["Location"]) == (302, "/sign-in?next=/search%3Fq%3Dopened")


class TestDocumentsByTheirTitles:
    def _titles(self, client: Client, query: str) -> list[str]:
        return [row.title.text for row in client.get(f"/documents?{query}").context["page"].rows]

    def test_the_list_is_narrowed_and_goes_on_narrowed(
        self, sign_in: SignIn, story: Story, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for number in range(3):
            make(title=f"Travel handbook {number}", text="x", reader="support")
        client = sign_in("support")
        assert self._titles(client, "q=handb") == [f"Travel handbook {number}" for number in (2, 1, 0)]
        assert self._titles(client, "q=retur") == ["Returns policy"]
        for module in ("pagination", "views.documents"):
            monkeypatch.setattr(f"citeledger.interfaces.web.{module}.PAGE_SIZE", 2)
        more = client.get("/documents?q=handb").context["page"].more
        assert more.startswith("?q=handb&after=")
        assert self._titles(client, more[1:]) == ["Travel handbook 0"]

    def test_nothing_found_leads_on_to_the_texts(self, sign_in: SignIn, story: Story) -> None:
        html = sign_in("support").get("/documents?q=zebra").content.decode()
        assert '<a href="/search?q=zebra">Search the texts for them</a>' in html

    def test_a_hidden_title_is_like_none(self, sign_in: SignIn, story: Story) -> None:
        make(title="Takeover", text="x")
        client = sign_in("support")
        hidden, unknown = (client.get(f"/documents?q={word}").content for word in ("takeover", "makeover"))
        assert hidden.replace(b"takeover", b"") == unknown.replace(b"makeover", b"")
        assert self._titles(sign_in("legal"), "q=takeover") == ["Takeover"]

    def test_as_many_questions_whatever_is_found(
        self, sign_in: SignIn, story: Story, django_assert_num_queries: Any
    ) -> None:
        make(title="Travel handbook", text="x", reader="support")
        client = sign_in("support")
        for query in ("q=t", "q=zebra", "q=travel+handbook"):
            with django_assert_num_queries(NARROWED):
                client.get(f"/documents?{query}")


class TestTheLedgerByWordsAndStates:
    @pytest.fixture
    def texts(self, story: Story) -> Story:
        """Beside “How long?”: a note without a question, and an answer to another one."""
        spans = tuple(Span.objects.values_list("uid", flat=True))
        for kind, question in ((AnswerKind.MEMORY_NOTE, ""), (AnswerKind.ANSWER, "Which days count?")):
            record_answer(
                writer=principal("support"),
                kind=kind,
                segments=[Statement(text="Working days alone.", basis=Basis.PARAPHRASED, spans=spans)],
                context=Context(question=question),
                on_behalf_of=None,
                at=AT,
            )
        return story

    def _titles(self, client: Client, query: str) -> list[str]:
        return [row.title.text for row in client.get(f"/ledger?{query}").context["page"].rows]

    def test_by_words_of_the_question_or_else_of_the_first_statement(self, sign_in: SignIn, texts: Story) -> None:
        client = sign_in("support")
        assert self._titles(client, "q=days") == ["Which days count?", "Working days alone."]
        assert self._titles(client, "q=work") == ["Working days alone."]
        assert self._titles(client, "q=how+long&state=") == ["How long?"]

    def test_by_the_state_a_statement_has_now(self, sign_in: SignIn, texts: Story) -> None:
        client = sign_in("support")
        assert len(self._titles(client, "state=current")) == 3
        publish(document=texts.document, text=POLICY.replace("30", "14"), expected=texts.version)
        assert self._titles(client, "state=current") == []
        assert self._titles(client, "state=source_changed&q=which") == ["Which days count?"]
        revoke(document=texts.document, right=Right.READ, name="support")
        assert self._titles(client, "state=source_changed") == []
        assert len(self._titles(client, "state=unavailable")) == 3

    @pytest.mark.parametrize("state", ["gone", "CURRENT", "current "])
    def test_by_no_other_state(self, sign_in: SignIn, texts: Story, state: str) -> None:
        assert sign_in("support").get(f"/ledger?state={state}").status_code == 404

    def test_words_that_are_withheld_are_found_by_nothing(self, sign_in: SignIn, texts: Story) -> None:
        """Also where the text may be read: the words of a statement do not stand for who may not read its source."""
        support, contractor = sign_in("support"), sign_in("contractor")
        note = support.get("/ledger?q=working").context["page"].rows[0].uid
        reader = {"kind": "user", "name": "contractor", "right": "read"}
        assert support.post(f"/answers/{note}/share", reader).status_code == 302
        assert len(self._titles(contractor, "")) == 1
        hidden, unknown = (contractor.get(f"/ledger?q={word}").content for word in ("working", "zorking"))
        assert hidden.replace(b"working", b"") == unknown.replace(b"zorking", b"")
        grant(document=texts.document, right=Right.READ, name="contractor")
        assert self._titles(contractor, "q=working") == ["Working days alone."]

    def test_a_stretch_goes_on_whatever_is_in_it(
        self, sign_in: SignIn, texts: Story, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(listing, "LOOKED_THROUGH", 2)
        client = sign_in("support")
        first = client.get("/ledger?q=how")
        assert "Nothing in this stretch fits; the list goes on." in first.content.decode()
        more = first.context["page"].more
        assert more.startswith("?q=how&after=")
        assert self._titles(client, more[1:]) == ["How long?"]
        assert client.get(f"/ledger{more}").context["page"].more == ""

    def test_more_than_a_page_goes_on_behind_the_last_one_shown(
        self, sign_in: SignIn, texts: Story, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("citeledger.interfaces.web.views.ledger.PAGE_SIZE", 1)
        client, seen, address = sign_in("support"), [], "?state=current"
        while address:
            page = client.get(f"/ledger{address}").context["page"]
            seen += [row.title.text for row in page.rows]
            address = page.more
        assert seen == ["Which days count?", "Working days alone.", "How long?"]

    def test_as_many_questions_for_more_texts(
        self, sign_in: SignIn, texts: Story, django_assert_num_queries: Any
    ) -> None:
        client = sign_in("support")
        for query in ("state=current", "q=days&state=current", "q=how"):
            with django_assert_num_queries(LOOKED_THROUGH):
                client.get(f"/ledger?{query}")
