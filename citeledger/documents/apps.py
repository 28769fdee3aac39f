from django.apps import AppConfig
from django.core import checks

from citeledger.tables import invariants, triggers


class DocumentsConfig(AppConfig):
    name = "citeledger.documents"
    label = "documents"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from citeledger.documents.checks import parsers_open_no_files
        from citeledger.documents.invariants import INVARIANTS

        triggers.register(invariants.provider(INVARIANTS))
        checks.register(parsers_open_no_files, checks.Tags.security)
