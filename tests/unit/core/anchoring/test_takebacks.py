"""What takes a passage back in languages whose words carry marks, prefixes and elisions, and what a question does."""

import pytest

from tests.unit.core.anchored import outcome

WORDS = [
    ("चाबी की जमानत 40 रुपये है।", "पुराना नियम यह था", "पुराने नियम", "नया नियम यह है"),
    ("הפיקדון על מפתחות הוא 40 שקלים.", "הכלל הישן קבע", "כללים שבוטלו", "כללים נוספים"),
    ("La caution est de 40 euros.", "L'ancienne règle disait", "L’ancien tarif", "L'autre tarif"),
    ("鍵の保証金は40円です。", "以前の規則", "廃止された旧規則について", "鍵の規則について"),
    ("ค่ามัดจำกุญแจ 40 บาท", "กฎเดิมระบุว่า", "กฎที่ยกเลิกแล้ว", "กฎของอาคารนี้"),
    ("Η εγγύηση είναι 40 ευρώ.", "Ο παλιός κανόνας", "Παλιός κανόνας", "Νέος κανόνας"),
]


@pytest.mark.parametrize(("said", "lead", "title", "other"), WORDS)
def test_a_lead_or_heading_that_takes_back_alarms_in_every_language(
    said: str, lead: str, title: str, other: str
) -> None:
    def page(before: str, *, heading: str = "A2") -> str:
        return f"# B1\n\n7.\n\n## {heading}\n\n{before}{said}\n\n8.\n"

    assert not outcome(page(""), page(f"{lead}:\n\n- "), said).is_current
    assert not outcome(page(""), page("", heading=title), said).is_current
    quoted = page(f"{lead}:\n\n- ")
    assert outcome(quoted, f"New.\n\n{quoted}", said).is_current
    assert outcome(page(""), page("", heading=other), said).is_current


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("Dogs are allowed", "Dogs are allowed?"),
        ("Dogs are allowed.", "Are dogs allowed? Dogs are allowed."),
        ("สินค้าลดราคาคืนได้", "สินค้าลดราคาคืนได้?"),
        ("الكلاب مسموح بها", "الكلاب مسموح بها؟"),
        ("允许带狗", "允许带狗？"),
    ],
)
def test_a_statement_made_a_question_states_nothing(said: str, asked: str) -> None:
    old, new = (f"# A\n\n- {item}\n- Cats are not\n" for item in (said, asked))
    is_asked = not asked.endswith(said)
    assert outcome(old, new, said).is_current is not is_asked
    assert outcome(old, new, "Cats are not").is_current
    assert outcome(new, f"New.\n\n{new}", said).is_current


def test_a_bracket_in_the_sentence_before_is_of_that_sentence() -> None:
    cited = "On Sunday we are closed."
    assert outcome(f"We open at 9. {cited}", f"We open at 9 (except on holidays). {cited}", cited).is_current
    assert not outcome(f"We open at 9. {cited}", f"We open at 9. (Repealed.) {cited}", cited).is_current
    assert not outcome(f"We open at 9. {cited}", f"We open at 9. (repealed) {cited}", cited).is_current
    assert not outcome(f"{cited} Bye.", f"{cited[:-1]} (except on holidays). Bye.", cited[:-1]).is_current


def test_what_closes_a_division_introduces_nothing() -> None:
    cited = "You will see a page like this one:"
    tip = "A token will be asked for by the page."
    old = f"# A\n\n!!! tip\n    {tip}\n\n{cited}\n\nEnd.\n"
    assert outcome(old, f"# A\n\n::: tip Tip\n{tip}\n:::\n\n{cited}\n\nEnd.\n", cited).is_current
    assert not outcome(old, f"# A\n\n::: tip Tip\n{tip}\n:::\n\nThe old text said: {cited}\n\nEnd.\n", cited).is_current


@pytest.mark.parametrize(
    "new",
    [
        "{} For example, do this.",
        "{} See the example below.",
        "{} An example follows.",
        "{} (see the example)",
        "See the example. {}",
    ],
)
def test_what_sends_to_an_example_makes_none_of_the_passage(new: str) -> None:
    cited = "Use convenience imports in all of your modules."
    assert outcome(f"# A\n\n{cited}\n\n7.\n", f"# A\n\n{new.format(cited)}\n\n7.\n", cited).is_current


