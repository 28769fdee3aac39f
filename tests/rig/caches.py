"""Caches for tests: one in memory, one that counts, and everything that can go wrong with a real one."""

import json
import pickle
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import redis

from revalidation.cache import Cache


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
            body["value"] = {span: ["intact", 0, 1, None, None] for span in body["value"]}
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
