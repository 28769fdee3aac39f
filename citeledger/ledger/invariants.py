"""What the database holds of the ledger beyond keys and checks."""

from typing import Final

from citeledger.core.principals import Kind
from citeledger.tables.invariants import Invariant

INVARIANTS: Final = (
    Invariant(
        name="attested_by_person",
        table="ledger_attestation",
        event="INSERT",
        holds=f"EXISTS (SELECT 1 FROM acl_user WHERE id = NEW.person_id AND kind = '{Kind.PERSON}')",
    ),
)
