"""What a reader may like to know of a passage that still stands: nothing here alarms, or changes an outcome.

Worked out where it is shown, from the two texts around the passage, and stored nowhere.
"""

import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator
from enum import StrEnum
from itertools import takewhile

from citeledger.core.layout.sections import HeadingLike
from citeledger.core.layout.sides import Side
from citeledger.core.outcomes import Locator, OutcomeKind, SpanOutcome
from citeledger.core.reading.footnotes import Footnotes
from citeledger.core.reading.normalization import Normalizer
from citeledger.core.vocabulary.stops import SENTENCE_ENDS

_AROUND = 600  # characters on each side in which the neighbouring sentences are looked for
_HYPHENS = frozenset("-‐")
_PARAGRAPH_END = re.compile(r"\n[^\S\n]*\n")
_TARGET = re.compile(r"\]\(\s*<?([^\s()<>]*)|\bhref\s*=\s*[\"']?([^\"'\s>]*)")
_LABEL = re.compile(r"\[([^\[\]]+)\](?:\[([^\[\]]*)\])?(?!\()")
_SENTENCE_EDGE = re.compile(r"[.!?。！？؟।](?=\W)|\n\s*\n")
_WORD = re.compile(r"\w+")
_LINE = re.compile(r"^[^\n]{1,300}$", re.MULTILINE)  # of no more code points than a title has
_DEFINITION = re.compile(r"^[ \t>]{0,6}\[([^\[\]\n]+)\]:[ \t]*<?([^\s>]+)", re.MULTILINE)


class Note(StrEnum):
    """What differs beside the cited words."""

    FORMATTING = "formatting"
    ORDER = "order"
    LINK_TARGET = "link_target"
    HEADING = "heading"
    SURROUNDINGS = "surroundings"


_SENTENCES = {
    Note.FORMATTING: "It is set differently; it says the same.",
    Note.ORDER: "Its cells stand in another order now, or with more between them.",
    Note.LINK_TARGET: "A link in it leads elsewhere now, or a footnote to its sentence says something else.",
    Note.HEADING: "A heading above it reads differently now.",
    Note.SURROUNDINGS: "A sentence beside it was added, taken out or edited: read on around it.",
}


def describe_note(note: Note) -> str:
    """The same in a sentence for readers."""
    return _SENTENCES[note]


def notes(*, old: Side, new: Side, span: Locator, outcome: SpanOutcome) -> tuple[Note, ...]:
    """What differs beside the words of `span`, which `outcome` found in `new`; none where it is not current.

    Cheap: reads a few hundred characters of each text and their headings; all before it where these are others.
    """
    if not outcome.is_current or outcome.start is None or outcome.end is None:
        return ()
    place = Locator(outcome.start, outcome.end)
    is_parted = outcome.kind is OutcomeKind.MOVED and _is_parted(old, span, new, place)
    differing = {
        Note.FORMATTING: not is_parted and old.text[slice(*span)] != new.text[slice(*place)],
        Note.ORDER: is_parted,
        Note.LINK_TARGET: _targets(old.text, span) != _targets(new.text, place)
        or _footnotes(old, span) != _footnotes(new, place),
        Note.HEADING: _is_under_others(old, span, new, place),
        Note.SURROUNDINGS: _neighbours(old, span) != _neighbours(new, place),
    }
    return tuple(note for note, differs in differing.items() if differs)


def _is_parted(old: Side, span: Locator, new: Side, place: Locator) -> bool:
    """Whether all words of a passage are at its place, and not as they followed one another.

    Where some are not, a cell shows its value in another format.
    """
    if _letters(old, span) == _letters(new, place):
        return False
    was, now = (Counter(_values(side.normalizer, side.text[slice(*at)])) for side, at in ((old, span), (new, place)))
    return not was - now


def _letters(side: Side, place: Locator) -> str:
    """What a passage reads like, without the hyphens that line ends may have put into it."""
    return "".join(value for value in _values(side.normalizer, side.text[slice(*place)]) if value not in _HYPHENS)


