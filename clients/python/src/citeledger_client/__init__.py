"""Cite, read back and check through a citeledger site."""

from citeledger_client.aio import AsyncClient
from citeledger_client.answers import (
    Answer,
    AnswerItem,
    ChangedAnswer,
    Cited,
    Emitted,
    Panel,
    Segment,
    Source,
    Span,
    Verdict,
    Withheld,
)
from citeledger_client.client import Client
from citeledger_client.documents import (
    Block,
    Document,
    DocumentItem,
    PinnedDocument,
    PinnedSnapshot,
    Snapshot,
    SnapshotItem,
    Version,
    VersionItem,
)
from citeledger_client.drafts import Context, Draft
from citeledger_client.errors import (
    CiteledgerError,
    Conflict,
    Forbidden,
    NoIdentity,
    NotFound,
    NotInPassage,
    Problem,
    Refused,
    StandsRepeatedly,
    Unverified,
)
from citeledger_client.exchange import Retry
from citeledger_client.passages import Passage, Place, place
from citeledger_client.states import Advice, State

__all__ = [
    "Advice",
    "Answer",
    "AnswerItem",
    "AsyncClient",
    "Block",
    "ChangedAnswer",
    "Cited",
    "CiteledgerError",
    "Client",
    "Conflict",
    "Context",
    "Document",
    "DocumentItem",
    "Draft",
    "Emitted",
    "Forbidden",
    "NoIdentity",
    "NotFound",
    "NotInPassage",
    "Panel",
    "Passage",
    "PinnedDocument",
    "PinnedSnapshot",
    "Place",
    "Problem",
    "Refused",
    "Retry",
    "Segment",
    "Snapshot",
    "SnapshotItem",
    "Source",
    "Span",
    "StandsRepeatedly",
    "State",
    "Unverified",
    "Verdict",
    "Version",
    "VersionItem",
    "Withheld",
    "place",
]
