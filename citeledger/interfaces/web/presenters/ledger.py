"""Pages about what was said: the ledger and an answer."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from textwrap import shorten
from typing import Final
from uuid import UUID

from django.urls import reverse

from citeledger.core.outcomes import Locator
from citeledger.core.states import State
from citeledger.interfaces.names import Name, shown_name, shown_text
from citeledger.interfaces.readings import said_beside
from citeledger.interfaces.web.presenters.badges import Badge, Sign, as_of_sign, badge, basis_sign, withheld_sign
from citeledger.interfaces.web.presenters.documents import passage_address, version_label
from citeledger.interfaces.web.presenters.frame import Fact, counted, day, facts
from citeledger.interfaces.web.presenters.lines import Line, as_written
from citeledger.interfaces.web.presenters.said import SaidPart, said_parts
from citeledger.interfaces.wording import (
    UNAVAILABLE_NOTICE,
    UNVERIFIED_NOTICE,
    as_of_notice,
    below_notice,
    handed_notice,
    handed_withheld_notice,
    withheld_notice,
)
from revalidation.absences import LookedFor
from revalidation.answer_states import AnswerStates, StateCount
from revalidation.bound import AsOf
from revalidation.passages import CitedPassage
from revalidation.views import AnswerSummary, AnswerView, StatementView, StructureView


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedBadge:
    """A state and how many statements have it; `count` is empty for a single one."""

    badge: Badge
    count: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerRow:
    uid: UUID
    title: Name
    kind: str
    writer: Name
    recorded_at: datetime
    badges: tuple[CountedBadge, ...] = ()
    more_statements: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerList:
    rows: tuple[AnswerRow, ...]
    more: str = ""
    notice: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RestsOn:
    """A passage a statement rests on: its exact words, cut short where they are many, and both places to read it.

    `cited_address` leads to the version it was cited from, `now_address` to the same passage in the current one.
    """

    title: Name
    version: str
    cited_address: str
    now_address: str
    quote: str
    is_cut: bool = False
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchNote:
    """A search that found nothing: what for, in which snapshot of how many documents."""

    words: str
    terms: tuple[str, ...]
    snapshot: Name
    scope: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementItem:
    """A statement with its badge. When `withheld`, `parts` is the constant notice and there is no basis.

    `opening` is how it begins: what it is called among others in its line. `below` says what weaker it rests on by way
    of other texts, `handed` how the same words rested on their sources in the text that was handed over. `rebound_uid`
    is the citation to show instead, where the words were bound to another place.
    """

    anchor: str
    parts: tuple[SaidPart, ...]
    withheld: bool
    badge: Badge
    basis: Sign | None = None
    as_of: tuple[Sign, ...] = ()
    rests_on: tuple[RestsOn, ...] = ()
    more_sources: str = ""
    searches: tuple[SearchNote, ...] = ()
    opening: str = ""
    handed: str = ""
    below: str = ""
    rebound_uid: UUID | None = None
    rebound_address: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerPage:
    uid: UUID
    title: Name
    lines: tuple[Line[StatementItem], ...]
    facts: tuple[Fact, ...]
    withheld: Sign | None = None
    handed_withheld: Sign | None = None
    may_manage: bool = False
    notice: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AskingPage:
    """A question before something is done with an answer. `title` is empty where the answer was not looked at."""

    heading: str
    title: Name | None
    consequences: tuple[str, ...]
    button: str
    back: str
    is_dangerous: bool = False


_UNTITLED = "Statement"
_MOST_SOURCES: Final = 10
"""Of one statement; the citation's own page has them all."""
_LONGEST_OPENING: Final = 100
"""Code points of the words a statement is listed by."""
_LONGEST_QUOTE: Final = 600
"""Code points."""


def answer_list(
    *,
    rows: Iterable[AnswerSummary],
    openings: Mapping[UUID, StatementView],
    states: Mapping[UUID, AnswerStates],
    more: str,
    notice: str,
) -> AnswerList:
    """The ledger, newest first as given. `openings`: the first statements of those that answer no question."""
    shown = tuple(
        _row(place, row, openings.get(row.uid), states.get(row.uid)) for place, row in enumerate(rows, start=1)
    )
    return AnswerList(rows=shown, more=more, notice=notice)


def _row(place: int, row: AnswerSummary, opening: StatementView | None, states: AnswerStates | None) -> AnswerRow:
    found, more = (states.states, states.more) if states else ((), 0)
    return AnswerRow(
        uid=row.uid,
        title=answer_title(question=row.question or _first_words(opening=opening)),
        kind=kind_in_words(kind=row.kind),
        writer=shown_name(text=row.writer),
        recorded_at=row.at,
        badges=tuple(_counted_badge(one, anchor=f"badge-{place}-{number}") for number, one in enumerate(found)),
        more_statements=f"and {counted(count=more, one='more statement', many='more statements')}" if more else "",
    )


def _counted_badge(one: StateCount, *, anchor: str) -> CountedBadge:
    shown = badge(state=one.state, anchor=anchor, address=citation_address(citation=one.first))
    return CountedBadge(badge=shown, count=f"× {one.count}" if one.count > 1 else "")


def answer_title(*, question: str) -> Name:
    """What an answer is called: the question it answers, if it does."""
    return shown_name(text=question or _UNTITLED)


