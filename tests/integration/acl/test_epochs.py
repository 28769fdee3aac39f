"""Every way to change a right moves the epoch in the same transaction (threats section 1, T1, T2, T18, T19, T20).

Each way is a row of a table and runs on both databases. `moved` compares random tokens, so a bump cannot be missed by
chance; a rolled-back change must leave the token.
"""

import os
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass

import pytest
from django.contrib.auth.models import Group, Permission
from django.db import connection, transaction
from django.utils import timezone
from guardian.shortcuts import assign_perm, remove_perm

from acl.models import (
    AnswerEpoch,
    AnswerGroupGrant,
    AnswerUserGrant,
    DocumentEpoch,
    DocumentGroupGrant,
    DocumentUserGrant,
    Incarnation,
    PrincipalEpoch,
    User,
)
from citeledger.documents.models import Document
from citeledger.ledger.models import Answer
from citeledger.tables.install import drift, install
from tests.ground.databases import BuiltOnce


@dataclass
class World:
    alice: User
    bob: User
    team: Group
    document: Document
    other: Document
    answer: Answer

    def permission(self, codename: str = "read", model: str = "document") -> Permission:
        return Permission.objects.get(codename=codename, content_type__model=model)


@pytest.fixture(scope="module")
def _world(built_once: BuiltOnce) -> World:
    return built_once(build)


@pytest.fixture
def world(_world: World, db: None) -> World:
    return deepcopy(_world)


def build() -> World:
    alice, bob = (User.objects.create(username=name) for name in ("alice", "bob"))
    team = Group.objects.create(name="team")
    first, second = (Document.objects.create(creator=alice, created_at=timezone.now()) for _ in range(2))
    answer = Answer.objects.create(kind="memory_note", writer=alice, at=timezone.now())
    made = World(alice, bob, team, first, second, answer)
    assign_perm("documents.read", bob, first)
    assign_perm("documents.read", team, first)
    assign_perm("ledger.read", bob, answer)
    assign_perm("ledger.read", team, answer)
    bob.groups.add(team)
    return made


def document_token(world: World) -> str:
    return DocumentEpoch.objects.get(document=world.document).token


def answer_token(world: World) -> str:
    return AnswerEpoch.objects.get(answer=world.answer).token


def bob_token(world: World) -> str:
    return PrincipalEpoch.objects.get(user_id=world.bob.pk).token


def incarnation(_: World) -> str:
    return Incarnation.objects.get().token


def raw(sql: str, *parameters: object) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)


def user_grant(world: World, user: User, document: Document | None = None) -> DocumentUserGrant:
    return DocumentUserGrant(content_object=document or world.document, permission=world.permission(), user=user)


def group_grant(world: World, codename: str = "cite") -> DocumentGroupGrant:
    return DocumentGroupGrant(content_object=world.document, permission=world.permission(codename), group=world.team)


def replace_membership(world: World) -> None:
    """The row that INSERT OR REPLACE pushes out belongs to bob; on PostgreSQL the same is an upsert."""
    row = User.groups.through.objects.get(user=world.bob, group=world.team)
    statement = (
        "INSERT OR REPLACE INTO acl_user_groups (id, user_id, group_id) VALUES (%s, %s, %s)"
        if connection.vendor == "sqlite"
        else "INSERT INTO acl_user_groups (id, user_id, group_id) VALUES (%s, %s, %s)"
        " ON CONFLICT (id) DO UPDATE SET user_id = EXCLUDED.user_id"
    )
    raw(statement, row.pk, world.alice.pk, world.team.pk)


def replace_grant(world: World) -> None:
    """Likewise for a grant: document's row is pushed out in favour of one on the other document."""
    row = DocumentUserGrant.objects.get(user=world.bob, content_object=world.document)
    names = "id, content_object_id, permission_id, user_id"
    statement = (
        f"INSERT OR REPLACE INTO acl_documentusergrant ({names}) VALUES (%s, %s, %s, %s)"
        if connection.vendor == "sqlite"
        else f"INSERT INTO acl_documentusergrant ({names}) VALUES (%s, %s, %s, %s)"
        " ON CONFLICT (id) DO UPDATE SET content_object_id = EXCLUDED.content_object_id"
    )
    raw(statement, row.pk, world.other.pk, row.permission_id, world.bob.pk)


