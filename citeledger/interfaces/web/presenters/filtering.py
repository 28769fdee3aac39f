"""The form above a list that leaves out what nobody looks for: words its rows are named by, and a state."""

from dataclasses import dataclass
from typing import Final

from django.urls import reverse

from citeledger.core.states import READING_ORDER, State
from citeledger.interfaces.web.pagination import address_of
from citeledger.interfaces.web.sought import Sought
from citeledger.interfaces.wording import STATES


@dataclass(frozen=True, slots=True)
class StateChoice:
    value: str
    word: str
    is_chosen: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ListFilter:
    """What was asked of what a row is `named` by.

    `everything` leads to the whole list, `in_texts` to a search for the same words.
    `states` is empty for lists without any, and `is_on` false where the whole list is shown.
    """

    everything: str = ""
    named: str = "title"
    words: str = ""
    problem: str = ""
    in_texts: str = ""
    states: tuple[StateChoice, ...] = ()
    is_on: bool = False


WHOLE: Final = ListFilter()


def titles_filter(*, asked: Sought) -> ListFilter:
    """Above the list of documents."""
    return ListFilter(
        everything=reverse("web:documents"),
        words=asked.words,
        problem=asked.problem,
        in_texts=reverse("web:search") + address_of(q=asked.words),
        is_on=bool(asked.words),
    )


def ledger_filter(*, asked: Sought, state: State | None) -> ListFilter:
    """Above the ledger."""
    return ListFilter(
        everything=reverse("web:ledger"),
        named="question or first statement",
        words=asked.words,
        problem=asked.problem,
        states=tuple(StateChoice(each.value, STATES[each].word, each is state) for each in READING_ORDER),
        is_on=bool(asked.words) or state is not None,
    )
