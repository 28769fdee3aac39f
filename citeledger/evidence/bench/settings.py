"""The site's own settings, with two addresses and one middleware more, without ticks. For the measured server."""

from citeledger.settings import *  # noqa: F403 - the measured site is the site
from citeledger.settings import MIDDLEWARE as _MIDDLEWARE

ROOT_URLCONF = "citeledger.evidence.bench.urls"
MIDDLEWARE = ["citeledger.evidence.bench.counting.CountQueries", *_MIDDLEWARE]
# Two of the hundred are hidden. What the work takes is measured, not the wait that hides what it took.
WITHHELD_TICK_MILLISECONDS = 0
