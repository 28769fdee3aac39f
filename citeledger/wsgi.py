"""The site as a WSGI callable: what gunicorn serves."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "citeledger.settings")

application = get_wsgi_application()
