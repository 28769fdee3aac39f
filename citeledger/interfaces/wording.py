"""The words and the icon of every state, basis and other sign: one frozen table for pages, embeds and exported files.

Keys are the values of `State` and `Basis`, so that a surface that only has the word on the wire can use the table.
The texts are constant: nothing about a source may ever be woven into them (DESIGN rule 6, threat T45).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

ICON_SIZE: Final = 16
"""Side of the square, in user units, that every icon path is drawn in; strokes are 1.5 wide with round ends."""

_CIRCLE: Final = "M14.5 8A6.5 6.5 0 1 1 1.5 8A6.5 6.5 0 1 1 14.5 8Z"
_DASHED_CIRCLE: Final = (
    "M6.54 1.67A6.5 6.5 0 0 1 9.46 1.67M11.44 2.49A6.5 6.5 0 0 1 13.51 4.56M14.33 6.54A6.5 6.5 0 0 1 14.33 9.46"
    "M13.51 11.44A6.5 6.5 0 0 1 11.44 13.51M9.46 14.33A6.5 6.5 0 0 1 6.54 14.33M4.56 13.51A6.5 6.5 0 0 1 2.49 11.44"
    "M1.67 9.46A6.5 6.5 0 0 1 1.67 6.54M2.49 4.56A6.5 6.5 0 0 1 4.56 2.49"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class StateWording:
    """How one state is shown. `icon` is the `d` of a stroked path; its shape alone tells the state, also in grey."""

    word: str
    meaning: str
    action: str
    icon: str

    @property
    def sentence(self) -> str:
        """Word, meaning and what to do, for screen readers and for paper."""
        return f"{self.word}: {self.meaning} {self.action}"


@dataclass(frozen=True, slots=True, kw_only=True)
class SignWording:
    """How a statement rests on its sources, in a word, a shape like that of a state, and a sentence.

    `remark` stands beside the word wherever it is shown: what nobody may overlook.
    """

    word: str
    meaning: str
    icon: str
    remark: str = ""


STATES: Final[Mapping[str, StateWording]] = MappingProxyType(
    {
        "current": StateWording(
            word="Current",
            meaning="What is cited stands unchanged, and you may read it.",
            action="Whether it supports the statement is yours to judge.",
            icon=f"{_CIRCLE}M4.9 8.3L7.1 10.5L11.2 5.9",
        ),
        "source_changed": StateWording(
            word="Source changed",
            meaning="What is cited was edited or replaced after this was written.",
            action="Read the current version before relying on it.",
            icon="M8 1.7L15 14.2H1ZM8 6.3V9.6M8 11.8V11.9",
        ),
        "unavailable": StateWording(
            word="Unavailable",
            meaning="The source is not available to you.",
            action="Do not rely on the statement; look for a source you can read.",
            icon=f"{_CIRCLE}M4.8 8H11.2",
        ),
        "unverified": StateWording(
            word="Unverified",
            meaning="This could not be checked just now, or we do not know who you are.",
            action="Do not rely on it yet: sign in, or try again shortly.",
            icon=f"{_DASHED_CIRCLE}M6.1 6.2A1.95 1.95 0 1 1 8.9 7.9Q8 8.4 8 9.2M8 11.4V11.5",
        ),
    }
)

_OF_ABSENCES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "current": "What was looked for is nowhere in the documents searched, as they are now, and you may read all of "
        "them. Whether that supports the statement is yours to judge.",
        "source_changed": "What was looked for and not found is there now, or another document took over from one that "
        "was searched. Search again, and write the statement anew.",
    }
)
"""What those states mean where no passage is cited: there is none that could stand unchanged, or be edited."""

WIDEST_WORD: Final = max((wording.word for wording in STATES.values()), key=len)
"""Keeps every badge as wide as the widest."""

BASES: Final[Mapping[str, SignWording]] = MappingProxyType(
    {
        "quoted": SignWording(
            word="Quoted",
            meaning="The words are the source's own.",
            icon="M6.5 4Q2.8 4.3 2.8 8V12H6.8V8H2.8M13.2 4Q9.5 4.3 9.5 8V12H13.5V8H9.5",
        ),
        "paraphrased": SignWording(
            word="Paraphrased",
            meaning="Written in the writer's own words. Whether they say what the source says was not compared.",
            icon="M2.6 13.4L3.4 10.2L10.9 2.7L13.3 5.1L5.8 12.6ZM9 4.6L11.4 7",
        ),
        "computed": SignWording(
            word="Computed",
            meaning="A value worked out from cited values by a named operation. That value alone was verified, not the "
            "sentence around it.",
            icon="M12.5 5V2.8H3.5L8.4 8L3.5 13.2H12.5V11",
        ),
        "absence": SignWording(
            word="Not found",
            meaning="A named search, at a named time, found nothing. There is no passage to read.",
            icon="M11.7 6.8A4.9 4.9 0 1 1 1.9 6.8A4.9 4.9 0 1 1 11.7 6.8ZM10.4 10.4L14.2 14.2M4.9 6.8H8.7",
            remark="weaker than a passage that says so",
        ),
        "plausibility": SignWording(
            word="Plausibility check",
            meaning="The sources were found after the text was written. Not provenance.",
            icon="M2 6.2Q5 3.2 8 6.2Q11 9.2 14 6.2M2 10.6Q5 7.6 8 10.6Q11 13.6 14 10.6",
        ),
        "document_only": SignWording(
            word="Document only",
            meaning="Names a document, but no passage in it.",
            icon="M3.5 1.8H9.3L12.5 5V14.2H3.5ZM9.3 1.8V5H12.5",
        ),
    }
)


CHANGED_BY_WAY: Final = (
    "A text it rests on cites what was edited or replaced after this was written, and who rests on a text rests on all "
    "that it cites. Read the current version before relying on it."
)
"""What `source_changed` means where it came by way of another text alone (DESIGN rule 12)."""
BY_WAY: Final = "By way of another text"
"""In front of what a statement does not cite itself."""


def verdict_in_words(*, state: str, basis: str | None) -> str:
    """What a state means, and what to do. The basis is known only where all sources may be read."""
    constant = f"{STATES[state].meaning} {STATES[state].action}"
    return _OF_ABSENCES.get(state, constant) if basis == "absence" else constant


AS_OF: Final = SignWording(
    word="As of version",
    meaning="Speaks of that version on purpose: later text does not change its state.",
    icon="M2.2 3.8H13.8V13.8H2.2ZM2.2 7.2H13.8M5.4 2V4.6M10.6 2V4.6",
)
WITHHELD: Final = SignWording(
    word="Withheld",
    meaning="Sentences that came with this text without a proof. They were not recorded and cannot be read here.",
    icon="M4.8 2.8H2V13.2H4.8M11.2 2.8H14V13.2H11.2M5.4 8V8.1M8 8V8.1M10.6 8V8.1",
)

UNAVAILABLE_NOTICE: Final = "This statement is not shown, because its source is not available to you."
"""Stands in place of a whole statement wherever we render text (DESIGN rule 11). Same words for every cause."""

UNVERIFIED_NOTICE: Final = "This statement is not shown until it can be checked for you."
"""Stands in place of a statement whose sources could not be checked for this viewer."""


def as_of_notice(*, number: int, day: str) -> str:
    """That a statement speaks of a version on purpose. `day` is the ISO date on which that took effect."""
    return f"as of version {number}, {day}"


def withheld_notice(*, count: int) -> str:
    """How many sentences of an answer were never recorded; empty for none. On every surface that shows the whole."""
    return f"{count} sentence{'' if count == 1 else 's'} withheld as unproved." if count else ""


def handed_withheld_notice(*, count: int) -> str:
    """The same of a text that was handed over, beside what its receiver made of it."""
    return f"{withheld_notice(count=count).removesuffix('.')} in the text handed over." if count else ""


_WEAKER: Final = ("absence", "computed")


def below_notice(*, bases: Iterable[str]) -> str:
    """What a statement rests on by way of other texts that is weaker than it looks; empty where nothing is."""
    weaker = [basis for basis in bases if basis in _WEAKER]
    said = (
        f"{BASES[basis].word.lower()} ({BASES[basis].remark})" if BASES[basis].remark else BASES[basis].word.lower()
        for basis in weaker
    )
    return f"{BY_WAY}: {', '.join(said)}." if weaker else ""


def program_notice(*, name: str) -> str:
    """That a program published a text and no person stands by it (ADR 17). `name` as it may be shown."""
    return f"Published by the program {name}, not by a person."


def handed_notice(*, basis: str) -> str:
    """How words rested on their sources in the text that was handed over: ``Quoted in the text handed over``."""
    return f"{BASES[basis].word} in the text handed over"


OUTAGE_NOTICE: Final = "Citations cannot be checked at the moment. Please try again shortly."
"""The body of a 503 and of a page without a database (DESIGN rule 8)."""
