"""The site's settings for the suite and for type checks: the development site on the run's own servers."""

import os
from pathlib import Path

from script.console import Refusal
from tests.ground import servers

IN_SUITE = "PYTEST_VERSION" in os.environ

os.environ["CITELEDGER_ENV"] = "development"
os.environ["LAB"] = "1"
os.environ.setdefault("SECRET_KEY", "the suite's key: the same in every process of one run")
# playwright keeps an event loop in the main thread; Django would refuse the ORM there.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
for name in ("DEBUG", "REDIS_URL", "SECRET_KEY_FILE"):
    os.environ.pop(name, None)
if IN_SUITE:
    try:
        servers.provide()
    except Refusal as refusal:
        raise SystemExit(f"citeledger: {refusal}") from None
    os.environ["CELERY_BROKER_URL"] = servers.redis_database(number=1)

from citeledger.settings import *  # noqa: E402, F403 - reads what was set above
from citeledger.settings import DATABASES  # noqa: E402

if IN_SUITE and os.environ[servers.ENGINE] == "sqlite":
    # A file, not memory: threads, workers and copies need it.
    DATABASES["default"]["TEST"] = {"NAME": str(Path(os.environ[servers.FOLDER]) / "test.sqlite3")}
# The same way through the code, hardly any wait.
WITHHELD_TICK_MILLISECONDS = 1
# A static file is looked for when somebody asks for it: thousands of clients would each begin by reading them all.
WHITENOISE_AUTOREFRESH = True
# Slow hashes are for real passwords.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
