"""From an edit to the remembered results: outbox, relay, sweep, and all that can go wrong between (T95, T96)."""

from datetime import UTC, datetime, timedelta
from itertools import permutations
from typing import Any
from uuid import UUID, uuid4

import kombu
import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from citeledger.core.states import State
from citeledger.documents.models import OutboxEntry, Version
from citeledger.documents.services import withdraw
from citeledger.emission.proof import SpanDraft
from citeledger.emission.services import mint_spans
from citeledger.ledger.models import Span
from revalidation import sweeping
from revalidation.models import SpanResult
from revalidation.relaying import RESEND_AFTER, relay
from revalidation.sweeping import sweep
from tests import cast
from tests.cast import Cast
from tests.ground.databases import BuiltOnce
from tests.rig.killing import killed_after

NOW = datetime(2026, 6, 1, 9, tzinfo=UTC)
TEXTS = (cast.ELSEWHERE, cast.EDITED, cast.REFLOWED, cast.DELETED)


class World:
    """One policy, cited as it was at first; `edit` publishes the next text."""

    def __init__(self) -> None:
        self.people: Cast = cast.make_cast()
        self.policy = cast.make_document(owner=self.people.legal)
        self.first = self.version()
        self.citation = cast.cite(writer=self.people.support, documents=[self.policy]).citations[0]

    def version(self) -> UUID:
        found = cast.current_version(self.people.legal, self.policy)
        assert found is not None
        return found

    def edit(self, text: str = cast.EDITED) -> UUID:
        return cast.publish(owner=self.people.legal, document=self.policy, text=text, at=NOW)

    def mint(self, *exact: str, version: UUID | None = None, at: datetime = NOW) -> None:
        drafts = [draft(version or self.first, cast.POLICY.index(each), each) for each in exact]
        mint_spans(writer=self.people.legal, drafts=drafts, at=at)

    def state(self) -> State:
        return cast.state(self.people.support, self.citation)


@pytest.fixture(scope="module")
def _world(built_once: BuiltOnce) -> World:
    return built_once(World)


@pytest.fixture
def world(_world: World, db: None) -> World:
    return _world


def draft(version: UUID, start: int, exact: str) -> SpanDraft:
    return SpanDraft(version=version, start=start, end=start + len(exact), exact=exact)


def remembered() -> list[tuple[Any, ...]]:
    fields = ("span_id", "version__uid", "rule", "outcome", "start", "end", "candidates")
    return sorted(SpanResult.objects.values_list(*fields), key=str)


def owed() -> list[UUID]:
    return list(OutboxEntry.objects.filter(done_at=None).order_by("pk").values_list("version__uid", flat=True))


def all_done() -> None:
    """Sweep whatever is owed, as a worker that loses nothing would."""
    for version in owed():
        sweep(version=version, at=NOW)


class TestTheRelay:
    def test_sends_what_is_owed_once_and_again_only_when_it_was_lost(self, world: World) -> None:
        version = world.edit()
        sent: list[UUID] = []
        for later, expected in ((0, 2), (1, 0), (RESEND_AFTER.seconds - 1, 0), (RESEND_AFTER.seconds + 1, 2)):
            assert relay(send=sent.append, now=NOW + timedelta(seconds=later)) == expected
        assert sent == [world.first, version] * 2
        all_done()
        assert relay(send=sent.append, now=NOW + timedelta(days=1)) == 0

    def test_keeps_owing_what_it_could_not_send(self, world: World) -> None:
        def fail(_: UUID) -> None:
            raise kombu.exceptions.OperationalError("no broker")

        with pytest.raises(kombu.exceptions.OperationalError):
            relay(send=fail, now=NOW)
        sent: list[UUID] = []
        assert relay(send=sent.append, now=NOW) == 1

    def test_knows_nothing_of_an_edit_that_was_rolled_back(self, world: World) -> None:
        before = owed()
        with transaction.atomic():
            version = world.edit()
            transaction.set_rollback(True)
        assert owed() == before
        assert sweep(version=version, at=NOW) == 0
        assert world.state() is State.CURRENT


