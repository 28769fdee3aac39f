"""A document is born readable by its creator only; what is said about it is versioned, compared and set."""

import pytest

from acl.models import User
from acl.queries import can
from acl.rights import Right
from citeledger.core.principals import ANONYMOUS
from citeledger.core.refusals import Conflict
from citeledger.documents import services
from citeledger.documents.metadata import Metadata, Status
from citeledger.documents.models import Document, DocumentMetadata
from citeledger.log.models import LogEntry
from tests.integration.documents.cast import AT, LATER, create, head, refusal, somebody
from tests.integration.documents.conftest import Story


def _update(story: Story, who: str, title: str, expected: int = 1) -> int:
    return services.update_metadata(
        actor=getattr(story, who), document=story.document, metadata=Metadata(title=title), expected=expected, at=LATER
    )


class TestCreateDocument:
    def test_the_creator_gets_every_right_and_nobody_else_any(self, db: None) -> None:
        ann, ben = somebody("ann"), somebody("ben")
        document = create(ann)
        assert all(can(principal=ann, right=right, document=document) for right in Right)
        assert not any(can(principal=ben, right=right, document=document) for right in Right)
        assert not any(can(principal=ANONYMOUS, right=right, document=document) for right in Right)

    def test_it_has_metadata_and_no_version(self, db: None) -> None:
        born = head(create(somebody("ann"), title="Refunds"))
        assert born.metadata is not None
        assert (born.metadata.number, born.metadata.title, born.version) == (1, "Refunds", None)

    def test_the_facts_are_logged_with_it(self, db: None) -> None:
        ann = somebody("ann")
        document = create(ann)
        entries = LogEntry.objects.filter(subject_uid=document).order_by("id")
        assert [entry.kind for entry in entries] == ["document_created", "metadata_written"]
        assert {entry.actor_uid for entry in entries} == {ann.uid}

    def test_the_anonymous_create_nothing(self, db: None) -> None:
        assert refusal(lambda: create(ANONYMOUS)) == "Forbidden"

    def test_the_inactive_create_nothing(self, db: None) -> None:
        ann = somebody("ann")
        User.objects.filter(pk=ann.id).update(is_active=False)
        assert refusal(lambda: create(ann)) == "Forbidden"

    def test_bad_metadata_creates_nothing(self, db: None) -> None:
        ann = somebody("ann")
        assert refusal(lambda: create(ann, title="")) == "invalid_metadata"
        assert not Document.objects.filter(creator_id=ann.id).exists()


class TestUpdateMetadata:
    def test_each_state_stays_and_the_head_moves(self, story: Story) -> None:
        assert _update(story, "carol", "Returns") == 2
        states = DocumentMetadata.objects.order_by("number").values_list("number", "title")
        assert list(states) == [(1, "Refunds"), (2, "Returns")]
        moved = head(story.document)
        assert moved.metadata is not None
        assert moved.metadata.number == 2

    def test_the_loser_is_told_what_is_current(self, story: Story) -> None:
        _update(story, "alice", "Returns")
        with pytest.raises(Conflict) as conflict:
            _update(story, "carol", "Refunds and returns")
        assert conflict.value.current == "2"

    def test_saying_the_same_again_writes_nothing(self, story: Story) -> None:
        before = LogEntry.objects.count()
        assert _update(story, "alice", "Refunds") == 1
        assert LogEntry.objects.count() == before

    def test_any_field_makes_a_new_state(self, story: Story) -> None:
        draft = Metadata(title="Refunds", status=Status.DRAFT)
        assert (
            services.update_metadata(actor=story.alice, document=story.document, metadata=draft, expected=1, at=LATER)
            == 2
        )

    @pytest.mark.parametrize(("who", "answer"), [("bob", "Forbidden"), ("mallory", "NotFound")])
    def test_it_needs_edit(self, story: Story, who: str, answer: str) -> None:
        assert refusal(lambda: _update(story, who, "Mine")) == answer

    def test_a_retired_document_takes_no_changes(self, story: Story) -> None:
        services.retire(actor=story.alice, document=story.document, at=AT)
        assert refusal(lambda: _update(story, "alice", "Back")) == "document_retired"
