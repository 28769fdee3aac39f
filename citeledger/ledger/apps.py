from django.apps import AppConfig

from citeledger.tables import invariants, triggers


class LedgerConfig(AppConfig):
    name = "citeledger.ledger"
    label = "ledger"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from citeledger.ledger.invariants import INVARIANTS

        triggers.register(invariants.provider(INVARIANTS))