class TestTheSweep:
    def test_in_whatever_order_the_messages_of_four_edits_come(self, world: World) -> None:
        world.mint("Return shipping is free", "Software licences are not refunded.")
        versions = [world.edit(text) for text in TEXTS]
        outcomes = set()
        for order in permutations(versions):
            SpanResult.objects.all().delete()
            for version in order:
                sweep(version=version, at=NOW)
            outcomes.add(tuple(remembered()))
        assert [len(found) for found in outcomes] == [12]
        assert world.state() is State.SOURCE_CHANGED

    def test_killed_at_any_statement_and_repeated_ends_like_one_run(self, world: World) -> None:
        """Each time one statement later; what it left is what the next run finds (T96)."""
        world.mint("Return shipping is free", "Software licences are not refunded.")
        version = world.edit()
        sweep(version=version, at=NOW)
        whole = remembered()
        SpanResult.objects.all().delete()
        OutboxEntry.objects.update(done_at=None)
        survived = 0
        while killed_after(survived, lambda: sweep(version=version, at=NOW)):
            survived += 1
            assert OutboxEntry.objects.filter(version__uid=version, done_at=None).exists()
        assert survived > 5
        assert remembered() == whole
        assert OutboxEntry.objects.get(version__uid=version).done_at is not None

    def test_twice_writes_nothing_twice_and_compares_nothing_twice(
        self, world: World, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        version = world.edit()
        assert sweep(version=version, at=NOW) == 1
        before = remembered()
        monkeypatch.setattr(sweeping, "compare", None)
        assert sweep(version=version, at=NOW) == 0
        assert remembered() == before

    def test_asks_once_what_is_known_however_many_chunks_it_takes(
        self, world: World, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Asked for each chunk, it went through all of it for each span where PostgreSQL had no statistics yet."""
        version = world.edit()
        sweep(version=version, at=NOW)
        world.mint("Return shipping is free", "Software licences are not refunded.")
        monkeypatch.setattr(sweeping, "SPANS_A_CHUNK", 1)
        monkeypatch.setattr(sweeping, "_PLACES_A_READ", 2)
        with CaptureQueriesContext(connection) as asked:
            assert sweep(version=version, at=NOW) == 2
        reads = [one["sql"] for one in asked if one["sql"].startswith("SELECT")]
        assert sum('"revalidation_spanresult"' in sql for sql in reads) == 1
        assert sum('FROM "ledger_span" ' in sql for sql in reads) == 4  # which versions; three spans in pages of two

    def test_of_a_version_that_was_withdrawn_compares_nothing_and_is_done(self, world: World) -> None:
        version = world.edit()
        withdraw(actor=world.people.legal, version=version, at=NOW)
        all_done()
        assert owed() == []
        assert not SpanResult.objects.filter(version__uid=version).exists()

    def test_of_a_version_nobody_knows_is_no_error(self, world: World) -> None:
        assert sweep(version=uuid4(), at=NOW) == 0


class TestASpanBornLate:
    """Cited on a version that is not the current one, after the sweeps of all later versions ran."""

    def test_is_owed_its_results_in_every_later_version(self, world: World) -> None:
        versions = [world.edit(text) for text in TEXTS]
        all_done()
        assert owed() == []
        world.mint("Return shipping is free", version=versions[1])
        assert owed() == versions[2:]
        all_done()
        late = Span.objects.latest("pk")
        assert set(late.results.values_list("version__uid", flat=True)) == set(versions[2:])

    def test_on_the_current_version_owes_nothing(self, world: World) -> None:
        version = world.edit(cast.ELSEWHERE)
        all_done()
        cast.mint(writer=world.people.legal, document=world.policy, exact="Software licences")
        assert world.version() == version
        assert owed() == []

    def test_that_was_there_before_owes_nothing_again(self, world: World) -> None:
        world.edit()
        all_done()
        world.mint(cast.REFUND)
        assert owed() == []

    def test_while_the_sweep_is_running_is_not_forgotten(self, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
        version = world.edit()
        compare = sweeping.compare

        def born_meanwhile(*arguments: Any) -> Any:
            monkeypatch.setattr(sweeping, "compare", compare)
            found = compare(*arguments)
            world.mint("Return shipping is free", at=NOW + timedelta(microseconds=1))
            return found

        monkeypatch.setattr(sweeping, "compare", born_meanwhile)
        sweep(version=version, at=NOW)
        assert version in owed()
        all_done()
        assert SpanResult.objects.filter(version__uid=version).count() == 2

    def test_costs_a_constant_number_of_questions(
        self, world: World, django_assert_num_queries: Any, django_assert_max_num_queries: Any
    ) -> None:
        for text in TEXTS:
            world.edit(text)
        with django_assert_max_num_queries(30) as few:
            world.mint("Return shipping is free")
        with django_assert_num_queries(len(few)):
            world.mint("Software licences", "are not refunded.", "within the country")


def test_versions_of_one_document_stay_its_own(world: World) -> None:
    """A late span owes nothing to documents it does not cite."""
    other = cast.make_document(owner=world.people.legal, title="Other")
    cast.publish(owner=world.people.legal, document=other, text=cast.EDITED)
    world.edit()
    all_done()
    world.mint("Return shipping is free")
    assert {Version.objects.get(uid=uid).document.uid for uid in owed()} == {world.policy}
