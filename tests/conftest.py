"""The suite's own rules: what runs when, and that nothing is skipped or talks to strangers."""

import gc
import ipaddress
import os
import socket
from collections.abc import Iterator
from typing import Any
from uuid import UUID

import hypothesis
import pytest

from tests.ground import servers
from tests.rig.examples import IS_LONG, examples

# A slow machine is no finding: the suite never judges by the clock. The same tree always gets the same answer;
# examples nobody has seen yet are for the long profile.
hypothesis.settings.register_profile(
    "suite",
    max_examples=examples(100),
    deadline=None,
    derandomize=not IS_LONG,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile("suite")

pytest_plugins = [
    "tests.ground.browsers",
    "tests.ground.caches",
    "tests.ground.databases",
    "tests.ground.gates",
    "tests.ground.mismatches",
    "tests.ground.processes",
    "tests.ground.schema",
]


# Looking for garbage among a hundred thousand collected objects took a tenth of a run.
gc.set_threshold(50_000, 20, 100)


def pytest_collection_finish() -> None:
    """What was collected lives as long as the run does."""
    gc.collect()
    gc.freeze()


def pytest_make_parametrize_id(config: pytest.Config, val: object, argname: str) -> str | None:
    """Bytes and ids made by chance or by the clock name no test: every worker has to collect the same ones."""
    return argname if isinstance(val, bytes | UUID) else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what belongs to another run: the other engine's tests, and the long ones unless asked for."""
    left_out = {item for item in items if _belongs_elsewhere(item)}
    if left_out:
        config.hook.pytest_deselected(items=list(left_out))
        items[:] = [item for item in items if item not in left_out]


def _belongs_elsewhere(item: pytest.Item) -> bool:
    engine = os.environ[servers.ENGINE]
    others = {"sqlite", "postgresql"} - {engine}
    if not IS_LONG:
        others.add("long")
    is_twice = engine == "postgresql" and not _asks_a_database(item)
    return is_twice or any(item.get_closest_marker(name) for name in others)


def _asks_a_database(item: pytest.Item) -> bool:
    """What asks none says the same on every engine: it is run once, on SQLite."""
    return item.get_closest_marker("django_db") is not None or bool({"db", "django_db_setup"} & {*item.fixturenames})


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """A skipped or expectedly failing test is a failure of the run: it proves nothing."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter and (reporter.stats.get("skipped") or reporter.stats.get("xfailed")):
        reporter.write_line("The suite never skips: make the test run, or delete it.", red=True)
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_report_header() -> str:
    """Which servers this run stands on, and what the evaluator has for a cache."""
    mode = os.environ.get("CITELEDGER_TEST_CACHE", "off")
    return f"servers: {os.environ[servers.VERSIONS]}; cache {mode}"


@pytest.fixture(autouse=True, scope="session")
def _no_outbound_connections() -> Iterator[None]:
    """Nothing in the product calls out; whoever does in a test gets an error instead of an answer."""
    connect = socket.socket.connect

    def guarded(self: socket.socket, address: Any) -> None:
        if self.family in {socket.AF_INET, socket.AF_INET6} and not _is_allowed(address[0]):
            raise AssertionError(f"an outbound connection to {address[0]} was attempted")
        return connect(self, address)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket.socket, "connect", guarded)
        yield


def _is_allowed(host: str) -> bool:
    if host == "localhost" or host in os.environ[servers.REDIS]:
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
