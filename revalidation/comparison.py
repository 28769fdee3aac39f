"""Stage 2: what became of a span in a later version, worked out here where no result is remembered.

Re-slices before it compares (DESIGN rule 3): a span that does not re-slice has no outcome and shows `unverified`.
Each text is read as what its media type says, and the rule id names both: results of different rules are never mixed
(threat T81), and what is struck through in a Markdown file that took a plain text's place is not there.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from citeledger.core.anchoring import (
    Locator,
    OutcomeKind,
    Pair,
    PreparedSide,
    Side,
    SpanOutcome,
    prepare,
    rule_id,
)
from citeledger.core.carrying import carried
from citeledger.core.hashing import sha256_hex
from citeledger.core.normalization import (
    Normalizer,
    UnknownNormalizer,
    between,
    normalizer,
    normalizer_for,
    normalizer_ids,
)
from citeledger.core.spans import SpanError, prove
from citeledger.documents.absences import search_rules
from citeledger.documents.models import VersionText
from citeledger.extraction.structure import BrokenStructure, Structure
from citeledger.ledger.models import SpanText
from revalidation.decoding import decodable
from revalidation.facts import Facts
from revalidation.mismatches import Met, met
from revalidation.ways import DIRECT, Edition, Kind, Way, ways

_NORMALIZER = r"[a-z]+/\d+\+u\d+\.\d+\.\d+"
_RULE_ID = re.compile(rf"(?:anchor|absence)/\d+\+{_NORMALIZER}(?:>{_NORMALIZER})?")


@dataclass(frozen=True, slots=True)
class Comparison:
    """One span to compare: its place (code points) in the cited version, and the version to look in."""

    span_id: int
    start: int
    end: int
    cited_id: int
    target_id: int


@dataclass(frozen=True, slots=True)
class _Stored:
    text: str
    structure: str
    edition: Edition


PREPARED_INLINE = 3_000_000
"""Code points a request prepares at most, about a second per million: an old and a new version of a megabyte each fit.

