"""A version, its text, its source, the head, the outbox row and the log entry are one act (threats T95, T98, T99)."""

import hashlib
from uuid import uuid4

import pytest

from acl.queries import Holder
from acl.rights import ANYONE, Right
from acl.services import grant, revoke
from citeledger.core.principals import ANONYMOUS
from citeledger.core.refusals import Conflict, Forbidden
from citeledger.documents import services
from citeledger.documents.gate import Manuscript, read_manuscript
from citeledger.documents.models import OutboxEntry, Version
from citeledger.documents.services import publication
from citeledger.log.models import LogEntry
from tests.integration.documents.cast import AT, EDITED, LATER, POLICY, create, everything, head, publish, refusal
from tests.integration.documents.conftest import Story


class TestWhatIsStored:
    def test_everything_of_a_version_stands(self, story: Story) -> None:
        version = Version.objects.select_related("content", "source").get(uid=story.version)
        assert version.content.text == POLICY.decode()
        assert bytes(version.source.data) == POLICY
        assert version.content.sha256 == version.source.sha256 == hashlib.sha256(POLICY).hexdigest()
        assert (version.number, version.rendition, version.author_id) == (1, 1, story.alice.id)
        assert version.effective_at == version.at == AT

    def test_the_head_points_at_it_and_a_sweep_is_owed(self, story: Story) -> None:
        version = Version.objects.get(uid=story.version)
        assert head(story.document).version == version
        owed = OutboxEntry.objects.get(version=version)
        assert (owed.kind, owed.sent_at, owed.done_at) == ("sweep", None, None)

    def test_the_text_is_canonical_and_the_source_is_not(self, story: Story) -> None:
        source = b"\xef\xbb\xbfone\r\ntwo\rthree"
        version = Version.objects.get(uid=publish(story.alice, story.document, source, expected=story.version))
        assert version.content.text == "one\ntwo\nthree"
        assert bytes(version.source.data) == source

    def test_an_edit_may_have_held_since_another_day(self, story: Story) -> None:
        uid = services.publish_version(
            actor=story.carol,
            document=story.document,
            data=EDITED,
            media_type="text/markdown",
            expected=story.version,
            at=LATER,
            effective_at=AT,
        )
        version = Version.objects.get(uid=uid)
        assert (version.at, version.effective_at, version.number) == (LATER, AT, 2)

    @pytest.mark.parametrize("late", ["append", "point_at"])
    def test_it_is_all_or_nothing(self, story: Story, late: str, monkeypatch: pytest.MonkeyPatch) -> None:
        def fail(**_: object) -> None:
            raise RuntimeError("the power went")

        monkeypatch.setattr(publication, late, fail)
        before = everything()
        with pytest.raises(RuntimeError, match="the power went"):
            publish(story.alice, story.document, EDITED, expected=story.version)
        assert everything() == before
        assert head(story.document).version == Version.objects.get(uid=story.version)


class TestCompareAndSet:
    def test_the_loser_is_told_what_is_current(self, story: Story) -> None:
        newer = publish(story.carol, story.document, EDITED, expected=story.version)
        with pytest.raises(Conflict) as conflict:
            publish(story.alice, story.document, b"another\n", expected=story.version)
        assert conflict.value.current == str(newer)

    @pytest.mark.parametrize("expected", [None, uuid4()])
    def test_expecting_nothing_or_the_unknown_conflicts(self, story: Story, expected: object) -> None:
        assert refusal(lambda: publish(story.alice, story.document, EDITED, expected=expected)) == "Conflict"  # type: ignore[arg-type]  # uuid or None

    def test_a_first_version_expects_none(self, story: Story) -> None:
        document = create(story.alice)
        with pytest.raises(Conflict) as conflict:
            publish(story.alice, document, expected=story.version)
        assert conflict.value.current == ""

    def test_the_same_bytes_again_are_the_same_version(self, story: Story) -> None:
        before = everything()
        assert publish(story.alice, story.document, POLICY, expected=story.version) == story.version
        assert everything() == before

    def test_the_same_bytes_on_a_stale_version_still_conflict(self, story: Story) -> None:
        publish(story.alice, story.document, EDITED, expected=story.version)
        assert refusal(lambda: publish(story.alice, story.document, EDITED, expected=story.version)) == "Conflict"

    def test_the_same_bytes_read_otherwise_are_a_new_version(self, story: Story) -> None:
        uid = services.publish_version(
            actor=story.alice,
            document=story.document,
            data=POLICY,
            media_type="text/plain",
            expected=story.version,
            at=AT,
        )
        assert Version.objects.get(uid=uid).number == 2

    def test_going_back_to_old_words_is_a_new_version(self, story: Story) -> None:
        second = publish(story.alice, story.document, EDITED, expected=story.version)
        third = publish(story.alice, story.document, POLICY, expected=second)
        assert Version.objects.get(uid=third).number == 3


class TestWhoMay:
    @pytest.mark.parametrize(("who", "answer"), [("bob", "Forbidden"), ("mallory", "NotFound")])
    def test_it_needs_edit(self, story: Story, who: str, answer: str) -> None:
        act = getattr(story, who)
        assert refusal(lambda: publish(act, story.document, EDITED, expected=story.version)) == answer

    def test_bad_bytes_do_not_tell_a_hidden_document_from_none(self, story: Story) -> None:
        assert refusal(lambda: publish(story.mallory, story.document, b"\x00")) == "NotFound"
        assert refusal(lambda: publish(story.mallory, uuid4(), b"\x00")) == "NotFound"

    def test_a_right_that_goes_while_the_text_is_read_is_gone(
        self, story: Story, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def read_slowly(*, data: bytes, media_type: str) -> Manuscript:
            revoke(
                actor=story.alice,
                document=story.document,
                right=Right.EDIT,
                holder=Holder("user", story.carol.name),
                at=AT,
            )
            return read_manuscript(data=data, media_type=media_type)

        monkeypatch.setattr(publication, "read_manuscript", read_slowly)
        with pytest.raises(Forbidden):
            publish(story.carol, story.document, EDITED, expected=story.version)

    def test_nobody_writes_anonymously_whatever_is_granted(self, story: Story) -> None:
        grant(actor=story.alice, document=story.document, right=Right.EDIT, holder=Holder("group", ANYONE), at=AT)
        assert refusal(lambda: publish(ANONYMOUS, story.document, EDITED, expected=story.version)) == "Forbidden"

    def test_a_retired_document_takes_no_versions(self, story: Story) -> None:
        services.retire(actor=story.alice, document=story.document, at=AT)
        assert (
            refusal(lambda: publish(story.alice, story.document, EDITED, expected=story.version)) == "document_retired"
        )
        assert refusal(lambda: publish(story.carol, story.document, EDITED, expected=story.version)) == "NotFound"


def test_the_log_names_who_published_what(story: Story) -> None:
    entry = LogEntry.objects.get(kind="version_published")
    assert (entry.subject_uid, entry.actor_uid) == (story.version, story.alice.uid)
    assert "Refunds" not in entry.detail.body
