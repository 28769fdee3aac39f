"""Undoing an edit by saying again what an older version said, and a retirement by ending it."""

from uuid import UUID, uuid4

import pytest
from django.db import connection

from acl.rights import Right
from citeledger.documents import queries, services
from citeledger.documents.models import OutboxEntry, Reversion, Version
from citeledger.documents.services import undoing
from citeledger.log.models import LogEntry
from tests.integration.documents.cast import AT, EDITED, LATER, POLICY, create, give, head, publish, refusal
from tests.integration.documents.conftest import Story
from tests.integration.evidence.forging import forge


@pytest.fixture
def edited(story: Story) -> UUID:
    return publish(story.alice, story.document, EDITED, expected=story.version)


def _revert(story: Story, to: UUID, expected: UUID | None, who: str = "alice") -> UUID:
    return services.revert(actor=getattr(story, who), document=story.document, to=to, expected=expected, at=LATER)


def _kept(version: Version) -> tuple[object, ...]:
    """Everything a version says, and what made it: the bytes, the text, the structure."""
    content, source = version.content, version.source
    made_by = (version.media_type, version.extractor, version.normalizer)
    return (*made_by, content.text, content.sha256, content.structure, bytes(source.data), source.sha256)


class TestRevert:
    def test_the_next_version_says_what_the_old_one_said(self, story: Story, edited: UUID) -> None:
        again = Version.objects.get(uid=_revert(story, story.version, edited))
        assert (again.number, again.rendition, again.at, again.effective_at) == (3, 1, LATER, LATER)
        assert _kept(again) == _kept(Version.objects.get(uid=story.version))
        assert head(story.document).version == again
        assert OutboxEntry.objects.filter(version=again, done_at=None).exists()

    def test_nothing_is_extracted_anew(self, story: Story, edited: UUID) -> None:
        """Another extractor made the old text than the one that runs now: what it made is kept, and so is its name."""
        old = Version.objects.filter(uid=story.version)
        forge(old, extractor="text/0")
        assert _kept(Version.objects.get(uid=_revert(story, story.version, edited))) == _kept(old.get())

    def test_it_is_linked_and_logged(self, story: Story, edited: UUID) -> None:
        again = _revert(story, story.version, edited)
        link = Reversion.objects.get()
        assert (link.version.uid, link.origin.uid, link.at) == (again, story.version, LATER)
        facts = LogEntry.objects.filter(subject_uid=again).order_by("pk").values_list("kind", flat=True)
        assert list(facts) == ["version_published", "version_reverted"]

    def test_the_history_says_so(self, story: Story, edited: UUID) -> None:
        _revert(story, story.version, edited)
        rows = queries.versions(viewer=story.bob, document=story.document)
        assert [row.reverts_to for row in rows] == [story.version, None, None]

    def test_but_names_no_version_the_reader_is_not_shown(self, story: Story, edited: UUID) -> None:
        _revert(story, story.version, edited)
        services.withdraw(actor=story.alice, version=story.version, at=LATER)
        assert [row.reverts_to for row in queries.versions(viewer=story.bob, document=story.document)] == [None, None]
        managed = queries.versions(viewer=story.alice, document=story.document)
        assert [row.reverts_to for row in managed] == [story.version, None, None]

    def test_an_undo_can_be_undone(self, story: Story, edited: UUID) -> None:
        again = _revert(story, story.version, edited)
        assert Version.objects.get(uid=_revert(story, edited, again)).content.text == EDITED.decode()

    def test_what_is_current_already_makes_no_version(self, story: Story) -> None:
        before = LogEntry.objects.count()
        assert _revert(story, story.version, story.version) == story.version
        assert (Version.objects.count(), Reversion.objects.count(), LogEntry.objects.count()) == (1, 0, before)

    def test_only_on_what_the_writer_looked_at(self, story: Story, edited: UUID) -> None:
        assert refusal(lambda: _revert(story, story.version, story.version)) == "Conflict"
        assert refusal(lambda: _revert(story, story.version, None)) == "Conflict"

    def test_megabytes_are_proved_before_the_one_write_lock_is_taken(
        self, story: Story, edited: UUID, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        outside, proved = len(connection.savepoint_ids), []
        structure = undoing._structure

        def watched(origin: Version) -> object:
            proved.append(len(connection.savepoint_ids))
            return structure(origin)

        monkeypatch.setattr(undoing, "_structure", watched)
        _revert(story, story.version, edited)
        assert proved == [outside]

    def test_an_editor_may(self, story: Story, edited: UUID) -> None:
        assert refusal(lambda: _revert(story, story.version, edited, "carol")) == "done"

    @pytest.mark.parametrize(("who", "answer"), [("bob", "Forbidden"), ("mallory", "NotFound")])
    def test_it_needs_edit(self, story: Story, edited: UUID, who: str, answer: str) -> None:
        assert refusal(lambda: _revert(story, story.version, edited, who)) == answer

    def test_a_retired_document_takes_none(self, story: Story, edited: UUID) -> None:
        services.retire(actor=story.alice, document=story.document, at=AT)
        assert refusal(lambda: _revert(story, story.version, edited)) == "document_retired"

    def test_never_to_what_was_withdrawn(self, story: Story, edited: UUID) -> None:
        services.withdraw(actor=story.alice, version=story.version, at=AT)
        assert refusal(lambda: _revert(story, story.version, edited)) == "NotFound"

    def test_nor_to_what_is_withdrawn_meanwhile(
        self, story: Story, edited: UUID, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        publish_manuscript = undoing.publish_manuscript

        def late(**given: object) -> UUID:
            services.withdraw(actor=story.alice, version=story.version, at=AT)
            return publish_manuscript(**given)  # type: ignore[arg-type]  # passed on as it came

        monkeypatch.setattr(undoing, "publish_manuscript", late)
        assert refusal(lambda: _revert(story, story.version, edited)) == "NotFound"

    def test_nor_to_a_version_of_another_document(self, story: Story, edited: UUID) -> None:
        foreign = publish(story.alice, create(story.alice))
        assert refusal(lambda: _revert(story, foreign, edited)) == "NotFound"
        assert refusal(lambda: _revert(story, uuid4(), edited)) == "NotFound"

    @pytest.mark.parametrize("part", ["text", "structure", "data"])
    def test_nor_to_what_is_not_what_was_stored(self, story: Story, edited: UUID, part: str) -> None:
        old = Version.objects.get(uid=story.version)
        holder = old.source if part == "data" else old.content
        forge(type(holder).objects.filter(pk=holder.pk), **{part: b"x" if part == "data" else "x"})
        with pytest.raises(queries.DamagedVersion):
            _revert(story, story.version, edited)
        assert Version.objects.count() == 2


class TestUnretire:
    @pytest.fixture
    def retired(self, story: Story) -> Story:
        services.retire(actor=story.alice, document=story.document, at=AT)
        return story

    def _unretire(self, story: Story, who: str = "alice") -> None:
        services.unretire(actor=getattr(story, who), document=story.document, at=LATER)

    def test_readers_see_it_again_and_it_takes_changes(self, retired: Story) -> None:
        self._unretire(retired)
        assert queries.document(viewer=retired.bob, uid=retired.document).retired_at is None
        assert queries.document(viewer=retired.bob, uid=retired.document).version == retired.version
        publish(retired.carol, retired.document, EDITED, expected=retired.version)

    def test_it_is_logged(self, retired: Story) -> None:
        self._unretire(retired)
        assert LogEntry.objects.filter(kind="document_unretired", subject_uid=retired.document, at=LATER).count() == 1

    def test_rights_that_went_meanwhile_stay_away(self, retired: Story) -> None:
        give(retired.alice, retired.document, Right.CITE, retired.bob)
        self._unretire(retired)
        assert Right.CITE in queries.document(viewer=retired.bob, uid=retired.document).rights
        assert refusal(lambda: queries.document(viewer=retired.mallory, uid=retired.document)) == "NotFound"

    def test_once(self, retired: Story) -> None:
        self._unretire(retired)
        assert refusal(lambda: self._unretire(retired)) == "document_not_retired"

    def test_and_retired_again(self, retired: Story) -> None:
        self._unretire(retired)
        services.retire(actor=retired.alice, document=retired.document, at=LATER)
        assert head(retired.document).retired_at == LATER

    @pytest.mark.parametrize(("who", "answer"), [("carol", "NotFound"), ("bob", "NotFound"), ("mallory", "NotFound")])
    def test_whoever_does_not_manage_it_does_not_see_it(self, retired: Story, who: str, answer: str) -> None:
        assert refusal(lambda: self._unretire(retired, who)) == answer

    def test_whoever_reads_it_unretired_needs_manage(self, story: Story) -> None:
        assert refusal(lambda: self._unretire(story, "carol")) == "Forbidden"


def test_the_first_text_of_all_is_found_by_its_bytes(story: Story, edited: UUID) -> None:
    assert bytes(Version.objects.get(uid=_revert(story, story.version, edited)).source.data) == POLICY
