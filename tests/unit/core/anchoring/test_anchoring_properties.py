"""Whole kinds of edits, generated in every script we name: formatting never alarms, a changed token always does."""

import re
import unicodedata
from collections.abc import Callable

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from citeledger.core.anchoring import Locator, OutcomeKind, Side, SpanOutcome, prepare, reanchor
from tests.rig.examples import examples
from tests.unit.core.anchored import side

# Words of one script each; the last three are written without spaces.
SCRIPTS = {
    "Latin": ["refund", "Gerät", "naïve", "rule", "days", "30", "café", "within", "x1"],
    "Cyrillic": ["возврат", "товар", "дней", "30", "не", "после", "ёлка", "срок"],
    "Greek": ["επιστροφή", "ημέρες", "30", "δεν", "είδος", "μετά"],
    "Arabic": ["إرجاع", "خلال", "٣٠", "يومًا", "لا", "المنتج", "می\u200cخواهم"],
    "Hebrew": ["החזרה", "תוך", "30", "ימים", "לא", "מוצר", "שָׁלוֹם"],
    "Devanagari": ["वापसी", "दिन", "३०", "नहीं", "वस्तु", "क्\u200dष"],
    "Korean": ["반품은", "30일", "이내에", "가능합니다", "않는다"],
    "Thai": ["คืน", "ภายใน", "30", "วัน", "ไม่", "น้ำ"],
    "Chinese": ["退货", "期限", "30", "日", "不", "可", "。"],
    "Japanese": ["返品", "は", "30", "日", "まで", "ガ", "ない", "。"],
}
UNSPACED = {"Thai", "Chinese", "Japanese"}


@st.composite
def sentences(draw: st.DrawFn, script: str, count: int) -> list[list[str]]:
    word = st.sampled_from(SCRIPTS[script])
    return draw(st.lists(st.lists(word, min_size=3, max_size=9), min_size=count, max_size=count))


def spelled(script: str, words: list[str]) -> str:
    if script not in UNSPACED:
        return " ".join(words)
    # Two numbers side by side would be one number.
    return "".join(f" {word} " if word.isdigit() else word for word in words).strip()


def becomes(old: str, new: str, cited: str) -> SpanOutcome:
    start = old.index(cited)
    return reanchor(old=side(old), new=side(new), spans=[Locator(start, start + len(cited))])[0]


def _bold(text: str) -> str:
    return f"**{text}**"


def _decomposed(text: str) -> str:
    return unicodedata.normalize("NFD", text)


def _wide_spaces(text: str) -> str:
    return text.replace(" ", "\u00a0 \t")


def _rewrapped(text: str) -> str:
    return text.replace(" ", "\n")


def _listed(text: str) -> str:
    return f"\n\n- {text}\n\n"


def _linked(text: str) -> str:
    return f"[{text}](https://example.org/a_b)"


def _invisible(text: str) -> str:
    # Not next to a joiner or a mark: there an invisible character has a meaning of its own.
    return text.replace(" ", "\u200b \u2060")


FORMATTING: list[Callable[[str], str]] = [_bold, _decomposed, _wide_spaces, _rewrapped, _listed, _linked, _invisible]


@pytest.mark.parametrize("script", SCRIPTS)
@settings(deadline=None, max_examples=examples(25))
@given(st.data())
def test_formatting_never_alarms(script: str, data: st.DataObject) -> None:
    before, cited, after = (spelled(script, words) for words in data.draw(sentences(script, 3)))
    # Re-wrapping must not put a number with a full stop at a line start; our words hold none.
    change = data.draw(st.sampled_from(FORMATTING))
    old = f"Alpha {before} one.\n\nBeta {cited} two.\n\nGamma {after} three.\n"
    new = f"Alpha {before} one.\n\nBeta {change(cited)} two.\n\nGamma {after} three.\n"
    assert becomes(old, new, f"Beta {cited} two").is_current


@pytest.mark.parametrize("script", SCRIPTS)
@settings(deadline=None, max_examples=examples(25))
@given(st.data())
def test_a_changed_word_always_alarms(script: str, data: st.DataObject) -> None:
    words = data.draw(sentences(script, 1))[0]
    index = data.draw(st.integers(0, len(words) - 1))
    other = data.draw(st.sampled_from([*SCRIPTS[script], "", "300"]))
    changed = [*words[:index], other, *words[index + 1 :]]
    old, new = spelled(script, words), spelled(script, [word for word in changed if word])
    assume("".join(old.split()) != "".join(new.split()))
    result = becomes(
        f"Alpha one.\n\nBeta {old} two.\n\nEnd.", f"Alpha one.\n\nBeta {new} two.\n\nEnd.", f"Beta {old} two"
    )
    assert not result.is_current