Beyond it a badge is `unverified` until the sweep has remembered the result (threats T84, T85).
"""


class Sides:
    """Stored texts, each loaded and prepared once for as long as this object lives: a request, or a sweep.

    `prepares` caps the code points that are prepared, where somebody waits; what is beyond has no outcome yet.
    """

    def __init__(self, *, prepares: int | None = None) -> None:
        self._left = prepares
        self._stored: dict[int, _Stored | None] = {}
        self._prepared: dict[tuple[int, str], PreparedSide | None] = {}
        self._pairs: dict[tuple[int, int], Pair] = {}
        self._ways: dict[tuple[int, int], Way] = {}

    def load(self, version_ids: Iterable[int]) -> None:
        """Read what is not loaded yet: one query. A text without its stored hash proves nothing and is left out."""
        wanted = set(version_ids) - self._stored.keys()
        if not wanted:
            return
        self._stored.update(dict.fromkeys(wanted))
        rows = VersionText.objects.filter(version_id__in=wanted, version__withdrawal=None)
        of_version = ("document_id", "number", "media_type", "extractor")
        columns = ("text", "sha256", "structure", "version_id", *(f"version__{name}" for name in of_version))
        for text, sha256, structure, version_id, *more in decodable(rows, *columns, record=Met.VERSION):
            if sha256_hex(text) == sha256:
                self._stored[version_id] = _Stored(text, structure, Edition(version_id, *more))
            else:
                met(record=Met.VERSION, name=version_id)

    def find_ways(self, pairs: Iterable[tuple[int, int]]) -> None:
        """Learn by which texts these pairs of loaded versions are compared, and load what that takes more."""
        unknown = set(pairs) - self._ways.keys()
        found = ((self._stored.get(cited_id), self._stored.get(target_id)) for cited_id, target_id in unknown)
        self._ways |= ways((cited.edition, target.edition) for cited, target in found if cited and target)
        self.load(way.via for way in self._ways.values() if way.via is not None)

    def way(self, cited_id: int, target_id: int) -> Way:
        """As `find_ways` found it."""
        return self._ways.get((cited_id, target_id), DIRECT)

    def keep(self, *version_ids: int) -> None:
        """Let go of every other text. A walk over many versions calls this where it leaves one."""
        self._ways = {pair: way for pair, way in self._ways.items() if set(pair) <= set(version_ids)}
        version_ids += tuple(way.via for way in self._ways.values() if way.via is not None)
        self._stored = {id_: stored for id_, stored in self._stored.items() if id_ in version_ids}
        self._prepared = {key: side for key, side in self._prepared.items() if key[0] in version_ids}
        self._pairs = {ids: pair for ids, pair in self._pairs.items() if set(ids) <= set(version_ids)}

    def text(self, version_id: int) -> str | None:
        stored = self._stored.get(version_id)
        return stored.text if stored else None

    def rule(self, cited_id: int, target_id: int) -> str | None:
        """The rule id under which results for spans of one version in another are kept; None where nothing is."""
        normalizers = self._normalizers(cited_id, target_id)
        return rule_id(normalizers[0]) if normalizers else None

    def pair(self, cited_id: int, target_id: int) -> Pair | None:
        """Both sides prepared, each as its media type reads, or None where one cannot be relied on.

        Kept, as the chunks of a sweep ask for the same one again.
        """
        pair = self._pairs.get((cited_id, target_id)) or self._paired(cited_id, target_id)
        if pair is not None:
            self._pairs[cited_id, target_id] = pair
        return pair

    def _paired(self, cited_id: int, target_id: int) -> Pair | None:
        normalizers = self._normalizers(cited_id, target_id)
        if normalizers is None:
            return None
        cited, target = self._side(cited_id, normalizers[0]), self._side(target_id, normalizers[1])
        return Pair(cited, target) if cited and target else None

    def _normalizers(self, cited_id: int, target_id: int) -> tuple[Normalizer, Normalizer] | None:
        cited, target = self._normalizer(cited_id), self._normalizer(target_id)
        return between(cited, target) if cited and target else None

    def _normalizer(self, version_id: int) -> Normalizer | None:
        stored = self._stored.get(version_id)
        try:
            return normalizer_for(stored.edition.media_type) if stored else None
        except UnknownNormalizer:
            met(record=Met.VERSION, name=version_id)
            return None

    def _side(self, version_id: int, normalizer: Normalizer) -> PreparedSide | None:
        key, stored = (version_id, normalizer.id), self._stored.get(version_id)
        if key not in self._prepared:
            affordable = stored is not None and self._affords(len(stored.text))
            self._prepared[key] = _prepared(version_id, stored, normalizer) if stored and affordable else None
        return self._prepared[key]

    def _affords(self, code_points: int) -> bool:
        if self._left is None:
            return True
        self._left -= code_points
        return self._left >= 0


def _prepared(version_id: int, stored: _Stored, normalizer: Normalizer) -> PreparedSide | None:
    try:
        structure = Structure.from_json(stored.structure)
    except BrokenStructure:
        met(record=Met.VERSION, name=version_id)
        return None
    return prepare(Side(stored.text, structure, normalizer))


def rules_here() -> frozenset[str]:
    """Rule ids whose remembered results this process may use: those it would compute itself (threat T81)."""
    known = [normalizer(id_) for id_ in normalizer_ids()]
    return frozenset(rule_id(between(old, new)[0]) for old in known for new in known)


def is_of_another_rule(rule: str) -> bool:
    """Whether a result's rule id is well formed and of another release: after an update such memos stay, unused."""
    return rule not in rules_here() | search_rules() and _RULE_ID.fullmatch(rule) is not None


def from_facts(facts: Facts, span_ids: Iterable[int]) -> list[Comparison]:
    """The comparisons with the head version for these spans."""
    wanted = []
    for span_id in sorted(set(span_ids)):
        span = facts.spans[span_id]
        head_id = facts.documents[span.document_id].head_id
        if head_id is not None:
            wanted.append(Comparison(span_id, span.start, span.end, span.version_id, head_id))
    return wanted


def compare(comparisons: Iterable[Comparison], sides: Sides | None = None) -> dict[tuple[int, int], SpanOutcome]:
    """Outcomes by (span id, target version id). Spans that cannot be proved are left out.

    At most two queries, and three more where versions were read by different extractors.
    """
    sides = sides or Sides(prepares=PREPARED_INLINE)
    outcomes: dict[tuple[int, int], SpanOutcome] = {}
    for way, group in _proved(list(comparisons), sides):
        outcomes |= _compared(sides, way, group)
    return outcomes


