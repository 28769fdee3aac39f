"""Programs of ours that a test runs beside itself: workers, sites, management commands."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http import client
from importlib import import_module
from pathlib import Path

import pytest
from django.conf import settings as django_settings
from django.core.servers.basehttp import ThreadedWSGIServer
from django.core.wsgi import get_wsgi_application
from django.db import connections
from django.test.testcases import QuietWSGIRequestHandler

from script.children import LOOPBACK, Child, free_port, start, wait_until
from script.console import tail
from tests.ground.databases import CommittedDatabase

_ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True, kw_only=True)
class Site:
    """A site that answers: its origin, and the program behind it where it is one of its own."""

    origin: str
    child: Child | None = None


def environment(**changes: str) -> dict[str, str]:
    """The variables of a child: this test's database and Redis, the site's real settings."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    return inherited | {"DJANGO_SETTINGS_MODULE": "citeledger.settings"} | changes


@pytest.fixture
def manage(committed_db: CommittedDatabase) -> Callable[..., subprocess.CompletedProcess[str]]:
    """``manage("verify_ledger", ...)``: a management command in a process of its own, as a person runs it."""

    def run(*arguments: str, **changes: str) -> subprocess.CompletedProcess[str]:
        argv = [sys.executable, "manage.py", *arguments]
        return subprocess.run(argv, cwd=_ROOT, env=environment(**changes), capture_output=True, text=True, check=False)

    return run


@pytest.fixture
def start_worker(committed_db: CommittedDatabase, redis_url: str, tmp_path: Path) -> Iterator[Callable[..., Child]]:
    """Starts a real Celery worker on this test's database and broker; stopped with the test."""
    children: list[Child] = []

    def run(*options: str, **changes: str) -> Child:
        argv = [sys.executable, "-m", "celery", "--app", "citeledger", "worker", "--concurrency", "1"]
        argv += ["--loglevel", "INFO", "--without-gossip", "--without-mingle", *options]
        log = tmp_path / f"worker-{len(children)}.log"
        child = start(name="worker", argv=argv, environment=environment(**changes), log=log, folder=_ROOT)
        children.append(child)
        _require(child=child, ready=lambda: " ready." in log.read_text(errors="replace"))
        return child

    yield run
    _stop(children)


@pytest.fixture
def worker(start_worker: Callable[..., Child]) -> Child:
    """One running Celery worker."""
    return start_worker()


@pytest.fixture
def start_site(committed_db: CommittedDatabase, tmp_path: Path) -> Iterator[Callable[..., Site]]:
    """Starts the site as people run it (gunicorn, its own process) on this test's database.

    ``start_site(REDIS_URL=..., DATABASE_URL=...)`` changes its environment; see ``gates`` for outages.
    """
    children: list[Child] = []

    def run(**changes: str) -> Site:
        port = free_port()
        origin = f"http://{LOOPBACK}:{port}"
        argv = [sys.executable, "-m", "gunicorn", "citeledger.wsgi:application", "--bind", f"{LOOPBACK}:{port}"]
        argv += ["--worker-class", "gthread", "--threads", "8", "--no-control-socket", "--log-level", "warning"]
        variables = environment(PUBLIC_URL=origin) | changes
        log = tmp_path / f"site-{len(children)}.log"
        child = start(name="site", argv=argv, environment=variables, log=log, folder=_ROOT)
        children.append(child)
        _require(child=child, ready=lambda: _answers(port=port))
        return Site(origin=origin, child=child)

    yield run
    _stop(children)


@pytest.fixture
def site(committed_db: CommittedDatabase, settings: object) -> Iterator[Site]:
    """The site in a thread of this process, on this test's database: quick, and a test may change its clock."""
    with serving() as origin:
        settings.PUBLIC_URL = origin
        settings.CSRF_TRUSTED_ORIGINS = [origin]
        yield Site(origin=origin)


@contextmanager
def serving() -> Iterator[str]:
    """The site's origin, while a thread of this process answers there, on whatever database is the default one."""
    application = get_wsgi_application()
    import_module(django_settings.ROOT_URLCONF)  # here, not in the first request while a browser waits
    server = ThreadedWSGIServer((LOOPBACK, 0), QuietWSGIRequestHandler)
    server.set_app(application)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield f"http://{LOOPBACK}:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
        connections.close_all()


def _require(*, child: Child, ready: Callable[[], bool]) -> None:
    if not wait_until(ready=ready, child=child, seconds=60):
        pytest.fail(f"{child.name} did not start:\n{tail(log=child.log)}")


def _answers(*, port: int) -> bool:
    connection = client.HTTPConnection(LOOPBACK, port, timeout=5)
    try:
        connection.request("GET", "/healthz")
        connection.getresponse().read()
    except (OSError, client.HTTPException):
        return False
    finally:
        connection.close()
    return True


def _stop(children: list[Child]) -> None:
    for child in children:
        if not child.has_ended():
            os.kill(child.process.pid, signal.SIGCONT)  # a test may have paused it
        child.stop()
