"""What came, went or came back past every service: verification names it, because no fact of the log says so."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.contrib.auth.models import Group, Permission
from django.db import connection, models, transaction

from acl.models import (
    AnswerGroupGrant,
    AnswerUserGrant,
    DocumentGroupGrant,
    DocumentUserGrant,
    InstallationGrant,
    Surface,
    User,
)
from acl.queries import Holder
from acl.rights import InstallationRight, Right
from acl.services import (
    add_member,
    grant,
    grant_answer,
    grant_installation,
    remove_member,
    revoke,
    revoke_answer,
    revoke_installation,
)
from citeledger.core.statements import Absence, AnswerKind, Basis, Context, Role, Statement, Structure
from citeledger.core.states import State
from citeledger.documents.services.pinning import pin
from citeledger.emission.services import record_answer
from citeledger.evidence import contents, facts, rights
from citeledger.evidence.verification import remember, verify
from citeledger.ledger.models import Answer, Page, PageCitation
from citeledger.ledger.services import erase_answer, put_page
from citeledger.log.models import LogDetail
from citeledger.tables.classes import CLASSIFICATIONS, TableClass
from revalidation.decisions import original
from tests import cast
from tests.cast import AT, STAFF, Cast
from tests.ground.databases import BuiltOnce
from tests.integration.evidence.forging import drop_guards

pytestmark = pytest.mark.django_db
SUPPORT = Holder("user", "support")


@dataclass
class World:
    people: Cast
    policy: UUID
    note: UUID
    noted: UUID
    erased: UUID
    page: UUID


@pytest.fixture(scope="module")
def _world(built_once: BuiltOnce) -> World:
    return built_once(build)


@pytest.fixture
def world(_world: World, db: None) -> World:
    return _world


def build() -> World:
    people = cast.make_cast()
    policy = cast.make_document(owner=people.legal)
    note = cast.cite(writer=people.legal, documents=[policy], kind=AnswerKind.MEMORY_NOTE)
    cast.share_answer(owner=people.legal, answer=note.uid)
    erased = whole_answer(people, policy, note.uid)
    cast.share_answer(owner=people.legal, answer=erased)
    original(reader=people.auditor, answer=erased, at=AT)
    page = put(people, Surface.objects.create(name="wiki"), [note.citations[0], uuid4()])
    return World(people, policy, note.uid, note.citations[0], erased, page)


def whole_answer(people: Cast, policy: UUID, note: UUID) -> UUID:
    """One with every kind of content."""
    cast.let_act_for(people.legal)
    query = {"version": 1, "kind": "phrase", "phrase": "store credit"}
    searched = Absence(query, pin(actor=people.legal, name="Policy", documents=[policy], at=AT).uid)
    span = cast.mint(writer=people.legal, document=policy, exact=cast.REFUND)
    segments = [
        Structure(Role.HEADING, "Refunds"),
        Statement(cast.REFUND, Basis.QUOTED, (span,)),
        Statement("So it is.", Basis.PARAPHRASED, derived_from=(note,)),
        Statement("No store credit.", Basis.ABSENCE, absence=searched),
    ]
    recorded = record_answer(
        writer=people.legal,
        kind=AnswerKind.ANSWER,
        segments=segments,
        context=Context(question="Window?"),
        on_behalf_of=people.manager.uid,
        at=AT,
    )
    return recorded.uid


def put(people: Cast, surface: Surface, citations: list[UUID], title: str = "Runbook") -> UUID:
    return put_page(
        actor=people.legal,
        surface=surface.uid,
        kind="runbook",
        host_reference="runbook-1",
        title=title,
        citations=citations,
        at=AT,
    )


def problems() -> list[str]:
    return [str(problem) for problem in verify(progress=lambda _step: None)]


class TestContentThatCameBack:
    CONTENT = tuple(
        model
        for model, classification in CLASSIFICATIONS.items()
        if (classification.subject_uid and hasattr(model, "answer")) or model is LogDetail
    )

    @pytest.mark.parametrize("model", CONTENT, ids=lambda model: model._meta.model_name)
    def test_after_its_erasure_is_named(self, world: World, model: type[models.Model]) -> None:
        """A copy kept elsewhere is put back; every key is free, so the database lets it in."""
        whose = {"entry__subject_uid": world.erased} if model is LogDetail else {"answer__uid": world.erased}
        kept = list(model.objects.filter(**whose))
        assert kept
        erase_answer(actor=world.people.legal, answer=world.erased, at=AT)
        assert problems() == []
        model.objects.bulk_create(kept)
        what = f"{model._meta.verbose_name} {world.erased}: "
        assert [said for said in problems() if said.startswith(what) and said.endswith("although it was erased")]

    def test_a_look_at_what_was_erased_is_no_content_of_it(self, world: World) -> None:
        looked = LogDetail.objects.get(entry__kind="original_read")
        erase_answer(actor=world.people.legal, answer=world.erased, at=AT)
        LogDetail.objects.bulk_create([looked])  # as if it had committed while the erasure did
        assert problems() == []


class TestRowsWithoutAnOwner:
    def test_are_named_by_row_whatever_they_belonged_to(self, world: World) -> None:
        """Each reference of each table of evidence, to a row that is not there."""
        drop_guards()
        missed = [f"{model._meta.db_table}.{field.column}" for model, field in references() if not found(model, field)]
        assert missed == []


def references() -> Iterator[tuple[type[models.Model], "models.ForeignKey[Any, Any]"]]:
    for model, classification in CLASSIFICATIONS.items():
        if classification.table_class in (TableClass.RECORD, TableClass.CONTENT):
            for field in model._meta.concrete_fields:
                if isinstance(field, models.ForeignKey) and model._base_manager.exclude(**{field.name: None}).exists():
                    yield model, field


def found(model: type[models.Model], field: "models.ForeignKey[Any, Any]") -> bool:
    nobody = 999_999
    with transaction.atomic():
        pk = model._base_manager.exclude(**{field.name: None}).values_list("pk", flat=True).first()
        with connection.cursor() as cursor:
            table, key, column = model._meta.db_table, model._meta.pk.column, field.column
            cursor.execute(f'UPDATE "{table}" SET "{column}" = %s WHERE "{key}" = %s', [nobody, pk])
        name = f"row {nobody if field.primary_key else pk}"
        orphans = [str(problem) for problem in contents.orphans()]
        transaction.set_rollback(True)
    return f"{model._meta.verbose_name} {name}: its {field.name} is not there" in orphans


class TestPages:
    CHANGES: dict[str, Callable[[Page], object]] = {
        "another citation": lambda page: page.citations.filter(position=0).update(citation_uid=uuid4()),
        "one less": lambda page: page.citations.filter(position=1).delete(),
        "one more": lambda page: PageCitation.objects.create(page=page, position=2, citation_uid=uuid4()),
        "another order": lambda page: page.citations.filter(position=0).update(position=7),
        "another title": lambda page: Page.objects.update(title="Ticket"),
        "another owner": lambda page: Page.objects.update(owner=User.objects.get(username="support")),
    }

    @pytest.mark.parametrize("change", CHANGES)
    def test_that_show_something_else_are_named(self, world: World, change: str) -> None:
        assert problems() == []
        self.CHANGES[change](Page.objects.get())
        assert problems() == [f"page {world.page}: does not show what the last page_put says"]

    def test_that_are_gone_are_named(self, world: World) -> None:
        Page.objects.all().delete()
        assert problems() == [f"page {world.page}: is gone and no fact says so"]

    def test_that_no_fact_knows_are_named(self, world: World) -> None:
        page = Page.objects.get()
        page.pk, page.uid, page.host_reference = None, uuid4(), "another"
        page.save()
        assert problems() == [f"page {page.uid}: does not show what the last page_put says"]

    def test_that_were_put_again_are_as_they_were_put_last(self, world: World) -> None:
        put(world.people, Surface.objects.get(), [uuid4()], title="Runbook, again")
        assert problems() == []


def permission(app: str, right: str) -> Permission:
    return Permission.objects.get(content_type__app_label=app, codename=right)


class TestRights:
    def test_however_often_they_changed_are_what_the_log_says(self, world: World) -> None:
        legal, operator = world.people.legal, world.people.superuser
        for right in (Right.EDIT, Right.MANAGE):
            grant(actor=legal, document=world.policy, right=right, holder=SUPPORT, at=AT)
        revoke(actor=legal, document=world.policy, right=Right.READ, holder=SUPPORT, at=AT)
        revoke(actor=legal, document=world.policy, right=Right.ATTEST, holder=SUPPORT, at=AT)  # never held
        grant(actor=legal, document=world.policy, right=Right.READ, holder=STAFF, at=AT)  # held already
        grant_answer(actor=legal, answer=world.note, right=Right.MANAGE, holder=SUPPORT, at=AT)
        revoke_answer(actor=legal, answer=world.note, right=Right.READ, holder=STAFF, at=AT)
        for holder in (STAFF, SUPPORT):
            grant_installation(actor=operator, right=InstallationRight.OPERATE, holder=holder, at=AT)
        revoke_installation(actor=operator, right=InstallationRight.OPERATE, holder=STAFF, at=AT)
        add_member(actor=operator, group="staff", user=world.people.contractor.uid, at=AT)
        remove_member(actor=operator, group="staff", user=world.people.support.uid, at=AT)
        erase_answer(actor=legal, answer=world.erased, at=AT)
        assert problems() == []

    def test_on_a_document_that_no_fact_gave_are_named_and_their_badges_are_not_believed(self, world: World) -> None:
        DocumentUserGrant.objects.create(
            content_object=cast.Document.objects.get(uid=world.policy),
            permission=permission("documents", "read"),
            user=User.objects.get(username="contractor"),
        )
        assert problems() == [f"document {world.policy}: read by a user is held and no fact says so"]
        remember(problems=list(verify(progress=lambda _step: None)), at=AT)
        assert cast.state(world.people.contractor, world.noted) is State.UNVERIFIED

    def test_on_a_document_that_no_fact_took_are_named(self, world: World) -> None:
        DocumentGroupGrant.objects.filter(permission__codename="cite").delete()
        assert problems() == [f"document {world.policy}: cite by a group is not held and no fact says so"]

    def test_of_a_creator_that_no_fact_took_are_named(self, world: World) -> None:
        DocumentUserGrant.objects.filter(permission__codename="manage").delete()
        assert problems() == [f"document {world.policy}: manage by a user is not held and no fact says so"]

    def test_of_a_group_that_is_gone_are_named(self, world: World) -> None:
        Group.objects.filter(name="staff").delete()
        assert f"document {world.policy}: read by a group is not held and no fact says so" in problems()

    def test_that_were_moved_to_another_holder_are_named_twice(self, world: World) -> None:
        other = Group.objects.create(name="others")
        DocumentGroupGrant.objects.filter(permission__codename="read").update(group=other)
        said = f"document {world.policy}: read by a group is {{}} and no fact says so"
        assert problems() == [said.format("held"), said.format("not held")]

    def test_on_an_answer_are_named(self, world: World) -> None:
        answer, contractor = Answer.objects.get(uid=world.note), User.objects.get(username="contractor")
        AnswerUserGrant.objects.create(content_object=answer, permission=permission("ledger", "read"), user=contractor)
        AnswerGroupGrant.objects.filter(content_object=answer).delete()
        assert problems() == [
            f"answer {world.note}: read by a user is held and no fact says so",
            f"answer {world.note}: read by a group is not held and no fact says so",
        ]

    def test_on_what_was_erased_are_named(self, world: World) -> None:
        erase_answer(actor=world.people.legal, answer=world.erased, at=AT)
        AnswerUserGrant.objects.create(
            content_object=Answer.objects.get(uid=world.erased),
            permission=permission("ledger", "read"),
            user=User.objects.get(username="contractor"),
        )
        assert problems() == [f"answer {world.erased}: read by a user is held and no fact says so"]

    def test_over_the_installation_are_named(self, world: World) -> None:
        InstallationGrant.objects.filter(right="audit").update(right="operate")
        assert problems() == [
            "rights over the installation: operate by a user is held and no fact says so",
            "rights over the installation: audit by a user is not held and no fact says so",
        ]

    def test_by_a_group_are_named_by_its_members(self, world: World) -> None:
        staff = Group.objects.get(name="staff")
        staff.user_set.add(User.objects.get(username="contractor"))
        User.groups.through.objects.filter(user__username="support").delete()
        assert set(problems()) == {
            f"user {world.people.contractor.uid}: membership of a group is held and no fact says so",
            f"user {world.people.support.uid}: membership of a group is not held and no fact says so",
        }


class TestWhatIsWrittenMeanwhile:
    """A proof takes hours and the world goes on: what commits between two of its questions is no damage."""

    def test_a_right_that_is_granted_between_the_log_and_the_rights(
        self, world: World, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        granted = rights._granted

        def meanwhile(*asked: Any) -> Any:
            grant(actor=world.people.legal, document=world.policy, right=Right.READ, holder=SUPPORT, at=AT)
            return granted(*asked)

        monkeypatch.setattr(rights, "_granted", meanwhile)
        found = [str(problem) for problem in rights.rights()]
        assert found == [f"document {world.policy}: read by a user is held and no fact says so"]
        revoke(actor=world.people.legal, document=world.policy, right=Right.READ, holder=SUPPORT, at=AT)
        assert problems() == []

    def test_a_span_that_is_minted_after_the_log_was_read(self, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
        compared, exacts = facts._compared, iter(["Return shipping is free", "within the country", "Software"])

        def meanwhile(told: Any) -> Any:
            cast.mint(writer=world.people.legal, document=world.policy, exact=next(exacts))
            return compared(told)

        monkeypatch.setattr(facts, "_compared", meanwhile)
        (found,) = facts.records()
        assert found.record == "span"
        assert problems() == []
