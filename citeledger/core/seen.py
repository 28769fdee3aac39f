"""What readers see of a text: what is struck through, commented out or hidden in its source supports nothing."""

from bisect import bisect_left, bisect_right

from citeledger.core.normalization import Normalizer
from citeledger.core.tokens import Run, tokens


class Seen:
    """The visible runs of one canonical text. Reading it is linear in the text; asking about a passage is not."""

    def __init__(self, *, text: str, normalizer: Normalizer) -> None:
        self._text = text
        self._runs = [run for run in normalizer.read(text) if run.visible]
        self._starts = [run.start for run in self._runs]
        self._ends = [run.end for run in self._runs]

    def shows(self, *, start: int, end: int) -> bool:
        """Whether a reader sees any word or sign between the offsets (code points, end exclusive)."""
        first, stop = bisect_right(self._ends, start), bisect_left(self._starts, end)
        within = [_clipped(run, start=start, end=end) for run in self._runs[first:stop]]
        return bool(tokens(text=self._text, runs=within))


def _clipped(run: Run, *, start: int, end: int) -> Run:
    """The part of a run inside the passage; what stands for other characters cannot be cut and counts whole."""
    if run.shown is not None:
        return run
    return Run(max(run.start, start), min(run.end, end))
