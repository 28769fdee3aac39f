"""What readers see of a text: what is struck through, commented out or hidden in its source supports nothing."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable

from citeledger.core.reading.normalization import Normalizer
from citeledger.core.reading.tokens import Run, Token, tokens

# Not seen, and not hidden either: tags, pictures (a sign stands for their words), the name of a code block's language,
# where a link leads and its definition.
_MARKUP = re.compile(r"<(?!!)|!\[|(?<=```)|(?<=~~~)|\][(\[]|[ ]{0,3}\[[^\]\n]+\]:")


class _Runs:
    """Runs in text order, asked for by place."""

    def __init__(self, text: str, runs: Iterable[Run]) -> None:
        self._text, self._runs = text, list(runs)
        self._starts = [run.start for run in self._runs]
        self._ends = [run.end for run in self._runs]

    def tokens(self, *, start: int, end: int) -> tuple[Token, ...]:
        first, stop = bisect_right(self._ends, start), bisect_left(self._starts, end)
        within = (_clipped(run, start=start, end=end) for run in self._runs[first:stop])
        return tokens(text=self._text, runs=within)


class Seen:
    """The runs of one canonical text. Reading it is linear in the text; asking about a passage is not."""

    def __init__(self, *, text: str, normalizer: Normalizer) -> None:
        runs = list(normalizer.read(text))
        unseen = (run for run in runs if not run.visible and not _MARKUP.match(text, run.start))
        self._visible = _Runs(text, (run for run in runs if run.visible))
        # As if visible, so that both kinds are cut into words alike.
        self._hidden = _Runs(text, (Run(run.start, run.end, run.shown) for run in unseen))

    def shows(self, *, start: int, end: int) -> bool:
        """Whether a reader sees what the passage (code points, end exclusive) cites.

        Something of it must be visible, and words that are not may only stand between words that are: a full stop
        beside a hidden sentence would be found again for ever while the sentence says what it likes.
        """
        visible = self._visible.tokens(start=start, end=end)
        hidden = _words(self._hidden.tokens(start=start, end=end))
        if not hidden:
            return bool(visible)
        words = _words(visible)
        return bool(words) and words[0].start < hidden[0].start and hidden[-1].end <= words[-1].start


def _words(found: Iterable[Token]) -> list[Token]:
    return [token for token in found if any(character.isalnum() for character in token.value)]


def _clipped(run: Run, *, start: int, end: int) -> Run:
    """The part of a run inside the passage; what stands for other characters cannot be cut and counts whole."""
    if run.shown is not None:
        return run
    return Run(max(run.start, start), min(run.end, end))
