"""Whole kinds of edits, generated in every script we name: formatting never alarms, a changed token always does."""

import unicodedata
from collections.abc import Callable

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from citeledger.core.anchoring import Locator, OutcomeKind, SpanOutcome, reanchor
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
@settings(deadline=None, max_examples=25)
@given(st.data())
def test_formatting_never_alarms(script: str, data: st.DataObject) -> None:
    before, cited, after = (spelled(script, words) for words in data.draw(sentences(script, 3)))
    # Re-wrapping must not put a number with a full stop at a line start; our words hold none.
    change = data.draw(st.sampled_from(FORMATTING))
    old = f"Alpha {before} one.\n\nBeta {cited} two.\n\nGamma {after} three.\n"
    new = f"Alpha {before} one.\n\nBeta {change(cited)} two.\n\nGamma {after} three.\n"
    assert becomes(old, new, f"Beta {cited} two").is_current


@pytest.mark.parametrize("script", SCRIPTS)
@settings(deadline=None, max_examples=25)
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


@settings(deadline=None, max_examples=60)
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


def _reading(of: object, start: int, end: int) -> list[str]:
    found = of.normalizer.tokens(of.text)
    values = [t.value for t in found if t.visible and t.start < end and t.end > start]
    return values or [t.value.strip("*_`~") for t in found if t.start < end and t.end > start]


@settings(deadline=None, max_examples=60)
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


@settings(deadline=None, max_examples=20)
@given(st.integers(0, 39))
def test_one_edited_line_of_forty_similar_ones_flags_that_line_only(edited: int) -> None:
    lines = [f"- Class {n}: keep the file for {n + 10} days after the last visit." for n in range(40)]
    changed = [line.replace("after", "before") if n == edited else line for n, line in enumerate(lines)]
    old, new = "\n".join(lines), "\n".join(changed)
    spans = [Locator(old.index(line) + 2, old.index(line) + len(line)) for line in lines]
    results = reanchor(old=side(old), new=side(new), spans=spans)
    assert [n for n, result in enumerate(results) if not result.is_current] == [edited]
    assert results[edited].kind is OutcomeKind.EDITED
