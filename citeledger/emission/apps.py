from django.apps import AppConfig

from citeledger.tables import invariants, triggers


class EmissionConfig(AppConfig):
    name = "citeledger.emission"
    label = "emission"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from citeledger.emission.invariants import INVARIANTS

        triggers.register(invariants.provider(INVARIANTS))
