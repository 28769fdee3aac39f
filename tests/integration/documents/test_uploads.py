"""From bytes to a version: received, read apart, published or dropped; and that nobody else ever sees them."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection

from acl.models import DocumentUserGrant, User
from acl.queries import Holder, principal_named
from acl.rights import Right
from acl.services import revoke
from citeledger.core.principals import ANONYMOUS, Principal
from citeledger.core.refusals import Conflict, Forbidden, NotFound, Refused
from citeledger.documents import queries, services, uploads
from citeledger.documents.metadata import Metadata
from citeledger.documents.models import Upload, UploadReading, UploadSource, Version, VersionSource, VersionText
from citeledger.documents.sandbox.reading import RecognitionMissing, SandboxUnavailable
from citeledger.documents.services import reading, uploading
from citeledger.documents.services.reading import LONGEST_READING, RESEND_AFTER, expire, read, relay
from citeledger.documents.services.uploading import (
    LARGEST_UPLOAD,
    NewDocument,
    NextVersion,
    discard,
    publish_upload,
    receive,
)
from citeledger.documents.uploads import UploadState
from citeledger.extraction import Block, Extraction, Options, Structure, Unreadable
from citeledger.log.models import LogEntry
from revalidation import tasks
from tests.integration.documents.cast import AT, EDITED, POLICY, create, give, head, publish
from tests.integration.documents.conftest import Story

SECOND = timedelta(seconds=1)


def send(
    actor: Principal,
    data: bytes = EDITED,
    *,
    document: UUID | None = None,
    media_type: str | None = "text/markdown",
    name: str = "refunds.md",
    language: str | None = None,
) -> UUID:
    return receive(
        actor=actor, document=document, data=data, media_type=media_type, file_name=name, language=language, at=AT
    )


def ready(actor: Principal, data: bytes = EDITED, **more: object) -> UUID:
    uid = send(actor, data, **more)
    read(upload=uid, at=AT)
    assert state(uid) is UploadState.READY
    return uid


def state(uid: UUID) -> UploadState:
    return UploadState(Upload.objects.get(uid=uid).state)


def refused(act: Callable[[], object]) -> str:
    try:
        act()
    except Refused as refusal:
        return refusal.code
    except (NotFound, Forbidden, Conflict) as other:
        return type(other).__name__
    return "done"


class TestReceiving:
    def test_it_waits_to_be_read(self, story: Story) -> None:
        uid = send(story.carol, document=story.document)
        seen = uploads.upload(viewer=story.carol, uid=uid)
        assert (seen.state, seen.size, seen.file_name) == (UploadState.WAITING, len(EDITED), "refunds.md")
        assert (seen.document, seen.expected, seen.version) == (story.document, story.version, None)
        assert seen.is_identical is False
        assert LogEntry.objects.filter(subject_uid=uid).count() == 0

    def test_the_bytes_of_the_current_version_are_told_at_once(self, story: Story) -> None:
        uid = send(story.carol, POLICY, document=story.document)
        assert uploads.upload(viewer=story.carol, uid=uid).is_identical is True

    @pytest.mark.parametrize(
        ("change", "code"),
        [
            ({"data": b""}, "empty_upload"),
            ({"data": b"x" * (LARGEST_UPLOAD + 1)}, "source_too_large"),
            ({"data": b"\x7fELF\0"}, "unsupported_media_type"),
            ({"media_type": "application/zip"}, "unsupported_media_type"),
            ({"data": b"%PDF-1.7"}, "not_as_declared"),
            ({"media_type": "application/pdf"}, "not_as_declared"),
            ({"language": "no language"}, "invalid_metadata"),
        ],
    )
    def test_what_is_refused_leaves_nothing(self, story: Story, change: dict[str, object], code: str) -> None:
        given = {"data": EDITED} | change
        assert refused(lambda: send(story.carol, document=story.document, **given)) == code
        assert Upload.objects.count() == UploadSource.objects.count() == 0

    def test_the_largest_file_is_taken(self, story: Story) -> None:
        assert send(story.carol, b"x" * LARGEST_UPLOAD, media_type="text/plain")

    def test_who_may_not_edit_sends_nothing(self, story: Story) -> None:
        assert refused(lambda: send(story.bob, document=story.document)) == "Forbidden"
        assert refused(lambda: send(story.mallory, document=story.document)) == "NotFound"
        assert refused(lambda: send(story.carol, document=uuid4())) == "NotFound"
        assert refused(lambda: send(ANONYMOUS)) == "Forbidden"
        User.objects.filter(pk=story.carol.id).update(is_active=False)
        assert refused(lambda: send(story.carol)) == "Forbidden"

    def test_a_retired_document_takes_none(self, story: Story) -> None:
        services.retire(actor=story.alice, document=story.document, at=AT)
        assert refused(lambda: send(story.alice, document=story.document)) == "document_retired"

    def test_there_is_an_end_to_what_waits(self, story: Story, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(uploading, "UPLOADS_AT_ONCE", 2)
        first = ready(story.carol)
        send(story.carol)
        assert refused(lambda: send(story.carol)) == "too_many_uploads"
        assert send(story.alice)
        publish_upload(actor=story.carol, upload=first, target=NewDocument(Metadata(title="New")), at=AT)
        assert send(story.carol)

    @pytest.mark.parametrize(
        ("said", "name", "media_type"),
        [
            (None, "a.md", "text/markdown"),
            (None, "a.txt", "text/plain"),
            (None, "README", "text/plain"),
            ("text/plain", "a.md", "text/plain"),
        ],
    )
    def test_the_name_speaks_where_the_sender_does_not(
        self, story: Story, said: str | None, name: str, media_type: str
    ) -> None:
        assert Upload.objects.get(uid=send(story.carol, media_type=said, name=name)).media_type == media_type

    def test_the_language_is_the_documents(self, story: Story) -> None:
        said = Metadata(title="Rückgabe", language="de")
        services.update_metadata(actor=story.alice, document=story.document, metadata=said, expected=1, at=AT)
        spoken = [(story.document, None), (story.document, "fr"), (None, None)]
        uids = [send(story.carol, document=document, language=language) for document, language in spoken]
        assert [Upload.objects.get(uid=uid).language for uid in uids] == ["de", "fr", "en"]


class TestReading:
    def test_it_is_read_once_and_as_it_stands(self, story: Story) -> None:
        uid = ready(story.carol, document=story.document)
        stored = UploadReading.objects.get()
        read(upload=uid, at=AT + 2 * LONGEST_READING)
        assert UploadReading.objects.get().text == stored.text == EDITED.decode()

    def test_what_cannot_be_read_is_refused(self, story: Story) -> None:
        uid = send(story.carol, b"\xff\xfe\x00\xd8")
        read(upload=uid, at=AT)
        seen = uploads.upload(viewer=story.carol, uid=uid)
        assert (seen.state, seen.refusal) == (UploadState.REFUSED, "unreadable")

    def test_a_picture_where_nothing_reads_pictures_is_refused_as_that(
        self, story: Story, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(reading, "read_apart", lambda **_: (_ for _ in ()).throw(RecognitionMissing))
        uid = send(story.carol)
        read(upload=uid, at=AT)
        assert uploads.upload(viewer=story.carol, uid=uid).refusal == "no_recognition"

    def test_options_reach_the_reading(self, story: Story, monkeypatch: pytest.MonkeyPatch, settings: object) -> None:
        settings.LEAST_CONFIDENCE = 650
        given: list[Options] = []

        def note(*, options: Options, **_: object) -> Extraction:
            given.append(options)
            raise Unreadable

        monkeypatch.setattr(reading, "read_apart", note)
        read(upload=send(story.carol, language="de-AT"), at=AT)
        assert given == [Options(language="de-AT", least_confidence=650)]

    def test_an_outage_is_no_verdict(self, story: Story, monkeypatch: pytest.MonkeyPatch) -> None:
        uid = send(story.carol)
        with monkeypatch.context() as patch:
            patch.setattr(reading, "read_apart", lambda **_: (_ for _ in ()).throw(SandboxUnavailable))
            with pytest.raises(SandboxUnavailable):
                read(upload=uid, at=AT)
        assert state(uid) is UploadState.WAITING
        read(upload=uid, at=AT)
        assert state(uid) is UploadState.READY

    def test_two_deliveries_at_once_read_once(self, story: Story, monkeypatch: pytest.MonkeyPatch) -> None:
        uid = send(story.carol)
        inside: list[UploadState] = []

        def meanwhile(**_: object) -> Extraction:
            inside.append(state(uid))
            read(upload=uid, at=AT + SECOND)
            return Extraction("text", Structure((), (Block("paragraph", 0, 4),)), "test/1")

        monkeypatch.setattr(reading, "read_apart", meanwhile)
        read(upload=uid, at=AT)
        assert inside == [UploadState.READING]
        assert state(uid) is UploadState.READY

    def test_a_dead_reader_is_taken_over_and_changes_nothing_any_more(
        self, story: Story, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        uid, texts = send(story.carol), iter(["late", "first"])

        def slow(**_: object) -> Extraction:
            text = next(texts)
            if text == "late":
                read(upload=uid, at=AT + LONGEST_READING + SECOND)
            return Extraction(text, Structure((), (Block("paragraph", 0, len(text)),)), "test/1")

        monkeypatch.setattr(reading, "read_apart", slow)
        read(upload=uid, at=AT)
        assert UploadReading.objects.get().text == "first"

    def test_one_that_comes_too_late_decides_nothing_while_another_reads(
        self, story: Story, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        uid = send(story.carol)

        def late(**_: object) -> Extraction:
            reading._claimed(uid, AT + LONGEST_READING + SECOND)
            raise Unreadable

        monkeypatch.setattr(reading, "read_apart", late)
        read(upload=uid, at=AT)
        assert state(uid) is UploadState.READING

    def test_one_that_is_gone_is_no_error(self, story: Story, monkeypatch: pytest.MonkeyPatch) -> None:
        read(upload=uuid4(), at=AT)
        uid = send(story.carol)

        def drop(**_: object) -> Extraction:
            discard(actor=story.carol, upload=uid)
            return Extraction("text", Structure((), (Block("paragraph", 0, 4),)), "test/1")

        monkeypatch.setattr(reading, "read_apart", drop)
        read(upload=uid, at=AT)
        assert (Upload.objects.count(), UploadReading.objects.count()) == (0, 0)


class TestRelay:
    def test_what_waits_is_sent_again_until_it_is_read(self, story: Story) -> None:
        uid, sent = send(story.carol), list[UUID]()
        for later, expected in [(0 * SECOND, 1), (SECOND, 0), (RESEND_AFTER + SECOND, 1)]:
            assert relay(send=sent.append, now=AT + later) == expected
        assert sent == [uid, uid]
        read(upload=uid, at=AT)
        assert relay(send=sent.append, now=AT + 9 * RESEND_AFTER) == 0

    def test_one_being_read_is_left_alone_until_its_reader_is_dead(self, story: Story) -> None:
        uid = send(story.carol)
        Upload.objects.filter(uid=uid).update(state=UploadState.READING, begun_at=AT, sent_at=AT)
        assert relay(send=lambda _: None, now=AT + LONGEST_READING) == 0
        assert relay(send=lambda _: None, now=AT + LONGEST_READING + SECOND) == 1

    def test_a_broker_that_is_away_leaves_it_owed(self, story: Story) -> None:
        send(story.carol)

        def away(_: UUID) -> None:
            raise OSError

        with pytest.raises(OSError):
            relay(send=away, now=AT)
        assert relay(send=lambda _: None, now=AT) == 1

    def test_after_a_day_everything_of_it_is_gone(self, story: Story) -> None:
        kept, done = ready(story.carol), ready(story.carol)
        publish_upload(actor=story.carol, upload=done, target=NewDocument(Metadata(title="New")), at=AT)
        expire(now=AT + timedelta(days=1))
        assert Upload.objects.count() == 2
        expire(now=AT + timedelta(days=1, seconds=1))
        assert (Upload.objects.count(), UploadSource.objects.count(), UploadReading.objects.count()) == (0, 0, 0)
        assert refused(lambda: uploads.upload(viewer=story.carol, uid=kept)) == "NotFound"

    def test_the_lock_is_let_go_after_every_upload(self, story: Story) -> None:
        """Bytes of many are megabytes to delete: nobody waits for more than one of them."""
        for _ in range(3):
            ready(story.carol)
        deleted: list[tuple[str, int]] = []

        def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
            if sql.startswith("DELETE"):
                deleted.append((sql.split()[2].strip('"'), len(params)))
            return execute(sql, params, many, context)

        with connection.execute_wrapper(note):
            expire(now=AT + timedelta(days=1, seconds=1))
        one = [(f"documents_{name}", 1) for name in ("upload", "uploadreading", "uploadsource")]
        assert sorted(deleted) == sorted(one * 3)

    def test_the_periodic_task_hands_over_to_the_reading_task(
        self, story: Story, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        sent: list[dict[str, str]] = []
        monkeypatch.setattr(tasks.read_upload, "delay", lambda **given: sent.append(given))
        uid = send(story.carol)
        Upload.objects.filter(uid=uid).update(at=tasks.timezone.now())
        tasks.relay()
        assert sent == [{"upload": str(uid)}]
        tasks.read_upload(upload=str(uid), unheard_of=1)
        assert state(uid) is UploadState.READY


class TestPublishing:
    def test_as_the_next_version(self, story: Story) -> None:
        uid = ready(story.carol, document=story.document)
        done = publish_upload(actor=story.carol, upload=uid, target=None, at=AT)
        assert (done.document, done.is_new) == (story.document, True)
        shown = queries.version(viewer=story.bob, uid=done.version)
        assert (shown.number, shown.text, shown.is_current) == (2, EDITED.decode(), True)
        version = Version.objects.get(uid=done.version)
        assert bytes(VersionSource.objects.get(version=version).data) == EDITED
        assert (version.extractor, version.media_type) == ("text/1", "text/markdown")
        assert LogEntry.objects.filter(kind="version_published", subject_uid=done.version).count() == 1

    def test_its_bytes_and_reading_go_and_it_says_what_became_of_it(self, story: Story) -> None:
        uid = ready(story.carol, document=story.document)
        done = publish_upload(actor=story.carol, upload=uid, target=None, at=AT)
        assert (UploadSource.objects.count(), UploadReading.objects.count()) == (0, 0)
        seen = uploads.upload(viewer=story.carol, uid=uid)
        assert (seen.state, seen.version) == (UploadState.PUBLISHED, done.version)
        assert refused(lambda: publish_upload(actor=story.carol, upload=uid, target=None, at=AT)) == "upload_not_ready"

    def test_as_a_new_document_its_creators_alone(self, story: Story) -> None:
        uid = ready(story.mallory)
        said = Metadata(title="New", language="de")
        done = publish_upload(actor=story.mallory, upload=uid, target=NewDocument(said), at=AT)
        assert queries.document(viewer=story.mallory, uid=done.document).title == "New"
        assert refused(lambda: queries.document(viewer=story.alice, uid=done.document)) == "NotFound"
        assert uploads.upload(viewer=story.mallory, uid=uid).version == done.version

    def test_as_the_next_version_of_another_document(self, story: Story) -> None:
        other = create(story.carol, "Other")
        uid = ready(story.carol, document=story.document)
        done = publish_upload(actor=story.carol, upload=uid, target=NextVersion(other, None), at=AT)
        assert done.document == other

    def test_not_over_what_somebody_published_meanwhile(self, story: Story) -> None:
        uid = ready(story.carol, document=story.document)
        newer = publish(story.alice, story.document, b"Newer.", expected=story.version)
        with pytest.raises(Conflict) as conflict:
            publish_upload(actor=story.carol, upload=uid, target=None, at=AT)
        assert conflict.value.current == str(newer)
        assert state(uid) is UploadState.READY
        target = NextVersion(story.document, newer)
        assert publish_upload(actor=story.carol, upload=uid, target=target, at=AT).is_new

    def test_the_bytes_of_the_current_version_make_no_new_one(self, story: Story) -> None:
        uid = ready(story.carol, POLICY, document=story.document)
        before = LogEntry.objects.count()
        done = publish_upload(actor=story.carol, upload=uid, target=None, at=AT)
        assert (done.version, done.is_new) == (story.version, False)
        assert (Version.objects.count(), LogEntry.objects.count()) == (1, before)

    def test_megabytes_are_proved_before_the_one_write_lock_is_taken(
        self, story: Story, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        upload, outside, proved = ready(story.carol), len(connection.savepoint_ids), []
        intact = uploading.intact_structure

        def watched(row: Upload) -> object:
            proved.append(len(connection.savepoint_ids))
            return intact(row)

        monkeypatch.setattr(uploading, "intact_structure", watched)
        publish_upload(actor=story.carol, upload=upload, target=NewDocument(Metadata(title="Mine")), at=AT)
        assert proved == [outside]

    def test_only_what_was_read(self, story: Story) -> None:
        waiting, broken = send(story.carol), send(story.carol, b"\xff\xfe\x00\xd8")
        read(upload=broken, at=AT)
        for uid in (waiting, broken):
            target = NewDocument(Metadata(title="New"))
            code = refused(lambda uid=uid, t=target: publish_upload(actor=story.carol, upload=uid, target=t, at=AT))
            assert code == "upload_not_ready"

    def test_only_with_somewhere_to_go(self, story: Story) -> None:
        uid = ready(story.carol)
        assert refused(lambda: publish_upload(actor=story.carol, upload=uid, target=None, at=AT)) == "no_target"

    def test_rights_are_asked_again(self, story: Story) -> None:
        uid, free = ready(story.carol, document=story.document), ready(story.carol)
        take(story, Right.EDIT)
        assert refused(lambda: publish_upload(actor=story.carol, upload=uid, target=None, at=AT)) == "NotFound"
        target = NextVersion(story.document, story.version)
        assert refused(lambda: publish_upload(actor=story.carol, upload=free, target=target, at=AT)) == "Forbidden"
        assert head(story.document).version.uid == story.version

    def test_a_retired_document_takes_none(self, story: Story) -> None:
        uid = ready(story.alice, document=story.document)
        services.retire(actor=story.alice, document=story.document, at=AT)
        assert refused(lambda: publish_upload(actor=story.alice, upload=uid, target=None, at=AT)) == "document_retired"

    @pytest.mark.parametrize(
        "damage",
        [
            lambda: UploadSource.objects.update(data=b"# Other bytes"),
            lambda: UploadReading.objects.update(text="# Other text, not what was read"),
            lambda: UploadReading.objects.update(structure="{}"),
        ],
    )
    def test_what_is_not_what_was_read_is_not_published(self, story: Story, damage: Callable[[], object]) -> None:
        uid = ready(story.carol, document=story.document)
        damage()
        assert refused(lambda: publish_upload(actor=story.carol, upload=uid, target=None, at=AT)) == "damaged_record"
        assert (Version.objects.count(), VersionText.objects.count()) == (1, 1)


def take(story: Story, right: Right) -> None:
    revoke(actor=story.alice, document=story.document, right=right, holder=Holder("user", "carol"), at=AT)


ACTS: dict[str, Callable[[Principal, UUID], object]] = {
    "look": lambda who, uid: uploads.upload(viewer=who, uid=uid),
    "look inside": lambda who, uid: uploads.piece(viewer=who, uid=uid, start=0, length=10),
    "publish": lambda who, uid: publish_upload(
        actor=who, upload=uid, target=NewDocument(Metadata(title="Mine")), at=AT
    ),
    "discard": lambda who, uid: discard(actor=who, upload=uid),
}


@pytest.mark.parametrize("act", ACTS.values(), ids=ACTS)
class TestWhoSeesIt:
    def test_nobody_but_the_uploader(self, story: Story, act: Callable[[Principal, UUID], object]) -> None:
        for document in (story.document, None):
            uid = ready(story.carol, document=document)
            give(story.alice, story.document, Right.EDIT, story.bob)
            superuser = User.objects.create(username=f"root {document}", is_superuser=True)
            for other in (story.alice, story.bob, story.mallory, principal_named(username=superuser.username)):
                assert refused(lambda other=other, uid=uid: act(other, uid)) == "NotFound"
            assert refused(lambda uid=uid: act(ANONYMOUS, uid)) == "NotFound"

    def test_not_the_uploader_without_the_right_to_edit(
        self, story: Story, act: Callable[[Principal, UUID], object]
    ) -> None:
        uid = ready(story.carol, document=story.document)
        take(story, Right.EDIT)
        assert refused(lambda: act(story.carol, uid)) == "NotFound"
        give(story.alice, story.document, Right.EDIT, story.carol)
        assert refused(lambda: act(story.carol, uid)) == "done"

    def test_not_without_reading_nor_once_the_document_is_retired(
        self, story: Story, act: Callable[[Principal, UUID], object]
    ) -> None:
        uid = ready(story.carol, document=story.document)
        take(story, Right.READ)
        assert DocumentUserGrant.objects.filter(user_id=story.carol.id).count() == 1
        assert refused(lambda: act(story.carol, uid)) == "NotFound"
        give(story.alice, story.document, Right.READ, story.carol)
        services.retire(actor=story.alice, document=story.document, at=AT)
        assert refused(lambda: act(story.carol, uid)) == "NotFound"


class TestPreview:
    def test_pieces_join_to_the_text_with_what_touches_them(self, story: Story) -> None:
        text = "# One\n\n" + "word " * 50 + "\n\n# Two\n\nend\n"
        uid = ready(story.carol, text.encode())
        pieces = [uploads.piece(viewer=story.carol, uid=uid, start=at, length=100) for at in (0, 100, 200, 300)]
        assert "".join(piece.text for piece in pieces) == text
        assert [block.kind for block in pieces[0].blocks] == ["heading", "paragraph"]
        assert [block.kind for block in pieces[1].blocks] == ["paragraph"]
        assert (pieces[3].start, pieces[3].end, pieces[3].length, pieces[3].text) == (len(text),) * 3 + ("",)

    def test_a_piece_has_an_end(self, story: Story) -> None:
        uid = ready(story.carol, b"x" * 50_000, media_type="text/plain")
        assert len(uploads.piece(viewer=story.carol, uid=uid, start=0, length=10**9).text) == uploads.LONGEST_PIECE

    def test_damage_is_told_and_nothing_shown(self, story: Story) -> None:
        uid = ready(story.carol)
        UploadReading.objects.update(text="forged")
        look = ACTS["look inside"]
        assert refused(lambda: look(story.carol, uid)) == "damaged_record"

    def test_own_uploads_are_listed_newest_first_until_published(self, story: Story) -> None:
        first, second = send(story.carol, document=story.document), ready(story.carol)
        send(story.alice)
        assert [each.uid for each in uploads.uploads(viewer=story.carol)] == [second, first]
        take(story, Right.EDIT)
        publish_upload(actor=story.carol, upload=second, target=NewDocument(Metadata(title="New")), at=AT)
        assert uploads.uploads(viewer=story.carol) == ()