FULL_STOPS = {"Chinese": "。", "Japanese": "。", "Devanagari": "।"}


@st.composite
def passages(draw: st.DrawFn, script: str) -> tuple[str, ...]:
    """Words of a sentence. A few letters, or one word, that come again all over a text no one could find again."""
    fewest = 3 if script in UNSPACED else 0
    different = draw(st.permutations(SCRIPTS[script]))[:3]
    return (*different, *draw(st.lists(st.sampled_from(SCRIPTS[script]), min_size=fewest, max_size=6)))


@st.composite
def documents(draw: st.DrawFn, script: str) -> list[str]:
    """Paragraphs of one to three different sentences; with so few words, some stand in two paragraphs now and then."""
    stop = FULL_STOPS.get(script, ".")
    paragraph = st.lists(passages(script), min_size=1, max_size=3, unique=True)
    paragraphs = draw(st.lists(paragraph, min_size=2, max_size=5))
    return [" ".join(f"{spelled(script, list(words))}{stop}" for words in paragraph) for paragraph in paragraphs]


@pytest.mark.parametrize("script", SCRIPTS)
@settings(deadline=None, max_examples=examples(25))
@given(st.data())
def test_what_is_put_in_elsewhere_never_alarms(script: str, data: st.DataObject) -> None:
    paragraphs = data.draw(documents(script))
    cited = data.draw(st.integers(0, len(paragraphs) - 1))
    addition = data.draw(
        st.sampled_from(
            ["Foreign words stand here now.", "## A new heading", "- x\n- y", "| a | b |\n|---|---|\n| c | 7 |"]
        )
    )
    at = data.draw(st.integers(0, len(paragraphs)))
    old, new = "\n\n".join(paragraphs), "\n\n".join([*paragraphs[:at], addition, *paragraphs[at:]])
    start = sum(len(paragraph) + 2 for paragraph in paragraphs[:cited])
    spans = [Locator(start, start + len(paragraphs[cited]))]
    (result,) = reanchor(old=side(old), new=side(new), spans=spans)
    assert result.is_current


@pytest.mark.parametrize("script", SCRIPTS)
@settings(deadline=None, max_examples=examples(40))
@given(st.data())
def test_any_changed_character_always_alarms(script: str, data: st.DataObject) -> None:
    """One character taken out, put in or replaced inside the span, unless a reader is shown the same."""
    words = data.draw(sentences(script, 1))[0]
    cited = spelled(script, words)
    at = data.draw(st.integers(1, len(cited) - 1))
    other = data.draw(st.sampled_from(["", "x", "3", "\u0663", "-", "日", "а", "\u0301", cited[0]]))
    gone = data.draw(st.integers(0, 1))
    changed = cited[:at] + other + cited[at + gone :]
    frame = "Alpha one.\n\nBeta {} two.\n\nEnd."
    old, new = side(frame.format(cited)), side(frame.format(changed))
    assume(_reading(old, 0, len(old.text)) != _reading(new, 0, len(new.text)))
    assert not becomes(old.text, new.text, f"Beta {cited} two").is_current


@pytest.mark.parametrize("script", SCRIPTS)
@settings(deadline=None, max_examples=examples(25))
@given(st.data())
def test_places_hold_the_same_words_and_do_not_depend_on_what_else_was_asked(script: str, data: st.DataObject) -> None:
    before, after = data.draw(documents(script)), data.draw(documents(script))
    shuffled = data.draw(st.permutations([*before, *after]))[: len(before) + 1]
    old, new = side("\n\n".join(before)), side("\n\n".join(shuffled))
    edges = st.lists(st.integers(0, len(old.text)), min_size=2, max_size=2, unique=True).map(sorted)
    spans = [Locator(*pair) for pair in data.draw(st.lists(edges, min_size=1, max_size=12))]
    together = reanchor(old=old, new=new, spans=spans)
    assert together == [reanchor(old=old, new=new, spans=[span])[0] for span in spans]
    for span, result in zip(spans, together, strict=True):
        readings = [_reading(old, *span), _reading(old, *_as_taken(old, span))]
        if result.is_current:
            assert _reading(new, result.start, result.end) in readings
        for candidate in result.candidates:
            assert _reading(new, *candidate) in readings


