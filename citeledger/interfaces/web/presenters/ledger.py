"""Pages about what was said: the ledger and an answer."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType
from uuid import UUID

from django.urls import reverse

from citeledger.emission.written import Writing
from citeledger.interfaces.names import Name, shown_name
from citeledger.interfaces.web.presenters.badges import Badge, Sign, badge, withheld_sign
from citeledger.interfaces.web.presenters.filtering import WHOLE, ListFilter
from citeledger.interfaces.web.presenters.frame import Fact, counted, day, facts
from citeledger.interfaces.web.presenters.lines import Line, as_written
from citeledger.interfaces.web.presenters.statements import StatementItem, citation_address, first_words, statement_item
from citeledger.interfaces.web.presenters.writing import WritingPart, writing_part
from citeledger.interfaces.wording import handed_withheld_notice, withheld_notice
from revalidation.answer_states import AnswerStates, StateCount
from revalidation.listing import Stretch
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
    narrowed: ListFilter = WHOLE
    more: str = ""
    notice: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerPage:
    uid: UUID
    title: Name
    lines: tuple[Line[StatementItem], ...]
    facts: tuple[Fact, ...]
    withheld: Sign | None = None
    handed_withheld: Sign | None = None
    writing: WritingPart | None = None
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


def answer_list(*, stretch: Stretch, narrowed: ListFilter, more: str, notice: str) -> AnswerList:
    """The ledger, newest first as given."""
    shown = tuple(
        _row(place, row, stretch.openings.get(row.uid), stretch.states.get(row.uid))
        for place, row in enumerate(stretch.rows, start=1)
    )
    return AnswerList(rows=shown, narrowed=narrowed, more=more, notice=notice)


def _row(place: int, row: AnswerSummary, opening: StatementView | None, states: AnswerStates | None) -> AnswerRow:
    found, more = (states.states, states.more) if states else ((), 0)
    return AnswerRow(
        uid=row.uid,
        title=answer_title(question=row.question or first_words(opening=opening), kind=row.kind),
        kind=kind_in_words(kind=row.kind),
        writer=shown_name(text=row.writer),
        recorded_at=row.at,
        badges=tuple(_counted_badge(one, anchor=f"badge-{place}-{number}") for number, one in enumerate(found)),
        more_statements=f"and {counted(count=more, one='more statement', many='more statements')}" if more else "",
    )


def _counted_badge(one: StateCount, *, anchor: str) -> CountedBadge:
    shown = badge(state=one.state, anchor=anchor, address=citation_address(citation=one.first))
    return CountedBadge(badge=shown, count=f"× {one.count}" if one.count > 1 else "")


def answer_title(*, question: str, kind: str) -> Name:
    """What a text is called on its pages: the question it answers, or what it is. A claim is said beside its badge."""
    return shown_name(text=question or kind_in_words(kind=kind).capitalize())


def kind_in_words(*, kind: str) -> str:
    """``memory note``."""
    return kind.replace("_", " ")


def answer_page(
    *,
    answer: AnswerView,
    may_manage: bool,
    notice: str,
    rebound: Mapping[UUID, UUID] = MappingProxyType({}),
    writing: Writing | None = None,
) -> AnswerPage:
    """An answer as the viewer may read it, and what the text it was handed over as said of itself.

    `rebound`: by citation, the newest one of its words at another place, where the viewer may read that.
    `writing`: for the writer, how it came about in their session.
    """
    said = {
        "Kind": kind_in_words(kind=answer.kind),
        "Written by": answer.writer,
        "On behalf of": answer.on_behalf_of or "",
        "Agent": answer.agent,
        "Recorded": day(at=answer.at),
    }
    return AnswerPage(
        uid=answer.uid,
        title=answer_title(question=answer.question, kind=answer.kind),
        lines=as_written(segments=[_item(segment, rebound) for segment in answer.segments]),
        facts=facts(pairs={label: shown_name(text=value).text for label, value in said.items()}),
        withheld=withheld_sign(notice=withheld_notice(count=answer.withheld)),
        handed_withheld=withheld_sign(notice=handed_withheld_notice(count=answer.handed_withheld)),
        writing=writing_part(writing=writing),
        may_manage=may_manage,
        notice=notice,
    )


def erasing(*, answer: AnswerView) -> AskingPage:
    """Before an answer is erased."""
    return AskingPage(
        heading="Erase this text",
        title=answer_title(question=answer.question, kind=answer.kind),
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


def _item(segment: StatementView | StructureView, rebound: Mapping[UUID, UUID]) -> StatementItem | StructureView:
    if isinstance(segment, StructureView):
        return segment
    return statement_item(statement=segment, rebound=rebound.get(segment.citation))
