from django.apps import AppConfig


class RevalidationConfig(AppConfig):
    name = "revalidation"
    default_auto_field = "django.db.models.BigAutoField"
