"""The reserved groups and the one incarnation row."""

import secrets

from django.db import migrations


def create(apps, schema_editor):
    group = apps.get_model("auth", "Group")
    for name in ("anyone", "signed_in"):
        group.objects.using(schema_editor.connection.alias).get_or_create(name=name)
    incarnation = apps.get_model("acl", "Incarnation")
    incarnation.objects.using(schema_editor.connection.alias).get_or_create(id=1, defaults={"token": secrets.token_hex(16)})


class Migration(migrations.Migration):
    dependencies = [("acl", "0002_initial"), ("auth", "0012_alter_user_first_name_max_length")]
    operations = [migrations.RunPython(create, migrations.RunPython.noop)]
