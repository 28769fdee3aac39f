"""Citation markers in streamed text: which are taken, what each closes, and that nothing is lost or doubled."""

import re
import sys
from collections.abc import Callable
from itertools import pairwise
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeledger.core.markers import (
    LONGEST_BLOCK,
    LONGEST_LINE,
    NUMBERED,
    Event,
    LeftAlone,
    MarkerParser,
    Notation,
    Reason,
    Segment,
)
from citeledger.core.markers.notations import CITE

A, B = "5c8e9907-7957-4c9b-9e35-446b5952a6dd", "00000000-0000-4000-8000-00000000000b"
CA, CB = f"[cite:{A}]", f"[cite:{B}]"


def events(*pieces: str, notation: Notation = CITE) -> list[Event]:
    parser = MarkerParser(notation=notation)
    found = [event for piece in pieces for event in parser.feed(piece)]
    return [*found, *parser.close()]


def said(*pieces: str) -> list[tuple[str, tuple[str, ...]]]:
    return [(event.text, event.names) for event in events(*pieces) if isinstance(event, Segment)]


def cited(text: str) -> list[tuple[str, tuple[str, ...]]]:
    return [(segment, names) for segment, names in said(text) if names]


def left(text: str) -> list[LeftAlone]:
    return [event for event in events(text) if isinstance(event, LeftAlone)]


class TestBracketsInsideCode:
    """brackets-inside-code: array indexes were taken for citations, and code was changed. onyx-dot-app/onyx#911"""

    ANSWER = "Use the cap [1].\n\n```py\nx = arr[0] + arr[1]\n```\nAlso `m[2]` works [2].\n\n```py\ny = arr[1]"

    def test_two_markers_are_found_and_no_code_is_touched(self) -> None:
        found = [event for event in events(self.ANSWER, notation=NUMBERED) if isinstance(event, Segment)]
        taken = [(segment.names, place) for segment in found for place in segment.places]
        assert taken == [(("1",), (12, 15)), (("2",), (66, 69))]
        text = "".join(segment.text for segment in found)
        assert text == self.ANSWER.replace(" [1]", "").replace(" [2]", "")


class TestAMarkerInManyPieces:
    """marker-split-across-stream-pieces: half a marker was shown, or a citation lost.

    ogx-ai/ogx#6599, onyx-dot-app/onyx#3294, vercel/ai#17107. Spaces in front of a marker go with it here, so no space
    is left before the full stop.
    """

    PIECES = ("The window is 14 days ", "[[", "cl", ":C-", "7", "]", "]", ". List [[1, 2], [3]]", " and [[cl:C-", "8")
    JOINED = "The window is 14 days [[cl:C-7]]. List [[1, 2], [3]] and [[cl:C-8"
    FORM = Notation(marker=re.compile(r"\[\[cl:(C-\d+)\]\]"), like=re.compile(r"\[\[cl:"))

    def test_it_is_taken_whole_and_what_never_ended_stays_text_and_is_told(self) -> None:
        assert "".join(self.PIECES) == self.JOINED
        found = events(*self.PIECES, notation=self.FORM)
        assert found == events(self.JOINED, notation=self.FORM)
        segments = [event for event in found if isinstance(event, Segment)]
        assert "".join(segment.text for segment in segments) == "The window is 14 days. List [[1, 2], [3]] and [[cl:C-8"
        assert [name for segment in segments for name in segment.names] == ["c-7"]
        unresolved = [event for event in found if isinstance(event, LeftAlone)]
        assert [(self.JOINED[each.position :], each.reason) for each in unresolved] == [("[[cl:C-8", Reason.MALFORMED)]

    def test_no_part_of_it_is_shown_before_the_stream_ends(self) -> None:
        parser = MarkerParser(notation=self.FORM)
        early = [event for piece in self.PIECES for event in parser.feed(piece)]
        shown = "".join(event.text for event in early if isinstance(event, Segment))
        assert "[[cl" not in shown
        assert self.JOINED.replace(" [[cl:C-7]]", "").startswith(shown)


