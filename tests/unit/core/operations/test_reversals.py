"""A computed statement says the value plainly: nothing beside the claim denies it, bounds it or says the opposite."""

from collections.abc import Mapping
from time import process_time

import pytest

from citeledger.core.operations.agreement import CODES, DoesNotAgree
from citeledger.core.operations.reversals import BOUNDS_BEFORE, BOUNDS_BEHIND, FALSE, OPPOSITES, refuse_reversals

Choices = Mapping[str, str | bool]
SUM = "sum/1"
FELL: Choices = {"as": "decrease"}
ROSE: Choices = {"as": "increase"}


def asked(statement: str, claim: str, operation: str = SUM, parameters: Choices | None = None, lang: str = "") -> None:
    refuse_reversals(statement=statement, claim=claim, operation=operation, parameters=parameters or {}, language=lang)


def refused(*said: str, parameters: Choices | None = None) -> str | None:
    try:
        asked(*said, parameters=parameters)
    except DoesNotAgree as refusal:
        return refusal.written if refusal.code == "value_denied" else None
    return None


@pytest.mark.parametrize(
    ("statement", "claim"),
    [
        ("The total is 5.", "5"),
        ("The total is equal to 5.", "5"),
        ("Employees outside the EU: 5.", "5"),
        ("Of non-members there are 5.", "5"),
        ("There were 5 false positives and 5 wrong answers.", "5"),
        ("The test has 5 incorrect entries.", "5"),
        ("Refunds close after 14 days.", "14 days"),
        ("Die Frist endet nach 14 Tagen.", "14 Tagen"),
        ("Du 1 mai au 14 mai, il y a 13 jours.", "13 jours"),
        ("Im Zeitraum bis 14. Mai 2026 sind es 13 Tage.", "13 Tage"),
        ("Die Summe beträgt 5 Euro.", "5 Euro"),
        ("La somme est de 5 euros.", "5 euros"),
        ("El total es 5.", "5"),
        ("Сумма равна 5.", "5"),
        ("总数是5。", "5"),
        ("合計は5です。", "5"),
        ("المجموع 5.", "5"),
        ("The total lies at 5, as denied requests go.", "5"),
        ("The number of errors is 5, that of doubts is 5, and of mistakes 5.", "5"),
        ("The second half: 5.", "5"),
        ("假期共5天。", "5"),
        ("異なる項目は5件です。", "5"),
        ("二つの違いは5日です。", "5"),
        ("Together they say: not without cause", "not without cause"),
    ],
)
def test_plain_wording_passes(statement: str, claim: str) -> None:
    asked(statement, claim)


@pytest.mark.parametrize(
    "statement",
    [
        "The total is not 5.",
        "The total isn't 5.",
        "The total isn\u2019t 5.",
        "The total isnt 5.",
        "The total never was 5.",
        "It is false that the total is 5.",
        "False: the total is 5.",
        "That the total is 5 is wrong.",
        "The total is 5, which is untrue.",
        "It is a false claim that the total is 5.",
        "It is a myth that the total is 5.",
        "Nobody believes that the total is 5.",
        "The report wrongly says 5.",
        "The total is anything but 5.",
        "The total fails to reach 5.",
        "The total is allegedly 5.",
        "The total is hardly 5.",
        "❌ The total is 5.",
        "The total is n\u200bot 5.",
        "The total is \uff4e\uff4f\uff54 5.",
        "Die Summe ist nicht 5.",
        "Es ist falsch, dass die Summe 5 ist.",
        "Die Summe ist keineswegs 5.",
        "Il est faux que le total soit 5.",
        "Le total n'est pas 5.",
        "Es mentira que el total sea 5.",
        "No es verdad: 5.",
        "É falso que o total seja 5.",
        "Non è vero che il totale è 5.",
        "Het is onwaar dat het totaal 5 is.",
        "Summan är inte 5.",
        "Nieprawda, że suma to 5.",
        "Součet není 5.",
        "Toplam 5 değildir.",
        "Неверно, что сумма 5.",
        "Сума не 5.",
        "Δεν είναι 5.",
        "ليس المجموع 5.",
        "הסכום אינו 5.",
        "कुल 5 नहीं है।",
        "总数不是5。",
        "总数是5是错误的。",
        "合計は5ではない。",
        "合計が5というのは誤りです。",
        "합계는 5가 아니다.",
        "ผลรวมไม่ใช่ 5",
        "ผลรวมคือ 5 เป็นเท็จ",
        "It is a mistake to say that the total is 5.",
        "I doubt that the total is 5.",
        "The total used to be 5.",
        "The total ceased to be 5.",
        "Es ist ein Irrtum, dass die Summe 5 ist.",
        "Die Summe ist alles andere als 5.",
        "Il est erroné que le total soit 5.",
        "Es un error que el total sea 5.",
        "Это заблуждение, что сумма 5.",
        "Сумма отличается от 5.",
        "合計が5というのは誤解だ。",
        "合計は5とは異なる。",
        "这是假的：总数是5。",
    ],
)
def test_a_word_that_denies_is_refused_in_every_language_that_is_known(statement: str) -> None:
    assert refused(statement, "5") is not None


