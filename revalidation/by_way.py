"""Which passages a statement rests on only by way of another text: citing any part of a text takes all its citations.

A note on two policies turns when either does, and so does each statement that was taken over from it. Whoever reads
that should not think that the statement itself names the passage. It is told beside and decides nothing.
"""

from collections.abc import Collection, Iterable
from dataclasses import replace
from uuid import UUID

from citeledger.ledger.models import CitationSpan
from revalidation.facts import CitationFacts
from revalidation.passages import CitedPassage


def spans_by_way(*, citations: Iterable[CitationFacts]) -> dict[UUID, frozenset[int]]:
    """By citation, the spans below it that it does not name itself. One query, none where none rests on a text.

    Only for citations whose sources the viewer may all read.
    """
    on_texts = [found for found in citations if found.derived_ids and found.id is not None]
    if not on_texts:
        return {}
    rows = CitationSpan.objects.filter(citation__in=[found.id for found in on_texts])
    named = set(rows.order_by().values_list("citation_id", "span_id"))
    return {
        found.uid: frozenset(id_ for id_ in found.all_span_ids if (found.id, id_) not in named) for found in on_texts
    }


def told_by_way(*, passages: dict[int, CitedPassage], span_ids: Collection[int]) -> dict[int, CitedPassage]:
    """The passages of one citation by span id, those of these spans told as cited by another text."""
    return passages | {id_: replace(passages[id_], by_way=True) for id_ in span_ids if id_ in passages}
