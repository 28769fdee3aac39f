"""One damaged record in a batch: its item is `unverified`, the others are what they are, whatever its place (T104)."""

from collections.abc import Callable
from uuid import UUID

import pytest
from django.db.models import Func, Model, QuerySet, TextField, Value
from prometheus_client import REGISTRY
from structlog.testing import capture_logs

from citeledger.core.states import State
from citeledger.documents.models import Version, VersionText
from citeledger.ledger.models import Closure, SpanText
from revalidation.models import SpanResult
from revalidation.panels import Panel, panel
from revalidation.service import verdicts
from revalidation.sweeping import sweep
from tests import cast
from tests.cast import AT, Cast
from tests.ground.databases import BuiltOnce
from tests.integration.evidence.forging import forge

pytestmark = pytest.mark.django_db
SIZE = 4


Batch = list[tuple[UUID, UUID]]


@pytest.fixture(scope="module")
def _world(built_once: BuiltOnce) -> tuple[Cast, Batch]:
    return built_once(build)


def build() -> tuple[Cast, Batch]:
    """Documents, each cited once and then edited elsewhere; nobody remembered a result."""
    people = cast.make_cast()
    found = []
    for number in range(SIZE):
        document = cast.make_document(owner=people.legal, title=f"document {number}")
        found.append((document, cast.cite(writer=people.support, documents=[document]).citations[0]))
        cast.publish(owner=people.legal, document=document, text=cast.ELSEWHERE)
    return people, found


@pytest.fixture
def people(_world: tuple[Cast, Batch], db: None) -> Cast:
    return _world[0]


@pytest.fixture
def batch(_world: tuple[Cast, Batch], db: None) -> Batch:
    return _world[1]


def cited_version(document: UUID) -> "QuerySet[Version]":
    return Version.objects.filter(document__uid=document, number=1)


def head(document: UUID) -> "QuerySet[Version]":
    return Version.objects.filter(document__uid=document, number=2)


def undecodable(rows: "QuerySet[VersionText] | QuerySet[SpanText]", column: str) -> None:
    """A byte no text has. Only SQLite would store it."""
    damaged = Func(Value(b"\xff\xfe"), template="CAST(%(expressions)s AS TEXT)", output_field=TextField())
    forge(rows, **{column: damaged})


POISONS: dict[str, Callable[[UUID], None]] = {
    "text": lambda d: forge(VersionText.objects.filter(version__in=head(d)), text="Something else."),
    "structure": lambda d: forge(VersionText.objects.filter(version__in=head(d)), structure='{"blocks":7}'),
    "no structure": lambda d: forge(VersionText.objects.filter(version__in=cited_version(d)), structure=""),
    "media type": lambda d: forge(cited_version(d), media_type="text/marzipan"),
    "exact": lambda d: forge(SpanText.objects.filter(span__version__in=cited_version(d)), exact="Something else."),
}
UNDECODABLE: dict[str, Callable[[UUID], None]] = {
    "text": lambda d: undecodable(VersionText.objects.filter(version__in=head(d)), "text"),
    "structure": lambda d: undecodable(VersionText.objects.filter(version__in=cited_version(d)), "structure"),
    "exact": lambda d: undecodable(SpanText.objects.filter(span__version__in=cited_version(d)), "exact"),
}


def harms_its_own_item_only(people: Cast, batch: Batch, index: int) -> None:
    document, poisoned = batch[index]
    asked = [citation for _, citation in batch]
    states = [verdict.state for verdict in verdicts(viewer=people.support, citations=asked)]
    assert states == [State.UNVERIFIED if citation == poisoned else State.CURRENT for citation in asked]
    assert panel(viewer=people.support, citation=poisoned) == Panel(poisoned, State.UNVERIFIED)
    cast.unread(owner=people.legal, document=document)
    states = [verdict.state for verdict in verdicts(viewer=people.support, citations=asked)]
    assert states == [State.UNAVAILABLE if citation == poisoned else State.CURRENT for citation in asked]


@pytest.mark.parametrize("index", range(SIZE))
@pytest.mark.parametrize("poison", POISONS)
def test_a_damaged_text(people: Cast, batch: Batch, poison: str, index: int) -> None:
    POISONS[poison](batch[index][0])
    harms_its_own_item_only(people, batch, index)


@pytest.mark.sqlite
@pytest.mark.parametrize("index", range(SIZE))
@pytest.mark.parametrize("poison", UNDECODABLE)
def test_bytes_that_are_no_text(people: Cast, batch: Batch, poison: str, index: int) -> None:
    UNDECODABLE[poison](batch[index][0])
    harms_its_own_item_only(people, batch, index)


@pytest.mark.parametrize("index", range(SIZE))
def test_a_remembered_outcome_nobody_knows(people: Cast, batch: Batch, index: int) -> None:
    for document, _ in batch:
        sweep(version=head(document).get().uid, at=AT)
    forge(SpanResult.objects.filter(version__in=head(batch[index][0])), outcome="intacu")
    harms_its_own_item_only(people, batch, index)


@pytest.mark.sqlite
@pytest.mark.parametrize("spans", ["[1", "7", '{"a":1}', '["a"]', "[null]", "null", ""])
@pytest.mark.parametrize("index", range(SIZE))
def test_a_closure_that_is_no_list_of_ids_rests_on_nothing(people: Cast, batch: Batch, index: int, spans: str) -> None:
    """Nobody knows what it rests on, so nobody can say who may know it."""
    poisoned = batch[index][1]
    rows = Closure.objects.filter(citation__uid=poisoned)
    forge(rows, span_ids=Func(Value(spans), template="%(expressions)s", output_field=TextField()))
    asked = [citation for _, citation in batch]
    states = [verdict.state for verdict in verdicts(viewer=people.support, citations=asked)]
    assert states == [State.UNAVAILABLE if citation == poisoned else State.CURRENT for citation in asked]


class TestAPassageThatIsNotProvedWhereItIsRead:
    """The nightly proof has not come yet; the panel re-slices and says so."""

    @pytest.mark.parametrize(
        ("rows", "column", "record"), [(VersionText, "text", "version"), (SpanText, "exact", "span")]
    )
    def test_shows_nothing_is_logged_by_name_and_counted(
        self, people: Cast, rows: type[Model], column: str, record: str
    ) -> None:
        cited = cast.cite(writer=people.support, documents=[cast.make_document(owner=people.legal)]).citations[0]
        forge(rows.objects.all(), **{column: "Something else."})
        before = counted(record)
        with capture_logs() as lines:
            assert panel(viewer=people.support, citation=cited) == Panel(cited, State.UNVERIFIED)
        assert (record, "record_not_proved") in {(line.get("record"), line["event"]) for line in lines}
        assert "Something" not in str(lines)
        assert counted(record) == before + 1


def counted(record: str) -> float:
    return REGISTRY.get_sample_value("citeledger_mismatches_met_total", {"record": record}) or 0.0


def test_an_earlier_outcome_nobody_knows_is_worked_out_again(people: Cast) -> None:
    document = cast.make_document(owner=people.legal)
    cited = cast.cite(writer=people.support, documents=[document]).citations[0]
    first = cast.publish(owner=people.legal, document=document, text=cast.EDITED)
    sweep(version=first, at=AT)
    cast.publish(owner=people.legal, document=document, text=cast.DELETED)
    forge(SpanResult.objects.filter(version__uid=first), outcome="intacu")
    assert panel(viewer=people.support, citation=cited).sources[0].changed_in == 2
