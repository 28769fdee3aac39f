"""What a text that was handed over said of itself: how each statement rested on its sources, and what was withheld.

The receiver's text rests on the sender's and says no more than that (ADR 12): this is told beside it and decides
nothing.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final
from uuid import UUID

from citeledger.core.statements import AnswerKind
from citeledger.ledger.models import AnswerContext, Citation, CitationDerived, Statement

_MOST_HOPS: Final = 16
"""As many texts rest one upon the other at most."""


@dataclass(frozen=True, slots=True)
class Handed:
    """Of the text that was handed over first: bases by citation of the text made of it, and how many were withheld."""

    bases: Mapping[UUID, str] = field(default_factory=dict)
    withheld: int = 0


def handed(*, text: UUID, kind: str, standing: Mapping[UUID, str]) -> Handed:
    """What was handed over to become this text, as one viewer reads it. A query for each hop, three for where it ends.

    `standing` are the words of the statements that stand for the viewer, by citation. Without any nothing is asked:
    whoever reads one may read every text below it. A statement has a basis there where the very same words stand at
    the same place: a text of this kind that somebody records with words of their own gets none.
    """
    if kind != AnswerKind.HAND_OFF or not standing:
        return Handed()
    origin = _origin(text)
    context = None if origin is None else AnswerContext.objects.filter(answer_id=origin).first()
    if origin is None or context is None:
        return Handed()
    said = Statement.objects.filter(answer_id=origin, content__isnull=False)
    bases = {(place, words): basis for place, words, basis in said.values_list("position", "content__text", "basis")}
    placed = Citation.objects.filter(uid__in=standing).values_list("uid", "statement__position")
    found = {uid: bases.get((place, standing[uid])) for uid, place in placed}
    return Handed({uid: basis for uid, basis in found.items() if basis}, context.withheld)


def _origin(text: UUID) -> int | None:
    """The id of the text at the end of all hand-offs; None where what one rests on is not one text."""
    for _ in range(_MOST_HOPS):
        edges = CitationDerived.objects.filter(answer__uid=text).order_by()
        below = list(edges.values_list("derived_id", "derived__uid", "derived__kind").distinct()[:2])
        if len(below) != 1:
            return None
        id_, text, kind = below[0]
        if kind != AnswerKind.HAND_OFF:
            return int(id_)
    return None
