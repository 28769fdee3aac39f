"""The facts as they would be once a text that is not stored were its document's current version.

The text is compared and searched as the sweep would do it; nothing is stored, nothing that is remembered of other
documents is asked again.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from citeledger.core.outcomes import Locator, SpanOutcome
from citeledger.documents.gate import Manuscript
from revalidation import absences, comparison, policy
from revalidation.facts import ABSENT, PRESENT, CitationFacts, Facts, MemberFacts
from revalidation.policy import Computed
from revalidation.sides import Sides
from revalidation.ways import Edition

_DRAFT = 0  # what the text is called among versions; no version has this id


@dataclass(frozen=True, slots=True)
class Foreseen:
    """The facts then, and all they lack, worked out: `computed` for the policy.

    `outcomes` are of spans of the document in the text, by span id; `hits` what searches that found nothing find in it,
    by search. What could not be compared is in neither.
    """

    facts: Facts
    computed: Computed
    outcomes: Mapping[int, SpanOutcome]
    hits: Mapping[int, tuple[Locator, ...]]


def foresee(*, facts: Facts, document_id: int, manuscript: Manuscript) -> Foreseen:
    """At most ten queries, whatever the number of citations; as many code points prepared as for a badge."""
    sides = Sides(prepares=comparison.PREPARED_INLINE)
    text, extractor = manuscript.extraction.text, manuscript.extraction.extractor
    edition = Edition(_DRAFT, document_id, _DRAFT, manuscript.media_type, extractor, manuscript.sha256)
    sides.hold(edition=edition, text=text, structure=manuscript.structure)
    then = _as_if_published(facts, document_id)
    missing = {span_id for citation in then.citations for span_id in policy.missing(then, citation)}
    compared = comparison.compare(comparison.from_facts(then, missing), sides)
    searches = {pair for citation in then.citations for pair in policy.missing_searches(then, citation)}
    hits = _hits({ground for ground, version in searches if version == _DRAFT}, sides)
    looked = absences.look({pair for pair in searches if pair[1] != _DRAFT})
    looked |= {(ground, _DRAFT): PRESENT if places else ABSENT for ground, places in hits.items()}
    kinds = {span_id: outcome.kind.value for (span_id, _), outcome in compared.items()}
    outcomes = {span_id: outcome for (span_id, version), outcome in compared.items() if version == _DRAFT}
    return Foreseen(then, Computed(kinds, looked), outcomes, hits)


def _as_if_published(facts: Facts, document_id: int) -> Facts:
    """The text as the document's head, and nothing remembered of what became of anything in it."""
    if document_id not in facts.documents:  # nothing rests on it
        return facts
    documents = {**facts.documents, document_id: facts.documents[document_id].headed(_DRAFT)}
    spans = {
        span_id: span.forgotten() if span.document_id == document_id else span for span_id, span in facts.spans.items()
    }
    citations = tuple(citation.scoped(_unsearched(citation, document_id)) for citation in facts.citations)
    return replace(facts, documents=documents, spans=spans, citations=citations)


def _unsearched(citation: CitationFacts, document_id: int) -> tuple[MemberFacts, ...]:
    return tuple(member.forgotten() if member.document_id == document_id else member for member in citation.scope)


def _hits(ground_ids: Collection[int], sides: Sides) -> dict[int, tuple[Locator, ...]]:
    side = sides.prepared(_DRAFT) if ground_ids else None
    return absences.hits_in(side=side, ground_ids=ground_ids) if side else {}
