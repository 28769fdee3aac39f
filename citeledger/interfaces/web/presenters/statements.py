"""A statement on a page, with its badge and what it rests on, or the constant notice in its place."""

from collections.abc import Iterable
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
from citeledger.interfaces.web.presenters.badges import Badge, Sign, as_of_sign, badge, basis_sign
from citeledger.interfaces.web.presenters.documents import passage_address, version_label
from citeledger.interfaces.web.presenters.frame import counted
from citeledger.interfaces.web.presenters.said import SaidPart, said_parts
from citeledger.interfaces.wording import (
    BY_WAY,
    UNAVAILABLE_NOTICE,
    UNVERIFIED_NOTICE,
    as_of_notice,
    below_notice,
    handed_notice,
)
from revalidation.absences import LookedFor
from revalidation.bound import AsOf
from revalidation.passages import CitedPassage
from revalidation.views import StatementView


@dataclass(frozen=True, slots=True, kw_only=True)
class RestsOn:
    """A passage a statement rests on: its exact words, cut short where they are many, and both places to read it.

    `cited_address` leads to the version it was cited from, `now_address` to the same passage in the current one.
    `by_way` says that another text cites it.
    """

    title: Name
    version: str
    cited_address: str
    now_address: str
    quote: str
    is_cut: bool = False
    notes: tuple[str, ...] = ()
    by_way: str = ""


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
    of other texts, `handed` how the same words rested on their sources in the text that was handed over.
    `rebound_address` leads to the newest citation that binds the words to another place; `rebound_uid` is what the
    owner of a page shows of it instead.
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


_MOST_SOURCES: Final = 10
"""Of one statement; the citation's own page has them all."""


_LONGEST_OPENING: Final = 100
"""Code points of the words a statement is listed by."""


_LONGEST_QUOTE: Final = 600
"""Code points."""


def first_words(*, opening: StatementView | None) -> str:
    """How a statement begins; the constant notice where it is withheld; empty where there is none any more."""
    if opening is None:
        return ""
    said = _notice(state=opening.state) if opening.text is None else opening.text
    return shorten(said, width=_LONGEST_OPENING, placeholder=" …") or said[:_LONGEST_OPENING]


def statement_item(*, statement: StatementView, rebound: UUID | None = None) -> StatementItem:
    """A statement and its badge, or the constant notice and its badge (DESIGN rule 11).

    `rebound`: the newest citation of its words at another place.
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
        opening=shown_text(text=first_words(opening=statement)),
        handed=handed_notice(basis=statement.handed) if statement.handed and not withheld else "",
        below="" if withheld else below_notice(bases=statement.below),
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
        by_way=BY_WAY if source.by_way else "",
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
