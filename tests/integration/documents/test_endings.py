"""What ends, for whom, and where the head points then."""

from datetime import timedelta
from itertools import pairwise
from uuid import UUID, uuid4

import pytest

from acl.rights import Right
from citeledger.documents import services
from citeledger.documents.models import OutboxEntry, Version, Withdrawal
from citeledger.log.models import LogEntry
from tests.integration.documents.cast import AT, EDITED, LATER, create, give, head, publish, refusal
from tests.integration.documents.conftest import Story


def _supersede(story: Story, old: UUID, new: UUID, who: str = "alice") -> None:
    services.supersede(actor=getattr(story, who), document=old, by=new, effective_from=LATER, at=AT)


def _withdraw(story: Story, version: UUID, who: str = "alice") -> None:
    services.withdraw(actor=getattr(story, who), version=version, at=LATER)


class TestRetire:
    def test_the_head_says_since_when(self, story: Story) -> None:
        services.retire(actor=story.alice, document=story.document, at=LATER)
        assert head(story.document).retired_at == LATER
        assert LogEntry.objects.filter(kind="document_retired", subject_uid=story.document).count() == 1

    def test_once(self, story: Story) -> None:
        services.retire(actor=story.alice, document=story.document, at=AT)
        retire = lambda: services.retire(actor=story.alice, document=story.document, at=LATER)  # noqa: E731  # one act, said once
        assert refusal(retire) == "document_retired"
        assert head(story.document).retired_at == AT

    @pytest.mark.parametrize(("who", "answer"), [("carol", "Forbidden"), ("bob", "Forbidden"), ("mallory", "NotFound")])
    def test_it_needs_manage(self, story: Story, who: str, answer: str) -> None:
        act = getattr(story, who)
        assert refusal(lambda: services.retire(actor=act, document=story.document, at=AT)) == answer


class TestSupersede:
    def test_the_head_names_the_successor_and_the_day(self, story: Story) -> None:
        new = create(story.alice)
        _supersede(story, story.document, new)
        moved = head(story.document)
        assert moved.superseded_by is not None
        assert (moved.superseded_by.uid, moved.superseded_from) == (new, LATER)

    def test_the_last_word_counts(self, story: Story) -> None:
        first, second = create(story.alice), create(story.alice)
        _supersede(story, story.document, first)
        _supersede(story, story.document, second)
        assert head(story.document).superseded_by.uid == second  # type: ignore[union-attr]  # just set
        assert LogEntry.objects.filter(kind="document_superseded").count() == 2

    def test_not_by_itself(self, story: Story) -> None:
        assert refusal(lambda: _supersede(story, story.document, story.document)) == "supersession_by_itself"

    def test_not_in_a_circle_however_long(self, story: Story) -> None:
        chain = [story.document, *(create(story.alice) for _ in range(3))]
        for old, new in pairwise(chain):
            _supersede(story, old, new)
        assert refusal(lambda: _supersede(story, chain[-1], chain[0])) == "supersession_cycle"
        assert refusal(lambda: _supersede(story, chain[1], chain[0])) == "supersession_cycle"

    def test_it_needs_manage_on_the_old(self, story: Story) -> None:
        new = create(story.carol)
        assert refusal(lambda: _supersede(story, story.document, new, "carol")) == "Forbidden"
        own = create(story.mallory)
        assert refusal(lambda: _supersede(story, story.document, own, "mallory")) == "NotFound"

    def test_it_needs_read_on_the_new(self, story: Story) -> None:
        hidden = create(story.mallory)
        assert refusal(lambda: _supersede(story, story.document, hidden)) == "NotFound"
        assert refusal(lambda: _supersede(story, story.document, uuid4())) == "NotFound"
        give(story.mallory, hidden, Right.READ, story.alice)
        assert refusal(lambda: _supersede(story, story.document, hidden)) == "done"

    def test_neither_may_be_retired(self, story: Story) -> None:
        new = create(story.alice)
        services.retire(actor=story.alice, document=new, at=AT)
        assert refusal(lambda: _supersede(story, story.document, new)) == "document_retired"
        assert refusal(lambda: _supersede(story, new, story.document)) == "document_retired"


class TestWithdraw:
    def test_the_head_moves_to_the_newest_that_stands_and_a_sweep_is_owed(self, story: Story) -> None:
        second = publish(story.alice, story.document, EDITED, expected=story.version)
        OutboxEntry.objects.update(sent_at=AT, done_at=AT)
        _withdraw(story, second)
        first = Version.objects.get(uid=story.version)
        assert head(story.document).version == first
        owed = OutboxEntry.objects.get(version=first)
        assert (owed.at, owed.sent_at, owed.done_at) == (LATER, None, None)

    def test_an_old_version_leaves_the_head_alone(self, story: Story) -> None:
        second = publish(story.alice, story.document, EDITED, expected=story.version)
        _withdraw(story, story.version)
        assert head(story.document).version == Version.objects.get(uid=second)

    def test_after_the_last_one_nothing_is_current(self, story: Story) -> None:
        second = publish(story.alice, story.document, EDITED, expected=story.version)
        _withdraw(story, story.version)
        _withdraw(story, second)
        assert head(story.document).version is None

    def test_numbers_are_never_given_twice(self, story: Story) -> None:
        _withdraw(story, story.version)
        assert Version.objects.get(uid=publish(story.alice, story.document)).number == 2

    def test_once(self, story: Story) -> None:
        _withdraw(story, story.version)
        assert refusal(lambda: _withdraw(story, story.version)) == "version_withdrawn"
        assert Withdrawal.objects.count() == 1

    @pytest.mark.parametrize(("who", "answer"), [("carol", "Forbidden"), ("bob", "Forbidden"), ("mallory", "NotFound")])
    def test_it_needs_manage(self, story: Story, who: str, answer: str) -> None:
        assert refusal(lambda: _withdraw(story, story.version, who)) == answer

    def test_a_withdrawn_version_is_unknown_to_those_who_do_not_manage(self, story: Story) -> None:
        _withdraw(story, story.version)
        assert refusal(lambda: _withdraw(story, story.version, "bob")) == "NotFound"
        assert refusal(lambda: _withdraw(story, uuid4(), "bob")) == "NotFound"

    def test_also_on_a_retired_document(self, story: Story) -> None:
        services.retire(actor=story.alice, document=story.document, at=AT)
        _withdraw(story, story.version)
        assert LogEntry.objects.filter(kind="version_withdrawn", at=LATER, subject_uid=story.version).exists()


def test_a_supersession_may_lie_ahead(story: Story) -> None:
    ahead = AT + timedelta(days=3650)
    new = create(story.alice)
    services.supersede(actor=story.alice, document=story.document, by=new, effective_from=ahead, at=AT)
    assert head(story.document).superseded_from == ahead