Change = Callable[[World], object]
DOCUMENT_CHANGES: dict[str, Change] = {
    "assign_perm to a user": lambda w: assign_perm("documents.read", w.alice, w.document),
    "assign_perm to a group": lambda w: assign_perm("documents.cite", w.team, w.document),
    "assign_perm over a queryset": lambda w: assign_perm("documents.cite", w.bob, Document.objects.all()),
    "assign_perm of many groups": lambda w: assign_perm(
        "documents.cite", Group.objects.filter(name="team"), w.document
    ),
    "remove_perm from a user": lambda w: remove_perm("documents.read", w.bob, w.document),
    "remove_perm from a group": lambda w: remove_perm("documents.read", w.team, w.document),
    "remove_perm over a queryset": lambda w: remove_perm("documents.read", w.bob, Document.objects.all()),
    "user grants bulk_create": lambda w: DocumentUserGrant.objects.bulk_create([user_grant(w, w.alice)]),
    "group grants bulk_create": lambda w: DocumentGroupGrant.objects.bulk_create([group_grant(w)]),
    "user grants queryset update away": lambda w: DocumentUserGrant.objects.filter(user=w.bob).update(
        content_object=w.other
    ),
    "user grants queryset update of the user": lambda w: DocumentUserGrant.objects.filter(user=w.bob).update(
        user=w.alice
    ),
    "group grants queryset update": lambda w: DocumentGroupGrant.objects.filter(group=w.team).update(
        permission=w.permission("edit")
    ),
    "user grants queryset delete": lambda w: DocumentUserGrant.objects.filter(user=w.bob).delete(),
    "user grants raw delete": lambda w: DocumentUserGrant.objects.filter(user=w.bob)._raw_delete("default"),
    "group grants queryset delete": lambda w: DocumentGroupGrant.objects.filter(group=w.team).delete(),
    "user grants raw SQL delete": lambda w: raw("DELETE FROM acl_documentusergrant WHERE user_id = %s", w.bob.pk),
    "group grants raw SQL update": lambda w: raw(
        "UPDATE acl_documentgroupgrant SET content_object_id = %s WHERE group_id = %s", w.other.pk, w.team.pk
    ),
    "a grant replaced by another": replace_grant,
    "group deleted": lambda w: w.team.delete(),
    "group deleted through a queryset": lambda w: Group.objects.filter(name="team").delete(),
}
ANSWER_CHANGES: dict[str, Change] = {
    "assign_perm to a user": lambda w: assign_perm("ledger.read", w.alice, w.answer),
    "remove_perm from a group": lambda w: remove_perm("ledger.read", w.team, w.answer),
    "bulk_create": lambda w: AnswerUserGrant.objects.bulk_create(
        [AnswerUserGrant(content_object=w.answer, permission=w.permission("read", "answer"), user=w.alice)]
    ),
    "queryset update": lambda w: AnswerUserGrant.objects.filter(user=w.bob).update(user=w.alice),
    "queryset delete": lambda w: AnswerGroupGrant.objects.all().delete(),
    "raw SQL delete": lambda w: raw("DELETE FROM acl_answergroupgrant"),
}
PRINCIPAL_CHANGES: dict[str, Change] = {
    "groups.remove": lambda w: w.bob.groups.remove(w.team),
    "groups.clear": lambda w: w.bob.groups.clear(),
    "groups.set": lambda w: w.bob.groups.set([]),
    "user_set.remove": lambda w: w.team.user_set.remove(w.bob),
    "membership bulk_create": lambda w: User.groups.through.objects.bulk_create(
        [User.groups.through(user=w.bob, group=Group.objects.create(name="second"))]
    ),
    "membership queryset delete": lambda w: User.groups.through.objects.filter(user=w.bob).delete(),
    "membership queryset update": lambda w: User.groups.through.objects.filter(user=w.bob).update(user=w.alice),
    "membership raw SQL delete": lambda w: raw("DELETE FROM acl_user_groups WHERE user_id = %s", w.bob.pk),
    "membership replaced by another's": replace_membership,
    "group deleted, membership by cascade": lambda w: w.team.delete(),
    "is_active through a queryset": lambda w: User.objects.filter(pk=w.bob.pk).update(is_active=False),
    "is_superuser through bulk_update": lambda w: User.objects.bulk_update(
        [User(pk=w.bob.pk, is_superuser=True)], ["is_superuser"]
    ),
    "is_active by raw SQL": lambda w: raw("UPDATE acl_user SET is_active = %s WHERE id = %s", False, w.bob.pk),
}
GLOBAL_CHANGES: dict[str, Change] = {
    "group renamed": lambda w: Group.objects.filter(name="team").update(name="renamed"),
    "group deleted": lambda w: w.team.delete(),
    "permission deleted": lambda w: w.permission("attest").delete(),
    "permission renamed": lambda w: Permission.objects.filter(codename="attest").update(codename="other"),
}
ROWS = (
    [pytest.param(document_token, change, id=f"document: {name}") for name, change in DOCUMENT_CHANGES.items()]
    + [pytest.param(answer_token, change, id=f"derived text: {name}") for name, change in ANSWER_CHANGES.items()]
    + [pytest.param(bob_token, change, id=f"principal: {name}") for name, change in PRINCIPAL_CHANGES.items()]
    + [pytest.param(incarnation, change, id=f"everything: {name}") for name, change in GLOBAL_CHANGES.items()]
)


