"""Where a span of one reading of some bytes stands in another reading of the very same bytes.

Not a comparison: the bytes did not change, so the passage is there; extractors merely put spaces, line ends and blocks
elsewhere. Only what both readings hold exactly once, spaces aside, is carried: a doubtful place is none.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from citeledger.core.outcomes import Locator

_CHUNK = 8  # letters of a passage that are looked up, all passages at once
_CHUNKS = 16  # of each
_MANY = 32  # places from which a chunk says nothing about where to look
_FEW = 16  # passages of one length that are looked for one by one


def carried(*, old: str, new: str, spans: Sequence[Locator]) -> list[Locator | None]:
    """The place in `new` of each span of `old`, None where it is not plain. Linear in the texts and the spans."""
    old_letters, new_letters = "".join(old.split()), "".join(new.split())
    places = [place for place, character in enumerate(new) if not character.isspace()]
    passages = ["".join(old[span.start : span.end].split()) for span in spans]
    once_old, once_new = (_found_once(letters, set(passages)) for letters in (old_letters, new_letters))
    return [
        Locator(places[once_new[words]], places[once_new[words] + len(words) - 1] + 1)
        if words in once_old and words in once_new
        else None
        for words in passages
    ]


def _found_once(text: str, passages: Iterable[str]) -> dict[str, int]:
    """The passages that stand in a text exactly once, and where."""
    chunks = {words: _chunks(words) for words in passages if words}
    places: dict[str, list[int]] = {chunk: [] for found in chunks.values() for chunk, _ in found}
    for at in range(len(text) - _CHUNK + 1):
        found = places.get(text[at : at + _CHUNK])
        if found is not None and len(found) <= _MANY:
            found.append(at)
    found_at: list[tuple[str, int]] = []
    others: defaultdict[int, list[str]] = defaultdict(list)  # those no chunk finds, by their length
    for words, parts in chunks.items():
        rarest, offset = min(parts, key=lambda chunk: len(places[chunk[0]]), default=("", 0))
        if parts and len(places[rarest]) <= _MANY:
            begins = [at - offset for at in places[rarest] if at >= offset and text.startswith(words, at - offset)]
            found_at += [(words, begins[0])] if len(begins) == 1 else []
        else:
            others[len(words)].append(words)
    return dict([*found_at, *chain.from_iterable(_of_one_length(text, *group) for group in others.items())])


def _chunks(words: str) -> list[tuple[str, int]]:
    """Chunks of a passage and where in it they stand; none where it is shorter than one."""
    offsets = range(0, len(words) - _CHUNK + 1, _CHUNK)[:_CHUNKS]
    return [(words[offset : offset + _CHUNK], offset) for offset in offsets]


def _of_one_length(text: str, length: int, passages: Sequence[str]) -> Iterator[tuple[str, int]]:
    """The same for passages of one length: a search for each of a few, one walk over the text for many."""
    if len(passages) <= _FEW:
        firsts = ((words, text.find(words)) for words in passages)
        yield from ((words, at) for words, at in firsts if at >= 0 and text.find(words, at + 1) < 0)
        return
    places: dict[str, list[int]] = {words: [] for words in passages}
    for at in range(len(text) - length + 1):
        found = places.get(text[at : at + length])
        if found is not None and len(found) < 2:
            found.append(at)
    yield from ((words, found[0]) for words, found in places.items() if len(found) == 1)
