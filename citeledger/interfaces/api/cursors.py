"""Where a list goes on: opaque to programs, signed, and good only for the principal and the list it was given for.

A cursor that could be made up, or taken from somebody else, would let a caller ask what comes after a thing hidden
from them (threat T40). Lists carry no totals for the same reason.
"""

from typing import Final
from uuid import UUID

from django.core import signing

from citeledger.core.principals import Principal
from citeledger.interfaces.api.problems import ProblemFound

_PURPOSE: Final = "citeledger.api.cursor"


def cursor_after(*, principal: Principal, listing: str, last: UUID) -> str:
    """The cursor for what follows `last` in this principal's `listing` (the list's path)."""
    return signing.dumps(last.hex, salt=salt_of(principal=principal, listing=listing))


def place_of(*, principal: Principal, listing: str, cursor: str) -> UUID:
    """The uid the cursor stands behind. Raises ProblemFound `bad_cursor`: tampered, foreign, or of another list."""
    try:
        return UUID(signing.loads(cursor, salt=salt_of(principal=principal, listing=listing)))
    except signing.BadSignature:
        raise ProblemFound(code="bad_cursor", at="cursor") from None


def salt_of(*, principal: Principal, listing: str) -> str:
    """What makes a signature good for this principal's list alone."""
    return f"{_PURPOSE}:{principal.uid}:{listing}"
