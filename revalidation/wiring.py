"""The one place where the evaluator meets its cache."""

from functools import lru_cache

from django.conf import settings

from revalidation.cache import Cache, NoCache, redis_cache


def cache() -> Cache:
    """The cache of this process, from the settings."""
    return _cache(settings.REDIS_URL, settings.SECRET_KEY)


@lru_cache(maxsize=1)
def _cache(url: str | None, secret_key: str) -> Cache:
    return redis_cache(url=url, secret_key=secret_key) if url else NoCache()
