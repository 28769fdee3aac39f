"""What can go wrong, as one table: the codes a program may rely on, with their status and what to do about them."""

from typing import Final

from citeledger.interfaces.api.catalogue import administration, afterwards, documents, gate, requests
from citeledger.interfaces.api.catalogue.kinds import ADDRESS, ProblemKind

__all__ = ["ADDRESS", "CATALOGUE", "KINDS", "ProblemKind"]

KINDS: Final[tuple[ProblemKind, ...]] = (
    *requests.WHO_AND_WHETHER,
    *requests.HTTP,
    *requests.SHAPE,
    # Raised as `Refused` by the services. `detail` is more exact than the advice here, and often has the number in it.
    *documents.DOCUMENTS,
    *documents.UPLOADS,
    *gate.SPANS,
    *gate.ANSWERS,
    *gate.COMPUTED,
    *documents.SNAPSHOTS,
    *documents.SEARCH,
    *gate.SESSIONS,
    *gate.INGESTS,
    *afterwards.REVIEWS,
    *afterwards.HAND_OFFS,
    *administration.ADMINISTRATION,
)
CATALOGUE: Final[dict[str, ProblemKind]] = {kind.code: kind for kind in KINDS}
"""Every code the API can answer with, in the order of the documentation."""
