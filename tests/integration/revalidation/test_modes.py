"""The cache this run has is the one it says, and a Redis that lies is believed in nothing (threats T24, T25, T92)."""

from uuid import UUID

import pytest
import redis

from citeledger.core.states import State
from revalidation import wiring
from revalidation.cache import NoCache, cache_key
from revalidation.panels import panel
from tests import cast
from tests.cast import Cast
from tests.ground.caches import MODE, CacheMode
from tests.ground.databases import BuiltOnce
from tests.rig.caches import HostileRedis

pytestmark = pytest.mark.django_db
ASKED = 60
LIES = ("evicted", "swapped", "forged", "flipped", "cut", "pickled")


@pytest.fixture(scope="module")
def _changed(built_once: BuiltOnce, cast_of_the_module: Cast) -> UUID:
    return built_once(lambda: cited_and_edited(cast_of_the_module))


@pytest.fixture
def changed(_changed: UUID, db: None) -> UUID:
    return _changed


def cited_and_edited(people: Cast) -> UUID:
    policy = cast.make_document(owner=people.legal)
    cited = cast.cite(writer=people.support, documents=[policy]).citations[0]
    cast.publish(owner=people.legal, document=policy, text=cast.EDITED)
    return cited


def test_the_cache_is_the_one_the_run_asks_for(people: Cast, changed: UUID, request: pytest.FixtureRequest) -> None:
    assert panel(viewer=people.support, citation=changed).sources[0].changed_in == 2
    if MODE is CacheMode.OFF:
        assert isinstance(wiring.cache(), NoCache)
        return
    kept: redis.Redis = request.getfixturevalue("redis_client")
    assert kept.dbsize() == 1 or MODE is CacheMode.HOSTILE
    assert isinstance(wiring.cache().client, HostileRedis) is (MODE is CacheMode.HOSTILE)


def test_a_redis_that_lies_changes_no_panel(people: Cast, changed: UUID, hostile_redis: HostileRedis) -> None:
    shown = [panel(viewer=people.support, citation=changed) for _ in range(ASKED)]
    assert shown == shown[:1] * ASKED
    assert (shown[0].state, shown[0].sources[0].changed_in) == (State.SOURCE_CHANGED, 2)
    assert hostile_redis.lies > ASKED / 2


@pytest.mark.parametrize("lie", LIES)
def test_no_lie_is_believed(lie: str, hostile_redis: HostileRedis, monkeypatch: pytest.MonkeyPatch) -> None:
    asked, another = cache_key("asked"), cache_key("another")
    wiring.cache().set(another, {"1": ["intact", 3, 9, None, None]})
    if lie != "swapped":  # there, what is asked for was never told
        wiring.cache().set(asked, {"1": ["deleted", None, None, None, 2]})
    monkeypatch.setattr(hostile_redis, "get", getattr(hostile_redis, lie))
    assert wiring.cache().get(asked) is None
