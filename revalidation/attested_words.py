"""Is what a person attested still said, and was it all the time since? Words are compared as readers see them.

Once something else was said an attestation is silent for good, even if the attested words come back: somebody changed
them back, and the person has to look again. What is withdrawn is compared with nothing (DESIGN section 2): who attested
it attested nothing that is left, and what it said between is told by `withdrawn_since`.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple
from uuid import UUID

from django.db.models.functions import Length

from citeledger.core.hashing import sha256_hex
from citeledger.core.outcomes import OutcomeKind
from citeledger.core.reading.normalization import Normalizer, UnknownNormalizer, normalizer_for
from citeledger.core.reading.tokens import Columns
from citeledger.documents.models import VersionText
from citeledger.ledger.attestations import SeenPassage
from revalidation.comparison import PREPARED_INLINE
from revalidation.decoding import decodable
from revalidation.history import Later
from revalidation.mismatches import Met

READ_INLINE = PREPARED_INLINE
"""Code points of the texts read at most for all that is asked at once. What is beyond has to be looked at again."""


class Watched(NamedTuple):
    """A passage as attested, as it stands now, and as it stood in each version behind the cited one, oldest first."""

    then: SeenPassage
    now: SeenPassage
    stood: Sequence[Later]

    def between(self) -> Iterator[SeenPassage]:
        """As it stood in the versions after the one attested and before the newest one."""
        uids = [stood.version for stood in self.stood]
        first = uids.index(self.then.version) + 1 if self.then.version in uids else 0
        for stood in self.stood[first:]:
            if stood.version != self.now.version:
                outcome, start, end = stood.outcome, stood.start, stood.end
                yield replace(self.then, version=stood.version, outcome=outcome, start=start, end=end)


@dataclass(frozen=True)
class _Reading:
    """A text that may be compared, and the version of which it is one reading: document id and number."""

    edition: tuple[int, int]
    text: str
    normalizer: Normalizer

    @cached_property
    def seen(self) -> Columns:
        """What a reader sees of it: read once, however many passages of it were attested."""
        return self.normalizer.columns(self.text)[0]


def changed_since(watched: Sequence[Watched]) -> frozenset[int]:
    """Which of these (by position) say something else now, or said it in a version since they were attested.

    Two queries, for the texts in which words are compared: where another kind of thing became of a passage, that tells.
    What would take more text than READ_INLINE counts as something else.
    """
    looks = [_Look(at, one.then, seen) for at, one in enumerate(watched) for seen in (one.now, *one.between())]
    told = {look: _told_by_kind(look.then, look.seen) for look in looks}
    found = {look.at for look, same in told.items() if same is False}
    compared = [look for look, same in told.items() if same is None and look.at not in found]
    texts = _readings(_affordable(compared))
    for look in compared:
        if look.at not in found and not _says_the_same(look.then, look.seen, texts):
            found.add(look.at)
    return frozenset(found)


class _Look(NamedTuple):
    """Which of those watched it is about, the passage as attested, and as seen in another version."""

    at: int
    then: SeenPassage
    seen: SeenPassage

    @property
    def versions(self) -> set[UUID]:
        return {self.then.version, self.seen.version}


def _told_by_kind(then: SeenPassage, seen: SeenPassage) -> bool | None:
    """Whether both are the same, where that needs no text: None where the words must be compared."""
    if then.superseded_by != seen.superseded_by:
        return False
    if OutcomeKind(then.outcome).is_current and OutcomeKind(seen.outcome).is_current:
        return True
    return None if then.outcome == seen.outcome else False


def _affordable(looks: Sequence[_Look]) -> set[UUID]:
    """The versions in which these look, as far as READ_INLINE goes, in the order asked."""
    named = {version for look in looks for version in look.versions}
    rows = VersionText.objects.filter(version__uid__in=named, version__withdrawal=None)
    lengths = dict(rows.values_list("version__uid", Length("text")))
    chosen: set[UUID] = set()
    left = READ_INLINE
    for look in looks:
        more = look.versions - chosen
        needed = sum(lengths.get(version, 0) for version in more)
        if needed <= left:
            chosen |= more
            left -= needed
    return chosen


def _readings(versions: Collection[UUID]) -> dict[UUID, _Reading]:
    """Of these versions those that stand, and whose text has its stored hash."""
    rows = VersionText.objects.filter(version__uid__in=list(versions), version__withdrawal=None)
    columns = ("version__uid", "version__document_id", "version__number", "version__media_type", "text", "sha256")
    return {
        uid: _Reading((document_id, number), text, normalizer)
        for uid, document_id, number, media_type, text, sha256 in decodable(rows, *columns, record=Met.VERSION)
        if sha256_hex(text) == sha256 and (normalizer := _normalizer(media_type)) is not None
    }


def _normalizer(media_type: str) -> Normalizer | None:
    try:
        return normalizer_for(media_type)
    except UnknownNormalizer:
        return None


def _says_the_same(then: SeenPassage, seen: SeenPassage, texts: Mapping[UUID, _Reading]) -> bool:
    if not {then.version, seen.version} <= texts.keys():
        return False
    old, new = texts[then.version], texts[seen.version]
    if old.edition == new.edition:
        return True  # the same bytes, read again by another extractor: that alone changes nothing
    if old.normalizer == new.normalizer and _characters(then, old) == _characters(seen, new):
        return True
    return _judged(then, old) == _judged(seen, new)


def _is_judged_whole(passage: SeenPassage) -> bool:
    """No place to show, or the words are the cited ones and what surrounds them is in doubt: all words are judged by.

    A passage that went away may come back in words of its own; one in doubt may come to stand under another heading.
    """
    return passage.start is None or passage.end is None or passage.outcome == OutcomeKind.AMBIGUOUS


def _characters(passage: SeenPassage, read: _Reading) -> str:
    return read.text if _is_judged_whole(passage) else read.text[passage.start : passage.end]


def _judged(passage: SeenPassage, read: _Reading) -> list[str]:
    """The words somebody had to judge by, as their text is read around them."""
    seen = read.seen
    if passage.start is None or passage.end is None or _is_judged_whole(passage):
        return seen.values
    return seen.values[bisect_right(seen.ends, passage.start) : bisect_left(seen.starts, passage.end)]
