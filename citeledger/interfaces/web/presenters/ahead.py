"""What publishing would do to citations, as people see it before they publish: how many turn, each with its words."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.urls import reverse

from citeledger.core.outcomes import OutcomeKind
from citeledger.core.states import State
from citeledger.interfaces.web.presenters.documents import version_label
from citeledger.interfaces.web.presenters.frame import counted
from citeledger.interfaces.web.presenters.passages import is_in_cells, words_of
from citeledger.interfaces.web.presenters.said import SaidPart, said_parts
from citeledger.interfaces.web.presenters.statements import citation_address
from citeledger.interfaces.web.presenters.worded import Stretch, compared_parts, stretches
from citeledger.interfaces.wording import BY_WAY, STATES
from revalidation.previews import PREVIEWS_A_MINUTE, Preview, TurnedCitation, TurnedPassage

_SAME: Final = "This is the current version, unchanged. Publishing it makes no new version and turns nothing."
_SIGHT: Final = (
    "Counted and shown are citations in answers you may read, on sources all of which you may read. Others may turn as "
    "well."
)
_TO_REVIEW: Final = (
    "Once it is published, {count} on the page Review: it lists statements on documents all of which you may read and "
    "attest, also those in answers that are not shared with you."
)
_NO_PLACE: Final = "No other place in the new text reads like these words."


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnedPlace:
    """A passage that would not stand: `now` is its place in the new text or the nearest one, empty where `nothing`."""

    change: str
    cited_label: str
    cited: tuple[Stretch, ...]
    now_label: str
    now: tuple[Stretch, ...]
    nothing: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnedRow:
    """A statement that would say "Source changed". `found`: what its search, which found nothing, would find."""

    parts: tuple[SaidPart, ...]
    address: str
    answer_address: str
    places: tuple[TurnedPlace, ...]
    found: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ahead:
    """`turns`: whether anything would. `lines` tell of the others, `sight` of whose citations all this is about.

    `against` is the version it was compared with: who publishes what they looked at expects that one. `overtaken`:
    it is not the one they started from. `wait`: too many were asked for, so nothing was compared; in seconds. Who was
    overtaken is told so all the same: else they would publish on the old version again and again, and not know why not.
    """

    headline: str
    turns: bool
    against: UUID | None
    lines: tuple[str, ...] = ()
    sight: str = ""
    to_review: str = ""
    rows: tuple[TurnedRow, ...] = ()
    overtaken: bool = False
    wait: int = 0


def ahead(*, preview: Preview, expected: UUID | None) -> Ahead:
    """A preview in words. `expected`: the version its asker started from."""
    return Ahead(
        headline=_headline(preview),
        turns=bool(preview.turned or preview.to_review),
        against=preview.current_version,
        lines=tuple(_lines(preview)),
        sight=_SIGHT if preview.is_new else "",
        to_review=_to_review(preview.to_review),
        rows=tuple(_row(turned) for turned in preview.turned),
        overtaken=preview.current_version != expected,
    )


def too_soon(*, seconds: int, newest: UUID | None, expected: UUID | None) -> Ahead:
    """In the place of a preview that was not made. `newest`: the version that is current now."""
    wait = counted(count=seconds, one="second", many="seconds")
    said = (
        f"What this turns was not worked out: you asked {PREVIEWS_A_MINUTE} times within a minute. "
        f"Ask again in {wait}; publishing does not wait for it."
    )
    return Ahead(headline=said, turns=False, against=newest, overtaken=newest != expected, wait=seconds)


def _headline(preview: Preview) -> str:
    if not preview.is_new:
        return _SAME
    if not preview.turned:
        return _headline_without_rows(preview.to_review)
    turned = counted(count=len(preview.turned), one="citation", many="citations")
    answers = counted(count=preview.answers, one="answer", many="answers")
    return f"Publishing this turns {turned} of {answers} to “{STATES[State.SOURCE_CHANGED].word}”."


def _headline_without_rows(to_review: int) -> str:
    """Who reads only the headline must not take it for all clear where others' statements turn."""
    if not to_review:
        return "Publishing this turns no citation in answers you may read."
    turned = counted(count=to_review, one="citation", many="citations")
    return f"Publishing this turns {turned} in answers not shared with you."


def _to_review(count: int) -> str:
    waits = counted(count=count, one="citation awaits you", many="citations await you")
    return _TO_REVIEW.format(count=waits) if count else ""


def _lines(preview: Preview) -> Iterator[str]:
    stay = preview.current + preview.moved
    if preview.is_new and stay:
        there = f", {preview.moved} of them in another place" if preview.moved else ""
        yield f"{counted(count=stay, one='stays', many='stay')} current{there}."
    if preview.is_new and preview.returning:
        become = counted(count=preview.returning, one="differs now and becomes", many="differ now and become")
        yield f"{become} current again."
    if preview.is_new and preview.differing:
        yield f"{counted(count=preview.differing, one='differs', many='differ')} already, and still will."
    if preview.unknown:
        yield f"{preview.unknown} could not be compared here."
    if preview.is_capped:
        yield "Only the newest citations were compared; there are more, which may turn as well."


def _row(turned: TurnedCitation) -> TurnedRow:
    return TurnedRow(
        parts=said_parts(text=turned.statement),
        address=citation_address(citation=turned.citation),
        answer_address=reverse("web:answer", kwargs={"answer": turned.answer}),
        places=tuple(map(_place, turned.passages)),
        found=tuple(place.text for place in turned.found),
    )


def _place(passage: TurnedPassage) -> TurnedPlace:
    as_rows = is_in_cells(passage.cited)
    pieces = compared_parts(pieces=passage.difference, as_rows=as_rows)
    return TurnedPlace(
        change=f"{BY_WAY}: {passage.change}" if passage.by_way else passage.change,
        cited_label=f"As cited, {version_label(number=passage.cited.number).lower()}",
        cited=words_of(passage=passage.cited),
        now_label="Nearest place in the new text" if passage.outcome == OutcomeKind.DELETED else "In the new text",
        now=stretches(parts=pieces, as_rows=as_rows),
        nothing="" if passage.now else _NO_PLACE,
    )
