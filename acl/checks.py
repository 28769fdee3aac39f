"""System checks on how guardian is set up (threats T11, T14, T16)."""

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error

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