class TestWhatAMarkerCloses:
    @pytest.mark.parametrize(
        ("text", "statements"),
        [
            (f"Refunds take 30 days {CA}.", [("Refunds take 30 days.", (A,))]),
            (f"Refunds take 30 days. {CA}", [("Refunds take 30 days.", (A,))]),
            (f"Ask first. Refunds take 30 days.{CA}", [("Refunds take 30 days.", (A,))]),
            (f"Ask first! Pay {CA}", [("Pay", (A,))]),
            (f"One {CA}, but two {CB}.", [("One,", (A,)), ("but two.", (B,))]),
            (f"One [cite:{A},{B}]", [("One", (A, B))]),
            (f"One [cite:{A},{A}]", [("One", (A,))]),
            (f"One {CA}{CB}.", [("One.", (A, B))]),
            (f"One {CA}. {CB}", [("One.", (A, B))]),
            (f"One\ntwo {CA}", [("One\ntwo", (A,))]),
            (f"One.\n{CA}", [("One.\n", (A,))]),
            (f"- one {CA}\n- two {CB}\n", [("one", (A,)), ("two", (B,))]),
            (f"> 3. quoted {CA}", [("quoted", (A,))]),
            (f"# Title {CA}\nText {CB}", [("Title", (A,)), ("Text", (B,))]),
            (f"Under Art. 5 refunds, e.g. of fees, end {CA}", [("Under Art. 5 refunds, e.g. of fees, end", (A,))]),
            (f"返品できる。三十日以内{CA}。次", [("三十日以内。", (A,))]),
            (f"क्या? यह है। तीस दिन {CA}।", [("तीस दिन।", (A,))]),
            (f"هل؟ نعم خلال 30 يوما {CA}.", [("نعم خلال 30 يوما.", (A,))]),
            (f"He said “no.” Pay now {CA}.", [("Pay now.", (A,))]),
            (f"Costs 5 $ {CA} or $6 {CB}.", [("Costs 5 $", (A,)), ("or $6.", (B,))]),
            (f"See [a] {CA} and [b] {CB}.", [("See [a]", (A,)), ("and [b].", (B,))]),
            (f"[0, 1) is half open {CA}", [("[0, 1) is half open", (A,))]),
            (f"As [see {CA}] says", [("As [see]", (A,))]),
            (f"One tick ` here {CA}", [("One tick ` here", (A,))]),
            (f"Upper [cite:{A.upper()}]", [("Upper", (A,))]),
        ],
    )
    def test_it_is_the_sentence_or_clause_in_front_of_it(
        self, text: str, statements: list[tuple[str, tuple[str, ...]]]
    ) -> None:
        assert cited(text) == statements
        assert left(text) == []

    def test_what_nobody_marked_stays_uncited(self) -> None:
        assert said(f"First. Second {CA}. Third.") == [("First. ", ()), ("Second.", (A,)), (" Third.", ())]


