"""A passage that stays where it is, while words put beside or above it take it back, is not current."""

import pytest

from tests.unit.core.anchored import outcome

SAID = "The guests may enter the vault after nine in the evening."
BEFORE, BEHIND = "# Rules\n\nThe first paragraph is about other things.\n\n", "\n\nThe last one says something else.\n"
OLD = f"{BEFORE}{SAID}{BEHIND}"


@pytest.mark.parametrize(
    "before",
    [
        "It is not true that ",
        "False: ",
        "[Repealed] ",
        "No longer: ",
        "(draft) ",
        "Unless agreed otherwise, ",
        "Wrong. ",
        "Until 2024: ",
        "In the past: ",
        "Wrong.\n\n",
        "False:\n\n",
        "**Superseded**\n\n",
        "It is not true that\n\n",
        "Es stimmt nicht, dass: ",
        "Falsch: ",
        "Faux : ",
        "Si le gardien le permet, ",
        "Falso: ",
        "Неверно: ",
        "错误：",
        "خطأ: ",
    ],
)
def test_words_put_before_a_sentence_that_take_it_back_alarm(before: str) -> None:
    assert not outcome(OLD, f"{BEFORE}{before}{SAID}{BEHIND}", SAID).is_current


@pytest.mark.parametrize(
    "behind",
    [
        " (repealed)",
        " [void]",
        " (until 2024)",
        " Repealed.",
        " This is no longer true.",
        " Only on Sundays.",
        " Exceptions apply on Sundays.",
        " Nur sonntags.",
        " Provided it is dry.",
        " Until May.",
        " Unless it rains.",
        " Sofern es regnet.",
        " (gestrichen)",
        " [disputed]",
        " (weggefallen)",
    ],
)
def test_words_put_behind_a_sentence_that_take_it_back_alarm(behind: str) -> None:
    assert not outcome(OLD, f"{BEFORE}{SAID}{behind}{BEHIND}", SAID).is_current


@pytest.mark.parametrize(
    "behind",
    [
        " unless the warden objects",
        " only if it rains",
        ", sauf le dimanche",
        " wenn es regnet",
        ", если можно",
        ", with the exception of children",
        "\nwith the exception of children",
        ",\nexcept on Sundays",
        ", mit Ausnahme von Kindern",
        ", à l'exception des enfants",
    ],
)
def test_conditions_put_behind_a_passage_alarm(behind: str) -> None:
    assert not outcome(OLD, f"{BEFORE}{SAID[:-1]}{behind}.{BEHIND}", SAID[:-1]).is_current


@pytest.mark.parametrize(
    "title",
    [
        "Old rules",
        "Archive",
        "Superseded",
        "Draft",
        "Proposals",
        "Not in force",
        "Alte Regeln",
        "Entfällt",
        "Counterexamples",
        "Archives",
        "Borrador",
        "Устаревшее",
        "مسودة",
        "草案",
        "旧规定",
    ],
)
@pytest.mark.parametrize("mark", ["## {}", "**{}**", "{}:"])
def test_a_heading_or_lead_that_says_it_is_old_alarms(title: str, mark: str) -> None:
    assert not outcome(OLD, f"{BEFORE}{mark.format(title)}\n\n{SAID}{BEHIND}", SAID).is_current
    assert not outcome(OLD, f"{BEFORE}{BEHIND.strip()}\n\n{mark.format(title)}\n\n{SAID}\n", SAID).is_current


def test_a_paragraph_that_became_a_footnote_alarms() -> None:
    new = f"{BEFORE.replace('things.', 'things.[^1]')}{BEHIND.strip()}\n\n[^1]: {SAID}\n"
    assert not outcome(OLD, new, SAID).is_current
    assert outcome(new, f"{new}\n[^2]: Another.\n", SAID).is_current


@pytest.mark.parametrize(
    "before", ["Note: ", "**Entry.** ", "Do not run in the corridor, whatever happens there. ", "(2) "]
)
def test_other_words_before_it_do_not(before: str) -> None:
    assert outcome(OLD, f"{BEFORE}{before}{SAID}{BEHIND}", SAID).is_current


def test_what_took_it_back_already_changes_nothing() -> None:
    old = f"{BEFORE}## Archive\n\n[Repealed] {SAID}{BEHIND}"
    assert outcome(old, f"New words above.\n\n{old}", SAID).is_current
    assert not outcome(old, old.replace("[Repealed] ", ""), SAID).is_current


@pytest.mark.parametrize(
    "opening",
    [
        "If the warden agrees, the",
        "Unless told otherwise, the",
        "On Sundays only, the",
        "Wenn es regnet, the",
        "Sauf le dimanche, the",
    ],
)
def test_a_condition_the_sentence_begins_with_now_alarms_for_words_further_on(opening: str) -> None:
    new = OLD.replace("The guests", f"{opening} guests")
    assert not outcome(OLD, new, SAID[4:]).is_current
    assert not outcome(new, OLD, SAID[4:]).is_current


@pytest.mark.parametrize("opening", ["In short, the", "As everybody knows, the", "Long story short: the"])
def test_another_opening_does_not(opening: str) -> None:
    assert outcome(OLD, OLD.replace("The guests", f"{opening} guests"), SAID[4:]).is_current