def kinds(comparisons: Iterable[Comparison]) -> dict[tuple[int, int], OutcomeKind]:
    """What `compare` calls each of them, for badges: where the bytes decide, no text is prepared to find a place."""
    sides = Sides(prepares=PREPARED_INLINE)
    found: dict[tuple[int, int], OutcomeKind] = {}
    for way, group in _proved(list(comparisons), sides):
        if way.kind is Kind.SAME_BYTES:
            found |= {(c.span_id, c.target_id): OutcomeKind.INTACT for c in group}
        else:
            found |= {key: outcome.kind for key, outcome in _compared(sides, way, group).items()}
    return found


def _proved(wanted: Sequence[Comparison], sides: Sides) -> Iterator[tuple[Way, list[Comparison]]]:
    """The comparisons whose span re-slices, those of two versions together, each pair with the way between them."""
    if not wanted:
        return
    sides.load({c.cited_id for c in wanted} | {c.target_id for c in wanted})
    exacts = SpanText.objects.filter(span_id__in={c.span_id for c in wanted})
    exact = dict(decodable(exacts, "span_id", "exact", record=Met.SPAN))
    groups: dict[tuple[int, int], list[Comparison]] = defaultdict(list)
    for comparison in wanted:
        if _is_proved(comparison, sides.text(comparison.cited_id), exact.get(comparison.span_id)):
            groups[comparison.cited_id, comparison.target_id].append(comparison)
    sides.find_ways(groups)
    yield from ((sides.way(*pair), group) for pair, group in groups.items())


def _compared(sides: Sides, way: Way, group: list[Comparison]) -> dict[tuple[int, int], SpanOutcome]:
    """The outcomes of spans of one version in one other, by the way between the two."""
    cited_id, target_id = group[0].cited_id, group[0].target_id
    if way.via is not None:
        moved = _carried(sides, way.via, group)
        left = [c for c in group if c.span_id not in {each.span_id for each in moved}]
        return (_compared(sides, DIRECT, moved) if moved else {}) | (_compared(sides, DIRECT, left) if left else {})
    if way.kind is Kind.SAME_BYTES:
        return _unchanged(sides, group)
    return _reanchor(sides.pair(cited_id, target_id), group)


def _carried(sides: Sides, via: int, group: list[Comparison]) -> list[Comparison]:
    """The same comparisons from where the spans stand in the version `via`; without those that have no place there."""
    places = zip(group, _places(sides, via, group), strict=True)
    return [replace(c, cited_id=via, start=place.start, end=place.end) for c, place in places if place]


def _unchanged(sides: Sides, group: list[Comparison]) -> dict[tuple[int, int], SpanOutcome]:
    """Intact, whatever another extractor made of the same bytes; the place is for showing, where there is one."""
    places = zip(group, _places(sides, group[0].target_id, group), strict=True)
    return {
        (c.span_id, c.target_id): SpanOutcome(OutcomeKind.INTACT, *((place.start, place.end) if place else ()))
        for c, place in places
    }


def _places(sides: Sides, version_id: int, group: list[Comparison]) -> list[Locator | None]:
    """Where the spans stand in another reading of the bytes they were cited from."""
    old, new = sides.text(group[0].cited_id), sides.text(version_id)
    if old is None or new is None:
        return [None] * len(group)
    found = _reanchor(sides.pair(group[0].cited_id, version_id), [replace(c, target_id=version_id) for c in group])
    places = {span_id: _locator(outcome) for (span_id, _), outcome in found.items()}
    left = [c for c in group if places.get(c.span_id) is None]
    plain = carried(old=old, new=new, spans=[Locator(c.start, c.end) for c in left])
    places |= {c.span_id: place for c, place in zip(left, plain, strict=True)}
    return [places[c.span_id] for c in group]


def _locator(outcome: SpanOutcome) -> Locator | None:
    if not outcome.is_current or outcome.start is None or outcome.end is None:
        return None
    return Locator(outcome.start, outcome.end)


def _reanchor(pair: Pair | None, group: list[Comparison]) -> dict[tuple[int, int], SpanOutcome]:
    if pair is None:
        return {}
    results = pair.outcomes(Locator(c.start, c.end) for c in group)
    return {(c.span_id, c.target_id): outcome for c, outcome in zip(group, results, strict=True)}


def _is_proved(comparison: Comparison, text: str | None, exact: str | None) -> bool:
    if text is None or exact is None:
        return False
    try:
        prove(text=text, start=comparison.start, end=comparison.end, exact=exact)
    except SpanError:
        met(record=Met.SPAN, name=comparison.span_id)
        return False
    return True
