from django.apps import AppConfig
from django.core import checks

from acl.checks import guardian_is_set_up_safely
from acl.epochs import epoch_triggers
from citeledger.tables import triggers


class AclConfig(AppConfig):
    name = "acl"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        triggers.register(epoch_triggers)
        checks.register(guardian_is_set_up_safely, checks.Tags.security)
