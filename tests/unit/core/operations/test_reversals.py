"""A computed statement says the value plainly: nothing beside the claim denies it, bounds it or says the opposite."""

from collections.abc import Mapping
from time import process_time

import pytest

from citeledger.core.operations.agreement import CODES, DoesNotAgree
from citeledger.core.operations.reversals import BOUNDS_BEFORE, BOUNDS_BEHIND, FALSE, OPPOSITES, refuse_reversals
from tests.unit.core.anchored import steps

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
        "The total, perhaps'so, is 5.",
        "Lorsqu'apparemment la somme est 5.",
        "The total is d\u0130sputed, and is 5.",
        "\u0131f the total is 5.",
        "Die Summe ist n\u0131cht 5.",
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


@pytest.mark.parametrize(
    "worst",
    ["5 " * 2000, "mai 5 " * 600, "over " * 790 + "5", "false " * 650 + "5", "1" * 3900, "would " * 660 + "5",
     "5 a " * 990, "a without b " * 330 + "5", "who do not " * 360, "5, which is " * 330],
)  # fmt: skip
def test_the_longest_statement_is_judged_at_once(worst: str) -> None:
    began = process_time()
    refused(worst, "5")
    assert process_time() - began < 3  # seconds of a statement of 4,000 characters, on a slow machine


@pytest.mark.parametrize("piece", ["5 ", "over ", "5 or more ", "false ", "over ((( ", "false that ", "not ", "5, a "])
def test_it_is_judged_in_steps_that_grow_with_the_statement(piece: str) -> None:
    few, many = (f"{piece * times}5" for times in (40, 160))
    assert steps(lambda: refused(many, "5")) < 5 * steps(lambda: refused(few, "5"))


@pytest.mark.parametrize("word", ["котор", "whowhose", "nicht", "wouldif", "не", "fakefake", "a's"])
def test_a_word_without_an_end_is_judged_at_once(word: str) -> None:
    began = process_time()
    refused(f"{(word * 32_000)[:32_000]} 5", "5")
    assert process_time() - began < 2  # seconds; where each place in it is a beginning these are several


@pytest.mark.parametrize("mark", "'\u2019`\u00b4\u02bc\u02b9\u2032\u055a\ua78c\uff07\u201b\u2018")
def test_an_apostrophe_is_one_however_it_is_typed(mark: str) -> None:
    assert refused(f"The total isn{mark}t 5.", "5") is not None
    asked(f"The shop{mark}s total is 5.", "5")


@pytest.mark.parametrize("word", ["\u0274ot", "n\u1d0ft", "no\u1d1b", "n\u03bft"])
def test_no_word_is_disguised(word: str) -> None:
    assert refused(f"The total is {word} 5.", "5") == word


@pytest.mark.parametrize(
    "statement", ["5 claims were denied.", "Rejected claims: 5", "The number of denied claims is 5."]
)
def test_claims_may_be_what_is_counted(statement: str) -> None:
    asked(statement, "5")


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


@pytest.mark.parametrize(
    "statement",
    [
        "Items not returned: 5.",
        "The number of items not returned is 5.",
        "Items not yet returned: 5",
        "There are 5 items not returned.",
        "There are 5 items not yet paid.",
        "Not returned: 5",
        "Days without rain: 5",
        "There were 5 days without rain.",
        "5 days without rain",
        "No. of items: 5",
        "Nos. of items: 5",
        "Items with no owner: 5",
        "The total without tax is 5.",
        "The total excluding tax is 5.",
        "El total sin impuestos es 5.",
        "Total sin impuestos: 5",
        "Сумма без налога: 5",
        "Сумма без налога равна 5.",
        "Дни без дождя: 5",
        "Summe ohne Steuer: 5",
        "Die Summe ohne Steuer beträgt 5.",
        "Tage ohne Regen: 5",
        "Le total sans taxe est de 5.",
        "Jours sans pluie : 5",
        "Totale senza tasse: 5",
        "Total sem impostos: 5",
        "Totaal zonder btw: 5",
        "Suma bez podatku: 5",
        "المجموع بدون ضريبة: 5",
        "סכום ללא מס: 5",
        "Employees except managers: 5",
        "Employees who do not smoke: 5",
        "The number of employees who do not smoke is 5.",
        "Days on which it did not rain: 5",
        "Nicht zurückgegebene Artikel: 5",
        "Artikel, die nicht zurückgegeben wurden: 5",
        "Articles non retournés : 5",
        "Articles qui ne sont pas retournés : 5",
        "Artículos no devueltos: 5",
        "Itens não devolvidos: 5",
        "Itens não entregues: 5",
        "Articoli non restituiti: 5",
        "Товары не возвращены: 5",
        "未归还的物品：5",
        "无雨天数：5",
        "不合格品：5件",
        "没有雨的天数是5",
        "未返却の品目は5件です。",
        "No-shows: 5",
        "Non-members: 5",
        "Not-for-profit bodies: 5",
        "Cases in which nothing was found: 5",
        "Orders that have not arrived: 5",
        "Items not in stock: 5",
        "Der Ort, an dem nicht gebaut wird, zählt: 5",
        "Die Differenz ohne Sonntage beläuft sich auf 5.",
        "Total sin IVA asciende a 5",
        "Users without e-mail, without phone: 5",
        "The count of sold, not returned items is 5.",
        "Without tax the total is 5.",
        "Ohne Steuer sind es 5.",
        "Sin impuestos, el total es 5.",
        "Tickets not closed by Friday: 5",
    ],
)
def test_a_negation_in_the_name_of_what_is_counted_denies_no_value(statement: str) -> None:
    assert refused(statement, "5") is None


