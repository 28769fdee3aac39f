"""Snapshots: what is pinned, by whom it is read, what two of them say, and that each can be proved without us."""

import json
from hashlib import sha256
from uuid import UUID, uuid4

import pytest
import rfc8785
from django.db import connection
from django.test.utils import CaptureQueriesContext

from acl.models import User
from acl.queries import Holder
from acl.rights import Right
from acl.services import revoke
from citeledger.core.merkle import leaf_hash
from citeledger.core.refusals import NotFound, Refused
from citeledger.documents import pinned, services, snapshots
from citeledger.documents.models import Snapshot, SnapshotMember, SnapshotText, Version, VersionText
from citeledger.documents.services.pinning import PinnedSnapshot
from citeledger.documents.snapshots import Pinned, tree
from citeledger.evidence.verification import verify
from citeledger.log.models import LogDetail, LogEntry
from tests.integration.documents.cast import AT, EDITED, LATER, POLICY, create, give, publish, refusal
from tests.integration.documents.conftest import Story
from tests.integration.evidence.forging import forge
from tests.rig.inclusion import is_included


def pin(story: Story, *documents: UUID, who: str = "bob", name: str = "Before the audit") -> PinnedSnapshot:
    return services.pin(actor=getattr(story, who), name=name, documents=documents, at=LATER)


@pytest.fixture
def other(story: Story) -> UUID:
    """A second document that bob reads."""
    document = create(story.alice, title="Shipping")
    publish(story.alice, document, b"# Shipping\n")
    give(story.alice, document, Right.READ, story.bob)
    return document


