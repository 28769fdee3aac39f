from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("acl", "0004_sessions_ended"),
    ]

    operations = [
        migrations.AlterField(
            model_name="installationgrant",
            name="right",
            field=models.CharField(
                choices=[("audit", "audit"), ("operate", "operate"), ("act_for", "act_for")], max_length=10
            ),
        ),
    ]
