"""The site as an ASGI callable, for hosts that offer nothing else. Badges are faster by WSGI."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "citeledger.settings")
# See wsgi.py.
os.environ["DATABASE_ANSWER_SECONDS"] = os.environ.get("DATABASE_ANSWER_SECONDS") or "2"

application = get_asgi_application()
