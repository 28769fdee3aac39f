"""What a row may be is held by the database, on both engines, whoever writes (DESIGN rule 1).

Each invariant: raw SQL that keeps it goes through, raw SQL that breaks it is refused, and with the guard gone the same
SQL goes through, so that the refusal is the guard's.
"""

import uuid
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import DatabaseError, connection, models
from django.utils import timezone

from acl.invariants import INVARIANTS as OF_ACCOUNTS
from acl.models import User
from citeledger.core.principals import Kind
from citeledger.documents.invariants import INVARIANTS as OF_DOCUMENTS
from citeledger.documents.models import Adoption, Reversion, Upload, Version
from citeledger.documents.uploads import UploadState
from citeledger.emission.invariants import INVARIANTS as OF_EMISSION
from citeledger.emission.models import EmissionSession, HandOff, HandOffReceipt, SessionAnswer, SessionStep
from citeledger.ledger.invariants import INVARIANTS as OF_THE_LEDGER
from citeledger.ledger.models import Answer, Attestation, Citation, Rebinding
from citeledger.log.models import Erasure
from citeledger.tables.invariants import BROKEN
from tests.integration.tables.test_frozen import made, next_version, run, service, two_versions

pytestmark = pytest.mark.django_db
STATES = tuple(UploadState)
STEPS = {
    ("waiting", "reading"),
    ("reading", "waiting"),
    ("reading", "ready"),
    ("reading", "refused"),
    ("ready", "published"),
}


def insert(model: type[models.Model], **values: Any) -> None:
    """Past the ORM: columns and values as they are."""
    fields = {name: model._meta.get_field(name) for name in values}
    columns = ", ".join(f'"{field.column}"' for field in fields.values())  # type: ignore[union-attr]
    stored = [
        field.get_db_prep_save(values[name], connection)  # type: ignore[union-attr]  # none of them is a relation back
        for name, field in fields.items()
    ]
    places = ", ".join(["%s"] * len(stored))
    run(f'INSERT INTO "{model._meta.db_table}" ({columns}) VALUES ({places})', *stored)


def refused(act: Any, *, by: str) -> bool:
    try:
        act()
    except DatabaseError as error:
        return by in str(error)
    return False


def drop(name: str, table: str) -> None:
    on = f' ON "{table}"' if connection.vendor == "postgresql" else ""
    if on:
        run("SET CONSTRAINTS ALL IMMEDIATE")
    run(f'DROP TRIGGER "citeledger_holds_{name}"{on}')


def reverted(version: Any, origin: Any) -> Any:
    return lambda: insert(Reversion, version=version.pk, origin=origin.pk, at=timezone.now())


class TestReversions:
    BY = f"{BROKEN}: reversion_older"

    def test_to_an_older_version_of_the_same_document(self) -> None:
        older, newer = two_versions()
        reverted(newer, older)()
        assert Reversion.objects.count() == 1

    def test_not_to_a_newer_one_nor_to_itself(self) -> None:
        older, newer = two_versions()
        assert refused(reverted(older, newer), by=self.BY)
        assert refused(reverted(older, older), by=self.BY)

    def test_not_to_another_document(self) -> None:
        (older, _), (_, newer) = two_versions(), two_versions()
        assert refused(reverted(newer, older), by=self.BY)
        drop("reversion_older", "documents_reversion")
        assert not refused(reverted(newer, older), by=self.BY)


class TestRebindings:
    BY = "ledger_rebinding_older"

    def test_from_an_older_citation_and_only_once(self) -> None:
        older, newer = made(Citation), made(Citation)
        insert(Rebinding, citation=newer.pk, origin=older.pk, at=timezone.now())
        assert refused(
            lambda: insert(Rebinding, citation=newer.pk, origin=older.pk, at=timezone.now()),
            by="frozen" if connection.vendor == "sqlite" else "citation_id",
        )
        assert Rebinding.objects.count() == 1

    def test_not_from_itself_nor_from_a_newer_one(self) -> None:
        older, newer = made(Citation), made(Citation)
        for citation, origin in ((older, older), (older, newer)):
            assert refused(
                lambda of=citation, to=origin: insert(Rebinding, citation=of.pk, origin=to.pk, at=timezone.now()),
                by=self.BY,
            )


