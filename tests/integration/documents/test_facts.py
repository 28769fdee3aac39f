"""Every logged fact can be built again from the tables, and differs as soon as one stored thing does."""

import json

import pytest
import rfc8785

from citeledger.documents import facts, services
from citeledger.documents.metadata import Metadata
from citeledger.documents.models import Document, DocumentMetadata, Version, VersionSource, VersionText, Withdrawal
from citeledger.log.models import LogEntry
from tests.integration.documents.cast import AT, EDITED, LATER, create, head, publish
from tests.integration.documents.conftest import Story


def _logged(kind: str) -> dict[str, object]:
    return json.loads(LogEntry.objects.filter(kind=kind).order_by("-id")[0].detail.body)


def _same(kind: str, fact: facts.Fact) -> bool:
    return rfc8785.dumps(fact).decode() == LogEntry.objects.filter(kind=kind).order_by("-id")[0].detail.body


@pytest.fixture
def version(story: Story) -> Version:
    publish(story.alice, story.document, EDITED, expected=story.version)
    return Version.objects.get(number=2)


def _described(version: Version, content: VersionText, source: VersionSource) -> facts.Fact:
    return facts.describe_version(version=version, digests=facts.digests(content=content, source=source))


def test_a_document(story: Story) -> None:
    assert _same(facts.DOCUMENT_CREATED, facts.describe_document(Document.objects.get()))


def test_metadata(story: Story) -> None:
    said = Metadata(title="Returns", owner="Legal", language="en-GB", classification="internal")
    services.update_metadata(actor=story.alice, document=story.document, metadata=said, expected=1, at=LATER)
    assert _same(facts.METADATA_WRITTEN, facts.describe_metadata(DocumentMetadata.objects.get(number=2)))


def test_a_version(version: Version) -> None:
    assert _same(facts.VERSION_PUBLISHED, _described(version, version.content, version.source))


def test_a_withdrawal(story: Story) -> None:
    services.withdraw(actor=story.alice, version=story.version, at=LATER)
    assert _same(facts.VERSION_WITHDRAWN, facts.describe_withdrawal(Withdrawal.objects.get()))


def test_a_retirement(story: Story) -> None:
    services.retire(actor=story.alice, document=story.document, at=LATER)
    assert _same(facts.DOCUMENT_RETIRED, facts.describe_retirement(head(story.document)))


def test_a_supersession(story: Story) -> None:
    new = create(story.alice)
    services.supersede(actor=story.alice, document=story.document, by=new, effective_from=LATER, at=AT)
    assert _same(facts.DOCUMENT_SUPERSEDED, facts.describe_supersession(head(story.document)))


NAMES = ["title", "owner", "originator", "classification", "source_quality", "language"]


@pytest.mark.parametrize("name", [*NAMES, "status", "number", "at", "effective_from"])
def test_a_changed_column_of_metadata_changes_its_fact(story: Story, name: str) -> None:
    row = DocumentMetadata.objects.get()
    setattr(row, name, {"number": 9, "at": LATER, "effective_from": LATER.date()}.get(name, "forged"))
    assert not _same(facts.METADATA_WRITTEN, facts.describe_metadata(row))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("number", 9),
        ("rendition", 9),
        ("media_type", "text/plain"),
        ("extractor", "text/9"),
        ("normalizer", "plain/9"),
        ("at", LATER),
        ("effective_at", LATER),
        ("author_id", None),
        ("document_id", None),
    ],
)
def test_a_changed_column_of_a_version_changes_its_fact(
    story: Story, version: Version, name: str, value: object
) -> None:
    others = {"author_id": story.bob.id, "document_id": Document.objects.get(uid=create(story.alice)).pk}
    setattr(version, name, others.get(name, value))
    assert not _same(facts.VERSION_PUBLISHED, _described(version, version.content, version.source))


@pytest.mark.parametrize("part", ["text", "structure", "data"])
def test_a_flipped_byte_changes_the_fact_of_its_version(version: Version, part: str) -> None:
    holder = version.source if part == "data" else version.content
    stored = bytes(holder.data) if part == "data" else getattr(holder, part)
    setattr(holder, part, stored[:-1] + type(stored)(b"?" if part == "data" else "?"))
    assert not _same(facts.VERSION_PUBLISHED, _described(version, version.content, version.source))


def test_a_wrong_stored_digest_is_named(version: Version) -> None:
    assert facts.damaged_digests(content=version.content, source=version.source) == ()
    version.content.sha256 = version.source.sha256 = "0" * 64
    assert facts.damaged_digests(content=version.content, source=version.source) == ("text", "source")


def test_no_fact_holds_a_name_or_a_text(story: Story) -> None:
    for kind in (facts.DOCUMENT_CREATED, facts.METADATA_WRITTEN, facts.VERSION_PUBLISHED):
        assert not any(word in json.dumps(_logged(kind)) for word in ("Refunds", "customer", "alice"))
