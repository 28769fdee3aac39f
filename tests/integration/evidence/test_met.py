"""Damage that a reader meets: this process is not ready at once, all are as soon as a worker has proved the record."""

import io
from collections.abc import Callable
from threading import Event

import kombu
import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from structlog.testing import capture_logs

from citeledger.core.states import State
from citeledger.documents.models import Version, VersionText
from citeledger.evidence.tasks import prove, prove_records
from citeledger.evidence.verification import remember
from citeledger.ledger.models import Span, SpanText
from revalidation import mismatches, orders
from revalidation.mismatches import Met, met
from revalidation.models import Proof, ProofFailure
from revalidation.orders import Orders
from revalidation.panels import Panel, panel
from tests import cast
from tests.cast import AT, Cast
from tests.ground.databases import BuiltOnce
from tests.ground.mismatches import Ordered
from tests.integration.evidence.forging import forge

FORGED = "Everything may be returned for ever."
REAL_SENT = orders.sent


class World:
    """One policy, cited; another, cited, to which nothing happens."""

    def __init__(self) -> None:
        self.people: Cast = cast.make_cast()
        self.policy, self.other = (cast.make_document(owner=self.people.legal, title=title) for title in ("a", "b"))
        self.cited, self.bystander = (
            cast.cite(writer=self.people.support, documents=[document]).citations[0]
            for document in (self.policy, self.other)
        )

    def versions(self) -> "Version.objects":
        return Version.objects.filter(document__uid=self.policy)

    def texts(self) -> "VersionText.objects":
        return VersionText.objects.filter(version__document__uid=self.policy)

    def look(self) -> Panel:
        return panel(viewer=self.people.support, citation=self.cited)

    def states(self) -> tuple[State, State]:
        support = self.people.support
        return cast.state(support, self.cited), cast.state(support, self.bystander)


@pytest.fixture(scope="module")
def _world(built_once: BuiltOnce) -> World:
    return built_once(World)


@pytest.fixture
def world(_world: World, db: None) -> World:
    return _world


def problems(client: Client) -> list[str]:
    return client.get("/readyz").json()["problems"]


def verify_ledger() -> None:
    call_command("verify_ledger", stdout=io.StringIO(), stderr=io.StringIO())


class TestTheProcessThatMetIt:
    def test_is_not_ready_until_a_proof_of_everything_came_after(self, world: World, client: Client) -> None:
        assert problems(client) == []
        forge(world.texts(), text=FORGED)
        assert problems(client) == []  # nobody has met it
        assert world.look() == Panel(world.cited, State.UNVERIFIED)
        assert problems(client) == ["mismatches"]
        with pytest.raises(CommandError):
            verify_ledger()
        assert problems(client) == ["proofs"]
        forge(world.texts(), text=cast.POLICY)
        verify_ledger()
        assert problems(client) == []

    def test_is_not_satisfied_by_a_proof_that_began_before(self, world: World, client: Client) -> None:
        met(record=Met.SPAN, name=1)
        remember(problems=[], at=AT)
        assert problems(client) == ["mismatches"]

    def test_orders_a_proof_of_the_record(self, world: World, ordered: Ordered) -> None:
        forge(world.texts(), text=FORGED)
        world.look()
        mismatches._memory.orders.settle()
        asked = [tuple(record) for task, said in ordered for record in said["records"] if task.endswith("_records")]
        assert ("version", str(world.versions().get().uid)) in asked
        assert not ProofFailure.objects.exists()  # display never writes


POISONS: dict[str, Callable[[World], None]] = {
    "text": lambda w: forge(w.texts(), text=FORGED),
    "structure": lambda w: forge(w.texts(), structure='{"blocks":7}'),
    "digest": lambda w: forge(w.texts(), sha256="0" * 64),
    "media type": lambda w: forge(w.versions(), media_type="text/marzipan"),
    "exact": lambda w: forge(SpanText.objects.filter(span__version__in=w.versions()), exact=FORGED),
}


class TestTheProofOfOneRecord:
    @pytest.mark.parametrize("poison", POISONS)
    def test_makes_it_known_to_all(self, world: World, client: Client, ordered: Ordered, poison: str) -> None:
        POISONS[poison](world)
        cast.publish(owner=world.people.legal, document=world.policy, text=cast.ELSEWHERE)
        world.look()
        mismatches._memory.orders.settle()
        mismatches._memory.last = None  # as in the other processes
        assert ordered
        for task, said in ordered:
            assert task == prove_records.name
            prove_records(**said)
        assert problems(client) == ["proofs"]
        assert world.states() == (State.UNVERIFIED, State.CURRENT)

    @pytest.mark.parametrize("by", ["uid", "row"])
    def test_of_an_honest_record_finds_nothing(self, world: World, by: str) -> None:
        version, span = world.versions().get(), Span.objects.get(version__in=world.versions())
        names = [
            (kind, str(row.uid if by == "uid" else row.pk)) for kind, row in (("version", version), ("span", span))
        ]
        prove_records(records=names, more="from a newer release")
        assert not ProofFailure.objects.exists()

    def test_is_kept_by_the_proof_of_everything_that_was_past_it(self, world: World) -> None:
        began = AT
        forge(world.texts(), text=FORGED)
        prove_records(records=[("version", str(world.versions().get().uid))])
        kept = ProofFailure.objects.count()
        assert kept > 0
        remember(problems=[], at=began)
        assert ProofFailure.objects.count() == kept

    def test_and_one_of_everything_name_it_once(self, world: World) -> None:
        forge(world.texts(), text=FORGED)
        for _ in range(2):
            prove_records(records=[("version", str(world.versions().get().uid))])
        twice = ProofFailure.objects.values("subject_uid", "what", "span_id").distinct().count()
        assert ProofFailure.objects.count() == twice

    def test_of_everything_is_remembered_with_the_time_it_began(self, world: World) -> None:
        prove()
        assert Proof.objects.count() == 1


class TestOrders:
    """Fire and forget: whoever met it waits for nobody."""

    @pytest.fixture
    def placed(self) -> Orders:
        return Orders()

    def test_are_placed_while_the_broker_hangs(self, placed: Orders, monkeypatch: pytest.MonkeyPatch) -> None:
        hanging, taken = Event(), []

        def sent(task: str, **said: list[tuple[str, str]]) -> bool:
            taken.append(said["records"])
            return hanging.wait(60)

        monkeypatch.setattr(orders, "sent", sent)
        for number in range(100):
            placed.place(("span", str(number)))  # returns, or this test never ends
        hanging.set()
        placed.settle()
        assert len(taken) <= 3  # what came while one was on its way goes together
        assert [name for records in taken for _, name in records] == [str(number) for number in range(100)]

    def test_of_one_record_are_sent_once(self, placed: Orders, ordered: Ordered) -> None:
        for _ in range(5):
            placed.place(("span", "1"))
            placed.settle()
        assert ordered == [("evidence.prove_records", {"records": [("span", "1")]})]

    def test_that_no_broker_took_are_logged_and_placed_again(
        self, placed: Orders, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def refused(*_: object, **__: object) -> None:
            raise kombu.exceptions.OperationalError("away")

        monkeypatch.setattr(orders, "sent", REAL_SENT)
        monkeypatch.setattr(orders.app, "send_task", refused)
        with capture_logs() as lines:
            for _ in range(2):
                placed.place(("span", "1"))
                placed.settle()
        assert [(line["event"], line["error"]) for line in lines] == [("proof_not_ordered", "OperationalError")] * 2
