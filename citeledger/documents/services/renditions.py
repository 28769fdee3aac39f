"""Renditions: a version's bytes read again by a newer extractor. Same number, next rendition, nothing is replaced.

`revalidation.renditions` is the one caller: it drops the memos that a rendition makes wrong in the same transaction.
"""

from datetime import datetime

from django.conf import settings

from citeledger.core.hashing import sha256_hex
from citeledger.core.reading.normalization import normalizer_for
from citeledger.documents import facts
from citeledger.documents.gate import Manuscript
from citeledger.documents.models import DocumentMetadata, Version
from citeledger.documents.queries import DamagedVersion
from citeledger.documents.sandbox.reading import RecognitionMissing, read_apart
from citeledger.documents.services.heads import locked_head, point_at
from citeledger.documents.services.outbox import owe
from citeledger.documents.services.publication import insert_version
from citeledger.extraction import Options, Unreadable
from citeledger.extraction.formats import FORMATS, language_of


def read_again(version: Version) -> Manuscript | None:
    """What the extractors of this process read from the version's bytes; None where it is nothing new.

    That is: where the same extractor reads them in the same way, or cannot read them any more. `version` comes with
    `content` and `source`. Raises DamagedVersion, and SandboxUnavailable: then nobody knows yet.
    """
    data = facts.source_bytes(version.source)
    if sha256_hex(data) != version.source.sha256:
        raise DamagedVersion(version.uid)
    if version.media_type not in FORMATS:
        return None
    try:
        extraction = read_apart(data=data, media_type=version.media_type, options=_options(version))
    except (Unreadable, RecognitionMissing):
        return None
    if extraction.extractor == version.extractor:
        return None
    return Manuscript(
        data=data,
        sha256=version.source.sha256,
        media_type=version.media_type,
        extraction=extraction,
        normalizer=normalizer_for(version.media_type).id,
    )


def _options(version: Version) -> Options:
    """As it was read first: print in the language of then, else in the document's."""
    said = DocumentMetadata.objects.filter(document=version.document_id).latest("number")
    language = language_of(version.extractor) or said.language
    return Options(language=language, least_confidence=settings.LEAST_CONFIDENCE)


def add_rendition(*, version: Version, manuscript: Manuscript, at: datetime) -> Version | None:
    """Insert what was read again as the next rendition of the version's number; the head follows if it was there.

    Otherwise the version that is current is owed a sweep: its comparisons with this number rest on the new rendition
    now. None where somebody was faster or the version was withdrawn meanwhile. Inside a transaction.
    """
    head = locked_head(version.document)
    renditions = Version.objects.filter(document=version.document, number=version.number)
    newest = renditions.latest("rendition")
    read_before = renditions.filter(extractor=manuscript.extraction.extractor)
    if renditions.filter(withdrawal__isnull=False).exists() or read_before.exists():
        return None
    made = insert_version(
        version=Version(
            document=version.document,
            number=version.number,
            rendition=newest.rendition + 1,
            author_id=version.author_id,
            at=at,
            effective_at=version.effective_at,
        ),
        manuscript=manuscript,
        actor=None,
    )
    if head.version_id == newest.pk:
        point_at(head=head, version=made, at=at)
    elif head.version is not None:
        owe(version=head.version, at=at)
    return made
