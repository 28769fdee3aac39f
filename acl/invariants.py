"""What the database holds of accounts beyond keys and checks."""

from typing import Final

from citeledger.tables.invariants import Invariant

INVARIANTS: Final = (
    # Who published a text, and who stands by it, is told by what kind of account it is (ADR 17).
    Invariant(name="kind_stays", table="acl_user", event="UPDATE", holds="OLD.kind = NEW.kind"),
)
