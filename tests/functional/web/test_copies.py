"""An answer, or a text derived from others, as PDF: as its reader sees it, and nothing besides."""

import json
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from acl.queries import Holder
from acl.rights import Right
from acl.services import grant_answer
from citeledger.core.statements import AnswerKind, Basis, Context, Role, Segment, Statement, Structure
from citeledger.emission.services import OnUnproved, mint_span, record_answer
from citeledger.interfaces.web.views import exporting
from tests.functional.web.conftest import AT, PASSAGE, POLICY, SignIn, Story, principal, publish, revoke
from tests.functional.web.papers import Paper, draw_none, meanwhile

SOLD = "We take back what we sold 👩‍⚖️."
WINDOW = Structure(Role.HEADING, "## Window")
STEPS = (Structure(Role.BREAK, "\n"), Structure(Role.LIST_MARKER, "1. "))


def mint(story: Story, exact: str) -> UUID:
    start = POLICY.index(exact)
    support = principal("support")
    return mint_span(writer=support, version=story.version, start=start, end=start + len(exact), exact=exact, at=AT).uid


def record(*segments: Segment, kind: AnswerKind = AnswerKind.ANSWER, question: str = "How long?") -> UUID:
    """Support's, which the contractor may read as a whole."""
    recorded = record_answer(
        writer=principal("support"),
        kind=kind,
        segments=segments,
        context=Context(question=question),
        on_behalf_of=None,
        at=AT,
        on_unproved=OnUnproved.DROP,
    )
    holder = Holder("user", "contractor")
    grant_answer(actor=principal("support"), answer=recorded.uid, right=Right.READ, holder=holder, at=AT)
    return recorded.uid


def said(*segments: Any) -> list[tuple[Any, ...]]:
    """Type, mark, what is said, state and basis of each."""
    return [(one["type"], one.get("mark"), one["text"], one.get("state"), one.get("basis")) for one in segments]


@pytest.fixture
def answer(story: Story) -> UUID:
    """A heading, a clause, a numbered one quoted, and a sentence that nothing proves."""
    return record(
        WINDOW,
        Statement(text="The window is 30 days.", basis=Basis.PARAPHRASED, spans=(mint(story, PASSAGE),)),
        *STEPS,
        Statement(text=SOLD, basis=Basis.QUOTED, spans=(mint(story, SOLD),)),
        Statement(text="Shipping is free.", basis=Basis.QUOTED, spans=(mint(story, PASSAGE),)),
    )


def address(answer: UUID) -> str:
    return f"/answers/{answer}/export.pdf"


def copy_of(sign_in: SignIn, name: str, answer: UUID) -> dict[str, Any]:
    response = sign_in(name).get(address(answer))
    assert response.status_code == 200
    return dict(Paper(response.content).said)


def test_a_copy_says_what_its_page_says_in_its_order(sign_in: SignIn, story: Story, answer: UUID) -> None:
    publish(document=story.document, text=POLICY.replace("30", "14"), expected=story.version)
    client = sign_in("support")
    assert f'href="{address(answer)}"' in client.get(f"/answers/{answer}").content.decode()
    response = client.get(address(answer))
    paper = Paper(response.content).said

    assert response["Content-Type"] == "application/pdf"
    assert response["Cache-Control"] == "private, no-store"
    day = datetime.now(tz=UTC).date()
    assert response["Content-Disposition"] == f'attachment; filename="How-long-{day}.pdf"'
    assert {name: paper[name] for name in ("kind", "title", "host_reference", "withheld", "handed_withheld")} == {
        "kind": "answer",
        "title": "How long?",
        "host_reference": None,
        "withheld": 1,
        "handed_withheld": 0,
    }
    assert said(*paper["segments"]) == [
        ("heading", None, "Window", None, None),
        ("statement", "", "The window is 30 days.", "source_changed", "paraphrased"),
        ("statement", "1.", SOLD, "current", "quoted"),
    ]
    assert [one["changed_on"] for one in paper["segments"] if one["type"] == "statement"] == ["2026-03-02", None]


def test_the_sources_are_named_to_who_may_read_them_alone(sign_in: SignIn, story: Story, answer: UUID) -> None:
    own = {"title": "Returns policy", "number": 1, "on": "2026-03-02"}
    assert _sources(copy_of(sign_in, "support", answer)) == [[own], [own]]
    response = sign_in("contractor").get(address(answer))
    day = datetime.now(tz=UTC).date()
    assert response["Content-Disposition"] == f'attachment; filename="Answer-{day}.pdf"'
    paper = Paper(response.content).said
    assert _sources(paper) == [[], []]
    assert "Returns policy" not in json.dumps(paper)


def _sources(paper: dict[str, Any]) -> list[Any]:
    return [one["sources"] for one in paper["segments"] if one["type"] == "statement"]


def test_what_its_reader_may_not_see_is_the_notice_and_nothing_of_it_is_attached(sign_in: SignIn, answer: UUID) -> None:
    paper = copy_of(sign_in, "contractor", answer)
    assert (paper["title"], paper["withheld"], paper["summary"]["unavailable"]) == ("", 1, 2)
    assert said(*paper["segments"]) == [
        ("statement", "", None, "unavailable", None),
        ("statement", "1.", None, "unavailable", None),
    ]


def test_whoever_may_not_read_it_gets_what_nobody_would(sign_in: SignIn, answer: UUID) -> None:
    client = sign_in("legal")
    refused, unknown = client.get(address(answer)), client.get(address(UUID(int=7)))
    assert (refused.status_code, refused.content) == (404, unknown.content)


@pytest.mark.parametrize("kind", AnswerKind)
def test_every_kind_of_text_has_a_copy(sign_in: SignIn, story: Story, kind: AnswerKind) -> None:
    statement = Statement(text="It is 30 days.", basis=Basis.PARAPHRASED, spans=(mint(story, PASSAGE),))
    assert copy_of(sign_in, "support", record(statement, kind=kind))["kind"] == kind


def test_a_right_revoked_while_it_is_drawn_is_honoured(
    sign_in: SignIn, story: Story, answer: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    meanwhile(lambda: revoke(document=story.document, right=Right.READ, name="support"), patch=monkeypatch)
    paper = copy_of(sign_in, "support", answer)
    assert [one["text"] for one in paper["segments"] if one["type"] == "statement"] == [None, None]


def test_what_cannot_be_drawn_is_503(sign_in: SignIn, answer: UUID, monkeypatch: pytest.MonkeyPatch) -> None:
    draw_none(patch=monkeypatch)
    response = sign_in("support").get(address(answer))
    assert (response.status_code, response["Retry-After"]) == (503, "5")


def test_the_number_of_questions_does_not_grow_with_the_text(
    sign_in: SignIn, story: Story, django_assert_num_queries: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exporting, "render_pdf", lambda **_: b"")
    spans = mint(story, PASSAGE), mint(story, SOLD)
    sized = [
        record(*(Statement(text=f"Say {n}.", basis=Basis.PARAPHRASED, spans=spans) for n in range(size)))
        for size in (1, 40)
    ]
    publish(document=story.document, text=POLICY.replace("30", "14"), expected=story.version)
    client = sign_in("support")
    with CaptureQueriesContext(connection) as asked:
        client.get(address(sized[0]))
    with django_assert_num_queries(len(asked)):
        client.get(address(sized[1]))
