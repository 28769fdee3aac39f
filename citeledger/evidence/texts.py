"""Texts against their hashes, spans against their texts, results against what they are computed from."""

import json
from collections.abc import Iterator
from functools import partial
from itertools import groupby

from django.db.models import Count, Exists, OuterRef, Q

from citeledger.core.anchoring import rule_id
from citeledger.core.reading.normalization import between, normalizer_for
from citeledger.core.spans import SpanError, prove
from citeledger.documents.facts import damaged_digests
from citeledger.documents.models import Version, VersionText
from citeledger.evidence import reach
from citeledger.evidence.problems import Problem
from citeledger.evidence.rows import Walk, attempt
from citeledger.extraction.structure import Structure
from citeledger.ledger.models import Span
from revalidation.comparison import Comparison, compare, is_of_another_rule
from revalidation.models import SpanResult
from revalidation.sides import Sides

EVERY = Q()
TEXTS_AT_ONCE = 8  # each may be megabytes, twice: the text and the bytes it was extracted from


def versions(*, only: Q = EVERY) -> Iterator[Problem]:
    """Stored digests and structures belong to the stored texts; `only` these versions."""

    def inspect(version: Version) -> Iterator[Problem]:
        damaged = damaged_digests(content=version.content, source=version.source)
        if damaged:
            yield Problem("version", str(version.uid), f"{' and '.join(damaged)} damaged")
        blocks = Structure.from_json(version.content.structure).blocks
        if not blocks or blocks[-1].end != len(version.content.text):
            yield Problem("version", str(version.uid), "its blocks do not cover its text")

    rows = Version.objects.filter(only).select_related("content", "source")
    walk = Walk(rows=rows, record="version", reach=reach.of_version, at_once=TEXTS_AT_ONCE)
    yield from walk.problems(inspect)


def spans(*, only: Q = EVERY) -> Iterator[Problem]:
    """Every span re-sliced from its stored text (DESIGN rule 3), one text at a time; `only` these spans."""
    asked = Span.objects.filter(only)
    for version_id in list(asked.order_by("version_id").values_list("version_id", flat=True).distinct()):
        rows = asked.filter(version_id=version_id).select_related("content")
        yield from Walk(rows=rows, record="span", reach=reach.of_span).problems(partial(_sliced, _text(version_id)))


def _text(version_id: int) -> str | None:
    return attempt(lambda: VersionText.objects.values_list("text", flat=True).get(version=version_id))


def _sliced(text: str | None, span: Span) -> Iterator[Problem]:
    try:
        prove(text=text or "", start=span.start, end=span.end, exact=span.content.exact)
    except SpanError:
        yield Problem("span", str(span.uid), "does not re-slice")


def results() -> Iterator[Problem]:
    """Every remembered span result worked out again from the two stored texts.

    Walked by cited version and then by target, so that no more than two texts are prepared at any time.
    """
    lost = SpanResult.objects.filter(~Exists(Span.objects.filter(pk=OuterRef("span_id"))))
    for pk in lost.values_list("pk", flat=True):
        yield Problem("span result", f"row {pk}", "belongs to no span")
    for cited_id, pairs in groupby(_pairs(), key=lambda pair: pair[0]):
        sides = Sides()
        for _, target_id in pairs:
            rows = SpanResult.objects.filter(span__version_id=cited_id, version_id=target_id)
            walk = Walk(
                rows=rows.select_related("span__version", "version"), record="span result", reach=reach.of_result
            )
            yield from walk.problems(partial(_worked_out, sides))
            sides.keep(cited_id)


def _pairs() -> list[tuple[int, int]]:
    pairs = SpanResult.objects.order_by("span__version_id", "version_id").distinct()
    return list(pairs.values_list("span__version_id", "version_id"))


def _worked_out(sides: Sides, result: SpanResult) -> Iterator[Problem]:
    span, uid = result.span, str(result.span.uid)
    if is_of_another_rule(result.rule):
        return  # nobody here uses it: see `unused_results`
    media_types = span.version.media_type, result.version.media_type
    if result.rule != rule_id(between(*map(normalizer_for, media_types))[0]):
        yield Problem("span result", uid, "its rule is none that could have made it")
        return
    wanted = Comparison(span.pk, span.start, span.end, span.version_id, result.version_id)
    now = compare([wanted], sides).get((span.pk, result.version_id))
    if now is None:
        if not _is_withdrawn(result):
            yield Problem("span result", uid, "cannot be worked out again")
        return
    again = [now.kind.value, now.start, now.end, json.dumps([[c.start, c.end] for c in now.candidates])]
    if again != [result.outcome, result.start, result.end, result.candidates]:
        yield Problem("span result", uid, f"is not the result in version {result.version.uid}")


def _is_withdrawn(result: SpanResult) -> bool:
    """Withdrawn text is never compared again (DESIGN section 2), so its results stay unproved and unused."""
    return Version.objects.filter(pk__in=(result.version_id, result.span.version_id), withdrawal__isnull=False).exists()


def unused_results() -> int:
    """How many remembered results were made by rules of another release: no damage, and used by nobody here."""
    rules = SpanResult.objects.values_list("rule").annotate(count=Count("pk")).order_by("rule")
    return sum(count for rule, count in rules if is_of_another_rule(rule))
