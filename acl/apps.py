from django.apps import AppConfig


class AclConfig(AppConfig):
    name = "acl"
    default_auto_field = "django.db.models.BigAutoField"
