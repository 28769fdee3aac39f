"""Everything that changes documents. Each change and its log entry commit together."""

from citeledger.documents.services.adopting import adopt
from citeledger.documents.services.creation import create_document, update_metadata
from citeledger.documents.services.endings import retire, supersede, withdraw
from citeledger.documents.services.importing import HistoryDiverged, Outcome, Step, import_history
from citeledger.documents.services.pinning import PinnedSnapshot, pin
from citeledger.documents.services.publication import Origin, import_manuscript, publish_version, ready_to_publish
from citeledger.documents.services.undoing import ready_to_revert, revert, unretire

__all__ = [
    "HistoryDiverged",
    "Origin",
    "Outcome",
    "PinnedSnapshot",
    "Step",
    "adopt",
    "create_document",
    "import_history",
    "import_manuscript",
    "pin",
    "publish_version",
    "ready_to_publish",
    "ready_to_revert",
    "retire",
    "revert",
    "supersede",
    "unretire",
    "update_metadata",
    "withdraw",
]
