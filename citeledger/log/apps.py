from django.apps import AppConfig


class LogConfig(AppConfig):
    name = "citeledger.log"
    label = "log"
    default_auto_field = "django.db.models.BigAutoField"
