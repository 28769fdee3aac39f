"""Caches for tests: one in memory, one that counts, and everything that can go wrong with a real one."""

import json
import os
import pickle
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import redis

from revalidation.cache import Cache

UNTOUCHED = ["intact", 0, 1, None, None, None, [], []]
"""What a forger would write for a span: as `revalidation.history` keeps it, so that believing it would show it."""


@dataclass
class MemoryCache:
    """Keeps JSON text in a dictionary, so that what comes out is a copy, as from a server."""

    kept: dict[str, str] = field(default_factory=dict)

    def get(self, key: str) -> Any:
        return json.loads(self.kept[key]) if key in self.kept else None

    def set(self, key: str, value: Any) -> None:
        self.kept[key] = json.dumps(value)


@dataclass
class CountingCache:
    """Notes every operation on another cache: `hits` are the reads that found something."""

    inner: Cache
    operations: list[str] = field(default_factory=list)
    hits: int = 0

    def get(self, key: str) -> Any:
        self.operations.append("get")
        found = self.inner.get(key)
        self.hits += found is not None
        return found

    def set(self, key: str, value: Any) -> None:
        self.operations.append("set")
        self.inner.set(key, value)


class Explosive:
    """Unpickling it creates the file. Whoever unpickles what lies in Redis is found out (threat T92)."""

    def __init__(self, mark: Path) -> None:
        self._mark = str(mark)

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return (open, (self._mark, "w"))


@dataclass
class Vandal:
    """Somebody who may write to Redis and does not know the installation's secret (threats T24, T92, T94)."""

    client: redis.Redis
    mark: Path
    chance: random.Random = field(default_factory=lambda: random.Random(7))

    def evict(self) -> None:
        """Half of everything is gone."""
        for key in self._keys():
            if self.chance.random() < 0.5:
                self.client.delete(key)

    def swap(self) -> None:
        """Every key holds what another key held, of another citation or another viewer."""
        keys = self._keys()
        values = self.client.mget(keys) if keys else []
        for key, value in zip(keys, values[1:] + values[:1], strict=True):
            self.client.set(key, value)

    def forge(self) -> None:
        """Every value says the passage stands untouched, under the right key and a made-up MAC."""
        for key in self._keys():
            body = json.loads(self.client.get(key)[32:])
            body["value"] = dict.fromkeys(body["value"], UNTOUCHED)
            self.client.set(key, self.chance.randbytes(32) + json.dumps(body).encode())

    def flip(self) -> None:
        """One bit of every value is wrong, somewhere."""
        for key in self._keys():
            value = bytearray(self.client.get(key))
            value[self.chance.randrange(len(value))] ^= 1 << self.chance.randrange(8)
            self.client.set(key, bytes(value))

    def cut(self) -> None:
        """Values end too early; some are empty."""
        for key in self._keys():
            value = self.client.get(key)
            self.client.set(key, value[: self.chance.randrange(len(value) or 1)])

    def plant(self) -> None:
        """Pickles instead of values: bare, and behind 32 bytes where the MAC belongs."""
        bomb = pickle.dumps(Explosive(self.mark))
        for key in self._keys():
            self.client.set(key, self.chance.choice([bomb, self.chance.randbytes(32) + bomb]))

    def mistype(self) -> None:
        """A list stands where a text is expected."""
        for key in self._keys():
            self.client.delete(key)
            self.client.rpush(key, "current")

    def _keys(self) -> list[bytes]:
        return sorted(self.client.scan_iter())


Answer = Callable[[str], bytes | None]


@dataclass
class HostileRedis:
    """A Redis that lies: what it is told it keeps, what it is asked for it mostly loses, swaps, forges or spoils.

    It stands where `RedisCache` has its client, before a real server, and does not know the installation's secret.
    """

    client: redis.Redis
    chance: random.Random
    told: dict[str, bytes] = field(default_factory=dict)
    lies: int = 0

    def set(self, key: str, value: bytes, ex: int) -> None:
        self.told[key] = value
        self.client.set(key, value, ex=ex)

    def get(self, key: str) -> bytes | None:
        lies: list[Answer] = [self.evicted, self.swapped, self.forged, self.flipped, self.cut, self.pickled]
        answer = self.chance.choice([self.client.get, *lies])
        self.lies += answer in lies
        return answer(key)

    def evicted(self, key: str) -> None:
        self.client.delete(key)

    def swapped(self, _key: str) -> bytes | None:
        """A true value, of another citation or another viewer."""
        return self.chance.choice(list(self.told.values())) if self.told else None

    def forged(self, key: str) -> bytes:
        """Under the right key, for every span there may be: it stands untouched. The MAC is made up."""
        kept = [json.loads(value[32:])["value"] for value in self.told.values()]
        known = [int(span) for value in kept if isinstance(value, dict) for span in value]  # others count turns
        every = range(1, max(known, default=0) + 100)
        value = {str(span): UNTOUCHED for span in every}
        return self.chance.randbytes(32) + json.dumps({"key": key, "value": value}).encode()

    def flipped(self, key: str) -> bytes | None:
        value = bytearray(self.client.get(key) or b"")
        if value:
            value[self.chance.randrange(len(value))] ^= 1 << self.chance.randrange(8)
        return bytes(value)

    def cut(self, key: str) -> bytes:
        value = self.client.get(key) or b""
        return value[: self.chance.randrange(len(value) or 1)]

    def pickled(self, _key: str) -> bytes:
        """Whoever unpickles it loses the process."""
        return self.chance.randbytes(self.chance.choice([0, 32])) + pickle.dumps(Exit())


class Exit:
    """Unpickling it ends the process."""

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return (os._exit, (70,))
