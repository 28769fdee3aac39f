"""Citing on the web: select, write, record; and the citation's own page."""

import re
from datetime import timedelta
from html import unescape
from pathlib import Path
from uuid import uuid4

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from acl.rights import Right
from citeledger.core.refusals import Refused
from citeledger.core.statements import AnswerKind, Basis, Context, Statement
from citeledger.documents.queries import document as document_view
from citeledger.emission.services import record_answer
from citeledger.interfaces.web.presenters.citing import in_words
from citeledger.interfaces.wording import STATES, UNAVAILABLE_NOTICE
from citeledger.ledger.models import Span
from revalidation import answer_states, passages
from tests.functional.web.conftest import (
    AT,
    PASSAGE,
    PASSWORD,
    POLICY,
    SignIn,
    Story,
    grant,
    principal,
    publish,
    revoke,
)

STATEMENT = {"statement": "Thirty days.", "basis": "paraphrased", "question": "How long?"}


def _utf16(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


def _selection(exact: str) -> dict[str, str]:
    start = _utf16(POLICY[: POLICY.index(exact)])
    return {"start": str(start), "end": str(start + _utf16(exact)), "exact": exact, "selection": "1"}


def _choose(client: Client, story: Story, data: dict[str, str]) -> object:
    return client.post(f"/documents/{story.document}/versions/{story.version}/cite", data)


def _choose_passage(client: Client, story: Story) -> None:
    assert _choose(client, story, _selection(PASSAGE)).status_code == 302  # type: ignore[attr-defined]


@pytest.mark.parametrize("exact", [PASSAGE, "sold 👩‍⚖️.", "Opened electronics\n\nOpened electronics may"])
def test_a_selection_becomes_a_chosen_passage(sign_in: SignIn, story: Story, exact: str) -> None:
    client = sign_in("support")
    sent = _selection(exact)
    _choose(client, story, sent | {"exact": exact.replace("\n", "\r\n")})  # as browsers send it
    html = client.get("/cite").content.decode()
    assert "1 passage chosen" in html
    assert f'<blockquote class="passage" dir="auto">{exact}</blockquote>' in html


def test_a_whole_block_can_be_chosen_without_a_script(sign_in: SignIn, story: Story) -> None:
    client = sign_in("support")
    _choose(client, story, {"block": str(POLICY.index(PASSAGE)), "start": "", "end": "", "exact": ""})
    assert f'<blockquote class="passage" dir="auto">{PASSAGE}</blockquote>' in client.get("/cite").content.decode()


@pytest.mark.parametrize(
    "wrong",
    [
        {"exact": "Opened electronics may be returned within 14 days."},
        {"start": "0"},
        {"start": "99999", "end": "100050"},
        {"start": "", "end": "", "exact": ""},
        {"start": "-1"},
        {"start": str(_utf16(POLICY[: POLICY.index("👩")]) + 1)},
        {"block": "3"},
        {"block": "x"},
    ],
)
def test_a_wrong_selection_is_refused_on_the_page_it_came_from(
    sign_in: SignIn, story: Story, wrong: dict[str, str]
) -> None:
    client = sign_in("support")
    response = _choose(client, story, _selection(PASSAGE) | wrong)
    assert response.status_code == 422  # type: ignore[attr-defined]
    assert b"Returns policy" in response.content  # type: ignore[attr-defined]
    assert b"No passage chosen" in client.get("/cite").content


def test_whoever_may_read_but_not_cite_is_told_so(sign_in: SignIn, story: Story) -> None:
    grant(document=story.document, right=Right.READ, name="contractor")
    assert _choose(sign_in("contractor"), story, _selection(PASSAGE)).status_code == 403  # type: ignore[attr-defined]


def test_whoever_may_not_read_is_not_told_that_it_exists(sign_in: SignIn, story: Story) -> None:
    client = sign_in("contractor")
    hidden = _choose(client, story, _selection(PASSAGE))
    unknown = client.post(f"/documents/{uuid4()}/versions/{uuid4()}/cite", _selection(PASSAGE))
    assert hidden.status_code == unknown.status_code == 404  # type: ignore[attr-defined]
    assert hidden.content == unknown.content  # type: ignore[attr-defined]


def test_a_passage_can_be_dropped(sign_in: SignIn, story: Story) -> None:
    client = sign_in("support")
    _choose_passage(client, story)
    client.post("/cite/drop", {"place": "1"})
    assert b"No passage chosen" in client.get("/cite").content


@pytest.mark.parametrize("place", ["", "x", "2", "9" * 5000], ids=len)
def test_dropping_what_is_not_there_changes_nothing(sign_in: SignIn, story: Story, place: str) -> None:
    client = sign_in("support")
    _choose_passage(client, story)
    assert client.post("/cite/drop", {"place": place}).status_code == 302
    assert PASSAGE in client.get("/cite").content.decode()


def test_a_chosen_passage_whose_source_was_closed_shows_nothing_of_it(sign_in: SignIn, story: Story) -> None:
    client = sign_in("support")
    _choose_passage(client, story)
    revoke(document=story.document, right=Right.READ, name="support")
    html = client.get("/cite").content.decode()
    assert "not available to you any more" in html
    assert PASSAGE not in html
    assert "Returns policy" not in html
    assert client.post("/cite", STATEMENT).status_code == 422


def test_a_statement_is_recorded_with_its_passages_and_shown_with_its_badge(sign_in: SignIn, story: Story) -> None:
    client = sign_in("support")
    _choose_passage(client, story)
    recorded = client.post("/cite", STATEMENT, follow=True)
    html = recorded.content.decode()
    assert recorded.status_code == 200
    assert "Thirty days." in html
    assert 'data-state="current"' in html
    assert b"No passage chosen" in client.get("/cite").content


def test_a_quotation_must_be_the_words_of_the_passage(sign_in: SignIn, story: Story) -> None:
    client = sign_in("support")
    _choose_passage(client, story)
    wrong = client.post("/cite", STATEMENT | {"basis": "quoted"})
    assert wrong.status_code == 422
    assert b"Thirty days." in wrong.content
    assert b"A quotation repeats the passage word for word" in wrong.content
    _choose(client, story, _selection("Opened electronics"))
    several = client.post("/cite", STATEMENT | {"basis": "quoted", "statement": PASSAGE})
    assert b"A quotation rests on one passage. Remove the others" in several.content
    client.post("/cite/drop", {"place": "2"})
    assert client.post("/cite", STATEMENT | {"basis": "quoted", "statement": PASSAGE}).status_code == 302


@pytest.mark.parametrize(
    ("code", "detail", "said"),
    [
        ("span_unquotable", "Nothing can rest on this passage. Read badly.", "Select others"),
        ("span_unquotable", "Nothing can rest on this passage. Read badly.", "Why: Read badly."),
        ("span_unquotable", "Nothing can rest on this passage.", "a better copy of the file."),
        ("unseen_text", "Readers see nothing.", "Select words that it shows."),
        ("exact_mismatch", "Check the unit.", "Load the document again"),
        ("nothing_selected", "Nothing was chosen.", "Nothing was chosen."),
    ],
)
def test_what_is_refused_is_told_with_what_to_do(code: str, detail: str, said: str) -> None:
    assert said in in_words(refused=Refused(code, detail)).detail


@pytest.mark.parametrize("wrong", [{"statement": ""}, {"basis": ""}, {"basis": "computed"}, {"statement": "a\0b"}])
def test_an_incomplete_statement_comes_back_as_typed(sign_in: SignIn, story: Story, wrong: dict[str, str]) -> None:
    client = sign_in("support")
    _choose_passage(client, story)
    assert client.post("/cite", STATEMENT | wrong).status_code == 422


def test_a_statement_on_nothing_is_refused(sign_in: SignIn, story: Story) -> None:
    assert sign_in("support").post("/cite", STATEMENT).status_code == 422


def test_the_citation_of_an_unchanged_passage_leads_to_it(sign_in: SignIn, story: Story) -> None:
    html = sign_in("support").get(f"/c/{story.citation}").content.decode()
    assert 'data-state="current"' in html
    assert f'<mark class="cited" id="passage-1">{PASSAGE}</mark>' in html
    assert "The window is 30 days." in html


def test_the_citation_leads_back_to_its_answer_for_whoever_may_read_that(sign_in: SignIn, story: Story) -> None:
    """Read or not, it is asked once; where the citation is unavailable, nothing is asked about its answer."""
    grant(document=story.document, right=Right.READ, name="contractor")
    asked = {}
    for name, leads_back in (("support", True), ("contractor", False)):
        client = sign_in(name)
        client.get(f"/c/{story.citation}")
        with CaptureQueriesContext(connection) as queries:
            html = client.get(f"/c/{story.citation}").content.decode()
        # Of the answer alone: a cache that lies has other questions asked once more.
        asked[name] = [query["sql"] for query in queries if "acl_answer" in query["sql"]]
        assert "The window is 30 days." in html
        assert (f'href="/answers/{story.answer}"' in html) is leads_back
        assert (
            'Written <time datetime="2026-03-02T09:00:00+00:00">2 March 2026, 09:00 UTC</time>.' in html
        ) is leads_back
    assert len(asked["support"]) == len(asked["contractor"]) > 0


def test_the_citation_of_an_edited_passage_shows_then_and_now(sign_in: SignIn, story: Story) -> None:
    publish(document=story.document, text=POLICY.replace("30", "14"), expected=story.version)
    html = sign_in("support").get(f"/c/{story.citation}").content.decode()
    assert 'data-state="source_changed"' in html
    assert f'<blockquote class="passage" dir="auto">{PASSAGE}</blockquote>' in html
    assert "<del>30</del><ins>14</ins> days" in html
    assert f'id="passage-1">{PASSAGE.replace("30", "14")}</mark>' in html


def test_a_passage_that_came_back_in_between_is_told_to_differ_since_it_does(sign_in: SignIn, story: Story) -> None:
    version = story.version
    for days, number in enumerate(("14", "30", "7"), start=1):
        text, at = POLICY.replace("30", number), AT + timedelta(days=days)
        version = publish(document=story.document, text=text, expected=version, at=at)
    html = sign_in("support").get(f"/c/{story.citation}").content.decode()
    assert "It first differed in" in html
    assert "It read as cited once more after that" in html


@pytest.mark.parametrize(
    ("old", "new", "note"),
    [
        ("30 days", "**30** days", "It is set differently; it says the same."),
        (
            "## 4. Opened electronics",
            "## 4. Opened electronics and toys",
            "A heading above it reads differently now.",
        ),
        (PASSAGE, f"{PASSAGE} This ended in May.", "A sentence beside it was added, taken out or edited"),
    ],
)
def test_what_differs_beside_a_passage_that_stands_is_told_and_alarms_nobody(
    sign_in: SignIn, story: Story, old: str, new: str, note: str
) -> None:
    support = sign_in("support")
    assert note not in support.get(f"/c/{story.citation}").content.decode()
    publish(document=story.document, text=POLICY.replace(old, new), expected=story.version)
    html = support.get(f"/c/{story.citation}").content.decode()
    assert 'data-state="current"' in html
    assert note in html


def test_a_visitor_gets_unverified_and_a_way_to_sign_in_never_a_redirect(story: Story) -> None:
    known, unknown = Client().get(f"/c/{story.citation}"), Client().get(f"/c/{uuid4()}")
    assert known.status_code == unknown.status_code == 200
    assert STATES["unverified"].meaning.encode() in known.content
    assert PASSAGE.encode() not in known.content
    assert known.content.count(f'href="/sign-in?next=/c/{story.citation}"'.encode()) == 2


def test_a_visitor_comes_back_to_the_citation(story: Story) -> None:
    client = Client()
    page = client.get(f"/c/{story.citation}?shown=1").content.decode()
    assert f'href="/sign-in?next=/c/{story.citation}%3Fshown%3D1"' in page
    address = f"/sign-in?next=/c/{story.citation}"
    form = client.get(address).content.decode()
    assert f'name="next" value="/c/{story.citation}"' in form
    assert 'href="/sign-in"' in form
    sent = {"username": "support", "password": PASSWORD, "next": f"/c/{story.citation}"}
    assert client.post("/sign-in", sent)["Location"] == f"/c/{story.citation}"
    assert b'href="/sign-in' not in client.get(f"/c/{story.citation}").content


def _documented(element: str) -> str:
    text = (Path(settings.BASE_DIR) / "docs" / "embed.md").read_text(encoding="utf-8")
    return next(iter(re.findall(rf'<{element} citation="[0-9a-f-]{{36}}">.*?</{element}>', text, re.DOTALL)))


@pytest.mark.parametrize("element", ["citeledger-badge", "citeledger-frame"])
def test_a_citation_says_how_to_show_it_as_documented(sign_in: SignIn, story: Story, element: str) -> None:
    html = unescape(sign_in("support").get(f"/c/{story.citation}").content.decode())
    assert f'<code class="copied">{story.citation}</code>' in html
    snippet = re.search(rf'<pre class="copied">(<{element} .*?)</pre>', html, re.DOTALL)
    assert snippet is not None
    ours = snippet[1].replace(settings.PUBLIC_URL, "https://ledger.example")
    uid = re.search(r'citation="([^"]*)"', _documented(element))
    assert uid is not None
    assert ours.replace(str(story.citation), uid[1]).split() == _documented(element).split()


def test_nobody_is_told_how_to_show_what_they_may_not_know(sign_in: SignIn, story: Story) -> None:
    for client in (sign_in("contractor"), Client()):
        assert b"copied" not in client.get(f"/c/{story.citation}").content


def test_hidden_and_unknown_citations_get_the_same_answer(sign_in: SignIn, story: Story) -> None:
    client, unknown = sign_in("contractor"), uuid4()
    first, second = client.get(f"/c/{story.citation}"), client.get(f"/c/{unknown}")
    assert STATES["unavailable"].meaning.encode() in first.content
    assert first.content == second.content.replace(str(unknown).encode(), str(story.citation).encode())
    assert dict(first.headers) == dict(second.headers)


def test_an_answer_withholds_whole_what_its_reader_may_not_know(sign_in: SignIn, story: Story) -> None:
    client = sign_in("support")
    assert b"The window is 30 days." in client.get(f"/answers/{story.answer}").content
    revoke(document=story.document, right=Right.READ, name="support")
    html = client.get(f"/answers/{story.answer}").content.decode()
    assert "The window is 30 days." not in html
    statements, _, _legend = html.partition("</ol>")
    assert UNAVAILABLE_NOTICE in statements
    assert "Paraphrased" not in statements
    assert 'class="sign"' not in statements


def test_the_ledger_lists_what_one_may_read(sign_in: SignIn, story: Story) -> None:
    assert b"How long?" in sign_in("support").get("/ledger").content
    assert b"How long?" not in sign_in("contractor").get("/ledger").content
    assert sign_in("contractor").get(f"/answers/{story.answer}").status_code == 404


@pytest.mark.parametrize(
    ("link", "shown", "mark"),
    [
        ("https://evil.example/x", "https://evil.example/x", "address, not a citation"),
        ("https://раypal.com/", "https://xn--ypal-43d9g.com/", "address, not a citation"),
        ("https://bank.example@evil.example/", "https://bank.example@evil.example/", "misleading address"),
        ("javascript:alert(1);x", "javascript:alert(1);x", "misleading address"),
        ("//evil.example", "//evil.example", ""),
    ],
)
def test_a_link_in_a_statement_is_text_that_says_what_it_is(
    sign_in: SignIn, story: Story, link: str, shown: str, mark: str
) -> None:
    client = sign_in("support")
    _choose_passage(client, story)
    html = client.post("/cite", STATEMENT | {"statement": f"See {link} now."}, follow=True).content.decode()
    assert shown in html
    assert mark in html
    assert (mark != "") is ("address, not a citation" in html)
    assert f'href="{link}"' not in html
    assert f'href="{shown}"' not in html


class TestTheLedgerLists:
    """Statements by their first words, where nobody asked a question."""

    WORDS = "Thirty days it is, counted from the day on which the parcel was handed over to whoever ordered it."

    @pytest.fixture
    def answer(self, sign_in: SignIn, story: Story) -> str:
        client = sign_in("support")
        _choose_passage(client, story)
        client.post("/cite", STATEMENT | {"statement": f"{self.WORDS} And more.", "question": ""})
        grant(document=story.document, right=Right.READ, name="contractor")
        uid = client.get("/ledger").context["page"].rows[0].uid
        reader = {"kind": "user", "name": "contractor", "right": "read"}
        assert client.post(f"/answers/{uid}/share", reader).status_code == 302
        return str(uid)

    def _titles(self, client: Client) -> list[str]:
        return [row.title.text for row in client.get("/ledger").context["page"].rows]

    def test_how_they_begin(self, sign_in: SignIn, answer: str) -> None:
        title, question = self._titles(sign_in("support"))
        assert title == f"{self.WORDS} …"
        assert question == "How long?"
        assert self._titles(sign_in("contractor")) == [title]

    def test_the_notice_where_the_statement_is_withheld(self, sign_in: SignIn, story: Story, answer: str) -> None:
        revoke(document=story.document, right=Right.READ, name="contractor")
        assert self._titles(sign_in("contractor")) == [UNAVAILABLE_NOTICE]
        assert b"Thirty days" not in sign_in("contractor").get("/ledger").content

    def test_shows_the_states_of_each_answer_for_who_looks(self, sign_in: SignIn, story: Story, answer: str) -> None:
        client = sign_in("support")
        assert client.get("/ledger").content.decode().count('data-state="current"') == 2
        publish(document=story.document, text=POLICY.replace("30", "14"), expected=story.version)
        assert client.get("/ledger").content.decode().count('data-state="source_changed"') == 2
        revoke(document=story.document, right=Right.READ, name="support")
        html = client.get("/ledger").content.decode()
        assert (html.count('data-state="unavailable"'), html.count('data-state="source_changed"')) == (2, 0)

    def test_counts_statements_of_one_state(
        self, sign_in: SignIn, story: Story, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        spans = tuple(Span.objects.values_list("uid", flat=True))
        said = [Statement(text=f"Thing {n}.", basis=Basis.PARAPHRASED, spans=spans) for n in range(4)]
        record_answer(
            writer=principal("support"),
            kind=AnswerKind.ANSWER,
            segments=said,
            context=Context(),
            on_behalf_of=None,
            at=AT,
        )
        html = sign_in("support").get("/ledger").content.decode()
        assert "× 4" in html
        monkeypatch.setattr(answer_states, "MOST_STATEMENTS", 3)
        html = sign_in("support").get("/ledger").content.decode()
        assert "× 3" in html
        assert "and 1 more statement" in html

    def test_no_more_questions_for_more_rows(self, sign_in: SignIn, story: Story, answer: str) -> None:
        client = sign_in("support")
        with CaptureQueriesContext(connection) as asked:
            client.get("/ledger")
        for _ in range(3):
            _choose_passage(client, story)
            client.post("/cite", STATEMENT | {"question": ""})
        with CaptureQueriesContext(connection) as asked_more:
            assert len(client.get("/ledger").context["page"].rows) == 5
        assert len(asked_more) == len(asked)


LONG = " ".join(["Opened electronics may be returned."] * 40)


class TestWhatAnAnswerRestsOn:
    def test_is_named_with_its_exact_words(self, sign_in: SignIn, story: Story) -> None:
        html = sign_in("support").get(f"/answers/{story.answer}").content.decode()
        assert "rests on 1 passage" in html
        assert "The cited version 1</a>" in html
        assert PASSAGE in html

    def test_is_read_in_the_version_it_was_cited_from_and_where_it_stands_now(
        self, sign_in: SignIn, story: Story
    ) -> None:
        edited = f"# Preface\n\nNew.\n\n{POLICY.replace('30', '14')}"
        newest = publish(document=story.document, text=edited, expected=story.version)
        client, start = sign_in("support"), POLICY.index(PASSAGE)
        html = client.get(f"/answers/{story.answer}").content.decode()
        place = f"passage={start}-{start + len(PASSAGE)}#passage"
        cited = f"/documents/{story.document}/versions/{story.version}?{place}"
        now = f"/c/{story.citation}#passage-1"
        assert f'<a href="{cited}">The cited version 1</a><a href="{now}">Current version, at this passage</a>' in html
        assert f'<mark class="cited" id="passage">{PASSAGE}</mark>' in client.get(cited).content.decode()
        there = client.get(now).content.decode()
        assert f'<a href="{cited}">Open the cited version 1</a>' in there
        assert f'<mark class="cited" id="passage-1">{PASSAGE.replace("30", "14")}</mark>' in there
        current = re.search(r'<a href="([^"]+)">Open the current version, at this passage</a>', there)
        assert current is not None
        assert str(newest) in current[1]
        assert f'id="passage">{PASSAGE.replace("30", "14")}</mark>' in client.get(current[1]).content.decode()

    def test_a_place_that_is_none_marks_nothing(self, sign_in: SignIn, story: Story) -> None:
        address = f"/documents/{story.document}/versions/{story.version}"
        for place in ("", "5", "9-5", "-1-4", "99999999-999999999", "1-2-3", "a-b", "٣-٥", "1" * 5000 + "-2"):
            response = sign_in("support").get(address, {"passage": place})
            assert (response.status_code, b"<mark" in response.content) == (200, False)

    def test_is_as_it_was_cited_after_an_edit(self, sign_in: SignIn, story: Story) -> None:
        publish(document=story.document, text=POLICY.replace("30", "14"), expected=story.version)
        html = sign_in("support").get(f"/answers/{story.answer}").content.decode()
        assert 'data-state="source_changed"' in html
        assert PASSAGE in html

    def test_goes_with_the_right_to_read_one_of_its_sources(self, sign_in: SignIn, story: Story) -> None:
        revoke(document=story.document, right=Right.READ, name="support")
        html = sign_in("support").get(f"/answers/{story.answer}").content.decode()
        assert "rests on" not in html
        for hidden in (PASSAGE, "Returns policy", str(story.document)):
            assert hidden not in html

    def test_that_cannot_be_cut_any_more_is_unverified(
        self, sign_in: SignIn, story: Story, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(passages, "_exacts", lambda span_ids: dict.fromkeys(span_ids, "Something else."))
        html = sign_in("support").get(f"/answers/{story.answer}").content.decode()
        assert 'data-state="unverified"' in html
        assert "rests on" not in html
        assert PASSAGE not in html

    def test_is_cut_where_it_is_long(self, sign_in: SignIn, story: Story) -> None:
        publish(document=story.document, text=LONG, expected=story.version)
        client = sign_in("support")
        version = str(document_view(viewer=principal("support"), uid=story.document).version)
        client.post(f"/documents/{story.document}/versions/{version}/cite", {"block": "0"})
        html = client.post("/cite", STATEMENT, follow=True).content.decode()
        assert "cut here" in html
        assert LONG not in html


def test_the_signed_in_name_is_the_principal_that_looks(sign_in: SignIn, story: Story) -> None:
    assert principal("support").name in sign_in("support").get(f"/c/{story.citation}").content.decode()


def test_characters_nobody_sees_are_marked_in_a_statement_and_kept_in_the_source(sign_in: SignIn, story: Story) -> None:
    text = POLICY.replace("window", "win\u200bdow") + "hid\u200bden\n"
    publish(document=story.document, text=text, expected=story.version)
    client = sign_in("support")
    _choose_passage(client, story)
    answer = client.post("/cite", STATEMENT | {"statement": "First \u202eline,\r\nsecond li\u200bne."}, follow=True)
    assert "First ⟨U+202E⟩line,\nsecond li⟨U+200B⟩ne." in answer.content.decode()
    assert "hid\u200bden" in client.get(f"/documents/{story.document}").content.decode()
