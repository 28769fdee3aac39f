"""Real servers for one test run: given by URL, else the system's, else the wheel's.

Started once, by the process that controls the run; its workers and their children inherit the addresses in the
environment. The order "start, then load the settings" matters: the settings read these addresses.
"""

import atexit
import os
import shutil
import site
import sqlite3
import tempfile
from pathlib import Path

from script.children import Child, stop_all
from script.console import Refusal
from script.postgresql_server import find_programs, start_postgresql
from script.redis_server import find_program, start_redis

ENGINE = "CITELEDGER_TEST_ENGINE"
FOLDER = "CITELEDGER_TEST_FOLDER"
REDIS = "CITELEDGER_TEST_REDIS_URL"
VERSIONS = "CITELEDGER_TEST_VERSIONS"
_GIVEN = "DATABASE_URL_TEST"
_ENGINES = ("sqlite", "postgresql")
_DATABASES_PER_WORKER = 2  # cache, broker


def provide() -> None:
    """Start what this run needs and say so in the environment; nothing when a parent process already did."""
    if FOLDER in os.environ:
        return
    engine = os.environ.setdefault(ENGINE, "sqlite")
    if engine not in _ENGINES:
        raise Refusal(f"{ENGINE} must be one of {', '.join(_ENGINES)}, not {engine!r}.")
    folder = Path(tempfile.mkdtemp(prefix="citeledger-test-"))
    children: list[Child] = []
    atexit.register(_clean_up, children=children, folder=folder)
    os.environ[FOLDER] = str(folder)
    os.environ[VERSIONS] = f"SQLite {sqlite3.sqlite_version}"
    os.environ["DATABASE_URL"] = _postgresql(folder, children) if engine == "postgresql" else _sqlite(folder)
    os.environ[REDIS] = _redis(folder, children)


def redis_database(*, number: int) -> str:
    """The URL of this process's own database: 0 the cache, 1 the broker. Workers never share one."""
    worker = os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")
    return f"{os.environ[REDIS]}/{int(worker) * _DATABASES_PER_WORKER + number}"


def is_given() -> bool:
    """Whether the PostgreSQL of this run is somebody else's: nothing of ours stays there."""
    return bool(os.environ.get(_GIVEN))


def _sqlite(folder: Path) -> str:
    return f"sqlite:///{folder / 'citeledger.sqlite3'}"


def _postgresql(folder: Path, children: list[Child]) -> str:
    given = os.environ.get(_GIVEN)
    if given:
        os.environ[VERSIONS] = f"the PostgreSQL given by {_GIVEN}"
        return given
    server = start_postgresql(programs=find_programs(site_packages=_site_packages()), folder=folder)
    children.append(server.child)
    os.environ[VERSIONS] = server.version
    return server.url.rpartition("/")[0] + "/citeledger"


def _redis(folder: Path, children: list[Child]) -> str:
    given = os.environ.get("REDIS_URL_TEST")
    if given:
        os.environ[VERSIONS] += ", the Redis given by REDIS_URL_TEST"
        return given.rstrip("/")
    program = find_program(site_packages=_site_packages())
    server = start_redis(program=program, folder=folder, environment=dict(os.environ), databases=64)
    children.append(server.child)
    os.environ[VERSIONS] += f", {server.version}"
    return server.url


def _site_packages() -> list[Path]:
    return [Path(folder) for folder in site.getsitepackages()]


def _clean_up(*, children: list[Child], folder: Path) -> None:
    stop_all(children=children)
    shutil.rmtree(folder, ignore_errors=True)
