"""Reading answers and pages: what stands, what is withheld, and that lists answer no question they were not asked."""

import pytest
from django.contrib.auth.models import Group
from django.db import connection
from django.test.utils import CaptureQueriesContext

from acl.models import Surface
from citeledger.core.refusals import NotFound, Refused
from citeledger.core.statements import AnswerKind, Basis, Context, Role, Statement, Structure
from citeledger.core.states import State
from citeledger.documents.models import Document
from citeledger.emission.services import RecordedAnswer, record_answer
from citeledger.ledger.services import erase_answer, put_page
from revalidation import proved_texts, reading
from tests import cast
from tests.cast import AT, Cast
from tests.ground.databases import BuiltOnce

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def _sectioned(built_once: BuiltOnce, cast_of_the_module: Cast) -> RecordedAnswer:
    return built_once(lambda: in_sections(cast_of_the_module))


@pytest.fixture
def sectioned(_sectioned: RecordedAnswer, db: None) -> RecordedAnswer:
    return _sectioned


def in_sections(people: Cast) -> RecordedAnswer:
    """Two sections: one on a policy that staff reads, one on a draft that only legal reads."""
    policy = cast.make_document(owner=people.legal)
    draft = cast.make_document(owner=people.legal, title="Draft", readers=[])
    open_span, closed_span = (
        cast.mint(writer=people.legal, document=document, exact=cast.REFUND) for document in (policy, draft)
    )
    answer = record_answer(
        writer=people.legal,
        kind=AnswerKind.ANSWER,
        segments=[
            Structure(Role.HEADING, "Refunds"),
            Statement("Thirty days.", Basis.PARAPHRASED, (open_span,)),
            Structure(Role.HEADING, "Secret: a fee of 15 percent is coming"),
            Structure(Role.LIST_MARKER, "1. "),
            Statement("A fee is coming.", Basis.PARAPHRASED, (closed_span,)),
        ],
        context=Context(question="What now?", agent="Legal's research"),
        on_behalf_of=None,
        at=AT,
    )
    cast.share_answer(owner=people.legal, answer=answer.uid)
    return answer


class TestAnAnswer:
    def test_shows_what_the_viewer_may_read(self, people: Cast, sectioned) -> None:
        seen = reading.answer(viewer=people.support, uid=sectioned.uid).segments
        texts = [segment.text for segment in seen]
        assert texts == ["Refunds", "Thirty days.", "1. ", None]

    def test_shows_all_of_it_to_who_may_read_all(self, people: Cast, sectioned) -> None:
        seen = reading.answer(viewer=people.legal, uid=sectioned.uid).segments
        assert "Secret: a fee of 15 percent is coming" in [segment.text for segment in seen]

    def test_without_a_readable_statement_shows_no_heading(self, people: Cast, sectioned) -> None:
        """A heading is free text and carries no lineage: it must not say what its statements may not (rule 12)."""
        cast.share_answer(owner=people.legal, answer=sectioned.uid, holder=cast.Holder("user", "contractor"))
        seen = reading.answer(viewer=people.contractor, uid=sectioned.uid).segments
        assert [segment.text for segment in seen] == [None, "1. ", None]

    def test_tells_the_writers_own_words_with_a_readable_statement_only(self, people: Cast, sectioned) -> None:
        """10,000 characters of a question hold a policy: told as a heading is, or as of an answer without one."""
        cast.share_answer(owner=people.legal, answer=sectioned.uid, holder=cast.Holder("user", "contractor"))
        asked = []
        for viewer in (people.support, people.contractor):
            seen = reading.answer(viewer=viewer, uid=sectioned.uid)
            with CaptureQueriesContext(connection) as queries:
                (listed,) = reading.answers(viewer=viewer, after=None, limit=5)
            asked.append(len(queries))
            told = ("What now?", "Legal's research") if viewer is people.support else ("", "")
            assert (seen.question, seen.agent, listed.question) == (*told, told[0])
        assert asked[0] == asked[1]

    def test_tells_its_writer_their_own_words_always(self, people: Cast, sectioned) -> None:
        for document in Document.objects.all():
            cast.unread(owner=people.legal, document=document.uid, holder=cast.Holder("user", "legal"))
        seen = reading.answer(viewer=people.legal, uid=sectioned.uid)
        (listed,) = reading.answers(viewer=people.legal, after=None, limit=5)
        assert (seen.question, seen.agent, listed.question) == ("What now?", "Legal's research", "What now?")
        assert not any(segment.text for segment in seen.segments if isinstance(segment, reading.StatementView))

    def test_is_not_found_when_hidden_erased_or_unknown(self, people: Cast, sectioned) -> None:
        for uid in (sectioned.uid, cast.unknown()):
            with pytest.raises(NotFound):
                reading.answer(viewer=people.contractor, uid=uid)
        erase_answer(actor=people.legal, answer=sectioned.uid, at=AT)
        with pytest.raises(NotFound):
            reading.answer(viewer=people.legal, uid=sectioned.uid)

    def test_leaves_out_a_quotation_that_no_longer_re_slices(self, people: Cast, monkeypatch) -> None:
        policy = cast.make_document(owner=people.legal)
        span = cast.mint(writer=people.legal, document=policy, exact=cast.REFUND)
        answer = record_answer(
            writer=people.legal,
            kind=AnswerKind.ANSWER,
            segments=[Statement(cast.REFUND, Basis.QUOTED, (span,))],
            context=Context(),
            on_behalf_of=None,
            at=AT,
        )
        assert reading.answer(viewer=people.legal, uid=answer.uid).segments[0].text == cast.REFUND
        monkeypatch.setattr(proved_texts, "_proves", lambda *_: False)
        seen = reading.answer(viewer=people.legal, uid=answer.uid).segments[0]
        assert (seen.text, seen.state) == (None, State.UNVERIFIED)


class TestLists:
    def test_go_on_after_an_answer(self, people: Cast, sectioned) -> None:
        policy = cast.make_document(owner=people.legal)
        made = [cast.cite(writer=people.legal, documents=[policy]).uid for _ in range(4)]
        first = reading.answers(viewer=people.legal, after=None, limit=2)
        rest = reading.answers(viewer=people.legal, after=first[-1].uid, limit=9)
        assert [row.uid for row in (*first, *rest)] == [*reversed(made), sectioned.uid]

    def test_do_not_tell_a_hidden_answer_from_an_unknown_one(self, people: Cast, sectioned) -> None:
        """T40: `after` is looked up among what the viewer may read, so it probes nothing."""
        told = []
        for uid in (sectioned.uid, cast.unknown()):
            with pytest.raises(Refused) as refused:
                reading.answers(viewer=people.contractor, after=uid, limit=5)
            told.append((refused.value.code, refused.value.detail, refused.value.at))
        assert told[0] == told[1]

    def test_do_not_tell_a_hidden_page_from_an_unknown_one(self, people: Cast) -> None:
        surface = Surface.objects.create(name="Wiki", allowed_group=Group.objects.get(name="staff"))
        page = put_page(
            actor=people.manager,
            surface=surface.uid,
            kind="runbook",
            host_reference="r1",
            title="Runbook",
            citations=[cast.unknown()],
            at=AT,
        )
        assert [row.uid for row in reading.pages(viewer=people.support, after=None, limit=5)] == [page]
        assert reading.pages(viewer=people.contractor, after=None, limit=5) == ()
        for uid in (page, cast.unknown()):
            with pytest.raises(Refused, match="stale_cursor"):
                reading.pages(viewer=people.contractor, after=uid, limit=5)