@pytest.mark.parametrize(
    "statement",
    [
        "Items without 5.",
        "All without these 5.",
        "All items except 5.",
        "alle ohne 5",
        "Not 5 items.",
        "Not confirmed: 5.",
        "Not true: 5",
        "The total is not: 5",
        "The total does not equal: 5",
        "The total not confirmed: 5",
        "The total not counted as 5.",
        "The total, not found to be 5.",
        "The items are not 5.",
        "5 is not the total.",
        "5 items is not the total.",
        "5 was not reached.",
        "The sum was not reached: 5",
        "Employees who say the total is not 5.",
        "Nobody who counted says 5.",
        "It is not so that employees who smoke are 5.",
        "No total of 5 was found.",
        "No. The total is 5.",
        "No es verdad: 5.",
        "Die Behauptung, die nicht stimmt, lautet 5.",
        "Die Summe ist ohne Zweifel nicht 5.",
        "总数不是5。",
        "总数并非5。",
        "总数不到5。",
        "总数未达5。",
        "The total is anything but 5.",
        "Сумма не равна 5.",
        "Сумма не 5.",
        "Le total n'est pas 5.",
        "Le total n'a pas atteint 5.",
        "La somme, non confirmée, est 5.",
        "It can't be that the items are 5.",
        "The total isn't, as some say, 5.",
        "Neither counts 5.",
        "The total is hardly 5 without tax.",
        "Not all of the items are 5.",
        "The total has not been returned as 5.",
        "Items are not returned: 5 never.",
        "Items not returned: not 5.",
        "The total is 5, not without doubt.",
        "The total is 5 unless rounded.",
        "The total does not come to 5 without tax.",
        "sans atteindre 5",
        "The period ends without reaching 5.",
        "El plazo acaba sin alcanzar 5.",
        "Items not returned are not 5.",
        "Days without rain is not 5.",
        "Employees who do not smoke are never 5.",
        "Someone claims the total is 5, which nobody confirmed.",
        "The total is 5? No.",
        "5 (not confirmed)",
        "Items not, as they say, 5.",
        "The items, not 5, were returned.",
        "It is not the case that items not returned are 5.",
        "The items which are not returned are not: 5",
        "Whoever says items returned are 5 does not count.",
        "That items not returned are 5 is not so.",
        "That items not returned are 5 is false.",
        "The total wasn't 5 items not returned.",
    ],
)
def test_a_negation_of_the_value_stays_one_whatever_is_counted(statement: str) -> None:
    assert refused(statement, "5") is not None


@pytest.mark.parametrize(
    "statement",
    [
        "The total should be 5.",
        "The total would be 5.",
        "The total would amount to 5.",
        "The total would then, by that count, be 5.",
        "The total could be 5.",
        "The total might be 5.",
        "The total may be 5.",
        "The total may well be 5.",
        "The total ought to be 5.",
        "The total is supposed to be 5.",
        "The total was expected to be 5.",
        "If the total is 5, we pay.",
        "Whether the total is 5 is open.",
        "Is the total 5?",
        "The total is 5 (?).",
        "5 (fake)",
        "The total is 5 (fake).",
        "The total is 5 [disputed].",
        "5 is disputed.",
        "The total of 5 is disputed.",
        "The total of 5 was later withdrawn.",
        "The disputed total is 5.",
        "The total is disputed: 5.",
        "A disputed 5 was named.",
        "Fake: 5",
        "The fake total of 5.",
        "The total is 5, which is disputed by auditors.",
        "The total is 5 – contested.",
        "The total is n\u043et 5.",
        "The total is \u0578ot 5.",
        "The total n\u0435ver was 5.",
        "Die Summe weicht von 5 ab.",
        "The total deviates from 5.",
        "The total differs by far from 5.",
        "Le total s'écarte de 5.",
        "Le total diffère de 5.",
        "El total difiere de 5.",
        "Die Summe sollte 5 sein.",
        "Die Summe wäre 5.",
        "Die Summe könnte 5 betragen.",
        "Wenn die Summe 5 ist, zahlen wir.",
        "Dass die Summe 5 betragen könnte.",
        "Le total serait de 5.",
        "Si le total est 5, on paie.",
        "El total sería 5.",
        "Si el total es 5, pagamos.",
        "O total seria 5.",
        "Il totale sarebbe 5.",
        "Сумма была бы 5.",
        "总数可能是5。",
        "如果总数是5。",
        "合計は5かもしれない。",
        "합계는 5일 수 있다.",
        "Perhaps the total is 5.",
        "The total is probably 5.",
        "Vielleicht ist die Summe 5.",
        "5 ist umstritten.",
        "Le total de 5 est contesté.",
        "Le total est 5 (contesté).",
        "El total es 5 (dudoso).",
        "总数是5，存疑。",
        "The total (5) is a fabricated figure.",
        'The total is "5" — fake!',
        "Sans doute le total est 5.",
        "The total is 5 **(fake)**.",
        "It would be 5 days.",
        "The fee would fall by 5.",
        "The total is claimed to be 5.",
        "The total is said to be 5.",
        "5 (unverified)",
    ],
)
def test_wording_that_leaves_the_value_open_is_refused(statement: str) -> None:
    assert refused(statement, "5") is not None