class TestAttestations:
    def attested(self, kind: Kind) -> Any:
        user = User.objects.create(username=uuid.uuid4().hex, kind=kind)
        values = {"uid": uuid.uuid4(), "citation": made(Citation).pk, "note": "So.", "seen": "[]"}
        return lambda: insert(Attestation, person=user.pk, at=timezone.now(), **values)

    def test_by_persons_and_by_no_service(self) -> None:
        by = f"{BROKEN}: attested_by_person"
        self.attested(Kind.PERSON)()
        assert refused(self.attested(Kind.SERVICE), by=by)
        drop("attested_by_person", "ledger_attestation")
        assert not refused(self.attested(Kind.SERVICE), by=by)


class TestAccounts:
    def test_a_service_stays_one_and_a_person_too(self) -> None:
        by, user = f"{BROKEN}: kind_stays", User.objects.create(username="somebody")
        turn = lambda: run("UPDATE acl_user SET kind = %s WHERE id = %s", Kind.SERVICE, user.pk)  # noqa: E731
        run("UPDATE acl_user SET kind = %s, is_active = %s WHERE id = %s", Kind.PERSON, False, user.pk)
        assert refused(turn, by=by)
        drop("kind_stays", "acl_user")
        assert not refused(turn, by=by)


class TestAdoptions:
    BY = f"{BROKEN}: adopted_by_person"

    def adopted(self, author: User, kind: Kind) -> Any:
        person = User.objects.create(username=uuid.uuid4().hex, kind=kind)
        version = next_version(made(Version), author=author)
        return lambda: insert(Adoption, version=version.pk, person=person.pk, at=timezone.now())

    def test_by_a_person_of_what_a_service_published(self) -> None:
        self.adopted(service(), Kind.PERSON)()
        assert Adoption.objects.count() == 1

    def test_neither_by_a_service_nor_of_what_a_person_published(self) -> None:
        wrong = self.adopted(service(), Kind.SERVICE), self.adopted(User.objects.create(username="author"), Kind.PERSON)
        for act in wrong:
            assert refused(act, by=self.BY)
        drop("adopted_by_person", "documents_adoption")
        for act in wrong:
            assert not refused(act, by=self.BY)

    def test_each_number_once_in_whichever_rendition(self) -> None:
        person, author = User.objects.create(username="editor"), service()
        first = next_version(made(Version), author=author)
        again = next_version(first, author=author, number=first.number, rendition=first.rendition + 1)
        later = next_version(first, author=author)
        for version in (first, later):
            insert(Adoption, version=version.pk, person=person.pk, at=timezone.now())

        def twice() -> None:
            insert(Adoption, version=again.pk, person=person.pk, at=timezone.now())

        assert refused(twice, by=f"{BROKEN}: adopted_once")
        drop("adopted_once", "documents_adoption")
        twice()
        assert Adoption.objects.count() == 3


def upload(state: str) -> Upload:
    """One that came to this state step by step."""
    ways = {
        "waiting": (),
        "reading": ("reading",),
        "ready": ("reading", "ready"),
        "refused": ("reading", "refused"),
        "published": ("reading", "ready", "published"),
    }
    row = Upload.objects.create(**columns("waiting"))
    for step in ways[state]:
        move(row, step)
    return row


def columns(state: str) -> dict[str, Any]:
    user = User.objects.create(username=uuid.uuid4().hex)
    about: dict[str, Any] = {"actor": user, "media_type": "text/plain", "size": 1, "sha256": "0" * 64, "language": "en"}
    return about | {"least_confidence": 0, "state": state, "at": timezone.now()}


def move(row: Upload, state: str) -> None:
    """With what belongs to the state, so that the step alone is judged."""
    refusal = "unreadable" if state == "refused" else ""
    published = made(Version).pk if state == "published" else None
    run(
        "UPDATE documents_upload SET state = %s, refusal = %s, published_id = %s WHERE id = %s",
        *(state, refusal, published, row.pk),
    )


