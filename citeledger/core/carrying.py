"""Where a span of one reading of some bytes stands in another reading of the very same bytes.

Not a comparison: the bytes did not change, so the passage is there; extractors merely put spaces, line ends and blocks
elsewhere. Only what both readings hold exactly once, spaces aside, is carried: a doubtful place is none.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from citeledger.core.outcomes import Locator

_KEY = 8  # letters by which passages are looked for together


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
    sought: dict[str, set[str]] = defaultdict(set)
    short = set()
    for words in passages:
        if len(words) < _KEY:
            short.add(words)
        else:
            sought[words[:_KEY]].add(words)
    found = {words: text.find(words) for words in short if words}
    once = {words: at for words, at in found.items() if at >= 0 and text.find(words, at + 1) < 0}
    for at in range(len(text) - _KEY + 1) if sought else ():
        for words in tuple(sought.get(text[at : at + _KEY], ())):
            if text.startswith(words, at):
                if words in once:
                    del once[words]
                    sought[words[:_KEY]].discard(words)
                else:
                    once[words] = at
    return once
