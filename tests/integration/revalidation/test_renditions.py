"""The same bytes read by a newer extractor: nothing alarms by that alone, and changed bytes are compared as read alike.

The extractors here spell out what they do to a page: `old/1` runs words together at line ends, `new/1` does not.
"""

from copy import copy
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from acl.rights import Right
from acl.services import grant
from citeledger.core.anchoring import Side, prepare
from citeledger.core.hashing import sha256_hex
from citeledger.core.reading.normalization import normalizer_for
from citeledger.core.states import State
from citeledger.documents import queries
from citeledger.documents.gate import Manuscript
from citeledger.documents.metadata import Metadata
from citeledger.documents.models import DocumentHead, OutboxEntry, Version, VersionSource
from citeledger.documents.sandbox.reading import RecognitionMissing, SandboxUnavailable
from citeledger.documents.services import create_document, retire, withdraw
from citeledger.documents.services import renditions as reading_again
from citeledger.documents.services.outbox import REEXTRACTION, SWEEP
from citeledger.documents.services.publication import publish_manuscript
from citeledger.emission.services import mint_span
from citeledger.evidence.verification import verify
from citeledger.extraction import Block, Extraction, Options, Structure, Unreadable
from citeledger.log.models import LogEntry
from revalidation import panels, renditions, sweeping, tasks
from revalidation.comparison import rules_here
from revalidation.models import SpanResult
from revalidation.relaying import relay, relay_reextractions
from revalidation.renditions import reextract
from revalidation.service import verdicts
from revalidation.sweeping import sweep
from tests import cast
from tests.cast import AT, STAFF, Cast
from tests.ground.databases import BuiltOnce

NOW = datetime(2026, 6, 1, 9, tzinfo=UTC)
LATER = NOW + timedelta(days=1)
PAGE = "Returns policy\n\nOpened electronics may be\nreturned within 30 days of delivery.\n\nShipping is free.\n"
EDITED = PAGE.replace("Shipping is free.", "Shipping costs 5 euros.")
CHANGED = PAGE.replace("30 days", "14 days")
CITED = "returned within 30 days of delivery."


def old(page: str) -> str:
    return page.replace("be\nreturned", "bereturned")


def new(page: str) -> str:
    return page


def gone(page: str) -> str:
    """Loses the cited line altogether."""
    return page.replace("be\nreturned within 30 days of delivery.", "be")


EXTRACTORS = {
    "old/1": old,
    "new/1": new,
    "gone/1": gone,
    "pdf-a/1.0": lambda page: page,
    "pdf-a/1.1": lambda page: page.replace("% of", "%of"),
}


def extraction(page: str, extractor: str) -> Extraction:
    text = EXTRACTORS[extractor](page)
    return Extraction(text, Structure((), (Block("paragraph", 0, len(text)),)), extractor)


class World:
    """A printed policy, cited as `old/1` read it; `today` is what reads files now."""

    def __init__(self) -> None:
        self.today = "old/1"
        self.people: Cast = cast.make_cast()
        self.legal = self.people.legal
        self.policy = create_document(actor=self.legal, metadata=Metadata(title="Policy"), at=AT)
        self.first = self.publish(PAGE)
        for right in (Right.READ, Right.CITE):
            grant(actor=self.legal, document=self.policy, right=right, holder=STAFF, at=AT)
        self.citation = self.cite(CITED)

    def read(self, *, data: bytes, **_: Any) -> Extraction:
        return extraction(data.decode(), self.today)

    def publish(self, page: str, at: datetime = NOW, media_type: str = "application/pdf") -> UUID:
        data = page.encode()
        return publish_manuscript(
            actor=self.legal,
            document=self.policy,
            manuscript=Manuscript(
                data=data,
                sha256=sha256_hex(data),
                media_type=media_type,
                extraction=extraction(page, self.today),
                normalizer=normalizer_for(media_type).id,
            ),
            expected=cast.current_version(self.legal, self.policy),
            at=at,
            effective_at=at,
        )

    def cite(self, exact: str) -> UUID:
        return cast.cite(writer=self.legal, documents=[self.policy], exact=exact).citations[0]

    def upgrade(self, extractor: str = "new/1", *, at: datetime = LATER) -> UUID | None:
        """The head is read again by another extractor."""
        self.today = extractor
        head = cast.current_version(self.legal, self.policy)
        assert head is not None
        return reextract(version=head, at=at)

    def text(self) -> str:
        return Version.objects.get(uid=cast.current_version(self.legal, self.policy)).content.text

    def sweep(self) -> None:
        for uid in OutboxEntry.objects.filter(kind=SWEEP, done_at=None).values_list("version__uid", flat=True):
            sweep(version=uid, at=LATER)

    def state(self, citation: UUID | None = None) -> State:
        citation = citation or self.citation
        return verdicts(viewer=self.legal, citations=[citation])[0].state

    def states(self) -> list[State]:
        """Worked out on the spot, and once more as remembered."""
        inline = self.state()
        self.sweep()
        return [inline, self.state()]

    def panel(self) -> panels.SourcePanel:
        return panels.panel(viewer=self.legal, citation=self.citation).sources[0]


