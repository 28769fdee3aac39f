"""Frozen tables refuse every way to change a row, on both databases, from any connection (DESIGN rule 1).

One table at a time: a row is made, and each way to change it must fail with the guard's own sentence. Dropping the
guard must let the change through, so a test that passes proves the guard and not some other obstacle.
"""

import itertools
import uuid
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import DatabaseError, connection, models, transaction
from django.utils import timezone

from acl.models import User
from citeledger.core.principals import Kind
from citeledger.documents.models import Adoption, Reversion, Version
from citeledger.emission.models import EmissionSession, HandOff, SessionAnswer
from citeledger.ledger.models import Rebinding, Span
from citeledger.log.models import Erasure
from citeledger.tables.classes import CLASSIFICATIONS, TableClass
from citeledger.tables.guards import REFUSAL
from citeledger.tables.install import drift

Model = type[models.Model]

FROZEN = [
    model
    for model, classification in CLASSIFICATIONS.items()
    if classification.table_class in (TableClass.RECORD, TableClass.CONTENT)
]
RECORDS = [model for model in FROZEN if CLASSIFICATIONS[model].table_class is TableClass.RECORD]
CONTENT = [model for model in FROZEN if CLASSIFICATIONS[model].table_class is TableClass.CONTENT]
SECOND_KEYS = [
    (model, key)
    for model in FROZEN
    for key in (
        *((field.name,) for field in model._meta.concrete_fields if field.unique and not field.primary_key),
        *(tuple(constraint.fields) for constraint in model._meta.total_unique_constraints),
    )
]
_numbers = itertools.count(1)


def label(value: Any) -> str:
    return value._meta.label if isinstance(value, type) else "+".join(value)


each_frozen = pytest.mark.parametrize("model", FROZEN, ids=label)
each_content = pytest.mark.parametrize("model", CONTENT, ids=label)

MAKERS: list[tuple[type, Callable[[], Any]]] = [
    (models.UUIDField, uuid.uuid4),
    (models.DateTimeField, timezone.now),
    (models.DateField, lambda: timezone.now().date()),
    (models.BinaryField, lambda: b"bytes"),
    (models.CharField, lambda: f"w{next(_numbers)}"),
    (models.TextField, lambda: f"words {next(_numbers)}"),
    (models.IntegerField, lambda: next(_numbers)),
]


def value_of(field: Any) -> Any:
    if field.is_relation:
        return made(field.related_model)
    if field.choices:
        return field.choices[0][0]
    return next(make() for kind, make in MAKERS if isinstance(field, kind))


def made(model: Model) -> models.Model:
    """A row of the table with everything it needs, whatever its columns are."""
    if model is User:
        return User.objects.create(username=f"user{next(_numbers)}")
    needed = [
        field
        for field in model._meta.concrete_fields
        if not field.null and not field.has_default() and not isinstance(field, models.AutoField)
    ]
    values = {field.name: value_of(field) for field in needed}
    if model is Span:
        values["end"] = values["start"] + 1
    if model is Rebinding:
        values["origin"], values["citation"] = values["citation"], values["origin"]  # the older one is the origin
    if model is HandOff:
        values["expires_at"] = values["at"] + timedelta(hours=1)
    if model is SessionAnswer:
        values["session"] = EmissionSession.objects.create(writer_id=values["answer"].writer_id, at=timezone.now())
    if model is Reversion:
        values["origin"], values["version"] = two_versions()
    if model is Adoption:
        values["version"] = next_version(values["version"], author=service())
    return model._base_manager.create(**values)


def two_versions() -> tuple[models.Model, models.Model]:
    """The first two of one document."""
    first = made(Version)
    return first, next_version(first)


def next_version(first: models.Model, **other: Any) -> Version:
    kept = {field.name: getattr(first, field.name) for field in Version._meta.concrete_fields}
    anew = {"id": None, "uid": uuid.uuid4(), "number": kept["number"] + 1}
    return Version.objects.create(**kept | anew | other)


def service() -> User:
    return User.objects.create(username=f"service{next(_numbers)}", kind=Kind.SERVICE)


def run(statement: str, *parameters: Any) -> int:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        return int(cursor.rowcount)


def refused(statement: str, *parameters: Any) -> bool:
    try:
        run(statement, *parameters)
    except DatabaseError as error:
        return REFUSAL in str(error)
    return False


def key_of(model: Model) -> str:
    return str(model._meta.pk.column)  # type: ignore[union-attr]  # every model has a key


def update(model: Model) -> str:
    """Sets a column to what it holds already: even that is a write."""
    return f'UPDATE "{model._meta.db_table}" SET "{key_of(model)}" = "{key_of(model)}"'


def delete(model: Model) -> str:
    return f'DELETE FROM "{model._meta.db_table}"'


def written_again(row: models.Model, *, but: dict[str, Any]) -> tuple[str, list[Any]]:
    """The row as columns and values of an INSERT, some of them replaced."""
    fields = row._meta.concrete_fields
    values = [but.get(field.name, getattr(row, field.attname)) for field in fields]
    stored = [field.get_db_prep_save(value, connection) for field, value in zip(fields, values, strict=True)]
    columns = ", ".join(f'"{field.column}"' for field in fields)
    return f'INTO "{row._meta.db_table}" ({columns}) VALUES ({", ".join(["%s"] * len(fields))})', stored


