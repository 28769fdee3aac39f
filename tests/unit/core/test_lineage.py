"""Closures against a naive walk, caps at their edges, circles refused (DESIGN section 4; T85, T89, T108)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeledger.core.lineage import (
    ABSENCE_CAP,
    DEPTH_CAP,
    SPAN_CAP,
    Closure,
    Edges,
    LineageCycle,
    LineageMissing,
    LineageTooDeep,
    LineageTooLarge,
    citation_closure,
    closures,
    text_closure,
)

Graph = dict[int, Edges]


@st.composite
def graphs(draw: st.DrawFn, *, reach: int, texts: int = 14) -> Graph:
    """Citations of texts 1..n; a text names only texts below it and no further down than `reach`."""
    citations: Graph = {}
    for text in range(1, draw(st.integers(1, texts)) + 1):
        for _ in range(draw(st.integers(1, 3))):
            below = st.integers(max(1, text - reach), text - 1) if text > 1 else st.nothing()
            derived = draw(st.frozensets(below, max_size=3)) if text > 1 else frozenset()
            spans = draw(st.frozensets(st.integers(1, 30), min_size=0 if derived else 1, max_size=4))
            citations[len(citations) + 1] = Edges(text=text, spans=spans, derived=derived)
    return citations


def walk(graph: Graph, edges: Edges) -> Closure:
    """The definition, read aloud: follow every way down, remember what was met and how far down it was."""
    spans, derived, depth = set(edges.spans), set(), 0
    for text in edges.derived:
        derived.add(text)
        for below in (walk(graph, other) for other in graph.values() if other.text == text):
            spans |= below.spans
            derived |= below.derived
            depth = max(depth, below.depth + 1)
    return Closure(frozenset(spans), frozenset(derived), depth)


def chain(length: int) -> Graph:
    """Text 1 rests on a span, each other text on the one before it."""
    first = {1: Edges(text=1, spans=frozenset({7}))}
    return first | {text: Edges(text=text, derived=frozenset({text - 1})) for text in range(2, length + 1)}


@given(graphs(reach=14))
def test_the_closures_of_a_whole_graph_are_what_a_naive_walk_finds(graph: Graph) -> None:
    assert closures(citations=graph) == {key: walk(graph, edges) for key, edges in graph.items()}


@given(graphs(reach=14))
def test_closures_built_one_after_the_other_at_birth_are_the_same(graph: Graph) -> None:
    born: dict[int, Closure] = {}
    texts: dict[int, Closure] = {}
    for text in sorted({edges.text for edges in graph.values()}):
        own = {key: edges for key, edges in graph.items() if edges.text == text}
        born |= {key: citation_closure(edges=edges, texts=texts) for key, edges in own.items()}
        texts[text] = text_closure(text=text, citations=[born[key] for key in own])
    assert born == closures(citations=graph)


@given(graphs(reach=2), st.data())
def test_a_lost_text_takes_exactly_what_rests_on_it(graph: Graph, data: st.DataObject) -> None:
    lost = data.draw(st.sampled_from(sorted({edges.text for edges in graph.values()})))
    erased = {key: Edges(text=lost) if edges.text == lost else edges for key, edges in graph.items()}
    left = {key for key, edges in graph.items() if edges.text != lost and lost not in walk(graph, edges).derived}
    assert closures(citations=erased).keys() == left


@given(st.integers(1, 50))
def test_a_chain_is_taken_up_to_the_cap_and_refused_beyond(length: int) -> None:
    if length <= DEPTH_CAP + 1:
        assert closures(citations=chain(length))[length].depth == length - 1
    else:
        with pytest.raises(LineageTooDeep):
            closures(citations=chain(length))


def test_many_diamonds_are_neither_deep_nor_large() -> None:
    graph = {1: Edges(text=1, spans=frozenset({1}))}
    for level in range(1, DEPTH_CAP):
        for side in (2 * level, 2 * level + 1):
            below = {1} if level == 1 else {2 * level - 2, 2 * level - 1}
            graph[side] = Edges(text=side, derived=frozenset(below))
    top = closures(citations=graph)[2 * DEPTH_CAP - 1]
    assert (top.spans, len(top.derived), top.depth) == ({1}, 2 * DEPTH_CAP - 3, DEPTH_CAP - 1)


@pytest.mark.parametrize("size", [SPAN_CAP, SPAN_CAP + 1])
def test_the_cap_on_spans_counts_those_below_too(size: int) -> None:
    texts = {1: Closure(frozenset(range(size - 1)), frozenset({1}), 1)}
    edges = Edges(text=2, spans=frozenset({size}), derived=frozenset({1}))
    if size <= SPAN_CAP:
        assert len(citation_closure(edges=edges, texts=texts).spans) == size
    else:
        with pytest.raises(LineageTooLarge):
            citation_closure(edges=edges, texts=texts)


@pytest.mark.parametrize("circle", [{1: {1}}, {1: {2}, 2: {1}}, {1: {2}, 2: {3}, 3: {1}}])
def test_a_circle_is_refused(circle: dict[int, set[int]]) -> None:
    graph = {text: Edges(text=text, spans=frozenset({1}), derived=frozenset(on)) for text, on in circle.items()}
    with pytest.raises(LineageCycle):
        closures(citations=graph)


def test_a_text_that_would_cite_what_rests_on_it_is_refused() -> None:
    with pytest.raises(LineageCycle):
        citation_closure(
            edges=Edges(text=1, derived=frozenset({2})), texts={2: Closure(frozenset({1}), frozenset({1, 2}), 2)}
        )
    with pytest.raises(LineageCycle):
        text_closure(text=1, citations=[Closure(frozenset({1}), frozenset({1, 2}), 2)])


@pytest.mark.parametrize("edges", [Edges(text=1), Edges(text=1, spans=frozenset({1}), derived=frozenset({9}))])
def test_nothing_to_rest_on_and_a_text_without_lineage_are_refused(edges: Edges) -> None:
    with pytest.raises(LineageMissing):
        citation_closure(edges=edges, texts={})


def test_a_text_without_citations_has_no_closure() -> None:
    with pytest.raises(LineageMissing):
        text_closure(text=1, citations=[])


def test_a_span_is_bound_only_where_every_path_binds_it() -> None:
    below = {1: Closure(spans=frozenset({7}), derived=frozenset({1}), depth=1, bound=frozenset({8}))}
    own = Edges(text=2, derived=frozenset({1}), bound=frozenset({7, 9}))
    closure = citation_closure(edges=own, texts=below)
    assert (closure.spans, closure.bound) == (frozenset({7}), frozenset({8, 9}))


def test_searches_are_inherited_and_suffice_to_rest_on() -> None:
    note = citation_closure(edges=Edges(text=1, absences=frozenset({5})), texts={})
    below = {1: text_closure(text=1, citations=[note])}
    assert citation_closure(edges=Edges(text=2, derived=frozenset({1})), texts=below).absences == frozenset({5})


def test_bound_spans_and_searches_count_against_the_caps() -> None:
    half = frozenset(range(SPAN_CAP))
    with pytest.raises(LineageTooLarge):
        citation_closure(edges=Edges(text=1, spans=half, bound=frozenset({SPAN_CAP})), texts={})
    with pytest.raises(LineageTooLarge):
        citation_closure(edges=Edges(text=1, absences=frozenset(range(ABSENCE_CAP + 1))), texts={})
