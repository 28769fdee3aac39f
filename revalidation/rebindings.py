"""Where the words of a citation were bound anew, as far as the viewer may read it: links, never an input of a state."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Q

from citeledger.core.principals import Principal
from citeledger.ledger.models import Rebinding
from revalidation import service

MOST_ON_A_PAGE = 1_000
"""Re-bindings that are looked at for one page, newest first; what lies behind them is not offered."""
_MOST = 20  # re-bindings of one citation that are told of, newest first


@dataclass(frozen=True, slots=True)
class Rebound:
    """`origin`: the citation this one was made from. `successors`: those made from this one, newest first."""

    origin: UUID | None = None
    successors: tuple[UUID, ...] = ()


NOT_REBOUND = Rebound()


def rebound(*, viewer: Principal, citation: UUID) -> Rebound:
    """What this citation was made from and what was made from it. One query where there is nothing, else two or more.

    To be asked only after the fold, for a citation whose sources the viewer may all read.
    """
    rows = Rebinding.objects.filter(Q(citation__uid=citation) | Q(origin__uid=citation)).order_by("-pk")
    pairs = list(rows.values_list("citation__uid", "origin__uid")[: _MOST + 1])
    seen = _readable(viewer, {uid for pair in pairs for uid in pair} - {citation})
    return Rebound(
        origin=next((origin for made, origin in pairs if made == citation and origin in seen), None),
        successors=tuple(made for made, origin in pairs if origin == citation and made in seen),
    )


def newest_successors(*, viewer: Principal, citations: Collection[UUID]) -> dict[UUID, UUID]:
    """For each of these citations the newest one made from it, where there is one the viewer may read.

    The newest MOST_ON_A_PAGE re-bindings of all of them are looked at.
    """
    rows = Rebinding.objects.filter(origin__uid__in=citations).order_by("-pk")
    pairs = list(rows.values_list("origin__uid", "citation__uid")[:MOST_ON_A_PAGE])
    seen = _readable(viewer, {made for _, made in pairs})
    return {origin: made for origin, made in reversed(pairs) if made in seen}


def _readable(viewer: Principal, citations: Iterable[UUID]) -> frozenset[UUID]:
    asked = sorted(citations)
    verdicts = service.verdicts(viewer=viewer, citations=asked) if asked else ()
    return frozenset(verdict.citation for verdict in verdicts if verdict.readable)