@pytest.mark.parametrize(("token", "change"), ROWS)
def test_a_changed_right_moves_the_epoch(world: World, token: Callable[[World], str], change: Change) -> None:
    before = token(world)
    change(world)
    assert token(world) != before


@pytest.mark.parametrize(("token", "change"), ROWS)
def test_a_rolled_back_change_leaves_the_epoch(world: World, token: Callable[[World], str], change: Change) -> None:
    before = token(world)
    with transaction.atomic():
        change(world)
        transaction.set_rollback(True)
    assert token(world) == before


def test_signing_in_does_not_move_the_epoch(world: World) -> None:
    before = bob_token(world)
    User.objects.filter(pk=world.bob.pk).update(last_login=timezone.now())
    assert bob_token(world) == before


def test_the_counter_counts_for_people(world: World) -> None:
    before = DocumentEpoch.objects.get(document=world.document).counter
    remove_perm("documents.read", world.bob, world.document)
    assert DocumentEpoch.objects.get(document=world.document).counter == before + 1


@pytest.mark.postgresql
@pytest.mark.parametrize(
    "table", ["acl_documentusergrant", "acl_answergroupgrant", "acl_user_groups", "auth_permission"]
)
def test_truncate_rotates_the_incarnation(world: World, table: str) -> None:
    raw("SET CONSTRAINTS ALL IMMEDIATE")  # PostgreSQL refuses TRUNCATE while checks of this transaction are pending
    before = incarnation(world)
    raw(f"TRUNCATE {table} CASCADE")
    assert incarnation(world) != before


@pytest.mark.postgresql
def test_a_replica_role_does_not_silence_the_triggers(world: World) -> None:
    before = document_token(world)
    raw("SET LOCAL session_replication_role = replica")
    DocumentUserGrant.objects.filter(user=world.bob).delete()
    assert document_token(world) != before


class TestReservedGroups:
    """`anyone` and `signed_in` are member-less and stay what they are."""

    @pytest.mark.parametrize("name", ["anyone", "signed_in"])
    def test_nobody_joins_them(self, world: World, name: str) -> None:
        with pytest.raises(Exception, match="reserved group"), transaction.atomic():
            world.bob.groups.add(Group.objects.get(name=name))

    def test_a_membership_is_not_moved_into_them(self, world: World) -> None:
        with pytest.raises(Exception, match="reserved group"), transaction.atomic():
            User.groups.through.objects.filter(user=world.bob).update(group=Group.objects.get(name="anyone"))

    @pytest.mark.parametrize("name", ["anyone", "signed_in"])
    def test_they_are_neither_renamed_nor_deleted(self, world: World, name: str) -> None:
        with pytest.raises(Exception, match="reserved group"), transaction.atomic():
            Group.objects.filter(name=name).update(name="other")
        with pytest.raises(Exception, match="reserved group"), transaction.atomic():
            Group.objects.filter(name=name).delete()

    @pytest.mark.postgresql
    def test_nor_emptied(self, world: World) -> None:
        raw("SET CONSTRAINTS ALL IMMEDIATE")
        with pytest.raises(Exception, match="reserved group"), transaction.atomic():
            raw("TRUNCATE auth_group CASCADE")


@pytest.mark.django_db
class TestTriggersStand:
    """T2: a trigger that is gone or altered is noticed, and `migrate` puts it back."""

    def test_all_stand_after_migrate(self) -> None:
        assert not drift(using="default")

    def test_a_dropped_trigger_is_missing_until_reinstalled(self) -> None:
        name = "citeledger_epoch_acl_documentusergrant_del"
        raw(f"DROP TRIGGER {name}" + ("" if connection.vendor == "sqlite" else " ON acl_documentusergrant"))
        assert drift(using="default").missing == (name,)
        install(using="default")
        assert not drift(using="default")

    def test_an_altered_trigger_is_noticed(self) -> None:
        name = "citeledger_epoch_acl_documentusergrant_del"
        if connection.vendor == "sqlite":
            raw(f"DROP TRIGGER {name}")
            raw(f"CREATE TRIGGER {name} AFTER DELETE ON acl_documentusergrant FOR EACH ROW BEGIN SELECT 1; END")
        else:
            raw(f"CREATE OR REPLACE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'")
        assert drift(using="default").altered == (name,)

    @pytest.mark.postgresql
    def test_a_disabled_trigger_is_noticed(self) -> None:
        raw("ALTER TABLE acl_user_groups DISABLE TRIGGER citeledger_epoch_acl_user_groups_del")
        assert drift(using="default").altered == ("citeledger_epoch_acl_user_groups_del",)


def test_the_table_runs_on_the_database_it_says() -> None:
    assert connection.vendor == os.environ.get("CITELEDGER_TEST_ENGINE", "sqlite")