@pytest.mark.parametrize(
    ("statement", "word"),
    [
        ("The total is not 5.", "not"),
        ("Nobody, it seems, counted 5.", "Nobody"),
        ("It is a false claim that the total is 5.", "false claim"),
        ("That the total is 5 is wrong.", "wrong"),
        ("总数不是5。", "不"),
        ("合計は5ではない。", ""),
    ],
)
def test_the_word_is_named_where_it_is_one(statement: str, word: str) -> None:
    assert refused(statement, "5") == word


@pytest.mark.parametrize(
    ("statement", "claim", "word"),
    [
        ("The total is less than 5.", "5", "less than"),
        ("The total is more than “5”.", "5", "more than"),
        ("The total is at most 5.", "5", "at most"),
        ("The total is over 5 euros.", "5 euros", "over"),
        ("The total is up to 5.", "5", "up to"),
        (f"The total is up to{' ' * 200}5.", "5", "up to"),
        ("The total is 5 or more.", "5", "or more"),
        ("The total is 5, at least.", "5", "at least"),
        ("The total is 6 rather than 5.", "5", "rather than"),
        ("The total is different from 5.", "5", "different from"),
        ("Die Summe ist mehr als 5.", "5", "mehr als"),
        ("Die Summe ist höchstens 5.", "5", "höchstens"),
        ("Le total est inférieur à 5.", "5", "inférieur à"),
        ("El total es 5 como máximo.", "5", "como máximo"),
        ("The last is after 14 June 2026.", "14 June 2026", "after"),
        ("Der letzte Tag liegt vor 2026-06-14.", "2026-06-14", "vor"),
    ],
)
def test_a_bound_is_another_value(statement: str, claim: str, word: str) -> None:
    assert refused(statement, claim) == word


@pytest.mark.parametrize(
    ("statement", "operation", "parameters"),
    [
        ("The price rose by 5 %.", "percentage_change/1", FELL),
        ("Der Preis ist um 5 % gestiegen.", "percentage_change/1", FELL),
        ("The price fell by 5 %.", "percentage_change/1", ROSE),
        ("Le prix a baissé de 5 %.", "percentage_change/1", ROSE),
        ("The largest is 5 %.", "min/1", {}),
        ("El mayor es 5 %.", "min/1", {}),
        ("The lowest is 5 %.", "max/1", {}),
        ("In descending order: 5 %", "ordering/1", {"direction": "ascending"}),
        ("In ascending order: 5 %", "ordering/1", {"direction": "descending"}),
    ],
)
def test_the_opposite_of_the_operation_is_refused(statement: str, operation: str, parameters: Choices) -> None:
    assert refused(statement, "5 %", operation, parameters=parameters)
    assert not refused(statement, "5 %", "ratio/1")


def test_the_opposite_may_stand_beside_what_was_worked_out() -> None:
    asked("The price fell by 5 % after it rose.", "5 %", "percentage_change/1", FELL)
    asked("The smallest of the largest is 5 %.", "5 %", "min/1")


def test_italian_never_is_a_month_elsewhere() -> None:
    assert refused("Il totale mai fu 5.", "5") == "mai"
    asked("Im Mai waren es 5.", "5", lang="de")
    with pytest.raises(DoesNotAgree):
        asked("Il totale mai fu 5.", "5", lang="it")


@pytest.mark.parametrize("said", ["14 < 60 is false.", "It is untrue that 14 < 60.", "14 < 60? Never."])
def test_nor_is_a_relation_denied(said: str) -> None:
    assert refused(said, "<", "comparison/1") is not None


def test_a_relation_keeps_its_phrase() -> None:
    asked("14 days are not more than 60 days.", "not more than", "comparison/1", lang="en")


@pytest.mark.parametrize("worst", ["5 " * 2000, "mai 5 " * 600, "over " * 790 + "5", "false " * 650 + "5", "1" * 3900])
def test_the_longest_statement_is_judged_at_once(worst: str) -> None:
    began = process_time()
    refused(worst, "5")
    assert process_time() - began < 3  # seconds of a statement of 4,000 characters, on a slow machine


def test_every_table_names_something() -> None:
    assert "value_denied" in CODES
    assert all(FALSE.values())
    assert set(BOUNDS_BEFORE) >= {"en", "de", "fr", "es", "ru", "ar", "zh"}
    assert set(BOUNDS_BEHIND) >= {"en", "de", "fr", "es", "ru", "zh", "ja", "ko"}
    assert {operation for operation, _ in OPPOSITES} == {"percentage_change/1", "min/1", "max/1", "ordering/1"}


@pytest.mark.parametrize(
    "statement",
    [
        "total ≠ 5",
        "total != 5",
        "The total is twice 5.",
        "The total is beyond 5.",
        "Die Summe übersteigt 5.",
        "Le total dépasse 5.",
        "El total supera 5.",
        "Сумма больше 5.",
        "Сумма превышает 5.",
        "المجموع أكثر من 5.",
        "المجموع أقل من 5.",
        "总数超过5。",
        "总数少于 5。",
        "总数是5以上。",
        "合計は5を超える。",
        "合計は5以上です。",
        "合計は5未満です。",
        "합계는 5 이상이다.",
    ],
)
def test_a_phrase_that_bounds_it_is_refused_in_scripts_without_spaces_too(statement: str) -> None:
    assert refused(statement, "5") is not None
