"""What stage 2 worked out, kept in Redis behind stage 1 (DESIGN rules 4, 7, section 5).

It is looked up only after stage 1 allowed every source, and keyed by everything the answer rests on: after a changed
right, an edit or a restore nobody asks for the old key again. Losing it, or all of Redis, changes no answer. Whoever
can write the cache must not be able to grant access: each value names its key and carries a MAC (T24, T25, T92).
"""

import hashlib
import hmac
import json
import time
from dataclasses import dataclass
from typing import Any, Protocol
from uuid import UUID

import redis
import structlog

_log = structlog.get_logger(__name__)

SCHEMA = 1
KEEP_SECONDS = 24 * 3600
REPLY_SECONDS = 0.05
BREAK_SECONDS = 5.0

Part = str | int | bytes | UUID | None


class Cache(Protocol):
    """Values are JSON; a miss and a broken cache look alike."""

    def get(self, key: str) -> Any: ...

    def set(self, key: str, value: Any) -> None: ...


def cache_key(*parts: Part) -> str:
    """A name for exactly these parts: typed and length-prefixed before hashing, so no two lists share one (T25)."""
    digest = hashlib.sha256(f"citeledger:{SCHEMA}".encode())
    for part in parts:
        kind, data = _encoded(part)
        digest.update(kind + len(data).to_bytes(8, "big") + data)
    return f"citeledger:{SCHEMA}:{digest.hexdigest()}"


def _encoded(part: Part) -> tuple[bytes, bytes]:
    match part:
        case None:
            return b"n", b""
        case bool():
            raise TypeError("a flag is not a part of a key")
        case str():
            return b"s", part.encode()
        case int():
            return b"i", str(part).encode()
        case UUID():
            return b"u", part.bytes
        case bytes():
            return b"b", part


class NoCache:
    """No Redis configured: everything is worked out each time."""

    def get(self, key: str) -> Any:  # noqa: ARG002  # the protocol's signature
        return None

    def set(self, key: str, value: Any) -> None:
        """Keep nothing."""


@dataclass
class RedisCache:
    """Redis as a cache: short timeouts, a breaker, and values nobody else can have written."""

    client: "redis.Redis"
    secret: bytes
    _closed_until: float = 0.0

    def get(self, key: str) -> Any:
        """The value stored under the key, or None: missing, foreign, forged, or Redis not answering."""
        stored = self._ask(lambda: self.client.get(key))
        return None if stored is None else self._opened(key, stored)

    def set(self, key: str, value: Any) -> None:
        """Store the value for a day. Failing is silent: the next reader works it out again."""
        body = json.dumps({"key": key, "value": value}, separators=(",", ":")).encode()
        self._ask(lambda: self.client.set(key, self._mac(body) + body, ex=KEEP_SECONDS))

    def _ask(self, question: Any) -> Any:
        if time.monotonic() < self._closed_until:
            return None
        try:
            return question()
        except redis.RedisError:
            self._closed_until = time.monotonic() + BREAK_SECONDS
            _log.warning("cache_unreachable")
            return None

    def _opened(self, key: str, stored: Any) -> Any:
        mac, body = stored[:32], stored[32:]
        if not hmac.compare_digest(mac, self._mac(body)):
            _log.error("cache_value_forged")
            return None
        content = json.loads(body)
        if content["key"] != key:
            _log.error("cache_value_swapped")
            return None
        return content["value"]

    def _mac(self, body: bytes) -> bytes:
        return hmac.digest(self.secret, body, "sha256")


def redis_cache(*, url: str, secret_key: str) -> RedisCache:
    """A cache on the Redis at `url`; the MAC key is derived from the installation's secret."""
    client = redis.Redis.from_url(
        url, socket_timeout=REPLY_SECONDS, socket_connect_timeout=REPLY_SECONDS, health_check_interval=30
    )
    return RedisCache(client, hashlib.sha256(b"citeledger cache\0" + secret_key.encode()).digest())
