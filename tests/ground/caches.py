"""Redis of one test, and the cache of the evaluator: off, on or hostile, as the run wants it."""

import os
import random
import secrets
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import Any

import pytest
import redis

from revalidation import history, panels, wiring
from revalidation.cache import redis_cache
from revalidation.history import SpanHistory
from script.environment import ROOT
from tests.ground import servers
from tests.rig.caches import HostileRedis

SEED = "CITELEDGER_TEST_CACHE_SEED"
MODULES = "CITELEDGER_TEST_CACHE_MODULES"


class CacheMode(StrEnum):
    """What stands behind stage 1 in this run: nothing, the real Redis, or one that lies (tests/rig/caches.py)."""

    OFF = "off"
    ON = "on"
    HOSTILE = "hostile"


MODE = CacheMode(os.environ.get("CITELEDGER_TEST_CACHE", CacheMode.OFF))
# The modules that have it; empty where all do.
_WITH_IT = frozenset(os.environ.get(MODULES, "").split())


@pytest.fixture(autouse=True)
def _cache_of_the_evaluator(request: pytest.FixtureRequest) -> None:
    """The same tests, with the same answers, in every mode. Tests that bring a cache of their own keep it."""
    mode = _mode_of(module=request.path)
    if mode is not CacheMode.OFF:
        request.getfixturevalue("redis_url")
        request.getfixturevalue("cold_and_warm")
    if mode is CacheMode.HOSTILE:
        request.getfixturevalue("hostile_redis")


def _mode_of(*, module: Path) -> CacheMode:
    has_it = not _WITH_IT or module.relative_to(ROOT).as_posix() in _WITH_IT
    return MODE if has_it else CacheMode.OFF


@pytest.fixture
def cold_and_warm(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is kept in the cache is asked for twice wherever it is asked for, and is what it is without a cache."""
    asked = panels.histories

    def histories(**question: Any) -> dict[int, SpanHistory]:
        facts, texts = question["facts"], question["texts"]
        truth = history._found(facts, history._later_versions(facts, texts.sources))
        cold, warm = asked(**question), asked(**question)
        assert (cold, warm) == (truth, truth)
        return warm

    monkeypatch.setattr(panels, "histories", histories)


@pytest.fixture
def hostile_redis(
    request: pytest.FixtureRequest, redis_url: str, settings: object, monkeypatch: pytest.MonkeyPatch
) -> HostileRedis:
    """The evaluator's cache behind a Redis that lies; how to have the same lies again is told where a test fails."""
    seed = int(os.environ.get(SEED) or secrets.randbits(32))
    request.node.add_report_section("setup", "cache", f"hostile, {SEED}={seed}")
    cache = redis_cache(url=redis_url, secret_key=settings.SECRET_KEY)
    hostile = HostileRedis(cache.client, random.Random(seed))
    cache.client = hostile
    monkeypatch.setattr(wiring, "cache", lambda: cache)
    return hostile


@pytest.fixture
def redis_url(settings: object, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """An empty Redis database of this test's own, set as REDIS_URL here and for children; so is the broker emptied.

    Without this fixture the site runs without a cache, unless the whole run has one (`CacheMode`).
    """
    cache, broker = servers.redis_database(number=0), servers.redis_database(number=1)
    _empty(cache, broker)
    settings.REDIS_URL = cache
    monkeypatch.setenv("REDIS_URL", cache)
    yield cache
    _empty(cache, broker)


@pytest.fixture
def redis_client(redis_url: str) -> Iterator[redis.Redis]:
    """A client on this test's cache, for looking inside and for doing harm."""
    with redis.Redis.from_url(redis_url) as connection:
        yield connection


def _empty(*urls: str) -> None:
    for url in urls:
        with redis.Redis.from_url(url) as connection:
            connection.flushdb()
