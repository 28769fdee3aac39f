"""Numbers of items that are part of a text, as in letters: another number is no other item."""

import pytest

from citeledger.core.anchoring import Locator, Side, reanchor
from citeledger.core.reading.item_numbers import drawn_numbers
from citeledger.core.reading.normalization import normalizer_for
from citeledger.extraction import Options
from citeledger.extraction.formats import load
from citeledger.extraction.structure import Block
from tests.unit.extraction.letters import letter

WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
FORMS = {
    "decimal": ("decimal", "%1."),
    "lowerLetter": ("lowerLetter", "%1)"),
    "upperRoman": ("upperRoman", "(%1)"),
    "legal": ("decimal", "4.%1"),
}
RULES = ("Pay within 30 days.", "Keep the receipt.", "Write to the desk.")


def _letter(form: str, *items: str) -> Side:
    kind, pattern = FORMS[form]
    levels = f"<w:lvl w:ilvl='0'><w:start w:val='1'/><w:numFmt w:val='{kind}'/><w:lvlText w:val='{pattern}'/></w:lvl>"
    lists = (
        f"<w:abstractNum w:abstractNumId='0'>{levels}</w:abstractNum>"
        "<w:num w:numId='1'><w:abstractNumId w:val='0'/></w:num>"
    )
    mark = "<w:pPr><w:numPr><w:ilvl w:val='0'/><w:numId w:val='1'/></w:numPr></w:pPr>"
    body = "".join(f"<w:p>{mark}<w:r><w:t>{words}</w:t></w:r></w:p>" for words in items)
    extraction = load(WORD).extract(letter(body, {"numbering": lists}), Options())
    return Side(extraction.text, extraction.structure, normalizer_for(WORD))


def _followed(old: Side, new: Side, first: str, last: str) -> bool:
    span = Locator(old.text.index(first), old.text.index(last) + len(last))
    return reanchor(old=old, new=new, spans=[span])[0].is_current


@pytest.mark.parametrize("form", FORMS)
def test_an_item_put_in_above_only_renumbers(form: str) -> None:
    old, new = _letter(form, *RULES), _letter(form, "Greet everybody.", *RULES)
    assert old.text[: old.text.index("Pay")].strip()
    assert _followed(old, new, "Pay", "receipt.")
    assert _followed(old, new, "Pay", "desk.")
    assert _followed(old, new, "Keep", "receipt.")


@pytest.mark.parametrize("form", FORMS)
def test_an_item_put_in_between_or_edited_is_a_change(form: str) -> None:
    old = _letter(form, *RULES)
    assert not _followed(old, _letter(form, RULES[0], "Greet everybody.", *RULES[1:]), "Pay", "receipt.")
    assert not _followed(old, _letter(form, "Pay within 60 days.", *RULES[1:]), "Pay", "receipt.")


def _numbers(*items: str) -> list[str]:
    text, blocks = "", []
    for item in items:
        blocks.append(Block("list_item", len(text), len(text) + len(item) + 1))
        text += f"{item}\n"
    return [text[start:end] for start, end in drawn_numbers(text=text, blocks=blocks)]


def test_only_what_goes_on_like_a_list_numbers_items() -> None:
    assert _numbers("1. a", "2. b", "  a) c", "  b) d", "3. e") == ["1.", "2.", "a)", "b)", "3."]
    assert _numbers("(i) a", "(ii) b", "(iii) c") == ["(i)", "(ii)", "(iii)"]
    assert _numbers("4.1 a", "4.2 b") == ["4.1", "4.2"]


def test_a_number_that_is_what_an_item_says_is_none() -> None:
    assert _numbers("30 days for gold", "31 days for silver") == []
    assert _numbers("15. Januar ist der Stichtag", "30. Juni ist der letzte Tag") == []
    assert _numbers("1.5 litres", "2.5 litres") == []
    assert _numbers("a) alone") == []