class TestPinning:
    def test_the_current_versions_as_they_are(self, story: Story, other: UUID) -> None:
        made = pin(story, story.document, other)
        found = pinned.snapshot(viewer=story.bob, uid=made.uid)
        assert (found.name, found.root, found.size, found.at) == ("Before the audit", made.root, 2, LATER)
        assert [(one.title, one.number, one.is_current) for one in found.documents] == [
            ("Refunds", 1, True),
            ("Shipping", 1, True),
        ]
        assert found.documents[0].version == story.version
        assert found.unavailable == 0

    def test_an_edit_changes_nothing_in_it(self, story: Story) -> None:
        made = pin(story, story.document)
        publish(story.alice, story.document, EDITED, expected=story.version)
        (one,) = pinned.snapshot(viewer=story.bob, uid=made.uid).documents
        assert (one.version, one.is_current) == (story.version, False)

    def test_publishing_costs_the_same_however_much_is_pinned(self, story: Story) -> None:
        def publishing(data: bytes, expected: UUID) -> tuple[int, UUID]:
            with CaptureQueriesContext(connection) as queries:
                version = publish(story.alice, story.document, data, expected=expected)
            return len(queries), version

        before, version = publishing(EDITED, story.version)
        for number in range(5):
            pin(story, story.document, name=f"snapshot {number}")
        assert publishing(POLICY, version)[0] == before

    def test_naming_one_twice_pins_it_once(self, story: Story) -> None:
        made = pin(story, story.document, story.document)
        assert pinned.snapshot(viewer=story.bob, uid=made.uid).size == 1

    @pytest.mark.parametrize("name", ["", " ", "x" * 201, "two\nlines", "\u202eback"])
    def test_a_name_is_one_line(self, story: Story, name: str) -> None:
        assert refusal(lambda: pin(story, story.document, name=name)) == "invalid_name"

    def test_something(self, story: Story) -> None:
        assert refusal(lambda: pin(story)) == "no_documents"

    def test_not_more_than_fits(self, story: Story, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(services.pinning, "DOCUMENTS_PER_SNAPSHOT", 1)
        assert refusal(lambda: pin(story, story.document, uuid4())) == "too_many_documents"
        assert refusal(lambda: pin(story, story.document, story.document)) == "done"

    def test_what_cannot_be_read_and_what_is_not_there_are_one(self, story: Story, other: UUID) -> None:
        hidden, empty, retired = create(story.alice), create(story.bob), create(story.bob)
        publish(story.alice, hidden)
        publish(story.bob, retired)
        services.retire(actor=story.bob, document=retired, at=AT)
        for wrong in (hidden, empty, retired, uuid4()):
            with pytest.raises(Refused) as refused:
                pin(story, other, wrong)
            assert (refused.value.code, refused.value.at) == ("unknown_document", "documents.1")
            assert refused.value.detail == "No such document with a text that you can read."
        assert not Snapshot.objects.exists()

    def test_nobody_in_particular_and_nobody_inactive(self, story: Story) -> None:
        User.objects.filter(pk=story.bob.id).update(is_active=False)
        assert refusal(lambda: pin(story, story.document)) == "Forbidden"


class TestTheRoot:
    def test_names_every_member_to_the_character(self, story: Story, other: UUID) -> None:
        made = pin(story, story.document, other)
        salt = SnapshotText.objects.get(snapshot__uid=made.uid).salt
        texts = VersionText.objects.values_list("version__document__uid", "version__uid", "text")
        rows = sorted((document, version, sha256(text.encode()).hexdigest()) for document, version, text in texts)
        assert tree(pinned=[Pinned(*row) for row in rows], salt=salt).root == made.root

    def test_does_not_depend_on_the_order_of_naming(self, story: Story, other: UUID) -> None:
        salt = "00" * 32
        members = [Pinned(uuid4(), uuid4(), "ab" * 32) for _ in range(5)]
        assert tree(pinned=members, salt=salt).root == tree(pinned=members[::-1], salt=salt).root

    def test_of_the_same_documents_is_another_one_each_time(self, story: Story) -> None:
        """Otherwise whoever guesses what was pinned could tell from the root that the guess is right."""
        assert pin(story, story.document).root != pin(story, story.document).root

    def test_the_log_keeps_no_name_and_no_salt(self, story: Story) -> None:
        made = pin(story, story.document)
        body = LogDetail.objects.get(entry__kind="snapshot_pinned").body
        assert LogEntry.objects.get(kind="snapshot_pinned").subject_uid == made.uid
        assert json.loads(body)["root"] == made.root
        assert "audit" not in body
        assert SnapshotText.objects.get().salt not in body


class TestProof:
    def test_is_checked_with_the_text_and_the_root_alone(self, story: Story, other: UUID) -> None:
        more = [create(story.bob) for _ in range(3)]
        for document in more:
            publish(story.bob, document, document.bytes.hex().encode())
        made = pin(story, story.document, other, *more)
        for uid in (story.document, other, *more):
            proof = pinned.proof(viewer=story.bob, snapshot=made.uid, document=uid)
            text = VersionText.objects.get(version__uid=proof.version).text
            leaf = {
                "document": str(uid),
                "salt": proof.salt,
                "text_sha256": sha256(text.encode()).hexdigest(),
                "version": str(proof.version),
            }
            assert is_included(
                leaf=leaf_hash(rfc8785.dumps(leaf)),
                index=proof.index,
                size=proof.size,
                path=[bytes.fromhex(step) for step in proof.path],
                head=bytes.fromhex(made.root),
            )

    def test_gives_away_no_salt_but_its_own(self, story: Story, other: UUID) -> None:
        made = pin(story, story.document, other)
        salt = SnapshotText.objects.get().salt
        shown = repr(pinned.proof(viewer=story.bob, snapshot=made.uid, document=other))
        assert salt not in shown
        assert snapshots.leaf_salt(document=story.document, salt=salt) not in shown

    def test_only_of_what_may_be_read_now(self, story: Story, other: UUID) -> None:
        made = pin(story, story.document, other)
        services.retire(actor=story.alice, document=other, at=LATER)
        for document in (other, uuid4()):
            assert refusal(lambda uid=document: pinned.proof(viewer=story.bob, snapshot=made.uid, document=uid)) == (
                "NotFound"
            )


class TestWhoReadsIt:
    def test_its_maker_alone(self, story: Story) -> None:
        made = pin(story, story.document)
        for who in (story.alice, story.carol, story.mallory):
            with pytest.raises(NotFound):
                pinned.snapshot(viewer=who, uid=made.uid)
            assert pinned.snapshots(viewer=who, after=None, limit=5) == ()
        with pytest.raises(NotFound):
            pinned.snapshot(viewer=story.bob, uid=uuid4())

    @pytest.mark.parametrize("cause", ["revoked", "retired", "withdrawn"])
    def test_what_may_not_be_read_any_more_is_one_of_the_rest(self, story: Story, other: UUID, cause: str) -> None:
        made = pin(story, story.document, other)
        publish(story.alice, story.document, EDITED, expected=story.version)
        lose(story, cause)
        with CaptureQueriesContext(connection) as queries:
            found = pinned.snapshot(viewer=story.bob, uid=made.uid)
        assert ([one.document for one in found.documents], found.unavailable, found.size) == ([other], 1, 2)
        assert len(queries) == 2

    def test_the_list_goes_on_behind_the_last_one_seen(self, story: Story) -> None:
        made = [pin(story, story.document, name=f"number {number}").uid for number in range(3)]
        first = pinned.snapshots(viewer=story.bob, after=None, limit=2)
        assert [one.uid for one in first] == made[:0:-1]
        assert [one.uid for one in pinned.snapshots(viewer=story.bob, after=first[-1].uid, limit=2)] == made[:1]
        foreign = pin(story, story.document, who="alice").uid
        for after in (foreign, uuid4()):
            assert refusal(lambda uid=after: pinned.snapshots(viewer=story.bob, after=uid, limit=2)) == "stale_cursor"


def lose(story: Story, cause: str) -> None:
    match cause:
        case "revoked":
            holder = Holder("user", story.bob.name)
            revoke(actor=story.alice, document=story.document, right=Right.READ, holder=holder, at=LATER)
        case "retired":
            services.retire(actor=story.alice, document=story.document, at=LATER)
        case "withdrawn":
            services.withdraw(actor=story.alice, version=story.version, at=LATER)


class TestComparing:
    def test_added_removed_changed_and_the_same(self, story: Story, other: UUID) -> None:
        third = create(story.bob, title="Third")
        publish(story.bob, third)
        fourth = create(story.bob, title="Fourth")
        publish(story.bob, fourth)
        old = pin(story, story.document, other, third).uid
        edited = publish(story.alice, story.document, EDITED, expected=story.version)
        new = pin(story, story.document, third, fourth).uid
        found = pinned.changes(viewer=story.bob, old=old, new=new)
        assert [one.document for one in found.added] == [fourth]
        assert [one.document for one in found.removed] == [other]
        assert [(one.old.version, one.new.version) for one in found.changed] == [(story.version, edited)]
        assert (found.unchanged, found.unavailable) == (1, 0)

    def test_of_one_with_itself_nothing(self, story: Story) -> None:
        made = pin(story, story.document).uid
        found = pinned.changes(viewer=story.bob, old=made, new=made)
        assert (found.added, found.removed, found.changed, found.unchanged) == ((), (), (), 1)

    @pytest.mark.parametrize("cause", ["revoked", "retired", "withdrawn"])
    def test_what_may_not_be_read_is_in_no_list_and_one_of_the_rest(
        self, story: Story, other: UUID, cause: str
    ) -> None:
        old = pin(story, story.document, other).uid
        publish(story.alice, story.document, EDITED, expected=story.version)
        new = pin(story, story.document).uid
        lose(story, cause)
        found = pinned.changes(viewer=story.bob, old=old, new=new)
        assert ([one.document for one in found.removed], found.added, found.changed) == ([other], (), ())
        assert (found.unchanged, found.unavailable) == (0, 1)

    def test_both_must_be_ones_own(self, story: Story) -> None:
        mine, foreign = pin(story, story.document).uid, pin(story, story.document, who="alice").uid
        for old, new in ((mine, foreign), (foreign, mine), (mine, uuid4())):
            with pytest.raises(NotFound):
                pinned.changes(viewer=story.bob, old=old, new=new)


class TestEvidence:
    def test_an_honest_one_is_proved(self, story: Story, other: UUID) -> None:
        pin(story, story.document, other)
        assert [str(problem) for problem in verify(progress=lambda _: None)] == []

    @pytest.mark.parametrize("what", ["root", "size", "name", "salt", "member"])
    def test_a_forged_one_is_found_and_named(self, story: Story, other: UUID, what: str) -> None:
        made = pin(story, story.document, other)
        member = SnapshotMember.objects.filter(document__uid=other)
        edited = publish(story.alice, other, b"# Shipping\n\nFree.\n", expected=member.get().version.uid)
        forgeries = {
            "root": (Snapshot.objects.all(), {"root": "0" * 64}),
            "size": (Snapshot.objects.all(), {"size": 3}),
            "name": (SnapshotText.objects.all(), {"name": "After the audit"}),
            "salt": (SnapshotText.objects.all(), {"salt": "0" * 64}),
            "member": (member, {"version": Version.objects.get(uid=edited)}),
        }
        rows, values = forgeries[what]
        forge(rows, **values)
        found = [str(problem) for problem in verify(progress=lambda _: None)]
        assert [one for one in found if one.startswith(f"snapshot {made.uid}")]
