"""How a text was written, on its page: for the one who wrote it, in a session of theirs, and for nobody else."""

import re
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from acl.queries import Holder
from acl.rights import Right
from acl.services import grant_answer
from citeledger.core.statements import AnswerKind, Basis, Context, Statement
from citeledger.emission.proof import SpanDraft
from citeledger.emission.sessions import open_session, read_in, ready_to_emit, ready_to_mint_in, search_in
from tests.functional.web.conftest import AT, PASSAGE, POLICY, SignIn, Story, principal, revoke

START = POLICY.index(PASSAGE)
STEP = re.compile(r'<li class="split"><span>(.*?)</span><time datetime="([^"]*)">([^<]*)</time></li>', re.DOTALL)


def later(minutes: int) -> datetime:
    return AT + timedelta(minutes=minutes)


def told(html: str) -> list[tuple[str, str]]:
    return [(re.sub("<[^>]*>", "", words), shown) for words, _, shown in STEP.findall(html)]


@pytest.fixture
def written(story: Story) -> UUID:
    """Support's answer to a question of support's, from a session, shared with the contractor as the story's is."""
    who: dict[str, Any] = {"writer": principal("support"), "session": open_session(writer=principal("support"), at=AT)}
    for minute, query in enumerate(("refund <window>", "opened\u202e electronics"), start=1):
        search_in(query=query, at=later(minute), **who)
    for minute in (3, 4):
        read_in(version=story.version, at=later(minute), **who)
    draft = SpanDraft(version=story.version, start=START, end=START + len(PASSAGE), exact=PASSAGE)
    (span,) = ready_to_mint_in(drafts=[draft], at=later(5), **who)()
    said = Statement(text="The window is 30 days.", basis=Basis.PARAPHRASED, spans=(span.uid,))
    context = Context(question="How long?")
    answer = ready_to_emit(segments=[said], kind=AnswerKind.ANSWER, context=context, at=AT, **who)().uid
    for uid in (answer, story.answer):
        grant_answer(
            actor=principal("support"), answer=uid, right=Right.READ, holder=Holder("user", "contractor"), at=AT
        )
    return answer


def test_its_writer_sees_what_came_first_and_when(sign_in: SignIn, story: Story, written: UUID) -> None:
    html = sign_in("support").get(f"/answers/{written}").content.decode()
    assert told(html) == [
        ("Began", "2 March 2026, 09:00 UTC"),
        ("Searched refund &lt;window&gt;", "2 March 2026, 09:01 UTC"),
        ("Searched opened⟨U+202E⟩ electronics", "2 March 2026, 09:02 UTC"),
        ("Read 1 text", "2 March 2026, 09:04 UTC"),
        ("Took 1 passage to cite", "2 March 2026, 09:05 UTC"),
        ("Wrote this text", "2 March 2026, 09:00 UTC"),
    ]
    assert b"How it was written" not in sign_in("support").get(f"/answers/{story.answer}").content


def test_what_it_says_of_documents_is_the_same_when_they_may_be_read_no_more(
    sign_in: SignIn, story: Story, written: UUID
) -> None:
    client, address = sign_in("support"), f"/answers/{written}"
    before = told(client.get(address).content.decode())
    revoke(document=story.document, right=Right.READ, name="support")
    html = client.get(address).content.decode()
    assert told(html) == before
    assert "Returns policy" not in html
    assert str(story.version) not in html


def test_another_reader_cannot_tell_it_from_a_text_of_no_session(
    sign_in: SignIn, story: Story, written: UUID, django_assert_num_queries: Any
) -> None:
    client = sign_in("contractor")
    with CaptureQueriesContext(connection) as asked:
        alone = client.get(f"/answers/{story.answer}").content
    with django_assert_num_queries(len(asked)):
        shown = client.get(f"/answers/{written}").content
    assert b"How it was written" not in shown
    assert len(shown) == len(alone)
