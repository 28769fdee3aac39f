"""What the evaluator may expect of any cache, and that no two things share a key (threats T24, T25, T92)."""

from collections.abc import Callable
from itertools import combinations
from typing import Any
from uuid import UUID

import pytest
import redis
from hypothesis import given
from hypothesis import strategies as st

from revalidation.cache import Cache, NoCache, RedisCache, cache_key, redis_cache
from script.children import LOOPBACK, free_port
from tests.rig.caches import CountingCache, MemoryCache

SECRET = "the secret of this installation"
VALUES = [
    {"1": ["intact", 3, 9, None, None]},
    {},
    [],
    "text",
    "caf\u00e9 \U0001f469",
    0,
    1.5,
    False,
    {"a": {"b": [None]}},
]
BUILDERS: dict[str, Callable[[str], Cache]] = {
    "none": lambda _url: NoCache(),
    "redis": lambda url: redis_cache(url=url, secret_key=SECRET),
    "redis that is down": lambda _url: redis_cache(url=f"redis://{LOOPBACK}:{free_port()}/0", secret_key=SECRET),
    "memory": lambda _url: MemoryCache(),
    "counting": lambda _url: CountingCache(MemoryCache()),
}
KEEPING = {"redis", "memory", "counting"}


@pytest.fixture(params=BUILDERS)
def name(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture
def cache(name: str, redis_url: str) -> Cache:
    return BUILDERS[name](redis_url)


class TestEveryCache:
    def test_knows_nothing_it_was_not_told(self, cache: Cache) -> None:
        assert cache.get(cache_key("never set")) is None

    @pytest.mark.parametrize("value", VALUES, ids=repr)
    def test_gives_back_what_it_was_told_or_nothing(self, cache: Cache, name: str, value: Any) -> None:
        cache.set(cache_key("a"), value)
        assert cache.get(cache_key("a")) == (value if name in KEEPING else None)

    def test_keeps_two_keys_apart(self, cache: Cache, name: str) -> None:
        cache.set(cache_key("a"), 1)
        cache.set(cache_key("b"), 2)
        assert [cache.get(cache_key("a")), cache.get(cache_key("b"))] == ([1, 2] if name in KEEPING else [None, None])

    def test_keeps_the_last_word(self, cache: Cache, name: str) -> None:
        cache.set(cache_key("a"), 1)
        cache.set(cache_key("a"), 2)
        assert cache.get(cache_key("a")) == (2 if name in KEEPING else None)

    def test_gives_copies(self, cache: Cache, name: str) -> None:
        value = {"1": ["intact"]}
        cache.set(cache_key("a"), value)
        value["1"].append("scribble")
        first = cache.get(cache_key("a"))
        if first:
            first["1"].append("scribble")
        assert cache.get(cache_key("a")) == ({"1": ["intact"]} if name in KEEPING else None)


class TestTheRedisOne:
    @pytest.fixture
    def kept(self, redis_url: str) -> RedisCache:
        return redis_cache(url=redis_url, secret_key=SECRET)

    def test_keeps_for_a_day_and_not_for_ever(self, kept: RedisCache, redis_client: redis.Redis) -> None:
        kept.set(cache_key("a"), 1)
        assert 0 < redis_client.ttl(cache_key("a")) <= 24 * 3600

    def test_refuses_what_another_secret_signed(self, kept: RedisCache, redis_url: str, caplog: Any) -> None:
        redis_cache(url=redis_url, secret_key="another").set(cache_key("a"), 1)
        assert kept.get(cache_key("a")) is None
        assert "cache_value_forged" in caplog.text

    def test_refuses_what_belongs_to_another_key(
        self, kept: RedisCache, redis_client: redis.Redis, caplog: Any
    ) -> None:
        kept.set(cache_key("a"), 1)
        redis_client.copy(cache_key("a"), cache_key("b"))
        assert kept.get(cache_key("b")) is None
        assert "cache_value_swapped" in caplog.text

    def test_asks_a_dead_server_once_and_then_leaves_it_alone(self, monkeypatch: pytest.MonkeyPatch) -> None:
        down = redis_cache(url=f"redis://{LOOPBACK}:{free_port()}/0", secret_key=SECRET)
        asked: list[str] = []
        get = down.client.get
        monkeypatch.setattr(down.client, "get", lambda key: asked.append(key) or get(key))
        for _ in range(5):
            assert down.get(cache_key("a")) is None
        assert len(asked) == 1

    def test_comes_back_to_a_server_that_came_back(self, kept: RedisCache, monkeypatch: pytest.MonkeyPatch) -> None:
        kept.set(cache_key("a"), 1)
        with monkeypatch.context() as patch:
            patch.setattr(kept.client, "get", _lost)
            assert kept.get(cache_key("a")) is None
        kept._closed_until = 0.0
        assert kept.get(cache_key("a")) == 1


def _lost(_key: str) -> None:
    raise redis.ConnectionError


PARTS = st.lists(
    st.one_of(
        st.none(),
        st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=6),
        st.integers(),
        st.binary(max_size=6),
        st.uuids(),
        # What a careless join would confuse: separators, digits as text, the same bytes under another type.
        st.sampled_from(
            ["", ":", ",", "1", "11", "1:1", "None", "-", "person", "service", b"1", b"", 1, 11, UUID(int=1)]
        ),
    ),
    max_size=5,
)


class TestKeys:
    @given(PARTS, PARTS)
    def test_are_shared_by_equal_parts_only(self, one: list[Any], other: list[Any]) -> None:
        same = [(type(part), part) for part in one] == [(type(part), part) for part in other]
        assert (cache_key(*one) == cache_key(*other)) is same

    def test_differ_for_what_a_join_would_confuse(self) -> None:
        lists: list[tuple[Any, ...]] = [
            *[(), ("",), ("", ""), (None,), ("None",), (b"",), ("a", "b"), ("ab",), ("a:b",), ("a,b",), ("b", "a")],
            *[(1, 11), (11, 1), (111,), ("1", 11), (1, "11"), (b"1", 11), ("person", 7), ("service", 7), ("7",), (7,)],
            *[(UUID(int=7),), (UUID(int=7).bytes,), (str(UUID(int=7)),), ("caf\u00e9",), ("cafe\u0301",)],
        ]
        assert all(cache_key(*one) != cache_key(*other) for one, other in combinations(lists, 2))

    def test_refuse_flags(self) -> None:
        """True is 1 to a careless hand."""
        with pytest.raises(TypeError):
            cache_key(True)

    def test_say_nothing_of_their_parts(self) -> None:
        assert "contractor" not in cache_key("contractor")
