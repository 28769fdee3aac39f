"""Triggers that move the epochs in the transaction that changes a right (threats section 1, R1, R2).

PostgreSQL: statement triggers that lock the epoch rows in id order; row triggers deadlocked in 32 of 40 opposing bulk
grants. SQLite: row triggers, and a BEFORE INSERT one for the row that INSERT OR REPLACE is about to push out.
"""

from dataclasses import dataclass

from django.apps import apps

from acl.rights import RESERVED_GROUPS
from citeledger.tables.guards import same_key
from citeledger.tables.triggers import PREFIX, Trigger


@dataclass(frozen=True, slots=True)
class Moves:
    """A change to `table` moves the epoch rows `epoch.key` named by its column `column`."""

    table: str
    column: str
    epoch: str
    key: str


MOVES = (
    Moves("acl_documentusergrant", "content_object_id", "acl_documentepoch", "document_id"),
    Moves("acl_documentgroupgrant", "content_object_id", "acl_documentepoch", "document_id"),
    Moves("acl_answerusergrant", "content_object_id", "acl_answerepoch", "answer_id"),
    Moves("acl_answergroupgrant", "content_object_id", "acl_answerepoch", "answer_id"),
    Moves("acl_user_groups", "user_id", "acl_principalepoch", "user_id"),
)
# Born with the thing itself, so that there is a token to key by from the first moment.
BIRTHS = (
    ("documents_document", "acl_documentepoch", "document_id"),
    ("ledger_answer", "acl_answerepoch", "answer_id"),
    ("acl_user", "acl_principalepoch", "user_id"),
)
# Rows whose disappearance changes what many grants mean: rare, so everything cached is dropped at once.
GLOBAL_TABLES = ("auth_group", "auth_permission", "django_content_type")
_RESERVED = ", ".join(f"'{name}'" for name in RESERVED_GROUPS)
_USER_CHANGED = ("is_active", "is_superuser", "id")


def epoch_triggers(vendor: str) -> list[Trigger]:
    """Every trigger that moves or creates an epoch, and the guards of the reserved groups."""
    return _sqlite() if vendor == "sqlite" else _postgres()


def _sqlite() -> list[Trigger]:
    triggers = [trigger for moves in MOVES for trigger in _sqlite_moves(moves)]
    triggers += [_sqlite_birth(*birth) for birth in BIRTHS]
    changed = " OR ".join(f"OLD.{column} IS NOT NEW.{column}" for column in _USER_CHANGED)
    principal = _sqlite_bump("acl_principalepoch", "user_id", "IN (OLD.id, NEW.id)")
    triggers.append(
        Trigger(
            f"{PREFIX}epoch_user_upd", "acl_user", f'AFTER UPDATE ON "acl_user" FOR EACH ROW WHEN {changed}', principal
        )
    )
    for table in GLOBAL_TABLES:
        for event in ("UPDATE", "DELETE"):
            triggers.append(
                Trigger(
                    f"{PREFIX}epoch_{table}_{event.lower()}",
                    table,
                    f'AFTER {event} ON "{table}" FOR EACH ROW',
                    "UPDATE acl_incarnation SET token = lower(hex(randomblob(16)));",
                )
            )
    return triggers + _sqlite_reserved()


def _sqlite_bump(epoch: str, key: str, condition: str) -> str:
    return f"UPDATE {epoch} SET counter = counter + 1, token = lower(hex(randomblob(16))) WHERE {key} {condition};"


def _sqlite_moves(moves: Moves) -> list[Trigger]:
    name, table = f"{PREFIX}epoch_{moves.table}", moves.table
    pushed_out = f'IN (SELECT "{moves.column}" FROM "{table}" WHERE {same_key(_model_of(table))})'

    def on(event: str, suffix: str, condition: str) -> Trigger:
        body = _sqlite_bump(moves.epoch, moves.key, condition)
        return Trigger(f"{name}_{suffix}", table, f'{event} ON "{table}" FOR EACH ROW', body)

    return [
        on("AFTER INSERT", "ins", f"= NEW.{moves.column}"),
        on("AFTER UPDATE", "upd", f"IN (OLD.{moves.column}, NEW.{moves.column})"),
        on("AFTER DELETE", "del", f"= OLD.{moves.column}"),
        on("BEFORE INSERT", "rep", pushed_out),
    ]


def _sqlite_birth(table: str, epoch: str, key: str) -> Trigger:
    body = f"INSERT INTO {epoch} ({key}, counter, token) VALUES (NEW.id, 0, lower(hex(randomblob(16))));"
    return Trigger(f"{PREFIX}birth_{table}", table, f'AFTER INSERT ON "{table}" FOR EACH ROW', body)


def _sqlite_reserved() -> list[Trigger]:
    abort = "SELECT RAISE(ABORT, 'citeledger: reserved group');"
    member = f"NEW.group_id IN (SELECT id FROM auth_group WHERE name IN ({_RESERVED}))"
    reserved = f"OLD.name IN ({_RESERVED})"
    events = (
        ("acl_user_groups", "ins", "BEFORE INSERT", member),
        ("acl_user_groups", "upd", "BEFORE UPDATE", member),
        ("auth_group", "upd", "BEFORE UPDATE", f"{reserved} AND OLD.name IS NOT NEW.name"),
        ("auth_group", "del", "BEFORE DELETE", reserved),
    )
    return [
        Trigger(f"{PREFIX}reserved_{table}_{suffix}", table, f'{event} ON "{table}" FOR EACH ROW WHEN {when}', abort)
        for table, suffix, event, when in events
    ]