@pytest.fixture(scope="module")
def _world(built_once: BuiltOnce) -> World:
    return built_once(World)


@pytest.fixture
def world(_world: World, db: None, monkeypatch: pytest.MonkeyPatch) -> World:
    found = copy(_world)
    monkeypatch.setattr(reading_again, "read_apart", found.read)
    return found


def owed() -> list[UUID]:
    return list(OutboxEntry.objects.filter(kind=REEXTRACTION, done_at=None).values_list("version__uid", flat=True))


class TestANewRendition:
    def test_is_the_same_number_and_the_new_head_and_logged(self, world: World) -> None:
        made = world.upgrade()
        history = queries.versions(viewer=world.legal, document=world.policy)
        assert [(row.number, row.rendition, row.is_current) for row in history] == [(1, 2, True), (1, 1, False)]
        assert made == history[0].uid
        first, second = Version.objects.order_by("rendition")
        assert (second.author_id, second.effective_at, second.at) == (first.author_id, first.effective_at, LATER)
        assert (second.extractor, second.content.text) == ("new/1", PAGE)
        assert second.source.sha256 == first.source.sha256
        entry = LogEntry.objects.get(kind="version_published", subject_uid=made)
        assert (entry.actor_uid, entry.at) == (None, LATER)
        assert list(verify(progress=lambda _: None)) == []

    def test_is_made_once(self, world: World) -> None:
        assert world.upgrade() is not None
        assert reextract(version=world.first, at=LATER) is None
        assert world.upgrade() is None
        assert Version.objects.count() == 2

    def test_of_the_same_extractor_is_none(self, world: World) -> None:
        before = LogEntry.objects.count()
        assert world.upgrade("old/1") is None
        assert (Version.objects.count(), LogEntry.objects.count()) == (1, before)

    @pytest.mark.parametrize("fault", [Unreadable, RecognitionMissing])
    def test_of_what_cannot_be_read_any_more_is_none(
        self, world: World, monkeypatch: pytest.MonkeyPatch, fault: type[Exception]
    ) -> None:
        monkeypatch.setattr(reading_again, "read_apart", lambda **_: (_ for _ in ()).throw(fault))
        assert reextract(version=world.first, at=LATER) is None

    def test_reads_print_in_the_language_it_was_read_in(self, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
        given: list[Options] = []

        def note(*, options: Options, **_: Any) -> Extraction:
            given.append(options)
            raise Unreadable

        monkeypatch.setattr(reading_again, "read_apart", note)
        names = ("ocr/1+tesseract-5.3.0-deu-0123456789ab+least-800", "pdf/1+pdfium-5.15.0")
        for number, name in enumerate(names, start=1):
            monkeypatch.setitem(EXTRACTORS, name, new)
            world.today = name
            world.publish(f"{PAGE}{number}")
            reextract(version=cast.current_version(world.legal, world.policy), at=LATER)
        assert [options.language for options in given] == ["de", "und"]  # the document names none

    def test_of_damaged_bytes_is_none_and_loud(self, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(reading_again.facts, "source_bytes", lambda _: b"others")
        with pytest.raises(queries.DamagedVersion):
            world.upgrade()

    def test_of_an_older_version_leaves_the_head_and_owes_it_a_sweep(self, world: World) -> None:
        second = world.publish(EDITED)
        world.sweep()
        world.today = "new/1"
        assert reextract(version=world.first, at=LATER) is not None
        assert DocumentHead.objects.get(document__uid=world.policy).version.uid == second
        assert OutboxEntry.objects.get(kind=SWEEP, version__uid=second).done_at is None

    @pytest.mark.parametrize("named", ["the first", "the current"])
    def test_does_not_bring_back_what_was_withdrawn(self, world: World, named: str) -> None:
        current = world.upgrade()
        withdraw(actor=world.legal, version=world.first if named == "the first" else current, at=LATER)
        assert cast.current_version(world.legal, world.policy) is None
        assert Version.objects.filter(withdrawal=None).count() == 0
        assert LogEntry.objects.filter(kind="version_withdrawn").count() == 2
        world.today = "gone/1"
        assert [reextract(version=uid, at=LATER) for uid in Version.objects.values_list("uid", flat=True)] == [None] * 2

    def test_withdrawn_while_it_was_read(self, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
        def meanwhile(**_: Any) -> Extraction:
            withdraw(actor=world.legal, version=world.first, at=LATER)
            return extraction(PAGE, "new/1")

        monkeypatch.setattr(reading_again, "read_apart", meanwhile)
        assert reextract(version=world.first, at=LATER) is None
        assert Version.objects.count() == 1


class TestAnUpgradeAlone:
    def test_never_alarms(self, world: World) -> None:
        world.upgrade()
        assert world.states() == [State.CURRENT] * 2

    def test_shows_where_the_passage_stands_now(self, world: World) -> None:
        world.upgrade()
        now = world.panel().now
        assert (now.text, now.number) == (CITED, 1)
        assert now.start == new(PAGE).index(CITED) != old(PAGE).index(CITED)

    def test_changes_the_spaces_of_a_line(self, world: World) -> None:
        """extractor-upgrade-changes-spaces: a library glued words together in its next release, of the same bytes."""
        world.today = "pdf-a/1.0"
        world.publish("Fee cap (2.5% of spend) applies.")
        world.citation = world.cite("2.5% of spend")
        text = world.text()
        world.upgrade("pdf-a/1.1")
        assert world.states() == [State.CURRENT] * 2
        source = world.panel()
        assert (source.cited.text, source.cited.start, source.cited.end) == ("2.5% of spend", 9, 22)
        assert source.now.text == "2.5%of spend"
        assert (text, world.text()) == ("Fee cap (2.5% of spend) applies.", "Fee cap (2.5%of spend) applies.")
        assert world.text()[9:22] == "2.5%of spend)"
        cited = Version.objects.select_related("content", "source").get(uid=source.cited.version)
        assert (cited.content.text, cited.extractor) == (text, "pdf-a/1.0")
        assert cited.normalizer == normalizer_for("application/pdf").id
        assert cited.source.sha256 == sha256_hex(text)

    def test_never_alarms_even_where_the_passage_is_not_found_any_more(self, world: World) -> None:
        world.upgrade("gone/1")
        assert world.states() == [State.CURRENT] * 2
        source = world.panel()
        assert (source.now, source.outcome, source.changed_at, source.difference) == (None, "intact", None, ())

    def test_never_alarms_where_a_text_is_too_long_to_be_prepared_at_once(
        self, world: World, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("revalidation.comparison.PREPARED_INLINE", 0)
        world.upgrade()
        assert world.state() is State.CURRENT

    def test_prepares_no_text_for_a_badge(self, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
        world.upgrade()
        prepared: list[Side] = []
        monkeypatch.setattr("revalidation.sides.prepare", lambda side: prepared.append(side) or prepare(side))
        assert (world.state(), prepared) == (State.CURRENT, [])
        assert world.panel().now is not None
        assert prepared != []  # the place it shows is looked for

    def test_stays_silent_when_the_same_bytes_come_back_as_a_later_version(self, world: World) -> None:
        world.publish(CHANGED)
        assert world.state() is State.SOURCE_CHANGED
        world.today = "gone/1"
        world.publish(PAGE)
        assert world.states() == [State.CURRENT] * 2

    def test_and_whatever_is_remembered_can_be_worked_out_again(self, world: World) -> None:
        world.upgrade("gone/1")
        world.sweep()
        assert SpanResult.objects.count() == 1
        assert list(verify(progress=lambda _: None)) == []


class TestChangedBytes:
    """`old/1` makes one word of "be returned", so what it read differs from what `new/1` reads everywhere."""

    @pytest.fixture(autouse=True)
    def whole_sentence(self, world: World) -> None:
        world.citation = world.cite("Opened electronics may bereturned within 30 days of delivery.")

    def test_alarm_for_want_of_a_rendition_until_the_sweep_has_ordered_one(self, world: World) -> None:
        world.today = "new/1"
        world.publish(EDITED)
        assert world.states() == [State.SOURCE_CHANGED] * 2
        assert owed() == [world.first]
        assert reextract(version=world.first, at=LATER) is not None
        assert world.states() == [State.CURRENT] * 2
        assert owed() == []

    def test_alarm_where_the_cited_passage_changed_however_it_was_read(self, world: World) -> None:
        world.today = "new/1"
        world.publish(CHANGED)
        reextract(version=world.first, at=LATER)
        assert world.states() == [State.SOURCE_CHANGED] * 2
        source = world.panel()
        assert (source.outcome, source.changed_in) == ("numbers", 2)

    def test_show_the_place_in_the_current_version(self, world: World) -> None:
        world.today = "new/1"
        world.publish("A new first line.\n\n" + EDITED)
        reextract(version=world.first, at=LATER)
        now = world.panel().now
        assert (now.number, now.text) == (2, "Opened electronics may be\nreturned within 30 days of delivery.")

    def test_are_compared_as_they_are_where_the_passage_cannot_be_carried(self, world: World) -> None:
        world.citation = world.cite(CITED)
        world.today = "gone/1"
        world.publish(EDITED)
        reextract(version=world.first, at=LATER)
        assert world.states() == [State.SOURCE_CHANGED] * 2

    def test_need_no_rendition_where_nothing_was_cited(self, world: World) -> None:
        world.publish(EDITED, at=NOW)
        world.today = "new/1"
        world.publish(CHANGED)
        world.sweep()
        assert owed() == [world.first]

    def test_of_another_media_type_are_compared_as_they_are(self, world: World) -> None:
        world.today = "new/1"
        world.publish(EDITED, media_type="text/plain")
        world.sweep()
        assert owed() == []

    def test_of_another_media_type_are_read_each_as_what_it_is(self, world: World) -> None:
        world.publish(PAGE, media_type="text/plain")
        assert world.states() == [State.CURRENT] * 2
        struck = PAGE.replace(CITED, f"~~{CITED}~~")
        world.publish(struck, at=LATER, media_type="text/markdown")
        assert world.states() == [State.SOURCE_CHANGED] * 2
        kept = set(SpanResult.objects.values_list("rule", flat=True))
        assert kept <= rules_here()
        assert any("+page/" in rule and ">markdown/" in rule for rule in kept)
        assert list(verify(progress=lambda _: None)) == []

    def test_of_another_media_type_with_the_same_bytes_change_nothing(self, world: World) -> None:
        world.publish(PAGE, media_type="text/html")
        assert world.states() == [State.CURRENT] * 2

    def test_what_was_remembered_before_the_rendition_came_is_gone_with_it(self, world: World) -> None:
        world.today = "new/1"
        world.publish(EDITED)
        world.sweep()
        before = SpanResult.objects.count()
        with transaction.atomic():
            reextract(version=world.first, at=LATER)
            assert (before, SpanResult.objects.count()) == (2, 0)
            transaction.set_rollback(True)
        assert SpanResult.objects.count() == 2

    def test_and_not_in_the_transaction_of_the_rendition(self, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
        """There may be tens of thousands, and on SQLite the transaction holds the lock of the whole database."""
        monkeypatch.setattr(renditions, "RESULTS_A_CHUNK", 2)
        for exact in ("days", "of delivery", "returned", "within"):
            world.cite(exact)
        world.today = "new/1"
        world.publish(EDITED, at=LATER)
        world.sweep()
        remembered = SpanResult.objects.filter(span__version__number=1, version__extractor="new/1")
        count = remembered.count()
        assert count >= 5
        inside: list[int] = []
        add = renditions.add_rendition

        def watched(**given: Any) -> Any:
            inside.append(remembered.count())
            return add(**given)

        monkeypatch.setattr(renditions, "add_rendition", watched)
        with CaptureQueriesContext(connection) as queries:
            reextract(version=world.first, at=LATER)
        assert inside == [0]
        deletes = sum(query["sql"].startswith("DELETE") for query in queries)
        assert deletes == (count + 1) // 2 + 1  # two at a time, and at last whatever came since

    def test_nothing_is_remembered_behind_the_back_of_a_rendition(
        self, world: World, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The sweep compared before the rendition came, and remembers after it."""
        world.today = "new/1"
        world.publish(EDITED)
        compare = sweeping.compare

        def overtaken(*arguments: Any) -> Any:
            found = compare(*arguments)
            reextract(version=world.first, at=LATER)
            return found

        monkeypatch.setattr(sweeping, "compare", overtaken)
        world.sweep()
        assert SpanResult.objects.count() == 0
        monkeypatch.undo()
        assert world.states() == [State.CURRENT] * 2

    def test_and_whatever_is_remembered_can_be_worked_out_again(self, world: World) -> None:
        world.today = "new/1"
        world.publish(EDITED)
        for _ in range(2):
            world.sweep()
            assert list(verify(progress=lambda _: None)) == []
            reextract(version=world.first, at=LATER)

    def test_one_that_cannot_be_made_is_not_tried_at_every_sweep(self, world: World) -> None:
        world.today = "new/1"
        world.publish(EDITED)
        world.sweep()
        world.today = "old/1"
        reextract(version=world.first, at=LATER)
        OutboxEntry.objects.filter(kind=SWEEP).update(done_at=None)
        SpanResult.objects.all().delete()
        world.sweep()
        assert owed() == []
        world.today = "new/1"
        world.publish(CHANGED, at=LATER + timedelta(days=1))
        world.sweep()
        assert owed() == [world.first]

    def test_cost_the_hot_path_no_more_questions(self, world: World) -> None:
        world.today = "new/1"
        world.publish(EDITED)
        world.sweep()
        with CaptureQueriesContext(connection) as queries_made:
            world.state()
        assert len(queries_made) == 1


class TestTheRelay:
    def test_sends_each_kind_of_work_to_its_own_task(self, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
        world.today = "new/1"
        world.publish(EDITED)
        world.sweep()
        sent: list[UUID] = []
        assert relay(send=sent.append, now=LATER) == 0
        assert relay_reextractions(send=sent.append, now=LATER) == 1
        assert sent == [world.first]
        tasks.reextract(version=str(world.first), unheard_of=1)
        assert (owed(), Version.objects.filter(rendition=2).count()) == ([], 1)

    def test_what_could_not_be_read_for_an_outage_stays_owed(
        self, world: World, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        world.today = "new/1"
        world.publish(EDITED)
        world.sweep()
        monkeypatch.setattr(reading_again, "read_apart", lambda **_: (_ for _ in ()).throw(SandboxUnavailable))
        with pytest.raises(SandboxUnavailable):
            reextract(version=world.first, at=LATER)
        assert owed() == [world.first]


class TestTheCommand:
    def run(self, capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
        call_command("reextract", *arguments)
        return capsys.readouterr().out

    def test_reads_what_is_current_or_cited(self, world: World, capsys: pytest.CaptureFixture[str]) -> None:
        world.publish(EDITED)
        world.publish(CHANGED)
        world.today = "new/1"
        out = self.run(capsys)
        assert out.endswith("2 versions read again, 2 new renditions\n")
        assert str(world.first) in out
        assert set(Version.objects.filter(rendition=2).values_list("number", flat=True)) == {1, 3}
        assert self.run(capsys).endswith("2 versions read again, 0 new renditions\n")

    def test_of_one_document(self, world: World, capsys: pytest.CaptureFixture[str]) -> None:
        world.today = "new/1"
        assert self.run(capsys, "--document", str(cast.unknown())).startswith("0 versions")
        assert "1 new rendition" in self.run(capsys, "--document", str(world.policy))

    def test_stops_where_nothing_can_be_read(self, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(reading_again, "read_apart", lambda **_: (_ for _ in ()).throw(SandboxUnavailable))
        with pytest.raises(CommandError):
            call_command("reextract")


def test_a_passage_cited_after_the_upgrade_is_compared_too(world: World) -> None:
    """A span born on the older rendition owes the newer one a sweep."""
    world.upgrade("gone/1")
    world.sweep()
    text = old(PAGE)
    start = text.index("Shipping")
    draft = {"version": world.first, "start": start, "end": start + 8, "exact": "Shipping"}
    mint_span(writer=world.legal, at=LATER, **draft)
    assert OutboxEntry.objects.filter(kind=SWEEP, done_at=None, version__rendition=2).count() == 1
    world.sweep()
    assert SpanResult.objects.filter(span__version__rendition=1, version__rendition=2).count() == 2


def test_a_retired_document_is_read_again_like_any(world: World) -> None:
    retire(actor=world.legal, document=world.policy, at=NOW)
    world.today = "new/1"
    assert reextract(version=world.first, at=LATER) is not None
    assert VersionSource.objects.count() == 2
    assert renditions.worth_reading_again(document=world.policy).count() == 1
