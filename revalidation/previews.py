"""What publishing a text would do to the statements that rest on its document: told before it is done, to who does it.

Nothing is stored. The text is compared as the sweep would compare it once it were a version, and the one policy decides
on the facts as they would be then. Only of citations on sources the editor may all read: told are those in answers they
may read; those that would await their review are counted, in whatever answer. The number of queries does not grow with
versions or citations.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from itertools import accumulate
from uuid import UUID

from acl.rights import Right
from citeledger.core.anchoring.changes import Piece, word_difference
from citeledger.core.anchoring.struck import Descriptions
from citeledger.core.outcomes import Locator, OutcomeKind, SpanOutcome
from citeledger.core.principals import Principal
from citeledger.core.states import State
from citeledger.documents.access import required
from citeledger.documents.gate import Manuscript
from citeledger.documents.models import Document, DocumentHead, Version
from citeledger.documents.services.heads import refuse_if_retired
from revalidation import service, withholding
from revalidation.affected import Affected, affected
from revalidation.by_way import spans_by_way, told_by_way
from revalidation.facts import CitationFacts, Facts
from revalidation.foreseeing import Foreseen, foresee
from revalidation.pacing import take_turn
from revalidation.passages import CitedPassage, Passage, cited_passages, place_shown
from revalidation.proved_texts import proved_texts

CITATIONS_COMPARED = 300
"""Citations looked at for one preview, the newest first. More are not compared, and the preview says so."""
PASSAGES_COMPARED = 1_000_000
"""Code points of the passages that these rest on, together, but for the newest citation's own: some three seconds at
worst, and a few megabytes to send. Every citation may rest on 64 passages of 20,000."""
PREVIEWS_A_MINUTE = 20
"""Of one account: at three seconds each, all of one processor at worst."""


class Effect(StrEnum):
    """What publishing does to a citation, for this viewer."""

    TURNS = "turns"
    RETURNS = "returns"
    DIFFERS = "differs"
    MOVES = "moves"
    STAYS = "stays"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Place:
    """Characters of the text that is not published yet: code points, end exclusive."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class TurnedPassage:
    """A passage that would not stand any more. `change` says how, in words.

    `now` is the place of the new text that the citation would show, or else one with the same words, None where there
    is none. `by_way`: the statement does not name it itself, a text it rests on does.
    """

    cited: Passage
    outcome: str
    change: str
    now: Place | None
    difference: tuple[Piece, ...]
    by_way: bool = False


@dataclass(frozen=True, slots=True)
class TurnedCitation:
    """A citation that would say `source_changed`. `found`: what its search, which found nothing, would find."""

    citation: UUID
    answer: UUID
    basis: str
    statement: str
    passages: tuple[TurnedPassage, ...]
    found: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Preview:
    """`turned` stand in `answers` answers; the numbers behind it count other citations in answers the editor may read.

    `to_review` counts citations too, in whatever answer: those that turn and would await the editor's review then.
    `current`: they stay so, where they are; `moved`: they stay so, elsewhere in the text; `returning`: they differ now
    and would be current again; `differing`: they differ now and would go on; `unknown`: could not be compared here, as
    far as `turned` does not hold them. `is_capped`: there are more citations than were compared. `is_new` is false
    where the current version has these very bytes: then publishing changes nothing.
    """

    document: UUID
    current_version: UUID | None
    is_new: bool
    turned: tuple[TurnedCitation, ...]
    answers: int
    to_review: int
    current: int
    moved: int
    returning: int
    differing: int
    unknown: int
    is_capped: bool


def preview(*, editor: Principal, document: UUID, read: Callable[[], Manuscript], at: datetime) -> Preview:
    """What publishing what `read` gives as the document's next version would do. Needs `edit`.

    Raises NotFound, Forbidden, Refused (`document_retired`), TooSoon (`too_many_previews`), and what `read` raises,
    which is called after these.
    """
    withholding.note()  # as of every search: what is hidden is walked over, too
    target = required(actor=editor, right=Right.EDIT, document=document)
    head = _head(target)
    take_turn(code="too_many_previews", most=PREVIEWS_A_MINUTE, principal=editor, at=at)
    manuscript = read()
    found = affected(viewer=editor, document=document, limit=CITATIONS_COMPARED + 1)
    facts = _affordable(service.facts(viewer=editor, citations=[one.citation for one in found[:CITATIONS_COMPARED]]))
    is_new = not _is_current(head.version, manuscript)
    foreseen = foresee(facts=facts, document_id=target.pk, manuscript=manuscript) if is_new else None
    effects = _effects(facts, foreseen)
    answers = {one.citation: one.answer for one in found if one.answer}
    told = {uid: effect for uid, effect in effects.items() if uid in answers}
    turned = _turned(told, facts, foreseen, manuscript, answers) if foreseen else ()
    counts = Counter(told.values())
    return Preview(
        document=document,
        current_version=head.version.uid if head.version else None,
        is_new=is_new,
        turned=turned,
        answers=len({one.answer for one in turned}),
        to_review=_to_review(found, effects),
        current=counts[Effect.STAYS],
        moved=counts[Effect.MOVES],
        returning=counts[Effect.RETURNS],
        differing=counts[Effect.DIFFERS],
        unknown=counts[Effect.UNKNOWN] + counts[Effect.TURNS] - len(turned),
        is_capped=len(found) > len(facts.citations),
    )