class TestWhatIsNoMarker:
    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            (f"a `{CA}` b", Reason.IN_CODE),
            (f"a ``x ` {CA}`` b", Reason.IN_CODE),
            (f"```\n{CA}\n```", Reason.IN_CODE),
            (f"~~~py\n{CA}", Reason.IN_CODE),
            (f"````\n```\n{CA}\n````", Reason.IN_CODE),
            (f"> ```\n> {CA}\n> ```", Reason.IN_CODE),
            (f"- x\n  ```\n  {CA}\n  ```", Reason.IN_CODE),
            (f"```\n> ```\n{CA}\n```", Reason.IN_CODE),
            (f"text\n\n    {CA}\n", Reason.IN_CODE),
            (f"\t{CA}", Reason.IN_CODE),
            (f"- a\n\n      {CA}", Reason.IN_CODE),
            (f"[a {CA}](https://x.example)", Reason.IN_LINK),
            (f"[a](https://x.example/{CA})", Reason.IN_LINK),
            (f"![a {CA}](x.png)", Reason.IN_LINK),
            (f'[a](x "t {CA}")', Reason.IN_LINK),
            (f"[a {CA}][ref]", Reason.IN_LINK),
            (f"a {CA}(https://x.example)", Reason.IN_LINK),
            (f"see https://x.example/?q={CA}", Reason.IN_LINK),
            (f"see www.x.example/{CA}", Reason.IN_LINK),
            (f"see <https://x.example/{CA}>", Reason.IN_LINK),
            (f"see <b title='{CA}'>b</b>", Reason.IN_LINK),
            (f"a <!-- {CA} --> b", Reason.IN_COMMENT),
            (f"a $x_{CA}$ b", Reason.IN_MATHS),
            (f"a $$x {CA}$$ b", Reason.IN_MATHS),
            (f"a \\(x {CA}\\) b", Reason.IN_MATHS),
            (f"a \\[x {CA}\\] b", Reason.IN_MATHS),
            (f"$$\nx\n\n{CA}\n$$", Reason.IN_MATHS),
            (f"\\[\nx\n\n{CA}", Reason.IN_MATHS),
            ("a [cite:made-up] b", Reason.MALFORMED),
            ("a [cite:] b", Reason.MALFORMED),
            (f"a [cite:{A} ] b", Reason.MALFORMED),
            (f"a [cite:{A}, {B}] b", Reason.MALFORMED),
            (f"a [cite:{A}", Reason.MALFORMED),
            (f"a [Cite:{A}] b", Reason.MALFORMED),
            (f"a [cite:{A}0] b", Reason.MALFORMED),
            (f"a [cite:{A[:-1]}\uff10] b", Reason.MALFORMED),
            ("a [cite:" + ",".join([A] * 65) + "] b", Reason.MALFORMED),
            (f"a [ci\u200bte:{A}] b", Reason.MALFORMED),
            (f"a \uff3bcite:{A}\uff3d b", Reason.MALFORMED),
            (f"a \u3010cite:{A}\u3011 b", Reason.MALFORMED),
            (f"a [cite\uff1a{A}] b", Reason.MALFORMED),
            (CA, Reason.CLOSES_NOTHING),
            (f"text\n\n{CA}", Reason.CLOSES_NOTHING),
        ],
    )
    def test_it_stays_text_and_is_told(self, text: str, reason: Reason) -> None:
        assert "".join(segment for segment, _ in said(text)) == text
        assert cited(text) == []
        assert [each.reason for each in left(text)] == [reason]
        at = left(text)[0].position
        assert text[at] in "[\uff3b\u3010"

    @pytest.mark.parametrize("text", [f"a\\{CA}", f"a [сite:{A}]", f"a (cite:{A})", "a [1]"])
    def test_what_does_not_even_look_like_one_is_text(self, text: str) -> None:
        assert "".join(segment for segment, _ in said(text)) == text
        assert cited(text) == []


PIECES = [
    CA, CB, "[cite:", A, "]", "[", "](", ")", "(x)", "`", "``", "```", "\n```\n", "~~~\n", "$", "$$", "\n$$\n",
    "\\(", "\\)", "\\[", "\\]", "<!--", "-->", "<b ", ">", "https://x.example/", "\n", "\n\n", "    ", "- ", "# ", "> ",
    ". ", "word", " ", "日本。", "\\", "\t", "1. ", "\u200b", "\r\n",
]  # fmt: skip
documents = st.lists(st.sampled_from(PIECES), max_size=30).map("".join)


@given(text=documents, cuts=st.lists(st.integers(0, 600), max_size=12))
def test_no_split_of_the_stream_changes_anything(text: str, cuts: list[int]) -> None:
    edges = [0, *sorted(min(cut, len(text)) for cut in cuts), len(text)]
    assert events(*(text[first:last] for first, last in pairwise(edges))) == events(text)


@given(documents)
def test_one_character_at_a_time_is_the_same(text: str) -> None:
    assert events(*text) == events(text)


@given(documents)
def test_nothing_is_lost_and_nothing_doubled(text: str) -> None:
    """Put back, the markers and the spaces in front of them make the text again."""
    found = [event for event in events(text) if isinstance(event, Segment)]
    kept, position = [], 0
    for start, end in (place for segment in found for place in segment.places):
        assert text[start:end].startswith("[cite:")
        kept.append(text[position:start].rstrip(" \t"))
        position = end
    assert "".join(segment.text for segment in found) == "".join([*kept, text[position:]])


@given(documents)
def test_whatever_looks_like_a_marker_is_taken_or_told(text: str) -> None:
    found = events(text)
    taken = {start for each in found if isinstance(each, Segment) for start, _ in each.places}
    told = {each.position for each in found if isinstance(each, LeftAlone)}
    escaped = {at + 1 for at in range(len(text)) if text.startswith("\\[", at)}
    assert {like.start() for like in CITE.like.finditer(text)} - escaped <= taken | told
    assert not taken & told


