"""What the database holds of documents beyond keys and checks."""

from typing import Final

from citeledger.core.principals import Kind
from citeledger.documents.uploads import UploadState
from citeledger.tables.invariants import Invariant

_OLDER_OF_THE_SAME: Final = (
    "EXISTS (SELECT 1 FROM documents_version made JOIN documents_version origin"
    " ON origin.document_id = made.document_id AND origin.number < made.number"
    " WHERE made.id = NEW.version_id AND origin.id = NEW.origin_id)"
)
_BY_A_PERSON_OF_A_PROGRAMS: Final = (
    "EXISTS (SELECT 1 FROM documents_version v JOIN acl_user program ON program.id = v.author_id, acl_user person"
    f" WHERE v.id = NEW.version_id AND program.kind = '{Kind.SERVICE}'"
    f" AND person.id = NEW.person_id AND person.kind = '{Kind.PERSON}')"
)
# All renditions of a number are one file. Two at the same moment are kept apart by the head's lock (`adopting.adopt`).
_NUMBER_NOT_ADOPTED: Final = (
    "NOT EXISTS (SELECT 1 FROM documents_version made"
    " JOIN documents_version other ON other.document_id = made.document_id AND other.number = made.number"
    " JOIN documents_adoption a ON a.version_id = other.id WHERE made.id = NEW.version_id)"
)
_STEPS: Final = (
    (UploadState.WAITING, UploadState.READING),
    (UploadState.READING, UploadState.WAITING),  # it could not be looked at
    (UploadState.READING, UploadState.READY),
    (UploadState.READING, UploadState.REFUSED),
    (UploadState.READY, UploadState.PUBLISHED),
)
_A_STEP: Final = " OR ".join(f"(OLD.state = '{before}' AND NEW.state = '{after}')" for before, after in _STEPS)

INVARIANTS: Final = (
    Invariant(name="reversion_older", table="documents_reversion", event="INSERT", holds=_OLDER_OF_THE_SAME),
    Invariant(
        name="adopted_by_person",
        table="documents_adoption",
        event="INSERT",
        holds=_BY_A_PERSON_OF_A_PROGRAMS,
    ),
    Invariant(
        name="adopted_once",
        table="documents_adoption",
        event="INSERT",
        holds=_NUMBER_NOT_ADOPTED,
    ),
    Invariant(
        name="upload_begins",
        table="documents_upload",
        event="INSERT",
        holds=f"NEW.state = '{UploadState.WAITING}'",
    ),
    Invariant(
        name="upload_step",
        table="documents_upload",
        event="UPDATE",
        holds=f"OLD.state = NEW.state OR {_A_STEP}",
    ),
)
