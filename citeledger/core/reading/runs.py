"""Where every run of so many tokens stands in a sequence. Made in one pass; each place leads to the one before it."""

from collections.abc import Iterable, Sequence
from itertools import islice


class Runs:
    """The runs of `length` tokens of `values`."""

    def __init__(self, values: Sequence[str], length: int) -> None:
        last: dict[tuple[str, ...], int] = {}
        before: list[int] = []
        append, get = before.append, last.get
        for place, run in enumerate(_runs(values, length)):
            append(get(run, -1))
            last[run] = place
        self._last, self._before = last, before

    def places(self, run: tuple[str, ...], *, most: int) -> list[int]:
        """The last `most` places of a run, falling."""
        places: list[int] = []
        place = self._last.get(run, -1)
        while place >= 0 and len(places) < most:
            places.append(place)
            place = self._before[place]
        return places


def _runs(values: Sequence[str], length: int) -> Iterable[tuple[str, ...]]:
    return zip(*(islice(values, skip, None) for skip in range(length)), strict=False)
