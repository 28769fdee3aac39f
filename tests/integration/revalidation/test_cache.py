"""The cache never decides: off, on, hostile or gone, every panel is what it is without one (DESIGN rules 4, 7)."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
import redis
from django.contrib.auth.models import Group
from django.db import transaction

from acl.models import User
from acl.rights import Right
from acl.services import grant, rotate_incarnation
from citeledger.core.principals import Kind, Principal
from citeledger.core.statements import AnswerKind
from citeledger.core.states import State
from citeledger.documents.metadata import Metadata
from citeledger.documents.services import retire, supersede, update_metadata, withdraw
from citeledger.ledger.services import erase_answer
from revalidation import wiring
from revalidation.cache import Cache, NoCache, redis_cache
from revalidation.panels import Panel, panel
from script.children import LOOPBACK, free_port
from tests import cast
from tests.cast import AT, STAFF, Cast
from tests.ground import servers
from tests.ground.databases import IS_POSTGRESQL, BuiltOnce
from tests.integration.revalidation.test_statement import unavailable_worlds
from tests.rig.caches import CountingCache, MemoryCache, Vandal

pytestmark = pytest.mark.django_db
LATER = datetime(2026, 6, 1, tzinfo=UTC)
SECRET = "the secret of this installation"
TWICE_EDITED = cast.EDITED.replace("14 days", "7 days")
KINDS_OF_HARM = ("evict", "swap", "forge", "flip", "cut", "plant", "mistype")


@pytest.fixture
def using(monkeypatch: pytest.MonkeyPatch) -> Callable[[Cache], CountingCache]:
    """Make the evaluator use this cache, and count."""

    def use(cache: Cache) -> CountingCache:
        counting = CountingCache(cache)
        monkeypatch.setattr(wiring, "cache", lambda: counting)
        return counting

    return use


@contextmanager
def behind(cache: Cache) -> Iterator[None]:
    """The evaluator uses this cache meanwhile."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(wiring, "cache", lambda: cache)
        yield


@dataclass
class World:
    """Two policies and a note: a statement on each, one on both, and one that rests on the note."""

    people: Cast
    documents: tuple[UUID, UUID]
    versions: list[UUID]
    note: UUID
    citations: tuple[UUID, ...]

    def viewers(self) -> tuple[Principal, ...]:
        return (self.people.support, self.people.legal, self.people.contractor, self.people.anonymous)


@pytest.fixture(scope="module")
def _world(built_once: BuiltOnce) -> World:
    return built_once(build)


def build() -> World:
    people = cast.make_cast()
    legal = people.legal
    documents = (cast.make_document(owner=legal), cast.make_document(owner=legal, title="Exceptions"))
    first = cast.current_version(legal, documents[0])
    note = cast.cite(writer=legal, documents=documents[:1], kind=AnswerKind.MEMORY_NOTE)
    cast.share_answer(owner=legal, answer=note.uid)
    cited = [cast.cite(writer=legal, documents=[document]) for document in documents]
    cited += [cast.cite(writer=legal, documents=documents), cast.cite(writer=legal, derived_from=[note.uid])]
    assert first is not None
    return World(people, documents, [first], note.uid, tuple(answer.citations[0] for answer in cited))


@pytest.fixture
def world(_world: World, db: None) -> World:
    return _world


def life(world: World) -> Iterator[str]:
    """What happens to the world, step by step; each step is named before the panels are asked again."""
    legal, (policy, other) = world.people.legal, world.documents

    def edit(text: str) -> None:
        world.versions.append(cast.publish(owner=legal, document=policy, text=text, at=LATER))

    yield "nothing yet"
    edit(cast.EDITED)
    yield "edited"
    edit(TWICE_EDITED)
    yield "edited again"
    withdraw(actor=legal, version=world.versions[1], at=LATER)
    yield "the version that first differed is withdrawn"
    update_metadata(actor=legal, document=policy, metadata=Metadata(title="Returns, new name"), expected=1, at=LATER)
    yield "renamed"
    cast.unread(owner=legal, document=policy)
    yield "revoked"
    grant(actor=legal, document=policy, right=Right.READ, holder=STAFF, at=LATER)
    yield "granted again"
    User.groups.through.objects.filter(user_id=world.people.support.id).delete()
    yield "out of the group"
    User.objects.get(pk=world.people.support.id).groups.add(Group.objects.get(name=STAFF.name))
    yield "in the group again"
    supersede(actor=legal, document=other, by=policy, effective_from=AT, at=LATER)
    yield "superseded"
    withdraw(actor=legal, version=world.versions[2], at=LATER)
    yield "the current version is withdrawn: the first one stands again"
    rotate_incarnation()
    yield "incarnation rotated"
    erase_answer(actor=legal, answer=world.note, at=LATER)
    yield "the note is erased"
    retire(actor=legal, document=other, at=LATER)
    yield "retired"


