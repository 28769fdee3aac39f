"""Where a span of one reading of some bytes stands in another reading of the very same bytes.

Not a comparison: the bytes did not change, so the passage is there; extractors merely put spaces, line ends and blocks
elsewhere. Only what both readings hold exactly once, spaces aside, is carried: a doubtful place is none.
"""

from collections.abc import Iterable, Mapping, Sequence

from citeledger.core.outcomes import Locator

_CHUNK = 8  # letters of a passage that are looked up, all passages at once
_CHUNKS = 16  # of each
_MANY = 32  # places from which a chunk says nothing about where to look


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
    once = ((words, _only_place(text, words, parts, places)) for words, parts in chunks.items())
    return {words: at for words, at in once if at is not None}


def _chunks(words: str) -> list[tuple[str, int]]:
    """Chunks of a passage and where in it they stand; none where it is shorter than one."""
    offsets = range(0, len(words) - _CHUNK + 1, _CHUNK)[:_CHUNKS]
    return [(words[offset : offset + _CHUNK], offset) for offset in offsets]


def _only_place(
    text: str, words: str, chunks: Sequence[tuple[str, int]], places: Mapping[str, list[int]]
) -> int | None:
    rarest, offset = min(chunks, key=lambda chunk: len(places[chunk[0]]), default=("", 0))
    candidates = places.get(rarest)
    if candidates is None or len(candidates) > _MANY:
        first = text.find(words)
        return first if first >= 0 and text.find(words, first + 1) < 0 else None
    found = [at - offset for at in candidates if at >= offset and text.startswith(words, at - offset)]
    return found[0] if len(found) == 1 else None
