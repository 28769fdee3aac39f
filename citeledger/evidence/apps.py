from django.apps import AppConfig


class EvidenceConfig(AppConfig):
    name = "citeledger.evidence"
    label = "evidence"
