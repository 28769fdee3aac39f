from typing import Any

from django.apps import AppConfig

from citeledger.tables.install import repaired
from revalidation import orders


class EvidenceConfig(AppConfig):
    name = "citeledger.evidence"
    label = "evidence"

    def ready(self) -> None:
        repaired.connect(_order_a_proof, dispatch_uid="citeledger.evidence")


def _order_a_proof(**_: Any) -> None:
    """While guards were away anything may have been written: everything is proved anew, as soon as a worker can."""
    orders.sent("evidence.prove")
