"""The unit of a number may stand in a heading, a line or a caption above the table it is in."""

import pytest

from citeledger.core.wording.time_spans import span_of
from tests.unit.core.anchored import outcome

TABLE = "| Room | Price |\n| --- | --- |\n| Small | 40 |\n| Large | 70 |\n"
ITEMS = "- Small: 40\n- Large: 70\n"
DRAWN = "Room    Price\nSmall   40\nLarge   70\n"
CAPTIONS = ["{}", "## {}", "{}:", "**{}**", "{}, as of May."]


def is_current(
    before: str, now: str, *, cited: str = "70", body: str = TABLE, media_type: str = "text/markdown"
) -> bool:
    old, new = (f"# Fees\n\nWords.\n\n{caption}\n\n{body}\nAsk at the desk.\n" for caption in (before, now))
    return outcome(old, new, cited, media_type=media_type).is_current


@pytest.mark.parametrize("written", CAPTIONS)
@pytest.mark.parametrize(
    ("before", "now"),
    [
        ("Prices in EUR", "Prices in USD"),
        ("Prices (€)", "Prices ($)"),
        ("Prices in euros", "Prices in dollars"),
        ("Prices in thousand EUR", "Prices in million EUR"),
        ("Weights in kg", "Weights in lb"),
        ("Price per night", "Price per week"),
        ("Daily limits", "Hourly limits"),
        ("Latency in ms", "Latency in seconds"),
        ("Weights in grams", "Weights in ounces"),
        ("Lengths in feet", "Lengths in yards"),
        ("Sizes in bytes", "Sizes in kB"),
        ("Price per night", "Price per day"),
        ("Preise pro Tag", "Preise pro Woche"),
        ("Prix par heure", "Prix par jour"),
        ("Цены в евро", "Цены в долларах"),
        ("价格（美元）", "价格（欧元）"),
    ],
)
def test_another_unit_above_a_table_alarms(written: str, before: str, now: str) -> None:
    assert not is_current(written.format(before), written.format(now))


@pytest.mark.parametrize("written", [written for written in CAPTIONS if not written.endswith(":")])
@pytest.mark.parametrize(
    ("before", "now"),
    [
        ("Prices in EUR", "Fees in EUR"),
        ("Prices in EUR", "All prices in euros"),
        ("Prices", "Prices in EUR"),
        ("Prices in EUR", "Prices"),
        ("Prices in May", "Prices in June"),
        ("Limits per week", "Weekly limits"),
        ("Opening time", "Opening days"),
    ],
)
def test_the_same_one_or_none_before_or_now_does_not(written: str, before: str, now: str) -> None:
    assert is_current(written.format(before), written.format(now))


@pytest.mark.parametrize(("cited", "body"), [("Large | 70", TABLE), ("Large: 70", ITEMS), ("70", ITEMS), ("70", DRAWN)])
def test_in_rows_and_items_and_drawn_tables_too(cited: str, body: str) -> None:
    assert not is_current("Prices in EUR.", "Prices in USD.", cited=cited, body=body)
    assert is_current("Prices in EUR.", "Prices in EUR, net.", cited=cited, body=body)
    if body == DRAWN:
        assert not is_current("Prices in EUR", "Prices in USD", body=body, media_type="text/plain")


def test_words_and_amounts_with_their_own_unit_are_not_measured_by_it() -> None:
    assert is_current("Prices in EUR.", "Prices in USD.", cited="Large")
    priced = TABLE.replace("70", "70 CHF")
    assert is_current("Prices in EUR.", "Prices in USD.", cited="70 EUR", body=priced.replace("CHF", "EUR"))


def test_a_caption_behind_a_table_counts_as_one_above() -> None:
    old = f"# Fees\n\nWords.\n\n{TABLE}\nPrices in EUR.\n\nAsk at the desk.\n"
    assert not outcome(old, old.replace("EUR", "USD"), "70").is_current
    assert outcome(old, old.replace("Prices", "Fees"), "70").is_current


def test_words_that_only_begin_like_a_span_of_time_name_none() -> None:
    assert {span_of(word) for word in ("часть", "часто", "годится", "årsag")} == {""}
    assert [span_of(word) for word in ("часов", "года", "året")] == ["hours", "years", "years"]


@pytest.mark.parametrize(
    "scale",
    [
        "Fees in thousands.",
        "All amounts in EUR million.",
        "in TEUR",
        "in k€",
        "All figures in 1,000 EUR.",
        "Werte in Tausend Euro",
        "Angaben in Mio. €",
        "Amounts in cents.",
        "Цены в тыс. руб.",
        "单位：万元",
    ],
)
@pytest.mark.parametrize("put", ["{0}\n\n{1}", "{1}\n\n{0}", "## {0}\n\n{1}"])
def test_a_scale_put_beside_a_table_alarms_though_none_was_said_before(scale: str, put: str) -> None:
    old, new = (f"# A\n\nWords.\n\n{body}\n\nAsk at the desk.\n" for body in (TABLE, put.format(scale, TABLE)))
    assert not outcome(old, new, "70").is_current
    assert not outcome(new, old, "70").is_current
    assert outcome(new, f"New.\n\n{new}", "70").is_current
    assert outcome(old, new, "Large").is_current


@pytest.mark.parametrize("caption", ["Fees in EUR.", "Fees of the house.", "Fees for 1000 guests", "Fees in k.d."])
def test_another_caption_put_beside_a_table_does_not(caption: str) -> None:
    assert outcome(f"# A\n\n{TABLE}", f"# A\n\n{caption}\n\n{TABLE}", "70").is_current


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ("الأسعار باليورو", "الأسعار بالدولار"),
        ("מחירים באירו", "מחירים בדולר"),
        ("कीमतें रुपये में", "कीमतें डॉलर में"),
        ("요금 (원)", "요금 (달러)"),
        ("Fees in euros", "Fees in thousands of euros"),
    ],
)
def test_units_of_more_scripts(before: str, now: str) -> None:
    assert not is_current(before, now)
    assert is_current(before, before)