def _postgres() -> list[Trigger]:
    triggers = [trigger for moves in MOVES for trigger in _postgres_moves(moves)]
    triggers += [_postgres_birth(*birth) for birth in BIRTHS]
    changed = " OR ".join(f"o.{column} IS DISTINCT FROM n.{column}" for column in _USER_CHANGED)
    users = f"SELECT n.id FROM after n LEFT JOIN before o ON o.id = n.id WHERE o.id IS NULL OR {changed}"
    triggers.append(
        _postgres_statement(
            "epoch_user_upd", "acl_user", "UPDATE", _postgres_bump("acl_principalepoch", "user_id", users)
        )
    )
    for table in GLOBAL_TABLES:
        for event in ("UPDATE", "DELETE", "TRUNCATE"):
            triggers.append(_postgres_plain(f"epoch_{table}_{event.lower()}", table, event, _rotate()))
    return triggers + _postgres_reserved()


def _rotate() -> str:
    return "UPDATE acl_incarnation SET token = replace(gen_random_uuid()::text, '-', '');"


def _postgres_bump(epoch: str, key: str, ids: str) -> str:
    return (
        f"PERFORM 1 FROM {epoch} WHERE {key} IN ({ids}) ORDER BY {key} FOR UPDATE;"
        f" UPDATE {epoch} SET counter = counter + 1, token = replace(gen_random_uuid()::text, '-', '')"
        f" WHERE {key} IN ({ids});"
    )


_TRANSITION = {
    "INSERT": " REFERENCING NEW TABLE AS after",
    "DELETE": " REFERENCING OLD TABLE AS before",
    "UPDATE": " REFERENCING OLD TABLE AS before NEW TABLE AS after",
    "TRUNCATE": "",
}


def _postgres_statement(name: str, table: str, event: str, body: str) -> Trigger:
    when = f"AFTER {event} ON public.{table}{_TRANSITION[event]} FOR EACH STATEMENT"
    return Trigger(f"{PREFIX}{name}", table, when, f"BEGIN {body} RETURN NULL; END")


def _postgres_plain(name: str, table: str, event: str, body: str) -> Trigger:
    when = f"AFTER {event} ON public.{table} FOR EACH STATEMENT"
    return Trigger(f"{PREFIX}{name}", table, when, f"BEGIN {body} RETURN NULL; END")


def _postgres_moves(moves: Moves) -> list[Trigger]:
    after, before = f"SELECT {moves.column} FROM after", f"SELECT {moves.column} FROM before"
    ids = {"INSERT": after, "DELETE": before, "UPDATE": f"{before} UNION {after}"}
    moved = [
        _postgres_statement(
            f"epoch_{moves.table}_{event[:3].lower()}",
            moves.table,
            event,
            _postgres_bump(moves.epoch, moves.key, which),
        )
        for event, which in ids.items()
    ]
    return [*moved, _postgres_plain(f"epoch_{moves.table}_tru", moves.table, "TRUNCATE", _rotate())]


def _postgres_birth(table: str, epoch: str, key: str) -> Trigger:
    body = (
        f"INSERT INTO {epoch} ({key}, counter, token)"
        " SELECT id, 0, replace(gen_random_uuid()::text, '-', '') FROM after;"
    )
    return _postgres_statement(f"birth_{table}", table, "INSERT", body)


def _postgres_reserved() -> list[Trigger]:
    refuse = "RAISE EXCEPTION 'citeledger: reserved group' USING ERRCODE = 'integrity_constraint_violation';"
    member = f"EXISTS (SELECT 1 FROM auth_group WHERE id = NEW.group_id AND name IN ({_RESERVED}))"
    events = (
        ("acl_user_groups", "ins", "INSERT", member, "NEW"),
        ("acl_user_groups", "upd", "UPDATE", member, "NEW"),
        ("auth_group", "upd", "UPDATE", f"OLD.name IN ({_RESERVED}) AND OLD.name <> NEW.name", "NEW"),
        ("auth_group", "del", "DELETE", f"OLD.name IN ({_RESERVED})", "OLD"),
    )
    emptied = Trigger(
        f"{PREFIX}reserved_auth_group_tru",
        "auth_group",
        "BEFORE TRUNCATE ON public.auth_group FOR EACH STATEMENT",
        f"BEGIN {refuse} END",
    )
    return [
        emptied,
        *(
            Trigger(
                f"{PREFIX}reserved_{table}_{suffix}",
                table,
                f"BEFORE {event} ON public.{table} FOR EACH ROW",
                f"BEGIN IF {condition} THEN {refuse} END IF; RETURN {row}; END",
            )
            for table, suffix, event, condition, row in events
        ),
    ]


def _model_of(table: str) -> type:
    return next(model for model in apps.get_models(include_auto_created=True) if model._meta.db_table == table)
