from django.apps import AppConfig


class EmissionConfig(AppConfig):
    name = "citeledger.emission"
    label = "emission"
