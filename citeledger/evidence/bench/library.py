"""Documents with versions, inserted in bulk: the same rows the services write, without a fact for each in the log."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from acl.models import User
from citeledger.documents.gate import Manuscript, read_manuscript
from citeledger.documents.models import (
    Document,
    DocumentHead,
    DocumentMetadata,
    Version,
    VersionSource,
    VersionText,
)
from citeledger.evidence.bench.population import insert

_MEDIA_TYPE = "text/markdown"


@dataclass(frozen=True, slots=True)
class Shelved:
    """A document with its versions, oldest first."""

    document: Document
    versions: tuple[Version, ...]


def shelve(*, author: User, histories: Sequence[Sequence[str]], at: datetime) -> list[Shelved]:
    """One document per history (its texts, oldest first), all published at `at` (aware UTC)."""
    documents = insert(Document.objects, (Document(creator=author, created_at=at) for _ in histories))
    manuscripts = {text: _read(text) for text in {text for history in histories for text in history}}
    versions = insert(
        Version.objects,
        (
            _version(document, number, manuscripts[text], author, at)
            for document, history in zip(documents, histories, strict=True)
            for number, text in enumerate(history, start=1)
        ),
    )
    texts = [manuscripts[text] for history in histories for text in history]
    insert(VersionText.objects, map(_content, versions, texts))
    insert(VersionSource.objects, map(_source, versions, texts))
    shelved = _by_document(documents, versions)
    _point(shelved, at)
    return shelved


def _read(text: str) -> Manuscript:
    return read_manuscript(data=text.encode(), media_type=_MEDIA_TYPE)


def _version(document: Document, number: int, manuscript: Manuscript, author: User, at: datetime) -> Version:
    return Version(
        document=document,
        number=number,
        author=author,
        media_type=manuscript.media_type,
        extractor=manuscript.extraction.extractor,
        normalizer=manuscript.normalizer,
        at=at,
        effective_at=at,
    )


def _content(version: Version, manuscript: Manuscript) -> VersionText:
    return VersionText(
        version=version,
        text=manuscript.extraction.text,
        sha256=manuscript.sha256,
        structure=manuscript.structure,
    )


def _source(version: Version, manuscript: Manuscript) -> VersionSource:
    return VersionSource(version=version, data=manuscript.data, sha256=manuscript.sha256)


def _by_document(documents: list[Document], versions: list[Version]) -> list[Shelved]:
    found: dict[int, list[Version]] = {document.pk: [] for document in documents}
    for version in versions:
        found[version.document_id].append(version)
    return [Shelved(document, tuple(found[document.pk])) for document in documents]


def _point(shelved: list[Shelved], at: datetime) -> None:
    metadata = insert(
        DocumentMetadata.objects,
        (
            DocumentMetadata(document=s.document, number=1, title=f"Policy {s.document.pk}", status="published", at=at)
            for s in shelved
        ),
    )
    insert(
        DocumentHead.objects,
        (
            DocumentHead(document=s.document, version=s.versions[-1], metadata=said)
            for s, said in zip(shelved, metadata, strict=True)
        ),
    )
