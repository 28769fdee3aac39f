"""Lineage: from direct edges to everything a citation rests on (DESIGN section 4, Closure).

Direct edges are the truth; a closure is what they amount to. Citing any part of a derived text takes all citations
of that text and the text itself, so the unit that is walked is the text. Ids are opaque integers; a text is an
answer or a derived text. Depth counts derived texts on the longest way down: a citation of spans alone has depth 0.
"""

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from graphlib import CycleError, TopologicalSorter
from typing import TypeVar

DEPTH_CAP = 16  # derived texts above one another
SPAN_CAP = 4096  # spans one citation may rest on, whatever the way
ABSENCE_CAP = 8  # searches that found nothing, each of up to 500 documents, one citation may rest on
ITSELF = 0  # among absences, the citation's own statement while it has no id yet; no row has this one

Key = TypeVar("Key", bound=Hashable)


class LineageError(ValueError):
    """A lineage was refused; nothing may be recorded with it."""


class LineageCycle(LineageError):
    """A text would rest on itself. Cite what it was made from instead."""


class LineageTooDeep(LineageError):
    """More than `DEPTH_CAP` derived texts above one another. Cite a text nearer to the sources, or the sources."""


class LineageTooLarge(LineageError):
    """More than `SPAN_CAP` spans or `ABSENCE_CAP` searches under one citation. Split it, or cite fewer texts."""


class LineageMissing(LineageError):
    """A derived text on the way has no lineage (never had, or erased with its text): nothing may rest on it."""


@dataclass(frozen=True, slots=True)
class Edges:
    """What one citation of the text `text` names directly.

    `spans` are followed to later versions, `bound` are bound to theirs; `absences` are searches that found nothing.
    """

    text: int
    spans: frozenset[int] = frozenset()
    derived: frozenset[int] = frozenset()
    bound: frozenset[int] = frozenset()
    absences: frozenset[int] = frozenset()

    @property
    def rest_on_something(self) -> bool:
        """Whether they name anything at all."""
        return bool(self.spans or self.derived or self.bound or self.absences)


@dataclass(frozen=True, slots=True)
class Closure:
    """All ids below; `depth` in derived texts. A span followed on one path and bound on another is followed."""

    spans: frozenset[int]
    derived: frozenset[int] = frozenset()
    depth: int = 0
    bound: frozenset[int] = frozenset()
    absences: frozenset[int] = frozenset()


def _joined(*, closures: Iterable[Closure], edges: Edges) -> Closure:
    """What the closures amount to together with what is named beside them."""
    below = tuple(closures)
    spans = edges.spans.union(*(closure.spans for closure in below))
    return Closure(
        spans=spans,
        derived=edges.derived.union(*(closure.derived for closure in below)),
        depth=max((closure.depth for closure in below), default=0),
        bound=edges.bound.union(*(closure.bound for closure in below)) - spans,
        absences=edges.absences.union(*(closure.absences for closure in below)),
    )


def text_closure(*, text: int, citations: Iterable[Closure]) -> Closure:
    """What citing any part of `text` takes: the text itself and the closures of all its citations.

    Raises LineageMissing when the text has no citation, LineageCycle when it rests on itself.
    """
    below = tuple(citations)
    if not below:
        raise LineageMissing(f"Text {text} has no lineage.")
    joined = _joined(closures=below, edges=Edges(text=text))
    if text in joined.derived:
        raise LineageCycle(f"Text {text} rests on itself.")
    return replace(joined, derived=joined.derived | {text}, depth=1 + joined.depth)


def citation_closure(*, edges: Edges, texts: Mapping[int, Closure]) -> Closure:
    """The closure of one citation; `texts` holds what each derived text it names takes (see `text_closure`).

    Raises LineageMissing, LineageCycle, LineageTooDeep and LineageTooLarge.
    """
    below = [texts[text] for text in edges.derived if text in texts]
    if len(below) < len(edges.derived) or not edges.rest_on_something:
        raise LineageMissing("A text this citation rests on has no lineage, or it rests on nothing.")
    closure = _joined(closures=below, edges=edges)
    _within_caps(closure=closure, text=edges.text)
    return closure


def closures(*, citations: Mapping[Key, Edges]) -> dict[Key, Closure]:
    """Closures of a whole set of citations, from their direct edges alone, however deep they hang together.

    A citation that rests, at any depth, on a text without complete lineage is left out: no closure, `unavailable`.
    Raises LineageCycle, LineageTooDeep and LineageTooLarge.
    """
    members: dict[int, list[Key]] = {}
    for key, edges in citations.items():
        members.setdefault(edges.text, []).append(key)
    found: dict[Key, Closure] = {}
    texts: dict[int, Closure] = {}
    for text in _sources_first(citations.values()):
        keys = members.get(text, [])
        found |= _complete({key: citations[key] for key in keys}, texts)
        if keys and all(key in found for key in keys):
            texts[text] = text_closure(text=text, citations=[found[key] for key in keys])
    return found


def _complete(citations: Mapping[Key, Edges], texts: Mapping[int, Closure]) -> dict[Key, Closure]:
    return {
        key: citation_closure(edges=edges, texts=texts)
        for key, edges in citations.items()
        if edges.derived <= texts.keys() and edges.rest_on_something
    }


def _sources_first(citations: Iterable[Edges]) -> tuple[int, ...]:
    graph: dict[int, set[int]] = {}
    for edges in citations:
        graph.setdefault(edges.text, set()).update(edges.derived)
    try:
        return tuple(TopologicalSorter(graph).static_order())
    except CycleError:
        raise LineageCycle("These texts rest on one another in a circle.") from None


def _within_caps(*, closure: Closure, text: int) -> None:
    if text in closure.derived:
        raise LineageCycle(f"Text {text} would rest on itself.")
    if closure.depth > DEPTH_CAP:
        raise LineageTooDeep(f"{closure.depth} derived texts above one another; {DEPTH_CAP} are allowed.")
    if (spans := len(closure.spans) + len(closure.bound)) > SPAN_CAP:
        raise LineageTooLarge(f"{spans} spans under one citation; {SPAN_CAP} are allowed.")
    if (absences := len(closure.absences)) > ABSENCE_CAP:
        raise LineageTooLarge(f"{absences} searches under one citation; {ABSENCE_CAP} are allowed.")
