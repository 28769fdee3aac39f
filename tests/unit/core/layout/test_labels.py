"""What a value is said of on its line, in its sentence, under the line above it: another label, another statement."""

from collections.abc import Callable
from textwrap import wrap

import pytest

from tests.unit.core.anchored import outcome

TYPES = ("text/plain", "text/markdown")
SEPARATORS = ("    ", " ", "\t", ": ", " - ", " – ", " ..... ", ".....", " | ", "; ", " -> ", ", ")
FEES = (("Gold", "30 days"), ("Silver", "14 days"), ("Bronze", "7 days"))
Change = Callable[[tuple[str, ...], tuple[str, ...]], tuple[tuple[str, ...], tuple[str, ...]]]


def page(lines: str) -> str:
    return f"Fees of the house\n\n{lines}\n\nAsk at the desk.\n"


def fees(names: tuple[str, ...], values: tuple[str, ...], separator: str) -> str:
    return page("\n".join(name + separator + value for name, value in zip(names, values, strict=True)))


NAMES, VALUES = zip(*FEES, strict=True)
EXCHANGES: dict[str, Change] = {
    "two values": lambda names, values: (names, (values[1], values[0], values[2])),
    "the outer values": lambda names, values: (names, values[::-1]),
    "two labels": lambda names, values: ((names[1], names[0], names[2]), values),
    "all values in turn": lambda names, values: (names, (*values[1:], values[0])),
    "all labels in turn": lambda names, values: ((*names[1:], names[0]), values),
}


@pytest.mark.parametrize("name", EXCHANGES)
@pytest.mark.parametrize("cited", ["30", "30 days"])
def test_a_value_under_another_label_is_not_current(name: str, cited: str) -> None:
    for separator in SEPARATORS:
        for media_type in TYPES:
            old, new = fees(NAMES, VALUES, separator), fees(*EXCHANGES[name](NAMES, VALUES), separator)
            answer = outcome(old, new, cited, media_type=media_type)
            assert not answer.is_current, (separator, media_type)


@pytest.mark.parametrize("name", EXCHANGES)
def test_nor_is_one_before_another_label(name: str) -> None:
    for separator in ("    ", " for ", " – "):
        values, names = EXCHANGES[name](VALUES, NAMES)
        old, new = fees(VALUES, NAMES, separator), fees(values, names, separator)
        assert not outcome(old, new, "30 days", media_type="text/plain").is_current, separator


EDITS: dict[str, str] = {
    "sorted": "Bronze@7 days\nGold@30 days\nSilver@14 days",
    "a line put in": "Gold@30 days\nWood@3 days\nSilver@14 days\nBronze@7 days",
    "a line taken out": "Gold@30 days\nBronze@7 days",
    "another label renamed": "Gold@30 days\nTin@14 days\nBronze@7 days",
    "its label renamed": "Premium@30 days\nSilver@14 days\nBronze@7 days",
    "another value edited": "Gold@30 days\nSilver@15 days\nBronze@7 days",
}


@pytest.mark.parametrize("name", EDITS)
def test_a_value_that_keeps_its_label_is_current(name: str) -> None:
    for separator in SEPARATORS:
        for media_type in TYPES:
            old, new = fees(NAMES, VALUES, separator), page(EDITS[name].replace("@", separator))
            assert outcome(old, new, "30 days", media_type=media_type).is_current, (separator, media_type)


