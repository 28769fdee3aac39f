from django.apps import AppConfig

from citeledger.tables import invariants, triggers


class EmissionConfig(AppConfig):
    name = "citeledger.emission"
    label = "emission"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from citeledger.emission.invariants import INVARIANTS
        from citeledger.emission.steps import erase_with
        from citeledger.ledger import services

        triggers.register(invariants.provider(INVARIANTS))
        services.companions.append(erase_with)
