"""System checks: how guardian is set up (threats T11, T14, T16), and who may frame us (threat T58)."""

from collections.abc import Sequence
from typing import Any

from django.apps import apps
from django.conf import settings
from django.core.checks import CheckMessage, Error
from django.db import connections

from acl.origins import is_exact_origin

FORBIDDEN = {
    "GUARDIAN_LEGACY_GLOBAL_PERMS_GROUP_UNION": "brings back GHSA-5729-mvhf-9gq4",
    "GUARDIAN_ANONYMOUS_USER_CACHE_TTL": "keeps a pickled user in the cache",
    "GUARDIAN_AUTO_PREFETCH": "keeps permissions longer than a request may rely on them",
    "GUARDIAN_GET_CONTENT_TYPE": "could grant on one content type and check another",
}


def guardian_is_set_up_safely(**_: Any) -> list[CheckMessage]:
    errors: list[CheckMessage] = [
        Error(f"{name} must not be set: it {why}.", id="citeledger.E003")
        for name, why in FORBIDDEN.items()
        if getattr(settings, name, None)
    ]
    if getattr(settings, "ANONYMOUS_USER_NAME", "") is not None:
        errors.append(
            Error("ANONYMOUS_USER_NAME must be None: the anonymous principal has no row.", id="citeledger.E004")
        )
    return errors


def origins_are_exact(*, databases: Sequence[str] | None = None, **_: Any) -> list[CheckMessage]:
    """Name every registered origin that is none; a policy made of it could let anybody frame us, or nobody.

    Runs with `migrate` and `check --database default`. Before the first migration there is nothing to look at.
    """
    rows = apps.get_model("acl", "SurfaceOrigin").objects
    return [
        Error(f"The registered origin {origin!r} is not exact; correct or remove it.", id="citeledger.E005")
        for alias in databases or ()
        if rows.model._meta.db_table in connections[alias].introspection.table_names()
        for origin in rows.using(alias).order_by("id").values_list("origin", flat=True)
        if not is_exact_origin(text=origin)
    ]