ENTER, WAIT = "They may enter the vault at any time of the day.", "They have to wait outside until they are called."
OTHERS = [
    ("two columns of words", "Gold  yes\nSilver  no", "Gold  no\nSilver  yes", "yes"),
    ("two values a line", "Gold 30 60\nSilver 14 20", "Gold 31 20\nSilver 14 60", "60"),
    ("two values a line, all edited", "Gold 30 60\nSilver 14 20", "Gold 31 20\nSilver 15 60", "60"),
    ("values of one line", "Gold 30 60\nSilver 14 20", "Gold 60 30\nSilver 14 20", "30"),
    ("long values", f"Staff   {ENTER}\nGuests  {WAIT}", f"Guests  {ENTER}\nStaff   {WAIT}", ENTER),
    ("lines of their own", "Staff\n30 days\nGuests\n14 days", "Guests\n30 days\nStaff\n14 days", "30 days"),
    ("above whole sentences", f"Staff\n{ENTER}\nGuests\n{WAIT}", f"Guests\n{ENTER}\nStaff\n{WAIT}", ENTER),
    (
        "in one sentence",
        "Gold members get 30 days and Silver members get 14 days.",
        "Silver members get 30 days and Gold members get 14 days.",
        "30 days",
    ),
    (
        "in two sentences",
        "Gold members get 30 days. Silver members get 14 days.",
        "Silver members get 30 days. Gold members get 14 days.",
        "30 days",
    ),
    ("in order", "Gold and Silver get 30 and 14 days.", "Silver and Gold get 30 and 14 days.", "30"),
    ("in brackets", "- 30 days (Gold)\n- 14 days (Silver)", "- 30 days (Silver)\n- 14 days (Gold)", "30 days"),
    ("in items", "- Gold – yes\n- Silver – no", "- Silver – yes\n- Gold – no", "yes"),
    ("in paragraphs", "Gold 30 days\n\nSilver 14 days", "Silver 30 days\n\nGold 14 days", "30 days"),
    ("a word that negates, put in before", "Staff may enter now.", "Staff may never enter now.", "enter now"),
    ("a word that negates, taken out", "Staff may not enter now.", "Staff may soon enter now.", "enter now"),
    (
        "a tick",
        "- [x] Guests may enter\n- [ ] Dogs may enter",
        "- [ ] Guests may enter\n- [x] Dogs may enter",
        "Guests",
    ),
    (
        "settings of one name",
        "gold:\n  limit: 30\n  mode: fast\nsilver:\n  limit: 40\n  mode: slow",
        "silver:\n  limit: 30\n  mode: fast\ngold:\n  limit: 40\n  mode: slow",
        "limit: 30",
    ),
    ("a cross for a tick", "- ✅ Guests may enter\n- ✅ Dogs wait", "- ❌ Guests may enter\n- ✅ Dogs wait", "Guests"),
    ("a cross behind", "Guests may enter ✔\nDogs wait ✔", "Guests may enter ✖\nDogs wait ✔", "Guests may enter"),
]


@pytest.mark.parametrize(("_name", "old", "new", "cited"), OTHERS, ids=[case[0] for case in OTHERS])
def test_it_is_said_of_something_else(_name: str, old: str, new: str, cited: str) -> None:
    for media_type in TYPES:
        assert not outcome(page(old), page(new), cited, media_type=media_type).is_current


@pytest.mark.parametrize(
    "form", ["Gold 30  \nSilver 14", "```\nGold    30\nSilver  14\n```", "    Gold  30\n    Silver  14"]
)
def test_lines_that_markdown_keeps(form: str) -> None:
    swapped = form.replace("30", "@").replace("14", "30").replace("@", "14")
    assert not outcome(page(form), page(swapped), "30").is_current


def test_settings_that_stay_in_their_group_are_current() -> None:
    gold, silver = "gold:\n  limit: 30\n  mode: fast", "silver:\n  limit: 40\n  mode: slow"
    for new in (f"{gold}\n{silver}", f"a:\n  b: c\n{gold}", gold.replace("gold", "premium")):
        assert outcome(page(f"```\n{gold}\n```"), page(f"```\n{new}\n```"), "limit: 30").is_current


def test_long_lines_of_code_are_rows() -> None:
    names = [f"{name} members who live in the city or in one of the villages around it" for name in ("Gold", "Silver")]
    old, new = (f"```\n{names[0]} {one}\n{names[1]} {other}\n```" for one, other in ((30, 14), (14, 30)))
    sorted_lines = "\n".join(old.split("\n")[at] for at in (0, 2, 1, 3))
    assert not outcome(page(old), page(new), "30").is_current
    assert outcome(page(old), page(sorted_lines), "30").is_current


