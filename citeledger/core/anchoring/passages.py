"""What became of cited passages in another version of their document: one result per span, decided by tokens.

Only the same token sequence, seen by a reader, can leave a citation current, and in a cell of a workbook the same
stored value that another format shows; which of several equal passages is the cited one is decided by section,
difference and context, or not at all (threats T82, T83). What cannot be decided is `ambiguous`, which alarms. Likeness
never decides anything: it finds the place to show.

The result is a pure function of both sides, the span and the rule; store it under `rule_id`.
"""

from collections.abc import Iterable, Sequence
from functools import cached_property

from citeledger.core.anchoring.comparison import Comparison
from citeledger.core.anchoring.findings import Finding
from citeledger.core.anchoring.unchanged import Unchanged
from citeledger.core.layout.sides import Layer, PreparedSide, Side, prepare
from citeledger.core.layout.tables import cell_names
from citeledger.core.outcomes import Locator, OutcomeKind, SpanOutcome
from citeledger.core.reading.normalization import Normalizer
from citeledger.core.reading.streams import Stretch
from citeledger.core.spans import SpanOutOfRange

RULE = "anchor/7"


class DifferentNormalizers(ValueError):
    """The sides were prepared by different rules. Prepare both stored texts with one normaliser and compare again."""


def rule_id(normalizer: Normalizer) -> str:
    """Name of everything a span result depends on besides its inputs, such as "anchor/7+markdown/4+u14.0.0"."""
    return f"{RULE}+{normalizer.id}"


def reanchor(*, old: Side | PreparedSide, new: Side | PreparedSide, spans: Sequence[Locator]) -> list[SpanOutcome]:
    """Say for each span of `old` what became of it in `new`; one result per span, in order.

    `old` is the version that was cited, never one in between. Raises SpanOutOfRange for spans outside the old text
    and DifferentNormalizers. Whoever asks about the same two sides again keeps a `Pair`.
    """
    return Pair(*(side if isinstance(side, PreparedSide) else prepare(side) for side in (old, new))).outcomes(spans)


class Pair:
    """Two prepared sides: translates spans into tokens, asks, and translates the answer back into offsets.

    Costs one token difference of the texts when first asked, and a look-up or two per span. Raises
    DifferentNormalizers.
    """

    def __init__(self, old: PreparedSide, new: PreparedSide) -> None:
        if old.normalizer_id != new.normalizer_id:
            raise DifferentNormalizers("Both sides must be prepared by the same normaliser.")
        # A text may stay while something in it is struck through, or becomes the words for a picture.
        self._text = old.text
        # Nor may a header have been drawn over other columns of a table.
        self._same_text = (
            old.text == new.text
            and all(map(_is_same_stream, old.layers[:2], new.layers[:2]))
            and cell_names(old.seen.structure.cells) == cell_names(new.seen.structure.cells)
        )
        self._layers = tuple(_LayerPair(*layers) for layers in zip(old.layers, new.layers, strict=True))

    def outcomes(self, spans: Iterable[Locator]) -> list[SpanOutcome]:
        """One result per span of the old side, in order. Raises SpanOutOfRange."""
        return [self._outcome(span) for span in spans]

    def _outcome(self, span: Locator) -> SpanOutcome:
        if not 0 <= span.start < span.end <= len(self._text):
            raise SpanOutOfRange(f"The span {span.start}-{span.end} does not fit the old text.")
        if self._same_text:
            return SpanOutcome(OutcomeKind.INTACT, span.start, span.end)
        # What a reader sees of the span decides; only a span with nothing to see is looked for among hidden text.
        # Marks and spaces alone are nothing that could be compared.
        for layers in self._layers:
            outcome = layers.outcome(span)
            if outcome is not None:
                return outcome
        return SpanOutcome(OutcomeKind.AMBIGUOUS)


def _is_same_stream(old: Layer, new: Layer) -> bool:
    return old.stream.starts == new.stream.starts and old.stream.values == new.stream.values


class _LayerPair:
    """The seen (or the unseen) text of both sides."""

    def __init__(self, old: Layer, new: Layer) -> None:
        self._old, self._new = old, new
        self._comparison = Comparison(old=old, new=new)
        self._has_joints = old.joined_stream is None and (old.has_broken_words or new.has_broken_words)

    @cached_property
    def _joined(self) -> "_LayerPair":
        return _LayerPair(self._old.joined, self._new.joined)

    @cached_property
    def _unchanged(self) -> Unchanged:
        return self._comparison.unchanged

    def outcome(self, span: Locator) -> SpanOutcome | None:
        """Decide a span; None if no token of this layer lies in it."""
        shift = self._unchanged.shift(span)
        if shift is not None:
            return SpanOutcome(OutcomeKind.INTACT, span.start + shift, span.end + shift)
        passage = self._old.passage(start=span.start, end=span.end)
        if passage.first >= passage.stop:
            return None
        finding = self._comparison.finding(passage)
        if self._has_joints and not finding.kind.is_current:
            joined = self._joined.outcome(span)
            if joined is not None and joined.is_current:
                return joined
        return self._translated(span, passage, finding)

    def _translated(self, span: Locator, passage: Stretch, finding: Finding) -> SpanOutcome:
        kind, stretch, found = finding
        candidates = tuple([Locator(*self._range(span, passage, one)) for one in found]) if found else ()
        start, end = self._range(span, passage, stretch) if stretch else (None, None)
        return SpanOutcome(kind, start, end, candidates)

    def _range(self, span: Locator, passage: Stretch, stretch: Stretch) -> tuple[int, int]:
        """Source range of a new stretch; to the character as cited where it says the same in the same characters."""
        old, new = self._old, self._new
        start, end = new.stream.starts[stretch.first], new.stream.ends[stretch.stop - 1]
        if old.stream.values[slice(*passage)] != new.stream.values[slice(*stretch)]:
            return start, end
        first = start + span.start - old.stream.starts[passage.first]
        last = first + span.end - span.start
        is_as_cited = first >= 0 and new.text[first:last] == old.text[span.start : span.end]
        return (first, last) if is_as_cited else (start, end)
