from django.apps import AppConfig

from citeledger.tables import invariants, triggers


class DocumentsConfig(AppConfig):
    name = "citeledger.documents"
    label = "documents"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from citeledger.documents.invariants import INVARIANTS

        triggers.register(invariants.provider(INVARIANTS))
