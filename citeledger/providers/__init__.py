"""Citation formats of model APIs, read into drafts of statements: a parsed response in, drafts and a report out. Pure.

Nothing here is proved for the ledger: the gate proves every span again, against the stored text (DESIGN rule 2).
"""

from citeledger.providers.documents import BadRequestDocument, Form, RequestDocument
from citeledger.providers.drafts import DraftSpan, DraftStatement, Grounds, Ingested, IngestReport, Place, Rejection
from citeledger.providers.reasons import NoteKind, Reason
from citeledger.providers.registry import PROVIDERS, UnknownProvider, ingest

__all__ = [
    "PROVIDERS",
    "BadRequestDocument",
    "DraftSpan",
    "DraftStatement",
    "Form",
    "Grounds",
    "IngestReport",
    "Ingested",
    "NoteKind",
    "Place",
    "Reason",
    "Rejection",
    "RequestDocument",
    "UnknownProvider",
    "ingest",
]
