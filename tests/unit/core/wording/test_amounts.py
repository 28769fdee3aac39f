"""Numbers in words, and what stands beside an amount and belongs to it: bounds, units, what it is of, out of, per."""

import pytest

from tests.unit.core.anchored import outcome

TYPES = ("text/plain", "text/markdown")


def page(lines: str) -> str:
    return f"Fees of the house\n\n{lines}\n\nAsk at the desk.\n"


AMOUNTS = {
    "5 May": ("Due on 5 May 2024.", "Due on 5 May 2025."),
    "May 5": ("Due on May 5, 2024.", "Due on May 5, 2025."),
    "10": ("It holds 10^3 items.", "It holds 10^6 items."),
    "two": ("It waits two days.", "It waits two and a half days."),
    "five": ("It waits five days.", "It waits five hundred days."),
    "fünf": ("Er wartet fünf Tage.", "Er wartet fünf Wochen."),
    "7": ("It costs USD 7.", "It costs EUR 7."),
    "9 guests": ("For 9 guests or more.", "For 9 guests or fewer."),
    "6 days": ("6 days before the start.", "6 days after the start."),
}


@pytest.mark.parametrize("cited", AMOUNTS)
def test_an_amount_in_words_and_what_stands_behind_one_are_of_the_amount(cited: str) -> None:
    old, new = map(page, AMOUNTS[cited])
    for media_type in TYPES:
        assert not outcome(old, new, cited, media_type=media_type).is_current
        assert outcome(old, f"New.\n\n{old}", cited, media_type=media_type).is_current


def test_a_bound_of_something_else_behind_an_amount_is_beside_it() -> None:
    old = page("You are at least 21 years old, or otherwise over the legal age.")
    assert outcome(old, old.replace(", or otherwise", " or"), "21 years old").is_current


