"""A document's versions as columns and what became of a passage as stretches of a lane across them, in user units.

Kinds are told by shape as well as by colour: a solid bar where a passage stands unchanged, two rails where it stands in
another place, a zigzag where it changed, dots where nobody has compared it yet.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby, pairwise
from typing import Final

from citeledger.core.outcomes import OutcomeKind
from revalidation.lives import LifeVersion, PassageLife

_NARROWEST, _WIDEST, _ROOM = 12, 150, 756
"""User units a version takes at least and at most from left to right, and those there are for all of them."""
LANE: Final = 22
"""User units a lane is high."""
MIDDLE: Final = LANE // 2
_ZIG: Final = 6  # user units of one stroke of a zigzag, across
_ZAG: Final = 5  # and up or down
_MOST_COLUMNS: Final = 120


class Kind(StrEnum):
    """What a stretch of a lane looks like."""

    INTACT = "intact"
    MOVED = "moved"
    CHANGED = "changed"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Chart:
    """The versions as columns: `skipped` of them are not drawn, the others take `column` user units each."""

    versions: tuple[LifeVersion, ...]
    skipped: int
    column: int

    def left(self, place: int) -> int:
        """The x where the column of the version at this place begins; 0 for one that is not drawn."""
        return self.column * max(0, place - self.skipped)

    @property
    def width(self) -> int:
        """The x where the last column ends."""
        return self.left(len(self.versions))


@dataclass(frozen=True, slots=True)
class Stretch:
    """Columns `first` to `last` of one kind; `outcome` is that of the last."""

    kind: Kind
    first: int
    last: int
    outcome: str | None


def chart_of(versions: tuple[LifeVersion, ...]) -> Chart:
    """The newest versions, at most `_MOST_COLUMNS` of them, as wide as there is room."""
    skipped = max(0, len(versions) - _MOST_COLUMNS)
    room = _ROOM // max(1, len(versions) - skipped)
    return Chart(versions, skipped, column=max(_NARROWEST, min(_WIDEST, room)))


def kind_of(outcome: str | None) -> Kind:
    """What an outcome looks like; None stands for one that nobody has worked out."""
    if outcome is None:
        return Kind.UNKNOWN
    kind = OutcomeKind(outcome)
    if not kind.is_current:
        return Kind.CHANGED
    return Kind.INTACT if kind is OutcomeKind.INTACT else Kind.MOVED


def stretches(one: PassageLife, versions: Sequence[LifeVersion]) -> Iterator[Stretch]:
    """From the version cited, in which it stands by definition, to the newest. Columns count from 0 in `versions`."""
    born = born_in(one, versions)
    outcomes: list[str | None] = [OutcomeKind.INTACT.value, *(each.outcome for each in one.became)]
    numbered = enumerate(outcomes, start=born)
    for kind, run in groupby(numbered, key=lambda column: kind_of(column[1])):
        columns = list(run)
        yield Stretch(kind, columns[0][0], columns[-1][0], columns[-1][1])


def born_in(one: PassageLife, versions: Sequence[LifeVersion]) -> int:
    """The column of the version cited, counted from 0 in `versions`."""
    return len(versions) - len(one.became) - 1


def turns(one: PassageLife, versions: Sequence[LifeVersion]) -> Iterator[int]:
    """The columns in which a passage changed that stood until then."""
    for before, after in pairwise(stretches(one, versions)):
        if after.kind is Kind.CHANGED and before.kind is not Kind.UNKNOWN:
            yield after.first


def _bar(left: int, right: int) -> str:
    return f"M{left} {MIDDLE - 3}H{right}V{MIDDLE + 3}H{left}Z"


def _rails(left: int, right: int) -> str:
    return f"M{left} {MIDDLE - 4}H{right}M{left} {MIDDLE + 4}H{right}"


def _zigzag(left: int, right: int) -> str:
    points = [f"M{left} {MIDDLE}"]
    for number, x in enumerate(range(left + _ZIG, right + 1, _ZIG)):
        points.append(f"L{x} {MIDDLE - _ZAG if number % 2 == 0 else MIDDLE + _ZAG}")
    return "".join(points)


def _line(left: int, right: int) -> str:
    return f"M{left} {MIDDLE}H{right}"


_SHAPES: Final = {Kind.INTACT: _bar, Kind.MOVED: _rails, Kind.CHANGED: _zigzag, Kind.UNKNOWN: _line}


def path_of(kind: Kind, left: int, right: int) -> str:
    """The `d` of an SVG path that draws a kind from one x to another."""
    return _SHAPES[kind](left, right)
