"""Search: what is found, by whom, and that nothing hidden moves anything (threats T39, T41)."""

import io
import random
from typing import Any
from unittest.mock import Mock
from uuid import UUID, uuid4

import pytest
from django.core.management import call_command
from django.db import IntegrityError, OperationalError, connection, transaction
from django.test.utils import CaptureQueriesContext
from structlog.testing import capture_logs

from acl.rights import Right
from acl.services import grant, revoke
from citeledger.core.principals import ANONYMOUS
from citeledger.core.reading.normalization import normalizer_for
from citeledger.core.refusals import NotFound, Refused
from citeledger.documents.models import VersionText
from citeledger.documents.queries import DamagedVersion
from citeledger.documents.search import indexing
from citeledger.documents.search.indexing import forget_all, index_owed, index_text
from citeledger.documents.search.models import IndexedPassage, IndexedText, Posting
from citeledger.documents.search.searching import HITS, Found, search
from citeledger.documents.services import pin, retire, supersede, unretire, withdraw
from citeledger.log.services import open_door
from tests import cast
from tests.cast import ANYONE, AT, Cast

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> Cast:
    return cast.make_cast()


def ask(viewer: Any, query: str, **options: Any) -> Found:
    return search(viewer=viewer, query=query, at=AT, **options)


def indexed() -> None:
    while index_owed():
        pass


def said(found: Found) -> list[str]:
    return [hit.text for hit in found.hits]


class TestWhatIsFound:
    def test_the_passage_that_says_it_best_with_where_it_stands(self, people: Cast) -> None:
        document = cast.make_document(owner=people.legal)
        indexed()
        first, *_ = ask(people.support, "refund window for opened electronics").hits
        version = cast.current_version(people.support, document)
        assert (first.document, first.version, first.number, first.title) == (document, version, 1, "Returns policy")
        assert first.text == cast.REFUND == cast.POLICY[first.start : first.end]
        assert first.headings == ("Returns policy", "4. Refund window")

    def test_the_rarer_word_counts_more_and_the_shorter_passage_first(self, people: Cast) -> None:
        lines = ["alpha beta", "alpha alpha gamma gamma", "alpha and many more words that dilute it", "beta"]
        cast.make_document(owner=people.legal, text="\n\n".join(lines))
        indexed()
        assert said(ask(people.support, "beta")) == ["beta", "alpha beta"]
        assert said(ask(people.support, "alpha gamma"))[0] == lines[1]

    def test_scores_are_those_of_bm25(self, people: Cast) -> None:
        """Worked out by hand: N = 3, average length 2; two passages hold the word, once and twice."""
        cast.make_document(owner=people.legal, text="one two\n\none one three\n\nfour")
        indexed()
        found = ask(people.support, "one").hits
        weight = 0.4700036  # ln(1 + (3 - 2 + 0.5) / (2 + 0.5))
        twice = weight * 2 * 2.2 / (2 + 1.2 * (0.25 + 0.75 * 3 / 2))
        once = weight * 1 * 2.2 / (1 + 1.2 * (0.25 + 0.75 * 2 / 2))
        assert [round(hit.score, 4) for hit in found] == [round(twice, 4), round(once, 4)]

    def test_the_current_version_alone_or_what_a_snapshot_pinned(self, people: Cast) -> None:
        document = cast.make_document(owner=people.legal)
        before = pin(actor=people.support, name="Before", documents=[document], at=AT)
        cast.publish(owner=people.legal, document=document, text=cast.EDITED)
        indexed()
        assert said(ask(people.support, "opened electronics")) == [cast.REFUND.replace("30", "14")]
        assert said(ask(people.support, "opened electronics", snapshot=before.uid)) == [cast.REFUND]

    def test_a_version_that_is_not_indexed_yet_is_said_to_be_pending(self, people: Cast) -> None:
        document = cast.make_document(owner=people.legal)
        assert ask(people.support, "refund") == Found((), 1)
        indexed()
        assert ask(people.support, "refund").pending == 0
        cast.publish(owner=people.legal, document=document, text=cast.EDITED)
        assert ask(people.support, "refund") == Found((), 1)

    def test_pieces_of_at_most_the_limit(self, people: Cast) -> None:
        cast.make_document(owner=people.legal, text="\n\n".join(f"same {number}" for number in range(60)))
        indexed()
        assert said(ask(people.support, "same", limit=3)) == ["same 0", "same 1", "same 2"]
        assert len(ask(people.support, "same", limit=HITS).hits) == HITS
        for limit in (0, -1, HITS + 1):
            with pytest.raises(Refused, match="passages") as met:
                ask(people.support, "same", limit=limit)
            assert (met.value.code, met.value.at) == ("limit_out_of_range", "limit")

    def test_a_page_goes_on_behind_the_one_before(self, people: Cast) -> None:
        cast.make_document(owner=people.legal, text="\n\n".join(f"same {n}" for n in range(5)))
        indexed()
        assert said(ask(people.support, "same", limit=2, skip=2)) == ["same 2", "same 3"]
        assert said(ask(people.support, "same", limit=2, skip=4)) == ["same 4"]
        assert said(ask(people.support, "same", limit=2, skip=6)) == []


