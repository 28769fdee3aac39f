"""What a viewer is shown, and that a viewer who may not see something cannot tell it from nothing."""

from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from acl.models import User
from acl.queries import Holder
from acl.rights import ANYONE, SIGNED_IN, Right
from acl.services import grant, revoke
from citeledger.core.principals import ANONYMOUS, Principal
from citeledger.core.refusals import NotFound, Refused
from citeledger.documents import queries, services
from citeledger.documents.metadata import Metadata, Status
from citeledger.documents.models import Version, VersionText
from citeledger.log.services import open_door
from tests.integration.documents.cast import AT, EDITED, LATER, POLICY, create, give, publish, somebody
from tests.integration.documents.conftest import Story


def statements(act: Callable[[], object]) -> int:
    with (
        CaptureQueriesContext(
            connection,
        ) as captured,
        suppress(NotFound, Refused),
    ):
        act()
    return len(captured)


def listed(viewer: Principal, after: UUID | None = None, limit: int = 100) -> list[UUID]:
    return [row.uid for row in queries.documents(viewer=viewer, after=after, limit=limit)]


class TestDocuments:
    def test_newest_first_and_only_what_one_may_read(self, story: Story) -> None:
        newer = create(story.alice, at=AT + timedelta(seconds=1))
        create(story.mallory, at=AT + timedelta(seconds=2))
        assert listed(story.alice) == [newer, story.document]
        assert listed(story.bob) == [story.document]
        assert listed(ANONYMOUS) == []

    def test_the_pages_join_to_the_whole_without_gap_or_double(self, story: Story) -> None:
        for number in range(9):
            create(story.alice, at=AT + timedelta(seconds=number // 3))  # equal times too
        pages: list[UUID] = []
        while page := listed(story.alice, after=pages[-1] if pages else None, limit=4):
            pages += page
        assert pages == listed(story.alice)
        assert len(set(pages)) == 10

    def test_a_hundred_hidden_documents_change_nothing(self, story: Story) -> None:
        before = queries.documents(viewer=story.bob, after=None, limit=2)
        for number in range(100):
            create(story.mallory, at=AT + timedelta(seconds=number))
        assert queries.documents(viewer=story.bob, after=None, limit=2) == before

    def test_the_limit_counts_what_is_seen(self, story: Story) -> None:
        for number in range(5):
            create(story.mallory, at=AT + timedelta(seconds=number))
        assert listed(story.bob, limit=1) == [story.document]

    def test_a_cursor_out_of_sight_is_stale_whatever_the_reason(self, story: Story) -> None:
        hidden = create(story.mallory)
        for after in (hidden, uuid4()):
            with pytest.raises(Refused) as refused:
                listed(story.bob, after=after)
            assert refused.value.code == "stale_cursor"
        assert statements(lambda: listed(story.bob, after=hidden)) == statements(
            lambda: listed(story.bob, after=uuid4())
        )

    def test_retired_ones_are_listed_for_those_who_manage(self, story: Story) -> None:
        services.retire(actor=story.alice, document=story.document, at=LATER)
        assert listed(story.bob) == listed(story.carol) == []
        (row,) = queries.documents(viewer=story.alice, after=None, limit=9)
        assert row.retired_at == LATER

    def test_as_many_statements_for_many_as_for_one(self, story: Story) -> None:
        assert statements(lambda: listed(story.alice)) == 1
        for _ in range(20):
            publish(story.alice, create(story.alice))
        assert statements(lambda: listed(story.alice)) == 1
        assert statements(lambda: listed(story.alice, after=story.document)) == 2

    def test_a_row_says_what_a_list_needs(self, story: Story) -> None:
        (row,) = queries.documents(viewer=story.bob, after=None, limit=9)
        assert (row.title, row.version, row.version_number) == ("Refunds", story.version, 1)
        assert (row.status, row.language, row.superseded_by) == (Status.PUBLISHED, "und", None)


def titled(viewer: Principal, *terms: str, after: UUID | None = None, limit: int = 100) -> list[UUID]:
    rows = queries.documents_titled(viewer=viewer, terms=terms, after=after, limit=limit)
    return [row.uid for row in rows]


class TestDocumentsByTheirTitles:
    @pytest.fixture
    def named(self, story: Story) -> list[UUID]:
        """Newest first."""
        titles = ("Travel handbook", "RÜCKGABE, north", "Rückgabe, south", "Returns")
        made = [create(story.alice, title, at=AT + timedelta(seconds=n)) for n, title in enumerate(titles)]
        return made[::-1]

    def test_all_words_or_what_begins_with_them_newest_first(self, story: Story, named: list[UUID]) -> None:
        returns, south, north, travel = named
        assert titled(story.alice, "ruckgabe") == [south, north]
        assert titled(story.alice, "ruck", "nor") == [north]
        assert titled(story.alice, "r") == [returns, south, north, story.document]
        assert titled(story.alice, "t") == [travel]
        assert titled(story.alice, "zebra") == []

    def test_the_pages_join_to_the_whole(self, story: Story, named: list[UUID]) -> None:
        pages: list[UUID] = []
        while page := titled(story.alice, "r", after=pages[-1] if pages else None, limit=2):
            pages += page
        assert pages == titled(story.alice, "r")
        assert len(pages) == 4

    def test_what_may_not_be_read_is_not_there_and_takes_no_place(self, story: Story, named: list[UUID]) -> None:
        assert titled(story.bob, "ruckgabe") == titled(story.bob, "zebra") == []
        give(story.alice, named[2], Right.READ, story.bob)
        assert titled(story.bob, "ruckgabe", limit=1) == [named[2]]
        services.retire(actor=story.alice, document=named[2], at=LATER)
        assert titled(story.bob, "ruckgabe") == []

    def test_no_word_of_it_reaches_the_database(self, story: Story, named: list[UUID]) -> None:
        with CaptureQueriesContext(connection) as captured:
            titled(story.alice, "ruckgabe")
        assert [query["sql"] for query in captured if "ruckgabe" in query["sql"].lower()] == []

    def test_as_many_statements_whatever_is_found(self, story: Story, named: list[UUID]) -> None:
        asked = {word: statements(lambda word=word: titled(story.alice, word)) for word in ("r", "travel", "zebra")}
        assert asked == {"r": 2, "travel": 2, "zebra": 2}
        assert statements(lambda: titled(story.alice, "r", after=named[0])) == 3
        assert statements(lambda: titled(story.mallory, "r")) == 2


class TestDocument:
    def test_it_tells_the_viewers_own_rights(self, story: Story) -> None:
        held = {
            name: queries.document(viewer=getattr(story, name), uid=story.document).rights
            for name in ("alice", "bob", "carol")
        }
        assert held == {
            "alice": frozenset(Right),
            "bob": frozenset({Right.READ}),
            "carol": frozenset({Right.READ, Right.EDIT}),
        }

    @pytest.mark.parametrize(("group", "anonymous"), [(ANYONE, True), (SIGNED_IN, False)])
    def test_reserved_groups_count(self, story: Story, group: str, anonymous: bool) -> None:
        grant(actor=story.alice, document=story.document, right=Right.READ, holder=Holder("group", group), at=AT)
        assert queries.document(viewer=story.mallory, uid=story.document).rights == frozenset({Right.READ})
        assert (story.document in listed(ANONYMOUS)) is anonymous

    def test_it_shows_the_latest_metadata_and_version(self, story: Story) -> None:
        second = publish(story.alice, story.document, EDITED, expected=story.version)
        services.update_metadata(
            actor=story.alice, document=story.document, metadata=Metadata(title="Returns"), expected=1, at=LATER
        )
        shown = queries.document(viewer=story.bob, uid=story.document)
        assert (shown.title, shown.metadata_number, shown.version, shown.version_number) == ("Returns", 2, second, 2)
        assert (shown.created_at, shown.changed_at) == (AT, LATER)

    def test_one_without_a_version_has_none(self, story: Story) -> None:
        shown = queries.document(viewer=story.alice, uid=create(story.alice))
        assert (shown.version, shown.version_number, shown.version_at) == (None, None, None)

    def test_a_revoked_right_is_gone_at_once(self, story: Story) -> None:
        revoke(actor=story.alice, document=story.document, right=Right.READ, holder=Holder("user", "bob"), at=LATER)
        with pytest.raises(NotFound):
            queries.document(viewer=story.bob, uid=story.document)

    def test_the_inactive_see_nothing(self, story: Story) -> None:
        User.objects.filter(pk=story.alice.id).update(is_active=False)
        with pytest.raises(NotFound):
            queries.document(viewer=story.alice, uid=story.document)

    def test_a_superuser_reads_by_grants_like_everyone(self, story: Story) -> None:
        User.objects.filter(pk=story.mallory.id).update(is_superuser=True)
        with pytest.raises(NotFound):
            queries.document(viewer=story.mallory, uid=story.document)


class TestSuccessor:
    def _superseded(self, story: Story) -> UUID:
        new = create(story.alice, title="Returns")
        services.supersede(actor=story.alice, document=story.document, by=new, effective_from=LATER, at=AT)
        return new

    def test_whoever_sees_both_is_led_to_it(self, story: Story) -> None:
        new = self._superseded(story)
        successor = queries.document(viewer=story.alice, uid=story.document).superseded_by
        assert successor is not None
        assert (successor.uid, successor.title, successor.effective_from) == (new, "Returns", LATER)

    def test_whoever_does_not_see_it_learns_nothing_of_it(self, story: Story) -> None:
        before = queries.document(viewer=story.bob, uid=story.document)
        cost = statements(lambda: queries.document(viewer=story.bob, uid=story.document))
        new = self._superseded(story)
        assert queries.document(viewer=story.bob, uid=story.document) == before
        assert statements(lambda: queries.document(viewer=story.bob, uid=story.document)) == cost == 1
        give(story.alice, new, Right.READ, story.bob)
        assert queries.document(viewer=story.bob, uid=story.document).superseded_by is not None

    def test_a_retired_successor_is_shown_to_those_who_manage_it(self, story: Story) -> None:
        new = self._superseded(story)
        give(story.alice, new, Right.READ, story.bob)
        services.retire(actor=story.alice, document=new, at=LATER)
        assert queries.document(viewer=story.bob, uid=story.document).superseded_by is None
        assert queries.document(viewer=story.alice, uid=story.document).superseded_by is not None


class TestVersion:
    def test_the_blocks_join_to_the_text(self, story: Story) -> None:
        shown = queries.version(viewer=story.bob, uid=story.version)
        assert shown.text == POLICY.decode() == "".join(block.text for block in shown.blocks)
        assert [(heading.level, heading.title) for heading in shown.headings] == [(1, "Refunds")]
        assert (shown.document, shown.number, shown.is_current) == (story.document, 1, True)

    def test_an_old_one_is_shown_as_such(self, story: Story) -> None:
        publish(story.alice, story.document, EDITED, expected=story.version)
        assert not queries.version(viewer=story.bob, uid=story.version).is_current

    def test_changed_text_is_not_shown(self, story: Story, forge: Callable[..., None]) -> None:
        forge(text=POLICY.decode().replace("30", "90"))
        with pytest.raises(queries.DamagedVersion):
            queries.version(viewer=story.bob, uid=story.version)

    @pytest.mark.parametrize(
        "structure", ["{}", '{"blocks":[["paragraph",0,3]],"headings":[]}', '{"blocks":[],"headings":[]}']
    )
    def test_a_structure_that_does_not_fit_is_not_shown(
        self, story: Story, forge: Callable[..., None], structure: str
    ) -> None:
        forge(structure=structure)
        with pytest.raises(queries.DamagedVersion) as refused:
            queries.version(viewer=story.bob, uid=story.version)
        assert refused.value.version == story.version


class TestVersions:
    def test_newest_first(self, story: Story) -> None:
        second = publish(story.alice, story.document, EDITED, expected=story.version)
        rows = queries.versions(viewer=story.bob, document=story.document)
        assert [(row.uid, row.number, row.is_current) for row in rows] == [(second, 2, True), (story.version, 1, False)]

    def test_withdrawn_ones_are_listed_for_those_who_manage(self, story: Story) -> None:
        second = publish(story.alice, story.document, EDITED, expected=story.version)
        services.withdraw(actor=story.alice, version=second, at=LATER)
        assert [row.uid for row in queries.versions(viewer=story.bob, document=story.document)] == [story.version]
        rows = queries.versions(viewer=story.alice, document=story.document)
        assert [(row.uid, row.is_withdrawn, row.is_current) for row in rows] == [
            (second, True, False),
            (story.version, False, True),
        ]

    def test_as_many_statements_for_many_as_for_one(self, story: Story) -> None:
        ask = lambda: queries.versions(viewer=story.alice, document=story.document)  # noqa: E731  # asked twice
        assert statements(ask) == 2
        newest = story.version
        for number in range(10):
            newest = publish(story.alice, story.document, b"text %d\n" % number, expected=newest)
        assert statements(ask) == 2


class TestDifference:
    def test_both_sides_can_be_read_off_the_pieces(self, story: Story) -> None:
        second = publish(story.alice, story.document, EDITED, expected=story.version)
        shown = queries.difference(viewer=story.bob, old=story.version, new=second)
        assert (shown.old_number, shown.new_number, shown.document) == (1, 2, story.document)
        assert "".join(piece.text for piece in shown.pieces if piece.op != "added") == POLICY.decode()
        assert "".join(piece.text for piece in shown.pieces if piece.op != "removed") == EDITED.decode()

    def test_a_version_against_itself_has_none(self, story: Story) -> None:
        shown = queries.difference(viewer=story.bob, old=story.version, new=story.version)
        assert {piece.op for piece in shown.pieces} == {"equal"}

    def test_two_documents_are_not_compared(self, story: Story) -> None:
        other = publish(story.alice, create(story.alice))
        with pytest.raises(Refused) as refused:
            queries.difference(viewer=story.alice, old=story.version, new=other)
        assert refused.value.code == "different_documents"

    def test_a_withdrawn_side_is_never_compared_again(self, story: Story) -> None:
        second = publish(story.alice, story.document, EDITED, expected=story.version)
        services.withdraw(actor=story.alice, version=second, at=LATER)
        for viewer in (story.alice, story.bob):
            with pytest.raises(NotFound):
                queries.difference(viewer=viewer, old=story.version, new=second)


HIDDEN = ("unknown", "hidden", "revoked", "retired", "withdrawn", "erased")


@pytest.fixture
def gone(story: Story, request: pytest.FixtureRequest) -> tuple[UUID, UUID]:
    """(document, version) that Bob cannot see, for one of six reasons."""
    reason: str = request.param
    if reason == "unknown":
        return uuid4(), uuid4()
    if reason == "hidden":
        document = create(story.mallory)
        return document, publish(story.mallory, document)
    if reason == "revoked":
        holder = Holder("user", "bob")
        revoke(actor=story.alice, document=story.document, right=Right.READ, holder=holder, at=LATER)
    if reason == "retired":
        services.retire(actor=story.alice, document=story.document, at=LATER)
    if reason == "withdrawn":
        services.withdraw(actor=story.alice, version=story.version, at=LATER)
    if reason == "erased":
        open_door(subject=story.version, actor=story.alice, at=LATER)
        VersionText.objects.filter(version__uid=story.version).delete()
    return story.document, story.version


@pytest.mark.parametrize("gone", HIDDEN, indirect=True)
def test_every_reason_for_no_version_looks_and_costs_the_same(story: Story, gone: tuple[UUID, UUID]) -> None:
    _, version = gone
    shown = publish(story.carol, create(story.carol))
    for ask in (
        lambda: queries.version(viewer=story.bob, uid=version),
        lambda: queries.difference(viewer=story.bob, old=version, new=version),
        lambda: queries.difference(viewer=story.bob, old=shown, new=version),
    ):
        with pytest.raises(NotFound) as answer:
            ask()
        assert (answer.value.args, answer.value.__context__) == ((), None)
        assert statements(ask) == 1


@pytest.mark.parametrize("gone", ["unknown", "hidden", "revoked", "retired"], indirect=True)
def test_every_reason_for_no_document_looks_and_costs_the_same(story: Story, gone: tuple[UUID, UUID]) -> None:
    document, _ = gone
    for ask in (
        lambda: queries.document(viewer=story.bob, uid=document),
        lambda: queries.versions(viewer=story.bob, document=document),
    ):
        with pytest.raises(NotFound) as answer:
            ask()
        assert answer.value.args == ()
        assert statements(ask) == 1


def test_a_retired_document_is_whole_for_those_who_manage_it(story: Story) -> None:
    services.retire(actor=story.alice, document=story.document, at=LATER)
    assert queries.document(viewer=story.alice, uid=story.document).retired_at == LATER
    assert queries.version(viewer=story.alice, uid=story.version).text == POLICY.decode()
    assert queries.versions(viewer=story.alice, document=story.document)


def test_the_one_by_one_rule_and_the_list_agree(db: None) -> None:
    """`Granted` and `readable` are two spellings of one rule."""
    people = [somebody(name) for name in ("dora", "erik", "fritz")]
    holders = [Holder("user", "erik"), Holder("group", ANYONE), Holder("group", SIGNED_IN), None]
    made = [create(people[0], at=AT + timedelta(seconds=number)) for number in range(8)]
    for number, document in enumerate(made):
        holder = holders[number % 4]
        if holder:
            right = Right.READ if number < 4 else Right.MANAGE
            grant(actor=people[0], document=document, right=right, holder=holder, at=AT)
        if number % 2:
            services.retire(actor=people[0], document=document, at=LATER)
    for viewer in (*people, ANONYMOUS):
        assert set(listed(viewer)) == {document for document in made if _sees(viewer, document)}


def _sees(viewer: Principal, document: UUID) -> bool:
    try:
        queries.document(viewer=viewer, uid=document)
    except NotFound:
        return False
    return True


@pytest.fixture
def forge(story: Story) -> Callable[..., None]:
    """Change a stored text behind the guards, as a fault or an attacker with the database would."""

    def change(**columns: str) -> None:
        version = Version.objects.get(uid=story.version)
        rows = VersionText.objects.filter(version=version)
        with connection.cursor() as cursor:
            if connection.vendor == "sqlite":
                cursor.execute('DROP TRIGGER "citeledger_noup_documents_versiontext"')
            else:
                # Deferred checks of foreign keys would otherwise hold the table.
                cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
                cursor.execute(
                    "ALTER TABLE documents_versiontext DISABLE TRIGGER citeledger_noup_documents_versiontext"
                )
        rows.update(**columns)

    return change
