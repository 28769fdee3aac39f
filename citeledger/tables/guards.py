"""Guards of frozen tables (DESIGN rule 1): no UPDATE, no second INSERT of a key, no TRUNCATE, one door for DELETE."""

from django.db import models

from citeledger.tables.classes import CLASSIFICATIONS, TableClass
from citeledger.tables.triggers import PREFIX, Trigger

REFUSAL = "citeledger: this table is frozen"
ERASURE_TABLE = "log_erasure"


def frozen_triggers(vendor: str) -> list[Trigger]:
    """Guards of every record and content table."""
    make = _sqlite_guards if vendor == "sqlite" else _postgres_guards
    return [
        trigger
        for model, classification in CLASSIFICATIONS.items()
        if classification.table_class in (TableClass.RECORD, TableClass.CONTENT)
        for trigger in make(model, classification.subject_uid)
    ]


def _sqlite_guards(model: type[models.Model], subject_uid: str | None) -> list[Trigger]:
    table, abort = model._meta.db_table, f"SELECT RAISE(ABORT, '{REFUSAL}');"
    not_erased = f" WHEN NOT {_erased(subject_uid)}" if subject_uid else ""
    # INSERT OR REPLACE fires no DELETE trigger unless recursive_triggers is on, and we do not own every connection.
    return [
        Trigger(f"{PREFIX}noup_{table}", table, f'BEFORE UPDATE ON "{table}" FOR EACH ROW', abort),
        Trigger(f"{PREFIX}nodel_{table}", table, f'BEFORE DELETE ON "{table}" FOR EACH ROW{not_erased}', abort),
        Trigger(
            f"{PREFIX}norep_{table}",
            table,
            f'BEFORE INSERT ON "{table}" FOR EACH ROW WHEN EXISTS (SELECT 1 FROM "{table}" WHERE {same_key(model)})',
            abort,
        ),
    ]


def _postgres_guards(model: type[models.Model], subject_uid: str | None) -> list[Trigger]:
    table = model._meta.db_table
    refuse = f"BEGIN RAISE EXCEPTION '{REFUSAL}: {table}' USING ERRCODE = 'integrity_constraint_violation'; END"
    delete = refuse
    if subject_uid:
        delete = f"BEGIN IF {_erased(subject_uid)} THEN RETURN OLD; END IF; {refuse.removeprefix('BEGIN ')}"
    return [
        Trigger(f"{PREFIX}noup_{table}", table, f"BEFORE UPDATE ON public.{table} FOR EACH ROW", refuse),
        Trigger(f"{PREFIX}nodel_{table}", table, f"BEFORE DELETE ON public.{table} FOR EACH ROW", delete),
        Trigger(f"{PREFIX}notrunc_{table}", table, f"BEFORE TRUNCATE ON public.{table} FOR EACH STATEMENT", refuse),
    ]


def _erased(subject_uid: str) -> str:
    return f"EXISTS (SELECT 1 FROM {ERASURE_TABLE} WHERE subject_uid = {subject_uid})"


def same_key(model: type[models.Model]) -> str:
    """SQL over the row NEW: true for a stored row that shares any unique key with it."""
    return " OR ".join(
        "(" + " AND ".join(f'"{column}" = NEW."{column}"' for column in key) + ")" for key in _unique_keys(model)
    )


def _unique_keys(model: type[models.Model]) -> list[tuple[str, ...]]:
    meta = model._meta
    columns = {field.name: str(field.column) for field in meta.concrete_fields}
    single = [(columns[field.name],) for field in meta.concrete_fields if field.unique]
    named = [*(constraint.fields for constraint in meta.total_unique_constraints), *meta.unique_together]
    return single + [tuple(columns[name] for name in names) for names in named]