class TestWhoFinds:
    def test_only_who_may_read_and_from_the_moment_they_may(self, people: Cast) -> None:
        document = cast.make_document(owner=people.legal)
        indexed()
        nothing = Found((), 0)
        for viewer in (people.contractor, people.former, people.superuser, ANONYMOUS):
            assert ask(viewer, "refund") == nothing
        cast.unread(owner=people.legal, document=document)
        assert ask(people.support, "refund") == nothing
        grant(actor=people.legal, document=document, right=Right.READ, holder=ANYONE, at=AT)
        assert all(ask(viewer, "refund").hits for viewer in (people.support, ANONYMOUS))
        revoke(actor=people.legal, document=document, right=Right.READ, holder=ANYONE, at=AT)
        assert ask(ANONYMOUS, "refund") == nothing

    def test_a_right_that_goes_between_ranking_and_reading_shows_nothing(
        self, people: Cast, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        from citeledger.documents.search import searching

        document = cast.make_document(owner=people.legal)
        indexed()
        ranked = searching._ranked

        def overtaken(*args: Any) -> Any:
            found = ranked(*args)
            cast.unread(owner=people.legal, document=document)
            return found

        monkeypatch.setattr(searching, "_ranked", overtaken)
        assert ask(people.support, "refund") == Found((), 0)

    def test_nobody_finds_what_is_retired_superseded_or_withdrawn(self, people: Cast) -> None:
        document = cast.make_document(owner=people.legal)
        indexed()
        assert ask(people.legal, "electronics").hits
        retire(actor=people.legal, document=document, at=AT)
        assert ask(people.legal, "electronics") == Found((), 0)
        unretire(actor=people.legal, document=document, at=AT)
        other = cast.make_document(owner=people.legal, text="Something else")
        indexed()
        supersede(actor=people.legal, document=document, by=other, effective_from=AT, at=AT)
        assert ask(people.legal, "electronics") == Found((), 0)

    def test_snapshots_are_ones_own_and_filtered_like_everything(self, people: Cast) -> None:
        document = cast.make_document(owner=people.legal)
        mine = pin(actor=people.support, name="Mine", documents=[document], at=AT).uid
        others = pin(actor=people.legal, name="Theirs", documents=[document], at=AT).uid
        indexed()
        assert ask(people.support, "electronics", snapshot=mine).hits
        for snapshot in (others, uuid4()):
            with pytest.raises(NotFound):
                ask(people.support, "electronics", snapshot=snapshot)
        cast.unread(owner=people.legal, document=document)
        assert ask(people.support, "electronics", snapshot=mine) == Found((), 0)

    def test_a_withdrawn_version_leaves_a_snapshot(self, people: Cast) -> None:
        document = cast.make_document(owner=people.legal)
        snapshot = pin(actor=people.support, name="Mine", documents=[document], at=AT).uid
        version = cast.current_version(people.legal, document)
        assert version
        indexed()
        withdraw(actor=people.legal, version=version, at=AT)
        indexed()
        assert ask(people.support, "electronics", snapshot=snapshot) == Found((), 0)


QUERIES = ("refund window", "electronics", "opened software days", "12", "canary", "returns")


def test_a_hundred_hidden_documents_move_nothing(people: Cast) -> None:
    """T41: order, scores, texts and counts stay to the last digit, whatever is added that the viewer cannot read."""
    for number in range(5):
        text = cast.POLICY.replace("30 days", f"{number + 10} days") + f"\n\nOnly here: canary {number}.\n"
        cast.make_document(owner=people.legal, title=f"Policy {number}", text=text)
    indexed()
    before = {query: ask(people.support, query, limit=HITS) for query in QUERIES}
    assert all(found.hits for found in before.values())
    shuffled = random.Random(41)
    for number in range(100):
        words = " ".join(shuffled.choices(cast.POLICY.split(), k=40))
        cast.make_document(
            owner=people.legal, title=f"Hidden {number}", text=f"# {words}\n\ncanary {words}", readers=[]
        )
        if number % 2:
            index_owed()
    assert ask(people.support, "refund").pending == 0
    assert {query: ask(people.support, query, limit=HITS) for query in QUERIES} == before
    indexed()
    assert {query: ask(people.support, query, limit=HITS) for query in QUERIES} == before
    assert ask(people.legal, "canary", limit=HITS) != before["canary"]


def statements(call: Any) -> int:
    with CaptureQueriesContext(connection) as queries:
        call()
    return len(queries)


def test_the_number_of_statements_is_constant(people: Cast) -> None:
    snapshot = pin(actor=people.support, name="Mine", documents=[cast.make_document(owner=people.legal)], at=AT).uid
    assert statements(lambda: ask(people.support, "nothing says this")) == 5
    for number in range(5):
        cast.make_document(owner=people.legal, title=f"Policy {number}")
    indexed()
    for viewer in (people.support, people.contractor, ANONYMOUS):
        assert statements(lambda viewer=viewer: ask(viewer, "refund window days", limit=HITS)) == 5
    assert statements(lambda: ask(people.support, "refund", snapshot=snapshot)) == 6


def test_what_may_be_read_is_asked_once_and_not_of_every_posting(people: Cast) -> None:
    """What is hidden is not walked, whatever the database thinks of the words it holds (ADR 14)."""
    cast.make_document(owner=people.legal)
    indexed()
    with CaptureQueriesContext(connection) as queries:
        assert ask(people.support, "refund window").hits
    told = [query["sql"] for query in queries]
    looked_up = [statement for statement in told if "documents_posting" in statement]
    assert looked_up
    assert not any("acl_" in statement for statement in looked_up)
    assert sum("documents_documenthead" in statement for statement in told) == 2  # before, and of the hits again


class TestTheIndex:
    def test_holds_what_is_current_or_pinned_and_nothing_else(self, people: Cast) -> None:
        document = cast.make_document(owner=people.legal)
        first = cast.current_version(people.legal, document)
        indexed()
        second = cast.publish(owner=people.legal, document=document, text=cast.EDITED)
        indexed()
        assert indexed_versions() == {second}
        pin(actor=people.support, name="Now", documents=[document], at=AT)
        third = cast.publish(owner=people.legal, document=document, text=cast.POLICY)
        indexed()
        assert indexed_versions() == {second, third} != {first}
        assert rows_of(Posting) == rows_of(IndexedPassage) == rows_of(IndexedText)

    def test_a_withdrawn_text_leaves_no_word_behind(self, people: Cast) -> None:
        document = cast.make_document(owner=people.legal, text="the canary sings")
        version = cast.current_version(people.legal, document)
        assert version
        indexed()
        assert Posting.objects.filter(term="canary").exists()
        withdraw(actor=people.legal, version=version, at=AT)
        assert not any(rows.objects.exists() for rows in (Posting, IndexedPassage, IndexedText))
        index_text(text_id=VersionText.objects.get(version__uid=version).pk)
        indexed()
        assert not Posting.objects.exists()

    def test_an_erased_text_takes_its_words_along(self, people: Cast) -> None:
        version = erasable(people)
        indexed()
        VersionText.objects.filter(version__uid=version).delete()
        assert not any(rows.objects.exists() for rows in (Posting, IndexedPassage, IndexedText))

    def test_and_the_database_lets_no_text_go_without_them(self, people: Cast) -> None:
        version = erasable(people)
        indexed()
        with pytest.raises(IntegrityError), transaction.atomic():
            delete_behind_our_back(version)

    def test_is_taken_up_where_it_was_left(self, people: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(indexing, "ROWS_A_CHUNK", 5)
        cast.make_document(owner=people.legal)
        with monkeypatch.context() as patch:
            patch.setattr(indexing, "_add", stopping_after(2))
            with pytest.raises(KeyboardInterrupt):
                index_owed()
        assert ask(people.support, "refund") == Found((), 1)
        begun = set(Posting.objects.values_list("pk", flat=True))
        assert begun
        indexed()
        resumed = snapshot_of_index()
        assert begun <= set(Posting.objects.values_list("pk", flat=True))
        forget_all()
        assert not Posting.objects.exists()
        indexed()
        assert snapshot_of_index() == resumed

    def test_a_text_that_cannot_be_indexed_is_named_stays_owed_and_holds_up_none_behind_it(
        self, people: Cast, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        broken, sound = (cast.make_document(owner=people.legal, text=text) for text in ("alpha one", "alpha two"))
        first = VersionText.objects.get(version__document__uid=broken).pk
        index, asked = indexing.index_text, list[int]()

        def failing(*, text_id: int) -> None:
            asked.append(text_id)
            index(text_id=text_id) if text_id != first else normalizer_for("application/x-of-another-process")

        with monkeypatch.context() as patch, capture_logs() as told:
            patch.setattr(indexing, "index_text", failing)
            assert [index_owed(limit=1), index_owed(limit=1)] == [1, 0]
        assert [each.document for each in ask(people.support, "alpha").hits] == [sound]
        assert [(each["event"], each["text"]) for each in told] == [("text_not_indexed", first)] * 2
        assert asked.count(first) == 2
        assert index_owed() == 1
        assert len(ask(people.support, "alpha").hits) == 2

    def test_a_lost_database_ends_the_run(self, people: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
        cast.make_document(owner=people.legal)
        monkeypatch.setattr(indexing, "index_text", Mock(side_effect=OperationalError))
        with pytest.raises(OperationalError):
            index_owed()

    def test_of_another_rule_is_made_anew(self, people: Cast) -> None:
        cast.make_document(owner=people.legal)
        indexed()
        whole = snapshot_of_index()
        IndexedText.objects.update(rule="search/0")
        assert ask(people.support, "refund") == Found((), 1)
        indexed()
        assert snapshot_of_index() == whole
        assert ask(people.support, "refund").hits

    def test_only_says_where_what_is_shown_is_proved(self, people: Cast) -> None:
        """Rule 3: a text that is not what was stored is not shown, whatever the index says."""
        cast.make_document(owner=people.legal)
        indexed()
        with connection.cursor() as cursor:
            for name in triggers("documents_versiontext"):
                cursor.execute(drop(name))
            cursor.execute("UPDATE documents_versiontext SET text = replace(text, '30 days', '90 days')")
        with pytest.raises(DamagedVersion):
            ask(people.support, "electronics")


def stopping_after(chunks: int) -> Any:
    add, left = indexing._add, iter(range(chunks))

    def stopping(*args: Any) -> bool:
        if next(left, None) is None:
            raise KeyboardInterrupt("the process was stopped")
        return add(*args)

    return stopping


def delete_behind_our_back(version: UUID) -> None:
    rows = "SELECT id FROM documents_version WHERE uid = %s"
    with connection.cursor() as cursor:
        uid = version.hex if connection.vendor == "sqlite" else version
        cursor.execute(f"DELETE FROM documents_versiontext WHERE version_id IN ({rows})", [uid])
    connection.check_constraints()


def erasable(people: Cast) -> UUID:
    version = cast.current_version(people.legal, cast.make_document(owner=people.legal, text="the canary sings"))
    assert version
    open_door(subject=version, actor=people.legal, at=AT)
    return version


def indexed_versions() -> set[UUID]:
    return set(IndexedText.objects.filter(is_complete=True).values_list("text__version__uid", flat=True))


def rows_of(rows: Any) -> set[int]:
    return set(rows.objects.values_list("text", flat=True))


def snapshot_of_index() -> list[Any]:
    columns = ("text", "ordinal", "term", "count", "length")
    return [
        *Posting.objects.order_by(*columns).values_list(*columns),
        *IndexedPassage.objects.order_by("text", "ordinal").values_list("text", "ordinal", "start", "end"),
        *IndexedText.objects.order_by("text").values_list("text", "rule", "passages", "length", "is_complete"),
    ]


def triggers(table: str) -> list[str]:
    from citeledger.tables.triggers import wanted

    return [trigger.name for trigger in wanted(connection.vendor).values() if trigger.table == table]


def drop(name: str) -> str:
    suffix = "" if connection.vendor == "sqlite" else " ON documents_versiontext"
    return f'DROP TRIGGER "{name}"{suffix}'


def test_the_command_makes_the_same_index_again(people: Cast) -> None:
    cast.make_document(owner=people.legal)
    indexed()
    whole = snapshot_of_index()
    Posting.objects.filter(term="refund").delete()
    said_by_it = io.StringIO()
    call_command("rebuild_search", stdout=said_by_it)
    assert said_by_it.getvalue() == "1 texts indexed\n"
    assert snapshot_of_index() == whole
