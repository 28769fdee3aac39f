"""System checks: the triggers stand, and every table of ours has a class."""

from collections.abc import Sequence
from typing import Any

from django.apps import apps
from django.core.checks import CheckMessage, Error

from citeledger.tables.classes import CLASSIFICATIONS
from citeledger.tables.install import drift

OUR_PACKAGES = ("citeledger.", "acl", "revalidation")


def triggers_stand(*, databases: Sequence[str] | None = None, **_: Any) -> list[CheckMessage]:
    """`check --database default` fails when a guard or an epoch trigger is missing, altered or unknown (threat T2)."""
    return [
        Error(f"Triggers differ on {using!r}: {found}", hint="Run `python manage.py migrate`.", id="citeledger.E001")
        for using in databases or ()
        if (found := drift(using=using))
    ]


def every_table_is_classified(**_: Any) -> list[CheckMessage]:
    return [
        Error(f"{model._meta.label} has no table class", hint="Decorate it: record, content, derived or control.", id="citeledger.E002")
        for model in apps.get_models()
        if model.__module__.startswith(OUR_PACKAGES) and model not in CLASSIFICATIONS
    ]