def ask(world: World) -> list[Panel]:
    return [panel(viewer=viewer, citation=uid) for viewer in world.viewers() for uid in world.citations]


def shown(world: World) -> list[Panel] | Exception:
    """What readers get: an error is no panel either, and is held against the cache that made it."""
    try:
        return ask(world)
    except Exception as error:
        return error


@dataclass
class Tried:
    """A cache through the world's life: the steps after which a panel was not what it is without one."""

    cache: CountingCache
    wrong: list[str] = field(default_factory=list)

    def compare(self, world: World, *, step: str, truth: list[Panel]) -> None:
        with behind(self.cache):
            self.wrong += [step] * (shown(world) != truth)


class OnRedis:
    """The honest cache, and for each kind of harm one that meets it: all warm with what the honest one keeps."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark
        self._url = servers.redis_database(number=0)
        self._client = redis.Redis.from_url(self._url)
        self._client.flushdb()
        self.honest = self._tried()
        kinds = () if IS_POSTGRESQL else KINDS_OF_HARM
        self.harmed = {kind: (Vandal(self._client, mark), self._tried()) for kind in kinds}

    def compare(self, world: World, *, step: str, truth: list[Panel]) -> None:
        self.honest.compare(world, step=step, truth=truth)  # cold
        self.honest.compare(world, step=step, truth=truth)  # warm
        kept = {key: self._client.get(key) for key in self._client.scan_iter()}
        for kind, (vandal, tried) in self.harmed.items():
            getattr(vandal, kind)()
            tried.compare(world, step=step, truth=truth)
            self._restore(kept)

    def close(self) -> None:
        self._client.flushdb()
        self._client.close()

    def _tried(self) -> Tried:
        return Tried(CountingCache(redis_cache(url=self._url, secret_key=SECRET)))

    def _restore(self, kept: dict[bytes, bytes]) -> None:
        self._client.flushdb()
        if kept:
            self._client.mset(kept)


@dataclass
class Lived:
    """One life of the world, seen through every cache."""

    down: Tried
    on_redis: OnRedis


@pytest.fixture(scope="module")
def lived(_world: World, built_once: BuiltOnce, tmp_path_factory: pytest.TempPathFactory) -> Lived:
    down = redis_cache(url=f"redis://{LOOPBACK}:{free_port()}/0", secret_key=SECRET)
    caches = Lived(
        down=Tried(CountingCache(down)),
        on_redis=OnRedis(tmp_path_factory.mktemp("harmed") / "exploded"),
    )
    built_once(lambda: live(replace(_world, versions=[*_world.versions]), caches))
    caches.on_redis.close()
    return caches


def live(world: World, caches: Lived) -> None:
    """Undone at its end: the tests find the world as it was built."""
    with transaction.atomic():
        for step in life(world):
            with behind(NoCache()):
                truth = ask(world)
            caches.down.compare(world, step=step, truth=truth)
            caches.on_redis.compare(world, step=step, truth=truth)
        transaction.set_rollback(True)


class TestPanelsAreTheSame:
    def test_on_redis_where_they_are_served_from_it(self, lived: Lived) -> None:
        assert lived.on_redis.honest.wrong == []
        assert lived.on_redis.honest.cache.hits > 50

    @pytest.mark.sqlite  # what a cache gives back is checked by the same code on both engines
    @pytest.mark.parametrize("harm", KINDS_OF_HARM)
    def test_on_a_hostile_redis(self, lived: Lived, harm: str) -> None:
        _, tried = lived.on_redis.harmed[harm]
        assert tried.wrong == []
        assert "set" in tried.cache.operations
        assert not lived.on_redis.mark.exists()

    def test_without_the_redis_that_is_configured(self, lived: Lived) -> None:
        assert lived.down.wrong == []
        assert "get" in lived.down.cache.operations


class TestWhatIsSeenAtOnce:
    """Each with a warm cache, for the viewer who warmed it."""

    @pytest.fixture(autouse=True)
    def warm(self, world: World, using: Any, redis_url: str) -> CountingCache:
        counted = using(redis_cache(url=redis_url, secret_key=SECRET))
        cast.publish(owner=world.people.legal, document=world.documents[0], text=cast.ELSEWHERE)
        for _ in range(2):
            self.shown(world)
        assert counted.hits > 0
        return counted

    def shown(self, world: World) -> Panel:
        return panel(viewer=world.people.support, citation=world.citations[0])

    def test_a_revoke_and_its_undoing(self, world: World) -> None:
        before = self.shown(world)
        cast.unread(owner=world.people.legal, document=world.documents[0])
        assert self.shown(world) == Panel(world.citations[0], State.UNAVAILABLE)
        grant(actor=world.people.legal, document=world.documents[0], right=Right.READ, holder=STAFF, at=LATER)
        assert self.shown(world) == before
        assert before.state is State.CURRENT

    def test_an_edit(self, world: World) -> None:
        cast.publish(owner=world.people.legal, document=world.documents[0], text=cast.EDITED, at=LATER)
        (source,) = self.shown(world).sources
        assert (self.shown(world).state, source.changed_at, source.changed_in) == (State.SOURCE_CHANGED, LATER, 3)

    def test_a_new_title(self, world: World) -> None:
        new = Metadata(title="Returns, new name")
        update_metadata(actor=world.people.legal, document=world.documents[0], metadata=new, expected=1, at=LATER)
        assert [source.title for source in self.shown(world).sources] == ["Returns, new name"]

    def test_that_the_version_which_first_differed_is_withdrawn(self, world: World) -> None:
        legal, policy = world.people.legal, world.documents[0]
        differed = cast.publish(owner=legal, document=policy, text=cast.EDITED)
        cast.publish(owner=legal, document=policy, text=TWICE_EDITED, at=LATER)
        assert self.shown(world).sources[0].changed_in == 3
        withdraw(actor=legal, version=differed, at=LATER)
        assert (self.shown(world).sources[0].changed_in, self.shown(world).sources[0].changed_at) == (4, LATER)

    def test_a_new_incarnation(self, world: World, warm: CountingCache) -> None:
        """After a restore nothing kept before is asked for: the next look misses and answers the same (T5)."""
        before, hits = self.shown(world), warm.hits
        rotate_incarnation()
        assert self.shown(world) == before
        assert warm.hits == hits
        assert self.shown(world) == before
        assert warm.hits == hits + 1

    def test_that_a_service_has_the_number_of_a_person(self, world: World, warm: CountingCache) -> None:
        """Same id, another kind: another key (T25)."""
        hits = warm.hits
        viewer = world.people.support
        panel(viewer=Principal(Kind.SERVICE, viewer.id, viewer.uid, viewer.name), citation=world.citations[0])
        assert warm.hits == hits


class TestWhoIsDenied:
    """No operation at all, for whatever reason: nobody can tell from the cache's load or time (T32, T33)."""

    def test_costs_the_cache_nothing_whatever_the_cause(self, world: World, using: Any) -> None:
        people, counted = world.people, using(MemoryCache())
        operations = {}
        for cause, citation in unavailable_worlds(people).items():
            for viewer in (people.support, people.contractor, people.anonymous):
                assert panel(viewer=viewer, citation=citation) == Panel(citation, State.UNAVAILABLE)
            operations[cause] = list(counted.operations)
        assert operations == {cause: [] for cause in operations}

    def test_costs_nothing_after_somebody_else_looked(self, world: World, using: Any) -> None:
        counted = using(MemoryCache())
        panel(viewer=world.people.support, citation=world.citations[0])
        assert counted.operations == ["get", "set"]
        panel(viewer=world.people.contractor, citation=world.citations[0])
        assert counted.operations == ["get", "set"]

    def test_an_unknown_viewer_costs_nothing_either(self, world: World, using: Any) -> None:
        counted = using(MemoryCache())
        gone = world.people.deactivate(world.people.support)
        assert panel(viewer=gone, citation=world.citations[0]) == Panel(world.citations[0], State.UNVERIFIED)
        assert counted.operations == []
