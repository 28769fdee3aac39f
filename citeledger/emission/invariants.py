"""What the database holds of hand-offs beyond keys and checks."""

from typing import Final

from citeledger.tables.invariants import Invariant

INVARIANTS: Final = (
    Invariant(
        name="taken_over_in_time",
        table="emission_handoffreceipt",
        event="INSERT",
        holds="EXISTS (SELECT 1 FROM emission_handoff h"
        " WHERE h.id = NEW.hand_off_id AND h.at <= NEW.at AND NEW.at < h.expires_at)",
    ),
)
