from typing import Any

from django.apps import AppConfig
from django.core import checks
from django.db import connections
from django.db.models.signals import post_migrate, pre_migrate

from citeledger.tables import guards, install, triggers
from citeledger.tables.checks import every_table_is_classified, triggers_stand


class TablesConfig(AppConfig):
    name = "citeledger.tables"
    label = "tables"

    def ready(self) -> None:
        triggers.register(guards.frozen_triggers)
        # Both are sent once for each app that has models, and this one has none: we listen to the last of ours.
        pre_migrate.connect(_make_way, dispatch_uid="citeledger.tables")
        post_migrate.connect(_reinstall, dispatch_uid="citeledger.tables")
        checks.register(triggers_stand, checks.Tags.database)
        checks.register(every_table_is_classified, checks.Tags.models)


_LAST_APP = "revalidation"  # all tables exist by then
_fallen: set[str] = set()
"""Databases whose triggers did not stand when `migrate` began, before it made way itself."""


def _make_way(sender: AppConfig, using: str, plan: list[Any], **_: Any) -> None:
    if sender.label != _LAST_APP:
        return
    if install.drift(using=using):
        _fallen.add(using)
    if plan and connections[using].vendor == "sqlite":
        install.remove(using=using)


def _reinstall(sender: AppConfig, using: str, **_: Any) -> None:
    if sender.label != _LAST_APP:
        return
    install.install(using=using)
    if using in _fallen:
        _fallen.discard(using)
        install.repaired.send(sender=TablesConfig, using=using)
