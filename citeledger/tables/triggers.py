"""Triggers as values: what SQL makes them, and what the database says of them once they stand.

On PostgreSQL a trigger is a function and a trigger (`ENABLE ALWAYS`, so a replica role does not silence it);
on SQLite it is one statement which `sqlite_master` keeps verbatim.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

PREFIX = "citeledger_"


@dataclass(frozen=True, slots=True)
class Trigger:
    """One trigger. `when` is everything between the name and the body, `body` the procedural text."""

    name: str
    table: str
    when: str
    body: str

    def __post_init__(self) -> None:
        if not re.fullmatch(r"citeledger_[a-z0-9_]{1,52}", self.name):
            raise BadTriggerName(self.name)


class BadTriggerName(ValueError):
    """A trigger's name must start with `citeledger_` and fit PostgreSQL's 63 bytes; shorten it."""


Provider = Callable[[str], list[Trigger]]
PROVIDERS: list[Provider] = []


def register(provider: Provider) -> None:
    """Add a provider: given the database vendor it returns the triggers it wants."""
    PROVIDERS.append(provider)


def wanted(vendor: str) -> dict[str, Trigger]:
    """All triggers the code wants on this vendor, by name."""
    return {trigger.name: trigger for provider in PROVIDERS for trigger in provider(vendor)}


def create_sql(trigger: Trigger, vendor: str) -> list[str]:
    """The statements that (re)create the trigger, in order."""
    if vendor == "sqlite":
        return [f'DROP TRIGGER IF EXISTS "{trigger.name}"', sqlite_definition(trigger)]
    function = f"CREATE OR REPLACE FUNCTION {trigger.name}() RETURNS trigger LANGUAGE plpgsql"
    return [
        f"{function} AS $trigger${trigger.body}$trigger$",
        f'DROP TRIGGER IF EXISTS {trigger.name} ON "{trigger.table}"',
        postgres_definition(trigger),
        f'ALTER TABLE "{trigger.table}" ENABLE ALWAYS TRIGGER {trigger.name}',
    ]


def sqlite_definition(trigger: Trigger) -> str:
    """The statement as `sqlite_master.sql` keeps it."""
    return f'CREATE TRIGGER "{trigger.name}" {trigger.when} BEGIN {trigger.body} END'


def postgres_definition(trigger: Trigger) -> str:
    """The statement as `pg_get_triggerdef` prints it, so that the two can be compared."""
    return f"CREATE TRIGGER {trigger.name} {trigger.when} EXECUTE FUNCTION {trigger.name}()"
