"""Stored texts while they are compared: loaded, proved by their hash and prepared once each, and paired.

Each is read as what its media type says. A text that nothing stores yet can be held beside them (`hold`), to be told
before it is published what would become of spans in it.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from citeledger.core.anchoring import Pair, PreparedSide, Side, prepare, rule_id
from citeledger.core.hashing import sha256_hex
from citeledger.core.reading.normalization import Normalizer, UnknownNormalizer, between, normalizer_for
from citeledger.documents.models import VersionText
from citeledger.extraction.structure import BrokenStructure, Structure
from revalidation.decoding import decodable
from revalidation.mismatches import Met, met
from revalidation.ways import DIRECT, Edition, Way, ways


@dataclass(frozen=True, slots=True)
class _Stored:
    text: str
    structure: str
    edition: Edition


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

    def hold(self, *, edition: Edition, text: str, structure: str) -> None:
        """Take in a text that is stored nowhere, under an id that no version has; `structure` is canonical JSON."""
        self._stored[edition.id] = _Stored(text, structure, edition)

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

    def prepared(self, version_id: int) -> PreparedSide | None:
        """A loaded text by itself, as its media type reads; None where it cannot be relied on, or costs too much."""
        normalizer = self._normalizer(version_id)
        return self._side(version_id, normalizer) if normalizer else None

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
