"""System checks: the triggers stand, and every table of ours has a class."""

from collections.abc import Sequence
from typing import Any

from django.apps import apps
from django.core import checks

from citeledger.tables.classes import CLASSIFICATIONS
from citeledger.tables.install import drift

OUR_PACKAGES = ("citeledger.", "acl", "revalidation")


def triggers_stand(*, databases: Sequence[str] | None = None, **_: Any) -> list[checks.CheckMessage]:
    """Says which guards or epoch triggers are missing, altered or unknown (threat T2).

    A warning, not an error: `migrate`, which repairs it, runs the checks first. `/readyz` fails on the same finding.
    """
    return [
        checks.Warning(
            f"Triggers differ on {using!r}: {found}", hint="Run `python manage.py migrate`.", id="citeledger.W001"
        )
        for using in databases or ()
        if (found := drift(using=using))
    ]


def every_table_is_classified(**_: Any) -> list[checks.CheckMessage]:
    return [
        checks.Error(
            f"{model._meta.label} has no table class",
            hint="Decorate it: record, content, derived or control.",
            id="citeledger.E002",
        )
        for model in apps.get_models()
        if model.__module__.startswith(OUR_PACKAGES) and model not in CLASSIFICATIONS
    ]
