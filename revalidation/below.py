"""How the statements rest on their sources that another rests on: no hop makes an absence a mere paraphrase.

Citing any part of a text takes all its citations (DESIGN rule 12), so what is told is of every statement of every text
below. It is told beside a statement and decides nothing.
"""

from collections.abc import Collection
from uuid import UUID

from citeledger.core.statements import WEAKEST_FIRST
from citeledger.ledger.models import Statement
from citeledger.tables.expressions import Ids
from revalidation.facts import Facts


def bases_below(*, facts: Facts, citations: Collection[UUID]) -> dict[UUID, tuple[str, ...]]:
    """By citation, the bases in the texts it rests on, weakest first. One query, none where none rests on a text.

    Only for citations whose sources the viewer may all read.
    """
    on_texts = {found.uid: found.derived_ids for found in facts.citations if found.derived_ids}
    wanted = {uid: ids for uid, ids in on_texts.items() if uid in citations}
    if not wanted:
        return {}
    rows = Statement.objects.filter(answer__in=Ids(set().union(*wanted.values())))
    found = set(rows.order_by().values_list("answer_id", "basis").distinct())
    return {uid: _bases(ids, found) for uid, ids in wanted.items()}


def _bases(text_ids: Collection[int], found: Collection[tuple[int, str]]) -> tuple[str, ...]:
    return tuple(basis.value for basis in WEAKEST_FIRST if any((id_, basis) in found for id_ in text_ids))
