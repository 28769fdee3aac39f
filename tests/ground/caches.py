"""Redis of one test."""

from collections.abc import Iterator

import pytest
import redis

from tests.ground import servers


@pytest.fixture
def redis_url(settings: object, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """An empty Redis database of this test's own, set as REDIS_URL here and for children; so is the broker emptied.

    Without this fixture the site runs without a cache.
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
