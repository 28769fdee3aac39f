"""Text with citation markers becomes pieces: what each marker closes, structure, and what rests on nothing."""

from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeledger.core.statements import Role, Structure
from citeledger.emission.cutting import Piece, cut
from citeledger.emission.shape import SEGMENTS_PER_ANSWER, is_structure

U = "5c8e9907-7957-4c9b-9e35-446b5952a6dd"
V = "1d0f2a14-90a3-4f43-8b6c-0e8d6d3f6d11"
W = "0b9a5d36-6b0f-4f0a-9a55-3c1f3a1f7d10"
M = f"[cite:{U}]"


def told(text: str) -> list[tuple[str, str | tuple[str, ...]]]:
    """Each piece but breaks, with its role or the first letters of what it rests on."""
    pieces = [piece for piece in cut(text) if piece.role is not Role.BREAK]
    return [
        (piece.text, piece.role.value if piece.role else tuple(name[:2] for name in piece.names)) for piece in pieces
    ]


def joined(pieces: list[Piece]) -> str:
    return "".join(piece.text for piece in pieces)


def test_each_clause_has_its_own_names() -> None:
    text = f"Refunds take 30 days [cite:{U}], and returns 14 [cite:{V},{W}]."
    assert told(text) == [("Refunds take 30 days,", ("5c",)), ("and returns 14.", ("1d", "0b"))]
    assert joined(list(cut(text))) == "Refunds take 30 days, and returns 14."


def test_structure_is_what_the_shape_of_answers_takes_for_it() -> None:
    text = f"# Refunds\n\nSources\n- One {M}.\n  2. Two {M}\n> 3) Three {M}\n"
    assert told(text) == [
        ("# Refunds", "heading"),
        ("Sources", "phrase"),
        ("- ", "list_marker"),
        ("One.", ("5c",)),
        ("2. ", "list_marker"),
        ("Two", ("5c",)),
        ("> ", "list_marker"),
        ("3) ", "list_marker"),
        ("Three", ("5c",)),
    ]


def test_sentences_without_a_marker_rest_on_nothing_each() -> None:
    text = f"# H\n\nFree of charge. For ever!\nOnly today {M}. So hurry."
    assert told(text)[1:] == [
        ("Free of charge.", ()),
        ("For ever!", ()),
        ("Only today.", ("5c",)),
        ("So hurry.", ()),
    ]


@pytest.mark.parametrize("said", ["Refunds are free.", "#Refunds", "####### Seven", "As everybody knows", "\u200b"])
def test_what_only_looks_like_structure_is_a_sentence(said: str) -> None:
    assert told(f"{said}\n\nOnly today {M}.")[0] == (said, ())


def test_a_line_that_holds_a_marker_is_no_heading() -> None:
    assert told(f"## Window {M}\n") == [("## Window", ("5c",))]
    assert told(f"# Free for ever. Today {M}\n") == [("# Free for ever.", ()), ("Today", ("5c",))]


def test_structure_stands_at_the_beginning_of_its_line() -> None:
    assert told(f"One {M} - Sources\n") == [("One", ("5c",)), ("- Sources", ())]
    assert told(f"One {M} # Free\n") == [("One", ("5c",)), ("# Free", ())]


def test_marks_of_layout_stay_with_their_statement() -> None:
    assert told(f"- [x] **One {M}.** Two {M}_\n") == [
        ("- ", "list_marker"),
        ("[x] **One.**", ("5c",)),
        ("Two_", ("5c",)),
    ]


@pytest.mark.parametrize(
    "alone",
    [
        f"```\n# x {M}\n- y\n```",
        f"Say `x {M}`",
        f"See [x {M}](https://example.org)",
        f"$$\nx {M}\n$$",
        f"So $x {M}$",
        f"<!-- {M} -->",
    ],
)
def test_markers_in_code_links_and_maths_are_text_and_prove_nothing(alone: str) -> None:
    (piece,) = [piece for piece in cut(f"{alone}\n") if piece.role is not Role.BREAK]
    assert (piece.text, piece.names, piece.fault) == (alone, (), None)


@pytest.mark.parametrize(
    "meant",
    [
        "[cite:1]",
        f"[cite: {U}]",
        f"［cite:{U}］",
        f"【cite:{U}】",
        f"[Cite:{U}]",
        f"[cite:{U};{V}]",
        f"[ci\u200bte:{U}]",
    ],
)
@pytest.mark.parametrize("behind", ["", f" and so on {M}"])
def test_what_was_meant_for_a_marker_is_told_with_its_place(meant: str, behind: str) -> None:
    text = f"# Refunds\n\nThey take 30 days {meant}{behind}.\n"
    (met,) = [piece for piece in cut(text) if piece.fault]
    assert met.fault == (text.index(meant), "malformed_marker")
    assert met.role is None


def test_an_imitation_is_never_structure() -> None:
    (met,) = cut("# Refunds [cite:1]")
    assert met.role is None
    assert met.fault


@pytest.mark.parametrize("text", [M, f"One.\n\n{M}", f"- {M}", f"# {M}", f"```\nx\n```\n{M}", f"{M} One {M}"])
def test_a_marker_that_closes_nothing_is_told(text: str) -> None:
    (met,) = [piece for piece in cut(text) if piece.fault]
    assert met.fault == (text.index(M), "marker_closes_nothing")


MARKS = [M, f"[cite:{U},{V}]", "[cite:1]", "［cite:", "# ", "- ", "> ", "1. ", "[x] ", "**", "`", "```\n", "$", "|"]
WORDS = ["One", "Sources", "é", "日本。", "\u00a0", " ", "\n", "\t", "\r", ". ", ", "]
PARTS = st.lists(st.sampled_from([*MARKS, *WORDS]), max_size=40)


@given(PARTS)
def test_the_pieces_joined_are_the_text_without_the_markers_that_count(parts: list[str]) -> None:
    text = "".join(parts)
    pieces = list(cut(text))
    left, at = "", 0
    for first, end in [place for piece in pieces for place in piece.places]:
        assert text[first:end] in {M, f"[cite:{U},{V}]"}
        left, at = left + text[at:first].rstrip(" \t"), end
    assert joined(pieces) == left + text[at:]


@given(PARTS)
def test_places_lead_back_to_the_text(parts: list[str]) -> None:
    text, at = "".join(parts), 0
    for piece in cut(text):
        assert piece.start == at
        assert piece.start < piece.end
        if not piece.places:
            assert text[piece.start : piece.end] == piece.text
        at = piece.end
        assert piece.role is None or is_structure(Structure(piece.role, piece.text))
        assert (piece.names == ()) == (piece.places == ())
    assert at == len(text)


@pytest.mark.parametrize("unit", ["a. ", "# ", "> ", f"a {M}. ", M, "[cite:", "\n", "- ", "`", "["])
def test_no_more_is_read_than_is_taken(unit: str) -> None:
    """Any of these would take minutes if something went by the square."""
    assert len(list(islice(cut(unit * (200_000 // len(unit))), SEGMENTS_PER_ANSWER + 1))) > 0
