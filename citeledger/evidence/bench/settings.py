"""The site's own settings, with two addresses and one middleware more. For the measured server, nothing else."""

from citeledger.settings import *  # noqa: F403 - the measured site is the site
from citeledger.settings import MIDDLEWARE as _MIDDLEWARE

ROOT_URLCONF = "citeledger.evidence.bench.urls"
MIDDLEWARE = ["citeledger.evidence.bench.counting.CountQueries", *_MIDDLEWARE]