@pytest.mark.parametrize(
    "statement",
    [
        "Items that should be returned: 5",
        "The number of items that should be returned is 5.",
        "Customers who would return: 5",
        "Fake reviews: 5",
        "There were 5 fake reviews.",
        "5 disputed invoices",
        "Disputed invoices: 5",
        "The number of disputed charges is 5.",
        "Refunds withdrawn: 5",
        "The total is 5.",
        "The period is 5 days shorter.",
        "You may return it after 5 days.",
        "Days the shop may open: 5",
        "La ville compte 5 maires.",
        "Il totale si riduce di 5.",
        "Se trata de 5.",
        "Das Fest dauert 5 Tage.",
        "In May it was 5.",
        "Die Kunden waren 5.",
        "The two periods differ by 5 days.",
        "Die Fristen weichen um 5 Tage voneinander ab.",
        "Les délais diffèrent de 5 jours.",
        "The total of the disputed and the fake is 5.",
        "A price of 5 as denied requests go.",
        "What is the total? It is 5.",
        "5 if rounded",
        "The second quarter brought 5.",
        "There may be holidays; the total is 5.",
        "The 5 rejected requests",
        "Requests rejected: 5",
        "5 rejected requests were returned.",
        "5 requests were rejected.",
    ],
)
def test_what_is_said_of_other_things_leaves_no_value_open(statement: str) -> None:
    assert refused(statement, "5") is None


@pytest.mark.parametrize("word", ["n\u043et", "\u0578ot", "nev\u0435r", "f\u0430lse", "\u03bfnly"], ids=ascii)
def test_a_word_with_letters_that_look_like_its_own_is_named(word: str) -> None:
    assert refused(f"The total is {word} 5.", "5") == word


@pytest.mark.parametrize(
    "word", ["\u03bcm", "\u03b1-resin", "\u0394t", "T\u30b7\u30e3\u30c4", "\u043d\u0430\u043b\u043e\u0433"], ids=ascii
)
def test_a_unit_or_a_word_of_one_script_is_none(word: str) -> None:
    assert refused(f"{word}: 5", "5") is None


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("5 is a typo.", "a typo"),
        ("The total of 5 is a typo.", "a typo"),
        ("The total is 5, a mistake.", "a mistake"),
        ("The total is 5 (typo).", "typo"),
        ("5 was an error of the clerk.", "an error"),
        ("The report says 5 by mistake.", "by mistake"),
        ("The total is a misprint: 5.", "a misprint"),
        ("5 is a fake.", "a fake"),
        ("5 ist ein Tippfehler.", "ein Tippfehler"),
        ("5 est une erreur de saisie.", "une erreur"),
        ("El total de 5 es un error.", "un error"),
        ("5 \u00e8 un refuso.", "un refuso"),
        ("O total \u00e9 5 por engano.", "por engano"),
        ("5 is een fout.", "een fout"),
    ],
)
def test_a_value_is_no_mistake(statement: str, said: str) -> None:
    assert refused(statement, "5") == said


@pytest.mark.parametrize(
    "statement",
    [
        "There were 5 typos.",
        "5 mistakes were found.",
        "Errors: 5",
        "The error is 5.",
        "5 typo corrections were made.",
        "A margin of error is 5.",
        "5 files with a typo",
        "It took an error and 5 days.",
        "Es sind 5 Fehler.",
    ],
)
def test_mistakes_may_be_what_is_counted(statement: str) -> None:
    asked(statement, "5")
