"""Cite, read back and check through a citeledger site."""

from citeledger_client.aio import AsyncClient
from citeledger_client.answers import (
    Answer,
    AnswerItem,
    AsOf,
    ChangedAnswer,
    Emitted,
    Segment,
    Span,
    TakenOver,
    Verdict,
    Withheld,
)
from citeledger_client.client import Client
from citeledger_client.documents import (
    Block,
    Document,
    DocumentItem,
    Me,
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
from citeledger_client.panels import Cited, Computed, Panel, PresentNow, Roots, Search, Source
from citeledger_client.passages import Passage, Place, place
from citeledger_client.searching import Found, Hit, Reading, SessionRecord, Step
from citeledger_client.sessions import AsyncSession, Session
from citeledger_client.states import Advice, State

__all__ = [
    "Advice",
    "Answer",
    "AnswerItem",
    "AsOf",
    "AsyncClient",
    "AsyncSession",
    "Block",
    "ChangedAnswer",
    "Cited",
    "CiteledgerError",
    "Client",
    "Computed",
    "Conflict",
    "Context",
    "Document",
    "DocumentItem",
    "Draft",
    "Emitted",
    "Forbidden",
    "Found",
    "Hit",
    "Me",
    "NoIdentity",
    "NotFound",
    "NotInPassage",
    "Panel",
    "Passage",
    "PinnedDocument",
    "PinnedSnapshot",
    "Place",
    "PresentNow",
    "Problem",
    "Reading",
    "Refused",
    "Retry",
    "Roots",
    "Search",
    "Segment",
    "Session",
    "SessionRecord",
    "Snapshot",
    "SnapshotItem",
    "Source",
    "Span",
    "StandsRepeatedly",
    "State",
    "Step",
    "TakenOver",
    "Unverified",
    "Verdict",
    "Version",
    "VersionItem",
    "Withheld",
    "place",
]