def test_a_parser_begins_anew_after_closing() -> None:
    parser = MarkerParser()
    once = [*parser.feed(f"```\nx {CA}"), *parser.close()]
    again = [*parser.feed(f"x {CA}"), *parser.close()]
    assert [each for each in once if isinstance(each, Segment) and each.names] == []
    assert again == [Segment("x", (A,), ((2, 45),))]


class TestBounds:
    """What never ends (a marker, a fence, a line) holds back no more than a block and costs no more than its length."""

    @pytest.mark.parametrize("unit", ["[", "`", "a ", "x", "[cite:", "word\n", "$a ", "```\n", "日"])
    def test_no_more_is_held_back_than_a_block(self, unit: str) -> None:
        parser, fed, out = MarkerParser(), 0, 0
        for _ in range(60):
            piece = unit * (4096 // len(unit))
            fed += len(piece)
            out += sum(len(each.text) for each in parser.feed(piece) if isinstance(each, Segment))
            assert fed - out <= LONGEST_BLOCK + LONGEST_LINE
        rest = parser.close()
        assert out + sum(len(each.text) for each in rest if isinstance(each, Segment)) == fed

    @pytest.mark.parametrize("edge", [LONGEST_LINE, LONGEST_BLOCK, LONGEST_BLOCK + LONGEST_LINE])
    @pytest.mark.parametrize("filling", ["long ", "so ", "x"])
    def test_a_marker_at_an_edge_is_whole(self, edge: int, filling: str) -> None:
        """A line without end is cut somewhere, but in front of a word: what the marker closes is at least that."""
        for lead in range(edge - 60, edge + 3):
            text = (filling * lead)[:lead] + " y " * (filling != "x") + CA
            taken = [names for _, names in cited(text)]
            told = [each.reason for each in left(text)]
            assert (taken, told) == ([(A,)], []) or (filling == "x" and (taken, told) == ([], [Reason.CLOSES_NOTHING]))

    @pytest.mark.parametrize(
        "unit",
        ["[", "]", "`", "$", "$a ", "](", "[a](", "<", "<a ", "<!--", "\\(", "\\[", "[cite:", CA, f"x{CA}", ". ", "...",
         ".)", "[[]", "` `` ", "[](", '](a "', "\\", "www.", "- ", "Art. 5 ", "[a][", "(", " ", "\t"],
    )  # fmt: skip
    def test_the_work_grows_no_faster_than_the_text(self, unit: str) -> None:
        for split in (1, 7):
            small, large = (_calls(unit, length, split) for length in (9_000, 36_000))
            assert large < 4.5 * small + 1000

    @pytest.mark.parametrize(
        "unit",
        ["[", "`", "$a ", "](", "<a ", "...", ".)", "[cite:", "[a](", "[](", ' "', "[a][", " ", "<!--", "\\(", "\\["],
    )
    def test_inside_one_block_too(self, unit: str, best_of: Callable[[Callable[[], object]], float]) -> None:
        """Regular expressions count as one call however long they look; so the processor's time is compared."""
        line = (unit * 4000)[:4000] + "x\n"
        block, part = f"x{line * 4}{CA}", f"x{line[:500]}{CA}"
        assert best_of(lambda: events(block)) < 2 * best_of(lambda: [events(part) for _ in range(32)]) + 0.002


@pytest.fixture
def best_of() -> Callable[[Callable[[], object]], float]:
    """Seconds of processor time of the quickest of five runs."""

    def measured(work: Callable[[], object]) -> float:
        times = []
        for _ in range(5):
            begin = process_time()
            work()
            times.append(process_time() - begin)
        return min(times)

    return measured


def _calls(unit: str, length: int, split: int) -> int:
    """How many functions, built-in ones and regular expressions too, are called to read a text of that length."""
    text, count = (unit * (length // len(unit) + 1))[:length], 0

    def counted(frame: object, event: str, argument: object) -> None:
        nonlocal count
        count += event in {"call", "c_call"}

    pieces = [text[first : first + length // split] for first in range(0, length, length // split)]
    before = sys.getprofile()
    sys.setprofile(counted)
    try:
        events(*pieces)
    finally:
        sys.setprofile(before)
    return count
