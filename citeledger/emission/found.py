"""The sources that an answer names: found for one viewer, and what citing them takes (DESIGN rule 12)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from citeledger.core import lineage
from citeledger.core.principals import Principal
from citeledger.core.refusals import Forbidden, Refused
from citeledger.emission.shape import Placed, distinct_sources
from citeledger.emission.sieve import Sieve
from citeledger.emission.sources import CitableSpan, readable_spans, readable_texts
from citeledger.ledger.queries import text_closures

UNKNOWN: Final = "No such source that you can read."
_UNBORN: Final = 0  # the answer being recorded: nothing can rest on it yet, and no row has this id


@dataclass(frozen=True, slots=True)
class FoundSources:
    """The sources an answer names: spans, ids of derived texts, and what citing each of those texts takes."""

    spans: Mapping[UUID, CitableSpan]
    derived: Mapping[UUID, int]
    texts: Mapping[int, lineage.Closure]

    def knows_text(self, uid: UUID) -> bool:
        """A text that lost lineage to an erasure is no source any more."""
        return self.derived.get(uid) in self.texts


def find_sources(*, viewer: Principal, statements: Sequence[Placed], sieve: Sieve) -> FoundSources:
    """What the statements name, as the viewer reads it now. The same queries whatever is found.

    Raises Forbidden (a source may be read but not cited) and Refused (`unknown_source`, `source_not_citable`).
    """
    span_uids, derived_uids = distinct_sources(statements)
    derived = readable_texts(writer=viewer, uids=derived_uids)
    found = FoundSources(
        spans=readable_spans(writer=viewer, uids=span_uids),
        derived=derived,
        texts=text_closures(text_ids=derived.values()),
    )
    for placed in statements:
        with sieve.over(placed.position):
            _require_known(placed=placed, found=found)
    if sieve.rejects and not all(span.may_cite for span in found.spans.values()):
        raise Forbidden
    for placed in statements:
        with sieve.over(placed.position):
            _require_citable(placed=placed, found=found)
    return found


def _require_known(*, placed: Placed, found: FoundSources) -> None:
    for number, uid in enumerate(placed.statement.spans):
        if uid not in found.spans:
            raise Refused("unknown_source", UNKNOWN, f"{placed.at}.spans.{number}")
    for number, uid in enumerate(placed.statement.derived_from):
        if not found.knows_text(uid):
            raise Refused("unknown_source", UNKNOWN, f"{placed.at}.derived_from.{number}")


def _require_citable(*, placed: Placed, found: FoundSources) -> None:
    for number, uid in enumerate(placed.statement.spans):
        if uid in found.spans and not found.spans[uid].may_cite:
            at = f"{placed.at}.spans.{number}"
            raise Refused("source_not_citable", "You can read this source but may not cite it.", at)


def closures_by_position(
    *, statements: Sequence[Placed], found: FoundSources, sieve: Sieve
) -> dict[int, lineage.Closure]:
    """What each statement takes by what it names, by position; without those that are withheld.

    Raises Refused (`lineage_too_deep`, `lineage_too_large`).
    """
    closures = {}
    for placed in statements:
        with sieve.over(placed.position):
            closures[placed.position] = _closure(placed=placed, found=found)
    return closures


def _closure(*, placed: Placed, found: FoundSources) -> lineage.Closure:
    edges = lineage.Edges(
        text=_UNBORN,
        spans=frozenset(found.spans[uid].id for uid in placed.statement.spans if uid not in placed.statement.as_of),
        bound=frozenset(found.spans[uid].id for uid in placed.statement.as_of),
        derived=frozenset(found.derived[uid] for uid in placed.statement.derived_from),
        absences=frozenset({lineage.ITSELF} if placed.statement.absence else ()),
    )
    try:
        return lineage.citation_closure(edges=edges, texts=found.texts)
    except lineage.LineageTooDeep as error:
        raise Refused("lineage_too_deep", str(error), placed.at) from error
    except lineage.LineageTooLarge as error:
        raise Refused("lineage_too_large", str(error), placed.at) from error
