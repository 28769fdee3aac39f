"""What the database holds of sessions and hand-offs beyond keys and checks."""

from typing import Final

from citeledger.tables.invariants import Invariant

_OF_ITS_WRITER: Final = (
    "EXISTS (SELECT 1 FROM ledger_answer a JOIN emission_emissionsession s ON s.writer_id = a.writer_id"
    " AND COALESCE(s.on_behalf_of_id, 0) = COALESCE(a.on_behalf_of_id, 0)"
    " WHERE a.id = NEW.answer_id AND s.id = NEW.session_id)"
)
_NOT_ERASED: Final = (
    "NOT EXISTS (SELECT 1 FROM log_erasure e JOIN emission_emissionsession s ON s.uid = e.subject_uid"
    " WHERE s.id = NEW.session_id)"
)

INVARIANTS: Final = (
    Invariant(name="emitted_by_writer", table="emission_sessionanswer", event="INSERT", holds=_OF_ITS_WRITER),
    Invariant(name="step_not_erased", table="emission_sessionstep", event="INSERT", holds=_NOT_ERASED),
    Invariant(
        name="taken_over_in_time",
        table="emission_handoffreceipt",
        event="INSERT",
        holds="EXISTS (SELECT 1 FROM emission_handoff h"
        " WHERE h.id = NEW.hand_off_id AND h.at <= NEW.at AND NEW.at < h.expires_at)",
    ),
)