def test_a_comma_between_a_bracket_and_the_passage_says_nothing() -> None:
    old = f"{BEFORE}Guests are few (for example only two), and they may enter the vault.{BEHIND}"
    new = old.replace("two), and", "two) and")
    assert outcome(old, new, "and they may enter the vault.").is_current
    assert not outcome(old, new.replace("example only two", "no guest"), "and they may enter the vault.").is_current


def test_a_comma_before_a_word_that_negates_says_nothing() -> None:
    old = f"{BEFORE}Enter the vault after dark, except if the warden says otherwise: he may.{BEHIND}"
    assert outcome(old, old.replace("dark, except", "dark except"), "Enter the vault after dark").is_current
    assert not outcome(old, old.replace("dark, except", "dark, and"), "Enter the vault after dark").is_current


@pytest.mark.parametrize(
    ("was", "now", "cited"),
    [
        ("The fee is paid by guests at night.", "The fee is not paid by guests at night.", "by guests at night"),
        (
            "We say that guests may enter it at night.",
            "We do not say that guests may enter it at night.",
            "guests may enter",
        ),
        ("Guests can enter the vault at night.", "Guests cannot enter the vault at night.", "at night"),
        ("Guests may enter the vault at night.", "Guests may not enter the vault at night.", "Guests"),
    ],
)
def test_a_clause_that_is_denied_now_alarms_for_its_other_words(was: str, now: str, cited: str) -> None:
    for one, other in ((was, now), (now, was)):
        assert not outcome(f"{BEFORE}{one}{BEHIND}", f"{BEFORE}{other}{BEHIND}", cited).is_current


def test_one_denied_in_other_words_or_further_off_does_not() -> None:
    was = f"{BEFORE}We never think of it, guests may enter the vault at night.{BEHIND}"
    assert outcome(was, was.replace("never think", "think now and then"), "guests may enter the vault").is_current
    assert outcome(was, was.replace("never think", "think"), "guests may enter the vault").is_current


def test_commas_alone_rearrange_nothing() -> None:
    old = f"{BEFORE}When it ends (e.g. 4.0 is there), we leave it at once, but not soon.{BEHIND}"
    assert outcome(
        old, old.replace("e.g. 4.0", "e.g., 4.0").replace("once, but", "once but"), "4.0 is there"
    ).is_current


def test_an_edit_further_off_in_the_sentence_is_beside_the_passage() -> None:
    old = f"{BEFORE}There are factors which can matter, {SAID[4:]}{BEHIND}"
    assert outcome(old, old.replace("can matter", "cannot matter"), SAID[4:]).is_current


@pytest.mark.parametrize(
    "lead",
    [
        "Opponents claim: ",
        "As of 2030, ",
        "Some say that ",
        "Generally, ",
        "Subject to approval, ",
    ],
)
def test_a_whole_sentence_that_is_led_in_by_other_words_alarms(lead: str) -> None:
    assert not outcome(OLD, f"{BEFORE}{lead}{SAID}{BEHIND}", SAID).is_current


@pytest.mark.parametrize("mark", ["## {}", "**{}**", "Dogs are {}:"])
@pytest.mark.parametrize("words", [("allowed", "forbidden"), ("erlaubt", "verboten"), ("разрешено", "запрещено")])
def test_a_section_renamed_to_its_opposite_alarms(mark: str, words: tuple[str, str]) -> None:
    old, new = (f"{BEFORE}{mark.format(word)}\n\n- {SAID}{BEHIND}" for word in words)
    assert not outcome(old, new, SAID).is_current


SHORT = [
    "Not in force.",
    "Out of date.",
    "To be confirmed.",
    "The opposite holds.",
    "Valid until 2023.",
    "Effective only after approval.",
    "Obsolete since 2024.",
    "Das Gegenteil ist wahr.",
    "Nur sonntags.",
    "Únicamente en España.",
    "日曜日のみ。",
    "仅限周日。",
    "केवल रविवार को।",
    "فقط في إسبانيا.",
    "רק בספרד.",
    "일요일에만.",
    "Sadece pazar günleri.",
]


@pytest.mark.parametrize("words", SHORT)
@pytest.mark.parametrize("put", ["{0} {1}", "{0}\n\n{1}", "{1}\n\n{0}"])
def test_a_sentence_of_a_few_words_in_a_block_beside_it_is_said_of_it(words: str, put: str) -> None:
    new = f"{BEFORE}{put.format(SAID, words)}{BEHIND}"
    assert not outcome(OLD, new, SAID).is_current
    assert outcome(new, f"New.\n\n{new}", SAID).is_current


@pytest.mark.parametrize(
    "words",
    [
        "The vault is dry.",
        "- Only on Sundays.",
        "## Only on Sundays",
        "Ask for the key.",
        "A valid key helps.",
        "Go by one only once.",
    ],
)
def test_another_block_of_a_few_words_below_is_not(words: str) -> None:
    assert outcome(OLD, f"{BEFORE}{SAID}\n\n{words}{BEHIND}", SAID).is_current


def test_an_answer_below_a_question_takes_nothing_back() -> None:
    asked = "May the guests enter the vault after nine in the evening?"
    old = f"{BEFORE}{asked}{BEHIND}"
    assert outcome(old, f"{BEFORE}{asked}\n\nNot at this point.{BEHIND}", asked).is_current