class TestUploads:
    @pytest.mark.parametrize("before", STATES)
    @pytest.mark.parametrize("after", STATES)
    def test_steps(self, before: str, after: str) -> None:
        row = upload(before)
        may = before == after or (before, after) in STEPS
        assert refused(lambda: move(row, after), by=f"{BROKEN}: upload_step") is not may

    @pytest.mark.parametrize("state", [UploadState.READING, UploadState.READY])
    def test_they_begin_by_waiting(self, state: str) -> None:
        with pytest.raises(DatabaseError, match=f"{BROKEN}: upload_begins"):
            Upload.objects.create(**columns(state))

    def test_without_the_guards_any_state_follows_any(self) -> None:
        row = upload("published")
        drop("upload_step", "documents_upload")
        move(row, "waiting")
        row.refresh_from_db()
        assert row.state == UploadState.WAITING

    @pytest.mark.parametrize(
        ("state", "change"),
        [
            ("ready", "refusal = 'unreadable'"),
            ("refused", "refusal = ''"),
            ("published", "published_id = NULL"),
            ("reading", "state = 'refused'"),
            ("ready", "state = 'published'"),
        ],
    )
    def test_what_belongs_to_a_state_comes_with_it(self, state: str, change: str) -> None:
        row = upload(state)
        by = "documents_upload_state"
        assert refused(lambda: run(f"UPDATE documents_upload SET {change} WHERE id = %s", row.pk), by=by)


class TestHandOffs:
    BY = f"{BROKEN}: taken_over_in_time"

    def received(self, row: Any, at: datetime) -> Any:
        return lambda: insert(HandOffReceipt, hand_off=row.pk, at=at)

    def test_are_taken_over_while_they_last(self) -> None:
        first, second = made(HandOff), made(HandOff)
        self.received(first, first.at)()  # type: ignore[attr-defined]  # rows of any model
        self.received(second, second.expires_at - timedelta(microseconds=1))()  # type: ignore[attr-defined]
        assert HandOffReceipt.objects.count() == 2

    def test_neither_before_nor_after(self) -> None:
        row: Any = made(HandOff)
        early, late = row.at - timedelta(microseconds=1), row.expires_at
        assert refused(self.received(row, early), by=self.BY)
        assert refused(self.received(row, late), by=self.BY)
        drop("taken_over_in_time", "emission_handoffreceipt")
        assert not refused(self.received(row, late), by=self.BY)


class TestSessions:
    def test_an_answer_is_emitted_from_a_session_of_its_own_writer(self) -> None:
        by, answer = f"{BROKEN}: emitted_by_writer", made(Answer)
        strangers: Any = made(EmissionSession)
        assert refused(lambda: insert(SessionAnswer, answer=answer.pk, session=strangers.pk), by=by)
        own = EmissionSession.objects.create(writer_id=answer.writer_id, at=timezone.now())  # type: ignore[attr-defined]
        insert(SessionAnswer, answer=answer.pk, session=own.pk)
        assert SessionAnswer.objects.count() == 1
        drop("emitted_by_writer", "emission_sessionanswer")
        other = made(Answer)
        assert not refused(lambda: insert(SessionAnswer, answer=other.pk, session=strangers.pk), by=by)

    def test_no_step_follows_an_erasure(self) -> None:
        by, session = f"{BROKEN}: step_not_erased", EmissionSession.objects.get(pk=made(EmissionSession).pk)
        said = {"kind": "opened", "at": timezone.now(), "detail": "{}", "digest": "0" * 64}
        insert(SessionStep, session=session.pk, ordinal=0, **said)
        Erasure.objects.create(subject_uid=session.uid, at=timezone.now())
        assert refused(lambda: insert(SessionStep, session=session.pk, ordinal=1, **said), by=by)
        drop("step_not_erased", "emission_sessionstep")
        assert not refused(lambda: insert(SessionStep, session=session.pk, ordinal=1, **said), by=by)

    def test_only_what_is_done_to_something_names_it(self) -> None:
        session = made(EmissionSession).pk
        said = {"session": session, "at": timezone.now(), "detail": "{}", "digest": "0" * 64}
        for kind, subject in (("minted", None), ("searched", uuid.uuid4()), ("copied", uuid.uuid4())):
            values = said | {"kind": kind, "subject": subject, "ordinal": 0}
            assert refused(lambda values=values: insert(SessionStep, **values), by="emission_step_subject")


def test_every_invariant_is_tested_here() -> None:
    tested = {"reversion_older", "upload_begins", "upload_step", "attested_by_person", "taken_over_in_time"} | {
        *("emitted_by_writer", "step_not_erased", "kind_stays", "adopted_by_person", "adopted_once")
    }
    every = (*OF_ACCOUNTS, *OF_DOCUMENTS, *OF_THE_LEDGER, *OF_EMISSION)
    assert {invariant.name for invariant in every} == tested