def _targets(text: str, place: Locator) -> list[str]:
    """Where the links of a passage lead, those by label too."""
    passage = text[slice(*place)]
    labels = [(second or first).casefold() for first, second in _LABEL.findall(passage)]
    by_label = {label.casefold(): target for label, target in _DEFINITION.findall(text)} if labels else {}
    direct = [inline or reference for inline, reference in _TARGET.findall(passage)]
    return direct + [by_label[label] for label in labels if label in by_label]


def _footnotes(side: Side, place: Locator) -> list[str]:
    """What the notes to the sentences of a passage say, whatever they are called: an addition may be only a source."""
    before = max(
        (edge.end() for edge in _SENTENCE_EDGE.finditer(side.text, max(0, place.start - _AROUND), place.start)),
        default=place.start,
    )
    behind = _SENTENCE_EDGE.search(side.text, place.end - 1, place.end + _AROUND)
    found = [*side.structure.notes, *side.normalizer.footnotes(side.text)]
    return list(Footnotes(found, side.text).said(start=before, end=behind.end() if behind else place.end))


def _is_under_others(old: Side, span: Locator, new: Side, place: Locator) -> bool:
    """Whether a reader sees other titles above the passage now.

    A format may not tell a title from a line, or one level from another, which readers do not take for another title.
    """
    was, now = _headings(old, span), _headings(new, place)
    if was == now:
        return False
    known = {_words(_title(side, heading)) for side in (old, new) for heading in side.structure.headings}
    before, after = _title_lines(old, span, known), _title_lines(new, place, known)
    over = {_words(title) for title in (*was, *now)}
    return before[-1:] != after[-1:] or [one for one in before if one in over] != [one for one in after if one in over]


def _headings(side: Side, place: Locator) -> list[tuple[str, ...]]:
    """The titles above a passage, outermost first, without case and marks."""
    chain: list[tuple[int, tuple[str, ...]]] = []
    for heading in _headings_before(side, place):
        title = _title(side, heading)
        chain = [*((level, above) for level, above in chain if level < heading.level), (heading.level, title)]
    return [title for _, title in chain]


def _headings_before(side: Side, place: Locator) -> Iterator[HeadingLike]:
    return takewhile(lambda heading: heading.start <= place.start, side.structure.headings)


def _title(side: Side, heading: HeadingLike) -> tuple[str, ...]:
    return tuple(value.casefold() for value in _values(side.normalizer, side.text[heading.start : heading.end]))


def _words(title: Iterable[str]) -> tuple[str, ...]:
    return tuple(_WORD.findall(" ".join(title)))


def _title_lines(side: Side, place: Locator, known: Container[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """The `known` titles that stand above a passage, as headings or in lines of their own, each where it is nearest."""
    found = {heading.start: _words(_title(side, heading)) for heading in _headings_before(side, place)}
    apart = [range(region.start, region.end) for region in side.structure.regions if region.is_apart]
    for line in _LINE.finditer(side.text, 0, place.start):
        title = tuple(_WORD.findall(line[0].casefold()))
        if title in known and not any(line.start() in region for region in apart):
            found[line.start()] = title
    nearest = {title: start for start, title in sorted(found.items())}
    return sorted(nearest, key=nearest.__getitem__)


def _neighbours(side: Side, place: Locator) -> tuple[list[str], list[str]]:
    """The sentence before the passage and the one behind it, as far as they are near."""
    before = side.text[max(0, place.start - _AROUND) : place.start].rstrip()
    behind = side.text[place.end : place.end + _AROUND].lstrip()
    last, first = _PARAGRAPH_END.split(before)[-1], _PARAGRAPH_END.split(behind)[0]
    return _last_sentence(_values(side.normalizer, last)), _first_sentence(_values(side.normalizer, first))


def _values(normalizer: Normalizer, source: str) -> list[str]:
    return [token.value for token in normalizer.tokens(source) if token.visible]


def _first_sentence(values: list[str]) -> list[str]:
    """Up to the first sign that ends a sentence, but for one that ends the passage itself."""
    end = next((index for index, value in enumerate(values) if index and value in SENTENCE_ENDS), len(values))
    return values[: end + 1]


def _last_sentence(values: list[str]) -> list[str]:
    return list(_until_end(values))[::-1]


def _until_end(values: list[str]) -> Iterator[str]:
    for index, value in enumerate(reversed(values)):
        if index and value in SENTENCE_ENDS:
            return
        yield value