def _to_review(found: Sequence[Affected], effects: Mapping[UUID, Effect]) -> int:
    """A number and nothing else: what others say is for those who may read it, until it does change."""
    return sum(one.is_reviewed and effects.get(one.citation) is Effect.TURNS for one in found)


def _affordable(facts: Facts) -> Facts:
    """The same of as many of the citations, the newest first, as may be compared."""
    passages = ([facts.spans[id_] for id_ in one.span_ids if id_ in facts.spans] for one in facts.citations)
    costs = accumulate(sum(span.end - span.start for span in spans) for spans in passages)
    within = sum(cost <= PASSAGES_COMPARED for cost in costs)
    return replace(facts, citations=facts.citations[: max(within, 1)])


def _head(document: Document) -> DocumentHead:
    heads = DocumentHead.objects.select_related("version__source").defer("version__source__data")
    head = heads.get(document=document)
    refuse_if_retired(head)
    return head


def _is_current(current: Version | None, manuscript: Manuscript) -> bool:
    if current is None or current.media_type != manuscript.media_type:
        return False
    return current.source.sha256 == manuscript.sha256


def _effects(facts: Facts, foreseen: Foreseen | None) -> dict[UUID, Effect]:
    """By citation, the newest first; without those of which the editor may know no more than a state."""
    now = {one.citation: one.state for one in service.decide(facts) if one.may_be_shown}
    if foreseen is None:
        return {uid: _effect(state, state, is_moved=False) for uid, state in now.items()}
    then = {one.citation: one.state for one in service.decide_foreseen(foreseen.facts, foreseen.computed)}
    spans = {citation.uid: citation.span_ids for citation in facts.citations}
    moved = {span_id for span_id, one in foreseen.outcomes.items() if one.kind is OutcomeKind.MOVED}
    return {uid: _effect(now[uid], then[uid], is_moved=not moved.isdisjoint(spans[uid])) for uid in now}


def _effect(now: State, then: State, *, is_moved: bool) -> Effect:
    if then is State.SOURCE_CHANGED:
        return Effect.DIFFERS if now is State.SOURCE_CHANGED else Effect.TURNS
    if then is not State.CURRENT:
        return Effect.UNKNOWN
    if now is State.SOURCE_CHANGED:
        return Effect.RETURNS
    return Effect.MOVES if is_moved else Effect.STAYS


def _turned(
    effects: Mapping[UUID, Effect],
    facts: Facts,
    foreseen: Foreseen,
    manuscript: Manuscript,
    answers: Mapping[UUID, UUID],
) -> tuple[TurnedCitation, ...]:
    """In the order of version and text of their passages; without what does not re-slice (DESIGN rule 3)."""
    turning = [citation for citation in facts.citations if effects.get(citation.uid) is Effect.TURNS]
    changed = {span_id for span_id, one in foreseen.outcomes.items() if not one.is_current}
    spans = {citation.uid: [id_ for id_ in citation.span_ids if id_ in changed] for citation in turning}
    cited = cited_passages(span_ids={span_id for ids in spans.values() for span_id in ids}, facts=facts)
    said = proved_texts([citation.uid for citation in turning])
    by_way = spans_by_way(citations=turning)
    descriptions = Descriptions(manuscript.extraction.text)
    found = [
        TurnedCitation(
            citation=one.uid,
            answer=answers[one.uid],
            basis=said[one.uid][0],
            statement=said[one.uid][1],
            passages=tuple(
                _passages(
                    spans[one.uid],
                    told_by_way(passages=cited, span_ids=by_way.get(one.uid, ())),
                    foreseen.outcomes,
                    manuscript,
                    descriptions,
                )
            ),
            found=_found(one, foreseen, manuscript.extraction.text),
        )
        for one in turning
        if one.uid in said and cited.keys() >= set(spans[one.uid])
    ]
    return tuple(sorted(found, key=_place))


def _passages(
    span_ids: Sequence[int],
    cited: Mapping[int, CitedPassage],
    outcomes: Mapping[int, SpanOutcome],
    manuscript: Manuscript,
    descriptions: Descriptions,
) -> Iterator[TurnedPassage]:
    text = manuscript.extraction.text
    for span_id in span_ids:
        passage, outcome = cited[span_id].passage, outcomes[span_id]
        now = _shown(outcome, passage.text, text, manuscript.media_type)
        yield TurnedPassage(
            cited=passage,
            outcome=outcome.kind.value,
            change=descriptions.of(kind=outcome.kind, cited=passage.text, stands_elsewhere=bool(outcome.candidates)),
            now=now,
            difference=word_difference(old=passage.text, new=now.text) if now else (),
            by_way=cited[span_id].by_way,
        )


def _shown(outcome: SpanOutcome, cited: str, text: str, media_type: str) -> Place | None:
    """The place its citation would show once this is published, or else the first of those with the same words."""
    if outcome.start is not None and outcome.end is not None:
        place = Locator(outcome.start, outcome.end)
        return _cut(place_shown(cited=cited, place=place, text=text, media_type=media_type), text)
    return _cut(outcome.candidates[0], text) if outcome.candidates else None


def _found(citation: CitationFacts, foreseen: Foreseen, text: str) -> tuple[Place, ...]:
    return tuple(_cut(place, text) for ground in citation.absence_ids for place in foreseen.hits.get(ground, ()))


def _cut(place: Locator, text: str) -> Place:
    return Place(place.start, place.end, text[place.start : place.end])


def _place(one: TurnedCitation) -> tuple[int, int]:
    return min(((each.cited.number, each.cited.start) for each in one.passages), default=(0, 0))
