"""What can go wrong, as one table: the codes a program may rely on, with their status and what to do about them."""

from typing import Final

from citeledger.interfaces.api.catalogue import administration, afterwards, documents, gate, requests
from citeledger.interfaces.api.catalogue.kinds import ADDRESS, ProblemKind

__all__ = ["ADDRESS", "CATALOGUE", "KINDS", "MINTING", "PAGES", "RECORDING", "ProblemKind", "codes_of"]

KINDS: Final[tuple[ProblemKind, ...]] = (
    *requests.WHO_AND_WHETHER,
    *requests.HTTP,
    *requests.SHAPE,
    # Raised as `Refused` by the services. `detail` is more exact than the advice here, and often has the number in it.
    *documents.DOCUMENTS,
    *documents.UPLOADS,
    *gate.SPANS,
    *gate.ANSWERS,
    *gate.PAGES,
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


def codes_of(*groups: tuple[ProblemKind, ...]) -> tuple[str, ...]:
    """The codes of whole groups, for operations at which all of them can occur."""
    return tuple(kind.code for group in groups for kind in group)


MINTING: Final = codes_of(gate.SPANS)
"""What is refused where spans are minted, whatever with."""
RECORDING: Final = (*codes_of(gate.ANSWERS, gate.COMPUTED), "too_many_spans")
"""What the gate refuses of an answer, by whichever door it comes."""
PAGES: Final = codes_of(gate.PAGES)
