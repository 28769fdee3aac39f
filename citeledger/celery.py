"""The Celery application: JSON messages only, no results kept."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "citeledger.settings")

app = Celery("citeledger")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