OTHERWISE = [
    # for each of them, or for all together
    ("Two managers get 500 euros each.", "Two managers get 500 euros in total.", "500 euros"),
    ("Two managers get 500 euros each.", "Two managers get 500 euros.", "500 euros"),
    ("Zwei Leute erhalten 500 Euro je.", "Zwei Leute erhalten 500 Euro zusammen.", "500 Euro"),
    ("They get 12 each, which is fair.", "They get 12, which is fair.", "12"),
    # what it is out of
    ("You win 3 in 10 games.", "You win 3 in 100 games.", "win 3"),
    ("It hits 3 out of 10 people.", "It hits 3 out of 100 people.", "3"),
    ("Es trifft 3 von 10 Leuten.", "Es trifft 3 von 100 Leuten.", "3"),
    ("Cela touche 3 sur 10 personnes.", "Cela touche 3 sur 100 personnes.", "3"),
    ("Afecta a 3 de cada 10 personas.", "Afecta a 3 de cada 100 personas.", "3"),
    # a bound behind it
    ("Use version 1.2 or later for it.", "Use version 1.2 or earlier for it.", "version 1.2"),
    ("Use version 1.2 for it.", "Use version 1.2 or later for it.", "1.2"),
    ("Nutze 1.2 oder neuer dafür.", "Nutze 1.2 oder älter dafür.", "1.2"),
    ("Utilisez 1.2 ou plus récent.", "Utilisez 1.2 ou plus ancien.", "1.2"),
    ("30일 이상 보관한다.", "30일 이하 보관한다.", "30일"),
    ("保管30日以上。", "保管30日以下。", "30日"),
    # what it is of
    ("Give 5 days of notice to it.", "Give 5 days of leave to it.", "5 days"),
    ("Give 5 days of notice to it.", "Give 5 days of leave to it.", "Give 5"),
    ("Give 5 days' notice to it.", "Give 5 days' leave to it.", "5 days"),
    ("Give 5 days notice to it.", "Give 5 days leave to it.", "5 days"),
    ("Man gibt 5 Tage Urlaub.", "Man gibt 5 Tage Frist.", "5 Tage"),
    ("On a 5 jours de congé ici.", "On a 5 jours de préavis ici.", "5 jours"),
    ("Hay 5 días de permiso aquí.", "Hay 5 días de aviso aquí.", "5 días"),
    ("Дают 5 дней отпуска.", "Дают 5 дней срока.", "5 дней"),
    # a number that looks like a year
    ("Pay 2000 euros for it.", "Pay 2000 dollars for it.", "Pay 2000"),
    ("Pay up to 2000 people.", "Pay up to 2000 dogs.", "2000"),
    ("In 2000 euros it is less.", "In 2000 dollars it is less.", "In 2000"),
    # a unit at the end of a line
    ("The limit is 30 days", "The limit is 30", "30"),
    ("The limit is 30", "The limit is 30 days", "30"),
    ("Die Grenze ist 30", "Die Grenze ist 30 Tage", "Grenze ist 30"),
    # its negative
    ("Store at 30 degrees.", "Store at minus 30 degrees.", "30 degrees"),
    ("Conserver à 30 degrés.", "Conserver à moins 30 degrés.", "30 degrés"),
    ("Хранить при 30 градусах.", "Хранить при минус 30 градусах.", "30 градусах"),
    ("保存温度30度。", "保存温度零下30度。", "30度"),
    ("保存温度30度。", "保存温度マイナス30度。", "30度"),
    # a bound before an amount without a number, or one in words
    ("Wait for a week before it.", "Wait for at least a week before it.", "a week"),
    ("Warte eine Woche lang.", "Warte mindestens eine Woche lang.", "eine Woche"),
    ("Keep it for twenty days.", "Keep it for up to twenty days.", "twenty days"),
    ("For all members of it.", "For nearly all members of it.", "all members"),
    ("It is five days off.", "It is twenty five days off.", "five days"),
    # where the range begins that it ends
    ("It takes between 3 and 5 days now.", "It takes between 2 and 5 days now.", "5 days"),
    ("It takes from 3 to 5 days now.", "It takes from 2 to 5 days now.", "5 days"),
    ("It takes 3 or 5 days now.", "It takes 2 or 5 days now.", "5 days"),
    ("It takes between 3 days and 5 days now.", "It takes between 2 days and 5 days now.", "5 days"),
    ("Es dauert zwischen 3 und 5 Tagen.", "Es dauert zwischen 2 und 5 Tagen.", "5 Tagen"),
    ("Cela dure de 3 à 5 jours.", "Cela dure de 2 à 5 jours.", "5 jours"),
    ("Это займёт от 3 до 5 дней.", "Это займёт от 2 до 5 дней.", "5 дней"),
    # how often it is meant
    ("Take 2 tablets 3 times a day.", "Take 2 tablets 6 times a day.", "2 tablets"),
    ("Take 2 tablets 3 times a day.", "Take 2 tablets 6 times a day.", "Take 2"),
    ("Take 2 tablets a day.", "Take 2 tablets 3 times a day.", "2 tablets"),
    ("Man nimmt 2 Tabletten 3 mal.", "Man nimmt 2 Tabletten 6 mal.", "2 Tabletten"),
    # what it is per
    ("Pay 5 euros per week.", "Pay 5 euros per month.", "5 euros"),
    ("Pay 5 euros per person.", "Pay 5 euros per group.", "5 euros"),
    ("Pay 5 euros a week.", "Pay 5 euros a month.", "5 euros"),
    ("Pay 5 euros weekly.", "Pay 5 euros monthly.", "Pay 5 euros"),
    ("Pay 5 euros/week.", "Pay 5 euros/month.", "Pay 5 euros"),
    ("Pay 5 euros.", "Pay 5 euros per week.", "5 euros"),
    ("They work 40 hours in a week here.", "They work 40 hours in a month here.", "40 hours"),
    ("Pay twice a week for it.", "Pay twice a month for it.", "Pay twice"),
    ("Man zahlt 5 Euro pro Woche.", "Man zahlt 5 Euro pro Monat.", "5 Euro"),
    ("On paie 5 euros par semaine.", "On paie 5 euros par mois.", "5 euros"),
    ("Se pagan 5 euros por semana.", "Se pagan 5 euros al mes.", "5 euros"),
    ("Платят 5 евро в неделю.", "Платят 5 евро в месяц.", "5 евро"),
]
AS_BEFORE = [
    ("Two managers get 500 euros each.", "Two managers get 500 euros each, which is fair.", "500 euros"),
    ("You have 30 days. Each of them counts.", "You have 30 days, and each of them counts.", "30 days"),
    ("You win 3 in 10 games.", "In sum, you win 3 in 10 games.", "3"),
    ("Use 1.2 or later for it.", "Please use 1.2 or later for it.", "1.2"),
    ("Give 5 days of notice to it.", "Now give 5 days of notice to him.", "5 days"),
    ("Give it within 5 days of the request.", "Give it within 5 days of your request.", "5 days"),
    ("It takes 5 days and costs a lot.", "It takes 5 days but costs a lot.", "5 days"),
    ("It takes 5 days in summer.", "It takes 5 days during summer.", "5 days"),
    ("It takes 5 days for all.", "It takes 5 days, for all.", "5 days"),
    ("In 2000 the house opened.", "In 2000, the house opened.", "2000"),
    ("It was built in 1950 by monks.", "It was built in 1950 with stones.", "in 1950"),
    ("Since May 2019 it is open.", "Since May 2019 they are open.", "2019"),
    ("Pay 2000 euros for it.", "Pay 2000 euros for that.", "2000"),
    ("The limit is 30", "The limit is 30.", "30"),
    ("See chapter 3", "See chapter 3 Scope", "chapter 3"),
    ("The limit is 30 days", "The limit is 30 days.", "30 days"),
    ("Store at 30 degrees.", "Store it at 30 degrees.", "30 degrees"),
    ("It takes between 3 and 5 days now.", "It takes between 3 and 5 days then.", "5 days"),
    ("For the house rules see sections 3 and 5 there.", "For the house rules see sections 2 and 5 there.", "5 there"),
    ("Go there in 2 groups and take 5 days.", "Go there in 3 groups and take 5 days.", "5 days"),
    ("Take 2 tablets 3 times a day.", "Take 2 tablets 3 times daily.", "2 tablets"),
    ("Wait for a week there.", "Come and wait for a week there.", "a week"),
    ("For all members of it.", "Now for all members of it.", "all members"),
    ("Pay 5 euros per week.", "Pay 5 euros per week, in cash.", "5 euros"),
    ("Pay 5 euros a week.", "Pay 5 euros per week.", "5 euros"),
    ("Pay 5 euros at the desk.", "Pay 5 euros in the hall.", "5 euros"),
    ("Pay 5 euros.", "Pay 5 euros within a week.", "5 euros"),
]


