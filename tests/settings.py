"""The site's settings for the suite and for type checks: the development site, nothing of its behaviour changed."""

import os

os.environ.setdefault("CITELEDGER_ENV", "development")

from citeledger.settings import *  # noqa: E402, F403 - the variable above decides what is read here
