"""The tools for agents as an ASGI callable, in a process of its own: what uvicorn serves (docs/mcp.md)."""

from concurrent.futures import ThreadPoolExecutor
from typing import Final
from urllib.parse import urlsplit

from citeledger.wsgi import application as site  # sets Django up: what follows cannot be imported before

# isort: split
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.http.request import validate_host

from citeledger.interfaces.mcp.asking import Site
from citeledger.interfaces.mcp.operations import operations
from citeledger.interfaces.mcp.server import application as tools

_THREADS: Final = 16
"""Calls that are answered at once, as many as a web process answers (compose.yaml)."""


def _origin() -> str:
    """Where the site is asked: it answers to its own name only."""
    if not validate_host(urlsplit(settings.PUBLIC_URL).hostname or "", settings.ALLOWED_HOSTS):
        raise ImproperlyConfigured("ALLOWED_HOSTS must list the host name of PUBLIC_URL: the tools ask the site there.")
    return settings.PUBLIC_URL


def _with_any_port(hosts: list[str]) -> list[str]:
    return [spelling for host in hosts for spelling in (host, f"{host}:*")]


application = tools(
    site=Site(application=site, origin=_origin()),
    operations=operations(),
    hosts=_with_any_port(settings.ALLOWED_HOSTS),
    origins=[settings.PUBLIC_URL],
    threads=ThreadPoolExecutor(_THREADS, thread_name_prefix="asking"),
)