@pytest.mark.parametrize("new", ["Example: {}", "(example) {}", "An example: {}", "{} [Example]", "# Example\n\n{}"])
def test_what_names_it_an_example_alarms(new: str) -> None:
    cited = "Use convenience imports in all of your modules."
    assert not outcome(f"# A\n\n{cited}\n\n7.\n", f"# A\n\n{new.format(cited)}\n\n7.\n", cited).is_current


def test_a_title_grew_out_of_the_one_it_shares_most_with() -> None:
    """ "ne" negates in French, and asks in Turkish."""
    cited = "It says how the parts fit together."
    pages = (f"# {mark}Api\n\n7.\n\n## {mark}Api ne içindir\n\n{cited}\n\n8.\n" for mark in ("", "🚀 "))
    old, new = pages
    assert outcome(old, new, cited).is_current
    assert not outcome(old, old.replace("Api ne", "Api (old) ne"), cited).is_current


def test_a_line_of_code_is_said_under_the_line_above_it_and_introduces_nothing() -> None:
    cited, list_ = "We could create an instance of it with:", "- Pay before noon.\n- Ask the warden.\n"
    old = f"# A\n\nFirst.\n\n{cited}\n\n7.\n"
    wrong = f"# A\n\nFirst.\n\nAn example of a wrong text:\n\n```\n{cited}\n```\n\n7.\n"
    assert not outcome(old, wrong, cited).is_current
    assert outcome(wrong, f"New.\n\n{wrong}", cited).is_current
    one, other = (f"# A\n\n```py\nclass {name}:\n```\n\n{list_}" for name in ("X", "Other(Named)"))
    assert outcome(one, other, "Ask the warden.").is_current


CALLED_OUT = ["> [!WARNING]\n>\n> {}", "> [!NOTE]\n> {}", "> [!TIP]\n>\n> Mind the step.\n>\n> {}"]


@pytest.mark.parametrize("box", CALLED_OUT)
def test_a_box_that_is_called_out_is_no_quotation(box: str) -> None:
    said, text = "Only the guests may enter the vault; the staff waits.", "# House\n\nAll rules.\n\n{}\n\nThe end.\n"
    old = text.format(f"**WARNING**: {said}")
    assert outcome(old, text.format(box.format(said)), said).is_current
    assert not outcome(old, text.format(f"> [?NOTE]\n>\n> {said}"), said).is_current


ITEMS = "# House\n\nAll rules.\n\n- Cats\n- Dogs are allowed in the house{}\n- Birds\n\nThe end.\n"
REMARKS = [
    " (new guests can ask the desk for this)",
    ", which includes the garden behind it",
    ", for example in the hall",
]
LIMITS = [
    " (small ones)",
    " (only those that are not large ones)",
    " (each of them up to 10 kg in weight)",
    ", which holds on Sundays for each guest",
    ", for example if they are small",
    " and not in the garden",
]


@pytest.mark.parametrize("more", REMARKS)
def test_an_item_that_a_remark_was_put_behind_says_the_same(more: str) -> None:
    assert outcome(ITEMS.format(""), ITEMS.format(more), "Dogs are allowed in the house").is_current


@pytest.mark.parametrize("more", LIMITS)
def test_one_that_says_more_of_when_where_or_for_whom_does_not(more: str) -> None:
    assert not outcome(ITEMS.format(""), ITEMS.format(more), "Dogs are allowed in the house").is_current


def test_an_example_that_was_a_sentence_of_its_own_binds_nothing() -> None:
    cited, text = (
        "requires the help of a guard",
        "# House\n\nIt may be shown in a failure that requires the help of a guard{}.\n",
    )
    old = text.format(". For example, when a host is ill")
    assert outcome(old, text.format("--for example, when a host is ill"), cited).is_current
    assert not outcome(old, text.format(" when a host is ill"), cited).is_current
