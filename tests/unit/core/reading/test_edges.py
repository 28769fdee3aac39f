"""What is written onto an edge of a cited passage is a part of it: a number that grows there is another number."""

import pytest

from citeledger.core.anchoring import OutcomeKind
from tests.unit.core.anchored import outcome, steps

GROWS = [
    ("500 euros", "1 500 euros"),
    ("500 euros", "1\u00a0500 euros"),
    ("500 euros", "1\u202f500 euros"),
    ("500 euros", "1\n500 euros"),
    ("500 euros", "1&nbsp;500 euros"),
    ("up to 500", "up to 500 000"),
    ("up to 500", "up to 500\u202f000,50"),
    ("for 7", "for 7 ½"),
    ("for 7", "for 7 1/2"),
    ("½ hour", "7 ½ hour"),
    ("5 degrees", "− 5 degrees"),
    ("5 degrees", "± 5 degrees"),
    ("5 euros", "€ 5 euros"),
    ("for 5", "for 5 %"),
    ("for 5", "for 5 €"),
    ("for 5", "for 5 ‰"),
    ("for 5", "for 5％"),
    ("5 days", "≠5 days"),
    ("5 days", "≮5 days"),
    ("5 days", "≲5 days"),
    ("5 days", "－5 days"),
    ("5 days", "＜5 days"),
    ("5 yen", "￥5 yen"),
    ("5 days", "3 – 5 days"),
    ("for 5", "for 5 – 7"),
    ("5 days", "3-5 days"),
    ("٥ days", "٣٫٥ days"),
    ("000元", "1，000元"),
    ("7日", "5〜7日"),
    ("7日", "5～7日"),
    ("三日", "十三日"),
    ("期限は三", "期限は三十"),
    ("千円", "五千円"),
    ("千円", "5千円"),
    ("up to 3", "up to 3万"),
    ("可能", "不可能"),
    ("效", "無效"),
    ("five days", "twenty-five days"),
    ("toxic substances", "non-toxic substances"),
    ("toxic substances", "**non**-toxic substances"),
    ("of sugar", "of sugar-free"),
    ("old children", "year-old children"),
]


def told(old: str, new: str, cited: str) -> OutcomeKind:
    return outcome(f"The rule is that it is {old} and so on.", f"The rule is that it is {new} and so on.", cited).kind


@pytest.mark.parametrize(("old", "new"), GROWS)
def test_what_grows_at_an_edge_is_changed(old: str, new: str) -> None:
    assert not told(old, new, old).is_current


@pytest.mark.parametrize(("new", "old"), GROWS)
def test_and_so_is_what_shrinks(old: str, new: str) -> None:
    assert not told(old, new, new).is_current


@pytest.mark.parametrize(("cited", "whole"), GROWS)
def test_what_stays_as_it_is_does_not_alarm(cited: str, whole: str) -> None:
    """Also for a citation that leaves out what its edge belongs to."""
    old, new = (f"{before}It is {whole} and so on.\n" for before in ("", "Another paragraph, put in.\n\n"))
    assert outcome(old, new, whole).is_current
    if cited in whole:
        assert outcome(old, new, cited).is_current


@pytest.mark.parametrize(
    ("old", "new", "cited"),
    [
        ("5% of it", "5 % of it", "5"),
        ("1 500 euros", "1\u202f500 euros", "500 euros"),
        ("1 500 euros", "1\n500 euros", "500 euros"),
        ("on page 5: ~30 days", "on page 5 ~30 days", "~30 days"),
        ("taking 5% 30 days", "taking 6% 30 days", "30 days"),
        ("in room 12. 500 people", "in room 13. 500 people", "500 people"),
        ("the fee – 5 euros", "the price is 5 euros", "5 euros"),
        ("a short- and long-term plan", "a mid- and long-term plan", "long-term plan"),
    ],
)
def test_what_stands_beside_an_edge_and_does_not_belong_to_it_does_not_alarm(old: str, new: str, cited: str) -> None:
    assert told(old, new, cited).is_current


def test_the_numbers_of_two_cells_are_not_one_number() -> None:
    old, new = (f"Text.\n\n|Key|Least|Most|\n|---|---|---|\n|A|{least}|500|\n" for least in ("12", "13"))
    assert outcome(old, new, "500").is_current
    assert outcome("12\n\n500 people\n", "13\n\n500 people\n", "500 people").is_current


def test_nor_are_those_of_two_cells_written_in_tags() -> None:
    rows = (f"<table><tr><td>{fee}</td><td>180</td></tr></table>\n" for fee in ("64", "65"))
    old, new = (f"Text.\n\n{row}" for row in rows)
    assert outcome(old, new, "180").is_current
    whole = "| Land | Rate | Hotel |\n| --- | --- | --- |\n| Swiss | 64 | 180 |\n"
    cells = "".join(f"<{{0}}>{cell}</{{0}}>" for cell in ("{1}", "{2}", "{3}"))
    head, row = cells.format("th", "Land", "Rate", "Hotel"), cells.format("td", "Swiss", "64", "180")
    tags = f"<table>\n<tr>{head}</tr>\n<tr>{row}</tr>\n</table>\n"
    assert outcome(f"Text.\n\n{whole}", f"Text.\n\n{tags}", "180").is_current
    bold = "Pay <b>1</b> <i>500</i> euros for it."
    assert not outcome("Pay 500 euros for it.", bold, "500 euros").is_current


@pytest.mark.parametrize("chain", ["a-", "1-", "1 500 ", "三", "不"])
def test_a_chain_without_end_costs_its_length(chain: str) -> None:
    """T84: an edge is followed so far and no further."""

    def deciding(size: int) -> int:
        text = chain * (size // len(chain)) + "end"
        return steps(lambda: outcome(f"X. {text}", f"X. New. {text}", "end"))

    small, large = deciding(4_000), deciding(32_000)
    assert large < 12 * small + 60_000


ITEMS = "# Rules\n\nIn the park:\n\n- {}\n- Cats stay at home\n\nAll of it holds from May.\n"


@pytest.mark.parametrize(
    ("item", "now"),
    [
        ("Dogs are allowed", "Dogs are allowed on Sundays"),
        ("Dogs are allowed", "Dogs are allowed (on Sundays)"),
        ("Default: false", "Default: false in production"),
        ("Hunde sind erlaubt", "Hunde sind erlaubt am Sonntag"),
        ("狗可以进入", "狗可以进入公园"),
    ],
)
def test_a_whole_item_without_a_stop_that_goes_on_says_another_thing(item: str, now: str) -> None:
    assert outcome(ITEMS.format(item), ITEMS.format(now), item).kind is OutcomeKind.AMBIGUOUS


@pytest.mark.parametrize(
    "now", ["Dogs are allowed;", "Dogs are allowed.", "**Dogs** are allowed", "Dogs are allowed 🐕"]
)
def test_one_that_only_ends_otherwise_says_the_same(now: str) -> None:
    assert outcome(ITEMS.format("Dogs are allowed"), ITEMS.format(now), "Dogs are allowed").is_current
