"""The site as a WSGI callable: what gunicorn serves."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "citeledger.settings")
# People wait for what this process answers: a database that hangs is an outage, and they are told (DESIGN rule 8).
os.environ["DATABASE_ANSWER_SECONDS"] = os.environ.get("DATABASE_ANSWER_SECONDS") or "2"

application = get_wsgi_application()
