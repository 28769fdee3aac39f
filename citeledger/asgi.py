"""The site as an ASGI callable, for hosts that offer nothing else. Badges are faster by WSGI."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "citeledger.settings")

application = get_asgi_application()