@pytest.mark.parametrize(("old", "new", "cited"), OTHERWISE)
def test_an_amount_that_is_counted_otherwise_is_not_current(old: str, new: str, cited: str) -> None:
    for media_type in TYPES:
        assert not outcome(page(old), page(new), cited, media_type=media_type).is_current
        assert not outcome(page(new), page(old), cited, media_type=media_type).is_current


@pytest.mark.parametrize(("old", "new", "cited"), AS_BEFORE)
def test_what_stands_beside_an_amount_and_does_not_belong_to_it_does_not_alarm(old: str, new: str, cited: str) -> None:
    for media_type in TYPES:
        assert outcome(page(old), page(new), cited, media_type=media_type).is_current


@pytest.mark.parametrize("negation", ["No", "Not only"])
def test_a_word_that_negates_put_before_the_first_word_turns_it(negation: str) -> None:
    old, new = "dogs are allowed in the house.", f"{negation} dogs are allowed in the house."
    assert not outcome(page(old), page(new), "dogs are allowed").is_current


@pytest.mark.parametrize(
    ("cited", "behind"),
    [
        ("The deal lasts until 10 May 2024", "inclusive"),
        ("Umowa trwa do 10 stycznia 2024", "r"),
        ("Договір діє до 10 січня 2024", "р"),
        ("Aftalen gælder fra 10 marts 2024", "inklusive"),
    ],
)
def test_a_year_behind_a_month_counts_nothing_that_follows(cited: str, behind: str) -> None:
    assert outcome(page(f"{cited}."), page(f"{cited} {behind}."), cited).is_current
