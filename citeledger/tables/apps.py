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
        pre_migrate.connect(_make_way, sender=self, dispatch_uid="citeledger.tables")
        # Last receiver of the last app would be ideal; reinstalling after each app is idempotent and needs no order.
        post_migrate.connect(_reinstall, dispatch_uid="citeledger.tables")
        checks.register(triggers_stand, checks.Tags.database)
        checks.register(every_table_is_classified, checks.Tags.models)


def _make_way(using: str, plan: list[Any], **_: Any) -> None:
    if plan and connections[using].vendor == "sqlite":
        install.remove(using=using)


def _reinstall(sender: AppConfig, using: str, **_: Any) -> None:
    if sender.label == "revalidation":  # the last of our apps: all tables exist by now
        install.install(using=using)