WRAPPED = (
    "The limit for all goods is thirty days from the delivery of the goods.\n"
    "Members may keep them for 60 days and guests for 14 days, from\nthe day the goods were handed over to them."
)


@pytest.mark.parametrize("cited", ["60 days", "14 days", "the day"])
@pytest.mark.parametrize("width", [30, 50, 90])
def test_lines_that_were_full_are_no_rows(cited: str, width: int) -> None:
    new = page("Anew. " + "\n".join(wrap(" ".join(WRAPPED.split()), width)))
    for media_type in TYPES:
        assert outcome(page(WRAPPED), new, cited, media_type=media_type).is_current


AMOUNTS = [
    ("a unit", "Keep it for 30 days.", "Keep it for 30 hours.", "Keep it for 30"),
    ("a currency", "Pay 30 EUR now.", "Pay 30 USD now.", "30"),
    ("a multiple", "Pay 30 euros.", "Pay 30 million euros.", "30"),
    ("another bound", "Pay at least 30 euros.", "Pay at most 30 euros.", "30 euros"),
    ("a bound put in", "Pay 30 euros.", "Pay up to 30 euros.", "30 euros"),
    ("an interval", "Pay 30 euros.", "Pay 20 to 30 euros.", "30 euros"),
    ("eine andere Grenze", "Es sind mindestens 30 Euro.", "Es sind höchstens 30 Euro.", "30 Euro"),
    ("別の限度", "料金は最多30元。", "料金は最少30元。", "30元"),
]


@pytest.mark.parametrize(("_name", "old", "new", "cited"), AMOUNTS, ids=[case[0] for case in AMOUNTS])
def test_an_amount_is_counted_otherwise(_name: str, old: str, new: str, cited: str) -> None:
    assert not outcome(page(old), page(new), cited).is_current


def test_words_further_off_are_beside_an_amount() -> None:
    old, new = "Members pay 30 euros every year.", "From now on all members pay 30 euros every year, at the desk."
    assert outcome(page(old), page(new), "30 euros").is_current


NEGATED = [
    ("a heading", "## What you may bring\n\nA small dog on a leash.\n", "A small dog on a leash."),
    ("a line above", "What you may bring:\n\n- A small dog on a leash.\n", "A small dog on a leash."),
    ("a question", "Q: May I bring what I like?\n\nA: Yes, at any time.\n", "Yes, at any time."),
    ("a label", "You may bring: a small dog on a leash.\n", "a small dog on a leash"),
]


@pytest.mark.parametrize(("_name", "old", "cited"), NEGATED, ids=[case[0] for case in NEGATED])
def test_what_it_stands_under_is_denied(_name: str, old: str, cited: str) -> None:
    new = old.replace("may", "may not").replace("May I", "May I not")
    assert not outcome(page(old), page(new), cited).is_current
    is_renamed = outcome(page(old), page(old.replace("bring", "carry")), cited).is_current
    assert is_renamed == (_name in ("a heading", "a label"))


def test_items_put_under_another_line_whose_own_one_is_gone() -> None:
    dog = "a small dog on a leash at any time of the day"
    old = f"Welcome in the house:\n\n- {dog}\n- an umbrella\n\nForbidden in the house:\n\n- cats\n"
    assert not outcome(page(old), page(f"Forbidden in the house:\n\n- {dog}\n- cats\n"), dog).is_current


def test_a_line_above_that_is_renamed_like_another_one_is_only_renamed() -> None:
    old = "# One\n\nAt the entrance:\n\n- a dog\n\n# Two\n\nAt the entrances:\n\n- a small cat on a leash\n"
    assert outcome(old, old.replace("entrances", "entrance"), "a small cat on a leash").is_current
