"""Texts against their hashes, spans against their texts, results against what they are computed from."""

import json
from collections.abc import Iterator

from citeledger.core.anchoring import rule_id
from citeledger.core.normalization import normalizer_for
from citeledger.core.spans import SpanError, prove
from citeledger.documents.facts import damaged_digests
from citeledger.documents.models import Version
from citeledger.evidence.problems import Problem
from citeledger.evidence.rows import inspected
from citeledger.extraction.structure import Structure
from citeledger.ledger.models import Span
from revalidation.comparison import Comparison, Sides, compare
from revalidation.models import SpanResult


def versions() -> Iterator[Problem]:
    """Stored digests and structures belong to the stored texts. A damaged text takes all its spans with it."""

    def inspect(version: Version) -> Iterator[Problem]:
        damaged = damaged_digests(content=version.content, source=version.source)
        if damaged:
            yield Problem("version", str(version.uid), f"{' and '.join(damaged)} damaged", _spans_of(version))
        blocks = Structure.from_json(version.content.structure).blocks
        if not blocks or blocks[-1].end != len(version.content.text):
            yield Problem("version", str(version.uid), "its blocks do not cover its text", _spans_of(version))

    yield from inspected(Version.objects.select_related("content", "source"), "version", inspect)


def _spans_of(version: Version) -> tuple[int, ...]:
    return tuple(Span.objects.filter(version=version).values_list("pk", flat=True))


def spans() -> Iterator[Problem]:
    """Every span re-sliced from its stored text (DESIGN rule 3)."""

    def inspect(span: Span) -> Iterator[Problem]:
        try:
            prove(text=span.version.content.text, start=span.start, end=span.end, exact=span.content.exact)
        except SpanError:
            yield Problem("span", str(span.uid), "does not re-slice", (span.pk,))

    yield from inspected(Span.objects.select_related("version__content", "content"), "span", inspect)


def results() -> Iterator[Problem]:
    """Every remembered span result worked out again from the two stored texts."""
    sides = Sides()

    def inspect(result: SpanResult) -> Iterator[Problem]:
        span, uid = result.span, str(result.span.uid)
        if result.rule != rule_id(normalizer_for(span.version.media_type)):
            yield Problem("span result", uid, f"its rule {result.rule!r} does not run here", (span.pk,))
            return
        wanted = Comparison(span.pk, span.start, span.end, span.version_id, result.version_id)
        now = compare([wanted], sides).get((span.pk, result.version_id))
        if now is None:
            if not _is_withdrawn(result):
                yield Problem("span result", uid, "cannot be worked out again", (span.pk,))
            return
        again = [now.kind.value, now.start, now.end, json.dumps([[c.start, c.end] for c in now.candidates])]
        if again != [result.outcome, result.start, result.end, result.candidates]:
            yield Problem("span result", uid, f"is not the result in version {result.version.uid}", (span.pk,))

    rows = SpanResult.objects.select_related("span__version", "version")
    yield from inspected(rows, "span result", inspect)


def _is_withdrawn(result: SpanResult) -> bool:
    """Withdrawn text is never compared again (DESIGN section 2), so its results stay unproved and unused."""
    return Version.objects.filter(pk__in=(result.version_id, result.span.version_id), withdrawal__isnull=False).exists()