def put_over(row: models.Model, key: tuple[str, ...], *, but: dict[str, Any]) -> tuple[str, list[Any]]:
    """INSERT OR REPLACE, or what comes nearest to it on PostgreSQL."""
    rest, values = written_again(row, but=but)
    if connection.vendor == "sqlite":
        return f"INSERT OR REPLACE {rest}", values
    columns = [f'"{row._meta.get_field(name).column}"' for name in key]  # type: ignore[union-attr]  # keys name columns
    target = ", ".join(columns)
    return f"INSERT {rest} ON CONFLICT ({target}) DO UPDATE SET {columns[0]} = EXCLUDED.{columns[0]}", values


def drop_guard(model: Model, kind: str) -> None:
    drop_trigger(model, f"citeledger_{kind}_{model._meta.db_table}")


def make_way(model: Model) -> None:
    """What else refuses a row beside one that is there is not on trial: the guard alone is."""
    if model is Adoption:
        drop_trigger(model, "citeledger_holds_adopted_once")


def drop_trigger(model: Model, name: str) -> None:
    on = f' ON "{model._meta.db_table}"' if connection.vendor == "postgresql" else ""
    if on:
        # Deferred checks of foreign keys would otherwise hold the table.
        run("SET CONSTRAINTS ALL IMMEDIATE")
    run(f'DROP TRIGGER "{name}"{on}')


def subject_of(model: Model) -> uuid.UUID:
    """The uid whose erasure frees the one row of the table, as the guard itself finds it."""
    subject = CLASSIFICATIONS[model].subject_uid
    with connection.cursor() as cursor:
        cursor.execute(f'SELECT {subject} FROM "{model._meta.db_table}" AS old')
        (found,) = cursor.fetchone()
    return found if isinstance(found, uuid.UUID) else uuid.UUID(found)


def test_every_class_of_frozen_table_is_there() -> None:
    assert len(RECORDS) >= 9
    assert len(CONTENT) >= 10
    assert all(CLASSIFICATIONS[model].subject_uid for model in CONTENT)


@pytest.mark.django_db
class TestFrozenTables:
    @each_frozen
    def test_no_update(self, model: Model) -> None:
        made(model)
        assert refused(update(model))

    @each_frozen
    def test_no_delete(self, model: Model) -> None:
        made(model)
        assert refused(delete(model))

    @each_frozen
    def test_no_update_or_delete_through_the_code(self, model: Model) -> None:
        row = made(model)
        for act in (lambda: row.save(force_update=True), row.delete, model._base_manager.all().delete):
            with pytest.raises(DatabaseError, match=REFUSAL), transaction.atomic():
                act()

    @each_frozen
    def test_no_second_row_with_its_key(self, model: Model) -> None:
        row = made(model)
        make_way(model)
        statement, values = put_over(row, (row._meta.pk.name,), but={})  # type: ignore[union-attr]  # as above
        assert refused(statement, *values)

    @pytest.mark.parametrize(("model", "key"), SECOND_KEYS, ids=label)
    def test_no_other_row_in_its_place(self, model: Model, key: tuple[str, ...]) -> None:
        row, other = made(model), made(model)
        make_way(model)
        pk = row._meta.pk.name  # type: ignore[union-attr]  # as above
        free = other.pk + 1000
        but = {} if pk in key else {pk: free}
        statement, values = put_over(row, key, but=but)
        assert refused(statement, *values)

    @each_frozen
    def test_without_the_guard_it_would_change(self, model: Model) -> None:
        made(model)
        drop_guard(model, "noup")
        assert not refused(update(model))
        assert drift(using="default").missing == (f"citeledger_noup_{model._meta.db_table}",)

    @each_frozen
    def test_without_the_guard_it_would_go(self, model: Model) -> None:
        made(model)
        with transaction.atomic():
            drop_guard(model, "nodel")
            assert not refused(delete(model))
            transaction.set_rollback(True)  # what pointed at the row would otherwise point at nothing

    @each_content
    def test_erasure_opens_the_door_for_its_subject_alone(self, model: Model) -> None:
        made(model)
        subject = subject_of(model)
        Erasure.objects.create(subject_uid=uuid.uuid4(), at=timezone.now())
        assert refused(delete(model))
        Erasure.objects.create(subject_uid=subject, at=timezone.now())
        assert refused(update(model))
        assert run(delete(model)) == 1

    @pytest.mark.parametrize("model", RECORDS, ids=label)
    def test_no_erasure_opens_a_record(self, model: Model) -> None:
        row = made(model)
        Erasure.objects.create(subject_uid=getattr(row, "uid", uuid.uuid4()), at=timezone.now())
        assert refused(delete(model))


@pytest.mark.postgresql
@pytest.mark.django_db
class TestOnPostgresql:
    @each_frozen
    def test_no_truncate(self, model: Model) -> None:
        assert refused(f'TRUNCATE "{model._meta.db_table}" CASCADE')

    @each_frozen
    def test_the_guards_speak_also_to_replication(self, model: Model) -> None:
        made(model)
        run("SET CONSTRAINTS ALL IMMEDIATE")
        run("SET LOCAL session_replication_role = replica")
        assert refused(update(model))
        assert refused(delete(model))


@pytest.mark.sqlite
@pytest.mark.django_db
@each_frozen
def test_no_replacement_from_a_connection_that_fires_no_delete_triggers(model: Model) -> None:
    row = made(model)
    make_way(model)
    run("PRAGMA recursive_triggers = OFF")
    try:
        statement, values = put_over(row, (row._meta.pk.name,), but={})  # type: ignore[union-attr]  # as above
        assert refused(statement, *values)
        drop_guard(model, "norep")
        assert not refused(statement, *values)
    finally:
        run("PRAGMA recursive_triggers = ON")
