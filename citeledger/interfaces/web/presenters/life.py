"""The life page: one lane for each cited passage, its versions from left to right, drawn as SVG by the server."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from django.urls import reverse

from citeledger.core.anchoring.changes import describe
from citeledger.core.outcomes import OutcomeKind
from citeledger.documents.views import DocumentView
from citeledger.interfaces.names import shown_text
from citeledger.interfaces.web.presenters.documents import DocumentHeading, document_heading, version_label
from citeledger.interfaces.web.presenters.frame import counted, day
from citeledger.interfaces.web.presenters.lanes import (
    LANE,
    MIDDLE,
    Chart,
    Kind,
    Stretch,
    born_in,
    chart_of,
    kind_of,
    path_of,
    stretches,
    turns,
)
from citeledger.interfaces.web.presenters.statements import citation_address
from citeledger.interfaces.wording import STATES
from revalidation.lives import Life, LifeVersion, PassageLife

_CREST: Final = 48  # user units of the tallest bar over the lanes
_WIDEST_CREST: Final = 28
_LONGEST_LABEL: Final = 90  # code points
_MOST_DATED: Final = 5  # versions that the axis can name with their days
_MOST_NUMBERED: Final = 8  # numbers of versions on an axis of more
_STEPS: Final = (1, 2, 5, 10, 20)


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """A stretch of a lane: its shape as the `d` of a path, and what it says in words."""

    kind: str
    path: str
    says: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LaneRow:
    """A cited passage. `dot` is the x of its birth, None where that lies before the first column shown.

    `turns` are the x of the columns in which it changed.
    """

    anchor: str
    address: str
    label: str
    says: str
    cited: str
    state: str
    others: str
    dot: int | None
    runs: tuple[Run, ...]
    turns: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Crest:
    """A version that changed passages: a bar over its column, and the way to what changed in it.

    `reach` is the x of the column, all of which can be pointed at; `x` and `width` are the bar's own.
    """

    reach: int
    x: int
    y: int
    width: int
    height: int
    says: str
    address: str


@dataclass(frozen=True, slots=True)
class Tick:
    """A column of the axis: what is written under it; both are empty where that is nothing."""

    label: str = ""
    day: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LifePage:
    """`width` and `height` are user units of every lane; `ticks` has one for each of the versions drawn.

    `first` and `last` name the ends of the row of versions where the ticks do not.
    """

    document: DocumentHeading
    lanes: tuple[LaneRow, ...]
    crests: tuple[Crest, ...]
    ticks: tuple[Tick, ...]
    summary: str
    first: str
    last: str
    width: int
    column: int
    height: int = LANE
    crest_height: int = _CREST
    middle: int = MIDDLE
    earlier: str = ""
    more: str = ""
    notice: str = ""


def life_page(*, document: DocumentView, life: Life) -> LifePage:
    """The lanes as given. Of many versions the newest are drawn (`chart_of`); the words tell of all."""
    chart = chart_of(life.versions)
    drawn = life.versions[chart.skipped :]
    return LifePage(
        document=document_heading(document=document),
        lanes=tuple(_lane(place, one, chart) for place, one in enumerate(life.passages, start=1)),
        crests=tuple(_crests(life, chart)),
        summary=_summary(life=life),
        ticks=tuple(_ticks(drawn)),
        first=_named(drawn[0]) if len(drawn) > _MOST_DATED else "",
        last=_named(drawn[-1]) if len(drawn) > _MOST_DATED else "",
        width=chart.width,
        column=chart.column,
        earlier=counted(count=chart.skipped, one="earlier version", many="earlier versions") if chart.skipped else "",
        more=f"?after={life.next}" if life.next else "",
    )


def _ticks(drawn: Sequence[LifeVersion]) -> Iterator[Tick]:
    """Few versions each with its day; of many the numbers of some, the first and the last among them."""
    if len(drawn) <= _MOST_DATED:
        yield from (Tick(version_label(number=version.number), day(at=version.at)) for version in drawn)
        return
    step = next((step for step in _STEPS if len(drawn) <= step * _MOST_NUMBERED), _STEPS[-1])
    last = len(drawn) - 1
    for place, version in enumerate(drawn):
        is_told = place == last or (place % step == 0 and last - place >= max(2, step / 2))
        yield Tick(str(version.number)) if is_told else Tick()


def _named(version: LifeVersion) -> str:
    return f"{version_label(number=version.number)}, {day(at=version.at)}"


def _summary(*, life: Life) -> str:
    passages = counted(count=len(life.passages), one="cited passage", many="cited passages")
    versions = counted(count=len(life.versions), one="version", many="versions")
    changed = sum(1 for one in life.passages if one.became and kind_of(one.became[-1].outcome) is Kind.CHANGED)
    here = " on this page," if life.next else ""
    return f"{passages}{here} through {versions}; {counted(count=changed, one='differs', many='differ')} now."


def _lane(place: int, one: PassageLife, chart: Chart) -> LaneRow:
    whole = list(stretches(one, chart.versions))
    drawn = [each for each in whole if each.last >= chart.skipped]
    born = born_in(one, chart.versions)
    cited, first = _named(chart.versions[born]), one.citations[0]
    return LaneRow(
        anchor=f"lane-{place}",
        address=citation_address(citation=first.citation),
        label=_label(one.passage.text),
        says=f"Cited from {_inside(cited)}. {' '.join(_said(each, chart.versions, born) for each in whole)}",
        cited=cited,
        state=STATES[first.state.value].word,
        others=_others(count=len(one.citations) - 1 + one.more),
        dot=chart.left(born) + chart.column // 2 if born >= chart.skipped else None,
        runs=tuple(_run(each, chart, born) for each in drawn),
        turns=tuple(chart.left(each.first) for each in drawn if each.kind is Kind.CHANGED),
    )


def _inside(named: str) -> str:
    """As it is written inside a sentence."""
    return named[0].lower() + named[1:]


def _label(text: str) -> str:
    words = " ".join(text.split())
    cut = words if len(words) <= _LONGEST_LABEL else f"{words[:_LONGEST_LABEL].rstrip()}…"
    return shown_text(text=cut)


def _others(*, count: int) -> str:
    return f"and {counted(count=count, one='more statement', many='more statements')}" if count > 0 else ""


def _said(stretch: Stretch, versions: Sequence[LifeVersion], born: int) -> str:
    since, until = _inside(_named(versions[stretch.first])), versions[stretch.last]
    match stretch.kind:
        case Kind.INTACT if stretch.first > born:
            return f"As cited again since {since}."
        case Kind.INTACT:
            through = f"through {version_label(number=until.number).lower()}"
            return "Unchanged to this day." if until == versions[-1] else f"Unchanged {through}."
        case Kind.MOVED:
            return f"In another place since {since}."
        case Kind.CHANGED:
            return f"Changed in {since}: {describe(OutcomeKind(stretch.outcome or ''))}"
        case Kind.UNKNOWN:
            return f"Not compared yet from {since} on."


def _run(stretch: Stretch, chart: Chart, born: int) -> Run:
    """A passage begins in the middle of the column of its version, where the dot is."""
    is_born = stretch.first == born
    left = chart.left(stretch.first) + (chart.column // 2 if is_born and stretch.first >= chart.skipped else 0)
    path = path_of(stretch.kind, left, chart.left(stretch.last + 1))
    return Run(kind=stretch.kind, path=path, says=_said(stretch, chart.versions, born))


def _crests(life: Life, chart: Chart) -> Iterator[Crest]:
    """A bar for each version in which passages changed that stood until then: how many, and where to read it."""
    turned = Counter(place for one in life.passages for place in turns(one, life.versions))
    tallest = max(turned.values(), default=0)
    for place in sorted(turned):
        if place >= chart.skipped:
            yield _crest(life, chart, place, turned[place], height=max(4, _CREST * turned[place] // tallest))


def _crest(life: Life, chart: Chart, place: int, count: int, *, height: int) -> Crest:
    old, new = life.versions[place - 1], life.versions[place]
    versions = {"document": life.document, "old": old.uid, "new": new.uid}
    width = min(chart.column - 2, _WIDEST_CREST)
    return Crest(
        reach=chart.left(place),
        x=chart.left(place) + (chart.column - width) // 2,
        y=_CREST - height,
        width=width,
        height=height,
        says=f"{_named(new)}: {counted(count=count, one='passage', many='passages')} changed. See what changed.",
        address=reverse("web:difference", kwargs=versions),
    )
