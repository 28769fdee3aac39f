"""Behind a badge: for holders of the audit right alone, decided first and logged after, every look of it."""

import json
from typing import Any
from uuid import UUID

import pytest
from django.db import connection

from acl import services as rights
from acl.queries import Holder
from acl.rights import InstallationRight
from citeledger.core.principals import ANONYMOUS, Principal
from citeledger.core.refusals import NotFound
from citeledger.core.statements import AnswerKind, Basis, Context, Role, Statement, Structure
from citeledger.core.states import Cause, Finding, State
from citeledger.documents.models import VersionText
from citeledger.emission.services import record_answer
from citeledger.ledger.services import erase_answer
from citeledger.log.models import LogEntry
from revalidation import service
from revalidation.decisions import original, trace
from revalidation.views import StructureView
from tests import cast
from tests.cast import AT, Cast


def _looks(kind: str) -> list[tuple[UUID | None, UUID, dict[str, str]]]:
    entries = LogEntry.objects.filter(kind=kind).select_related("detail").order_by("pk")
    return [(entry.actor_uid, entry.subject_uid, json.loads(entry.detail.body)) for entry in entries]


def _said(people: Cast) -> tuple[UUID, UUID, UUID]:
    """Document, answer and citation: two statements under a heading, one of them the passage itself."""
    document = cast.make_document(owner=people.legal)
    span = cast.mint(writer=people.support, document=document, exact=cast.REFUND)
    said = record_answer(
        writer=people.support,
        kind=AnswerKind.ANSWER,
        segments=[
            Structure(role=Role.HEADING, text="Returns"),
            Statement(text="Thirty days.", basis=Basis.PARAPHRASED, spans=(span,)),
            Statement(text=cast.REFUND, basis=Basis.QUOTED, spans=(span,)),
        ],
        context=Context(question="Window?"),
        on_behalf_of=None,
        at=AT,
    )
    return document, said.uid, said.citations[0]


OTHERS = ("support", "legal", "superuser", "service", "anonymous")


class TestTrace:
    def test_it_names_each_source_by_its_outside_address(self, people: Cast) -> None:
        document = cast.make_document(owner=people.legal)
        note = cast.cite(writer=people.support, documents=[document], kind=AnswerKind.MEMORY_NOTE)
        cited = cast.cite(writer=people.support, derived_from=[note.uid]).citations[0]
        told = trace(reader=people.auditor, viewer=people.contractor, citation=cited, at=AT)
        assert (told.state, told.readable) == (State.UNAVAILABLE, False)
        assert told.findings == (
            Finding(f"document:{document}", Cause.DENIED),
            Finding(f"derived:{note.uid}", Cause.DENIED),
        )

    @pytest.mark.parametrize("who", ["contractor", "anonymous"])
    def test_each_look_is_logged_with_whose_eyes_it_took(self, people: Cast, who: str) -> None:
        _, _, citation = _said(people)
        viewer: Principal = getattr(people, who)
        trace(reader=people.auditor, viewer=viewer, citation=citation, at=AT)
        expected = {"viewer": str(viewer.uid) if viewer.uid else "anonymous"}
        assert _looks("trace_read") == [(people.auditor.uid, citation, expected)]

    def test_the_verdict_is_computed_in_no_transaction_of_ours(
        self, people: Cast, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        _, _, citation = _said(people)
        decide, outside, depths = service.decisions, len(connection.atomic_blocks), []

        def decisions(**asked: Any) -> Any:
            depths.append(len(connection.atomic_blocks))
            return decide(**asked)

        monkeypatch.setattr(service, "decisions", decisions)
        trace(reader=people.auditor, viewer=ANONYMOUS, citation=citation, at=AT)
        assert depths == [outside]

    @pytest.mark.parametrize("who", OTHERS)
    def test_nobody_else_learns_or_logs_anything(self, people: Cast, who: str) -> None:
        _, _, citation = _said(people)
        for uid in (citation, cast.unknown()):
            with pytest.raises(NotFound):
                trace(reader=getattr(people, who), viewer=people.support, citation=uid, at=AT)
        assert _looks("trace_read") == []

    def test_a_group_may_audit_and_stops_with_the_grant(self, people: Cast) -> None:
        _, _, citation = _said(people)
        grant = {"right": InstallationRight.AUDIT, "holder": Holder("group", "staff"), "at": AT}
        rights.grant_installation(actor=people.superuser, **grant)
        assert trace(reader=people.manager, viewer=ANONYMOUS, citation=citation, at=AT).state is State.UNAVAILABLE
        rights.revoke_installation(actor=people.superuser, **grant)
        with pytest.raises(NotFound):
            trace(reader=people.manager, viewer=ANONYMOUS, citation=citation, at=AT)


class TestOriginal:
    def test_it_says_what_was_said_whoever_may_read_the_sources_now(self, people: Cast) -> None:
        document, answer, _ = _said(people)
        cast.unread(owner=people.legal, document=document)
        found = original(reader=people.auditor, answer=answer, at=AT)
        assert (found.writer, found.question) == ("support", "Window?")
        heading, thirty, quoted = found.segments
        assert heading == StructureView("heading", "Returns")
        assert [(part.basis, part.text) for part in (thirty, quoted)] == [
            ("paraphrased", "Thirty days."),
            ("quoted", cast.REFUND),
        ]
        assert _looks("original_read") == [(people.auditor.uid, answer, {})]

    def test_a_quotation_that_no_longer_re_slices_is_not_shown(self, people: Cast) -> None:
        _, answer, _ = _said(people)
        on = "" if connection.vendor == "sqlite" else " ON documents_versiontext"
        with connection.cursor() as cursor:
            cursor.execute(f"DROP TRIGGER citeledger_noup_documents_versiontext{on}")
        VersionText.objects.update(text=cast.POLICY.replace("30", "99"))
        texts = [part.text for part in original(reader=people.auditor, answer=answer, at=AT).segments]
        assert texts == ["Returns", "Thirty days.", None]

    def test_what_was_erased_is_gone_for_auditors_too(self, people: Cast) -> None:
        _, answer, _ = _said(people)
        erase_answer(actor=people.support, answer=answer, at=AT)
        for uid in (answer, cast.unknown()):
            with pytest.raises(NotFound):
                original(reader=people.auditor, answer=uid, at=AT)
        assert _looks("original_read") == []

    @pytest.mark.parametrize("who", OTHERS)
    def test_nobody_else_learns_or_logs_anything(self, people: Cast, who: str) -> None:
        _, answer, _ = _said(people)
        for uid in (answer, cast.unknown()):
            with pytest.raises(NotFound):
                original(reader=getattr(people, who), answer=uid, at=AT)
        assert _looks("original_read") == []