@pytest.mark.parametrize("script", SCRIPTS)
@settings(deadline=None, max_examples=examples(15))
@given(st.data())
def test_a_text_compared_with_itself_is_intact(script: str, data: st.DataObject) -> None:
    text = "\n\n".join(data.draw(documents(script)))
    start = data.draw(st.integers(0, len(text) - 1))
    span = Locator(start, data.draw(st.integers(start + 1, len(text))))
    # Once as the very same text, once as one that only reads the same.
    for new in (text, f"{text}\n"):
        (result,) = reanchor(old=side(text), new=side(new), spans=[span])
        nothing_to_read = not text[slice(*span)].strip()
        assert result.kind is OutcomeKind.INTACT or (nothing_to_read and new != text)


@settings(deadline=None, max_examples=examples(60))
@given(st.text("abc3 .\n*~<>-!", min_size=1, max_size=50), st.data())
def test_a_current_result_points_at_the_same_reading(text: str, data: st.DataObject) -> None:
    new = data.draw(st.text("abc3 .\n*~<>-!", min_size=1, max_size=50))
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    old_side, new_side = side(text), side(new)
    result = reanchor(old=old_side, new=new_side, spans=[Locator(start, end)])[0]
    if not result.is_current or text == new:
        return
    assert result.start is not None
    assert result.end is not None
    assert _reading(new_side, result.start, result.end) == _reading(old_side, start, end)


def _as_taken(of: Side, span: Locator) -> Locator:
    """A range with what is written onto its edges, as 不 is onto 可."""
    seen = prepare(of).seen
    first, stop = seen.passage(start=span.start, end=span.end)
    return Locator(seen.stream.starts[first], seen.stream.ends[stop - 1]) if first < stop else span


def _reading(of: object, start: int, end: int) -> list[str]:
    found = of.normalizer.tokens(of.text)
    values = [t.value for t in found if t.visible and t.start < end and t.end > start]
    return values or [t.value.strip("*_`~") for t in found if t.start < end and t.end > start]


@settings(deadline=None, max_examples=examples(60))
@given(st.lists(st.sampled_from(["Keep it 30 days.", "Pay at once.", "Ask first."]), min_size=1, max_size=8), st.data())
def test_never_more_current_citations_of_a_sentence_than_copies_of_it(
    sentences_: list[str], data: st.DataObject
) -> None:
    """Delete some of several equal sentences: the citations that stay current cannot outnumber the copies left."""
    kept = data.draw(st.lists(st.booleans(), min_size=len(sentences_), max_size=len(sentences_)))
    old = "Start here.\n\n" + "\n\n".join(sentences_) + "\n\nThe end."
    new = "Start here.\n\n" + "\n\n".join(s for s, keep in zip(sentences_, kept, strict=True) if keep) + "\n\nThe end."
    for sentence in set(sentences_):
        spans, start = [], -1
        while (start := old.find(sentence, start + 1)) >= 0:
            spans.append(Locator(start, start + len(sentence)))
        results = reanchor(old=side(old), new=side(new), spans=spans)
        assert sum(result.is_current for result in results) <= new.count(sentence)


_LEAD = "Note for all staff: {} Ask the desk if anything is unclear to you today."
_SAID = ["Keep the badge for 30 days and wear it.", "Visitors sign the book at the desk.", "Nobody registers any more."]


@settings(deadline=None, max_examples=examples(150))
@given(*[st.lists(st.sampled_from(_SAID), min_size=1, max_size=6)] * 2, st.sampled_from([_LEAD, "{}", "- {}"]))
def test_one_place_confirms_one_citation(olds: list[str], news: list[str], frame: str) -> None:
    """Whatever was rewritten, put in or taken out: current citations of different passages have different places."""
    old, new = ("\n\n".join(["Start.", *(frame.format(said) for said in all_), "End."]) for all_ in (olds, news))
    for said in set(olds):
        starts = [match.start() for match in re.finditer(re.escape(said), old)]
        spans = [Locator(start, start + len(said)) for start in starts]
        found = [one.start for one in reanchor(old=side(old), new=side(new), spans=spans) if one.is_current]
        assert len(found) == len(set(found))


@settings(deadline=None, max_examples=examples(20))
@given(st.integers(0, 39))
def test_one_edited_line_of_forty_similar_ones_flags_that_line_only(edited: int) -> None:
    lines = [f"- Class {n}: keep the file for {n + 10} days after the last visit." for n in range(40)]
    changed = [line.replace("after", "before") if n == edited else line for n, line in enumerate(lines)]
    old, new = "\n".join(lines), "\n".join(changed)
    spans = [Locator(old.index(line) + 2, old.index(line) + len(line)) for line in lines]
    results = reanchor(old=side(old), new=side(new), spans=spans)
    assert [n for n, result in enumerate(results) if not result.is_current] == [edited]
    assert results[edited].kind is OutcomeKind.EDITED
