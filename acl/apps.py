import secrets
from typing import Any

from django.apps import AppConfig
from django.core import checks
from django.db.models.signals import post_migrate

from acl.checks import guardian_is_set_up_safely, origins_are_exact
from acl.epochs import epoch_triggers
from citeledger.tables import invariants, triggers


class AclConfig(AppConfig):
    name = "acl"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from acl.invariants import INVARIANTS

        triggers.register(epoch_triggers)
        triggers.register(invariants.provider(INVARIANTS))
        checks.register(guardian_is_set_up_safely, checks.Tags.security)
        checks.register(origins_are_exact, checks.Tags.database)
        post_migrate.connect(_forget_what_was_cached, dispatch_uid="acl.incarnation")


def _forget_what_was_cached(sender: AppConfig, using: str, **_: Any) -> None:
    """A migrate may have had the triggers away for a while; rights changed meanwhile moved no epoch (threat T2)."""
    if sender.label == "revalidation":
        incarnation = sender.apps.get_model("acl", "Incarnation") if sender.apps else None
        if incarnation is not None:
            incarnation.objects.using(using).update(token=secrets.token_hex(16))