def _first_words(*, opening: StatementView | None) -> str:
    """How a statement begins; the constant notice where it is withheld; empty where there is none any more."""
    if opening is None:
        return ""
    said = _notice(state=opening.state) if opening.text is None else opening.text
    return shorten(said, width=_LONGEST_OPENING, placeholder=" …") or said[:_LONGEST_OPENING]


def kind_in_words(*, kind: str) -> str:
    """``memory note``."""
    return kind.replace("_", " ")


def answer_page(*, answer: AnswerView, may_manage: bool, notice: str) -> AnswerPage:
    """An answer as the viewer may read it, and what the text it was handed over as said of itself."""
    said = {
        "Kind": kind_in_words(kind=answer.kind),
        "Written by": answer.writer,
        "On behalf of": answer.on_behalf_of or "",
        "Agent": answer.agent,
        "Recorded": day(at=answer.at),
    }
    return AnswerPage(
        uid=answer.uid,
        title=answer_title(question=answer.question),
        lines=as_written(segments=[_item(segment=segment) for segment in answer.segments]),
        facts=facts(pairs={label: shown_name(text=value).text for label, value in said.items()}),
        withheld=withheld_sign(notice=withheld_notice(count=answer.withheld)),
        handed_withheld=withheld_sign(notice=handed_withheld_notice(count=answer.handed_withheld)),
        may_manage=may_manage,
        notice=notice,
    )


def erasing(*, answer: AnswerView) -> AskingPage:
    """Before an answer is erased."""
    return AskingPage(
        heading="Erase this text",
        title=answer_title(question=answer.question),
        consequences=(
            "Its words, its question and what it rests on are deleted for good, for everyone, auditors included.",
            "Everything that was made from it becomes unavailable.",
            "That it was recorded, by whom and when, and that you erased it, stays in the log.",
            "There is no way back.",
        ),
        button="Erase",
        back=reverse("web:answer", kwargs={"answer": answer.uid}),
        is_dangerous=True,
    )


def _item(*, segment: StatementView | StructureView) -> StatementItem | StructureView:
    return segment if isinstance(segment, StructureView) else statement_item(statement=segment)


def statement_item(*, statement: StatementView, rebound: UUID | None = None) -> StatementItem:
    """A statement and its badge, or the constant notice and its badge (DESIGN rule 11).

    `rebound`: for the owner of a page, the citation to show in its place.
    """
    withheld, address = statement.text is None, citation_address(citation=statement.citation)
    return StatementItem(
        anchor=f"statement-{statement.ordinal}",
        parts=said_parts(text=_notice(state=statement.state) if statement.text is None else statement.text),
        withheld=withheld,
        badge=badge(
            state=statement.state,
            anchor=f"badge-{statement.ordinal}",
            address=address,
        ),
        basis=None if withheld else basis_sign(basis=statement.basis),
        as_of=() if withheld else _as_of_signs(bound=statement.as_of),
        rests_on=tuple(
            _rests_on(source=source, now_address=f"{address}#passage-{place}")
            for place, source in enumerate(statement.rests_on[:_MOST_SOURCES], start=1)
        ),
        more_sources=_more(count=len(statement.rests_on) - _MOST_SOURCES),
        searches=tuple(_search_note(search=search) for search in statement.looked_for),
        opening=shown_text(text=_first_words(opening=statement)),
        handed=handed_notice(basis=statement.handed) if statement.handed and not withheld else "",
        below="" if withheld else below_notice(bases=statement.below),
        rebound_uid=rebound,
        rebound_address=citation_address(citation=rebound) if rebound else "",
    )


def _as_of_signs(*, bound: Iterable[AsOf]) -> tuple[Sign, ...]:
    days = ((one.number, one.at.astimezone(UTC).date().isoformat()) for one in bound)
    return tuple(as_of_sign(notice=as_of_notice(number=number, day=day)) for number, day in days)


def _rests_on(*, source: CitedPassage, now_address: str) -> RestsOn:
    quote, place = source.passage.text, Locator(source.passage.start, source.passage.end)
    return RestsOn(
        cited_address=passage_address(document=source.document, version=source.passage.version, place=place),
        now_address=now_address,
        title=shown_name(text=source.title),
        version=version_label(number=source.passage.number).lower(),
        quote=quote[:_LONGEST_QUOTE],
        is_cut=len(quote) > _LONGEST_QUOTE,
        notes=said_beside(passage=source.passage),
    )


_LOOKED_FOR: Final = {"phrase": "the words", "all": "all of", "any": "any of", "pattern": "the pattern"}


def search_words(*, kind: str) -> str:
    """``the words``: what stands in front of the terms of a search of this kind."""
    return _LOOKED_FOR[kind]


def _search_note(*, search: LookedFor) -> SearchNote:
    return SearchNote(
        words=search_words(kind=search.kind),
        terms=search.terms,
        snapshot=shown_name(text=search.snapshot),
        scope=counted(count=search.documents, one="document", many="documents"),
        at=search.at,
    )


def _more(*, count: int) -> str:
    return f"and {counted(count=count, one='more passage', many='more passages')}" if count > 0 else ""


def _notice(*, state: State) -> str:
    return UNAVAILABLE_NOTICE if state is State.UNAVAILABLE else UNVERIFIED_NOTICE


def citation_address(*, citation: UUID) -> str:
    """The citation's own page: the same address in every state."""
    return reverse("web:citation", kwargs={"citation": citation})
