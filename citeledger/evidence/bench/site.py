"""The measured server: gunicorn as everybody runs it, one worker, one thread, on the loopback address."""

import http.client
import os
import secrets
import site as packages
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.core.management import CommandError

from script.children import LOOPBACK, Child, free_port, start, wait_until
from script.console import Refusal, tail
from script.environment import ROOT
from script.redis_server import find_program, start_redis

_SETTINGS = "citeledger.evidence.bench.settings"
_START_SECONDS = 120.0


@contextmanager
def redis(*, folder: Path) -> Iterator[str]:
    """The URL of REDIS_URL, else of a server that lives as long as this."""
    given = os.environ.get("REDIS_URL", "").strip()
    if given:
        yield given
        return
    try:
        program = find_program(site_packages=[Path(path) for path in packages.getsitepackages()])
        server = start_redis(program=program, folder=folder, environment=dict(os.environ))
    except Refusal as refusal:
        raise CommandError(str(refusal)) from None
    try:
        yield f"{server.url}/0"
    finally:
        server.child.stop()


@contextmanager
def serving(*, name: str, folder: Path, database_url: str, redis_url: str) -> Iterator[int]:
    """A running site on this database; yields its port. An empty `redis_url` is a site without a cache."""
    port = free_port()
    variables = _variables(port=port, database_url=database_url, redis_url=redis_url)
    log = folder / f"{name}.log"
    child = start(name=name, argv=_gunicorn(port=port), environment=variables, log=log, folder=ROOT)
    try:
        _wait(child=child, port=port)
        yield port
    finally:
        child.stop()


def _gunicorn(*, port: int) -> list[str]:
    argv = [sys.executable, "-m", "gunicorn", "citeledger.wsgi:application", "--bind", f"{LOOPBACK}:{port}"]
    # One thread: one question is asked at a time, and a cold server is then cold in its only thread.
    argv += ["--worker-class", "gthread", "--workers", "1", "--threads", "1", "--keep-alive", "600"]
    return [*argv, "--timeout", "600", "--no-control-socket", "--log-level", "warning"]


def _variables(*, port: int, database_url: str, redis_url: str) -> dict[str, str]:
    inherited = {name: value for name, value in os.environ.items() if name != "SECRET_KEY_FILE"}
    return inherited | {
        "DJANGO_SETTINGS_MODULE": _SETTINGS,
        "DATABASE_URL": database_url,
        "REDIS_URL": redis_url,
        # Production refuses to start without a broker; nothing is ever sent to this one.
        "CELERY_BROKER_URL": "redis://127.0.0.1:1/0",
        "SECRET_KEY": secrets.token_urlsafe(48),
        "ALLOWED_HOSTS": LOOPBACK,
        "PUBLIC_URL": f"http://{LOOPBACK}:{port}",
        "LOG_LEVEL": "WARNING",
        "LAB": "0",
        "DEBUG": "0",
    }


def _wait(*, child: Child, port: int) -> None:
    if not wait_until(ready=lambda: _answers(port=port), child=child, seconds=_START_SECONDS):
        raise CommandError(f"The measured server did not start. The end of its log:\n{tail(log=child.log)}")


def _answers(*, port: int) -> bool:
    connection = http.client.HTTPConnection(LOOPBACK, port, timeout=5)
    try:
        connection.request("GET", "/api/v1/limits")
        return connection.getresponse().status == http.HTTPStatus.OK
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
