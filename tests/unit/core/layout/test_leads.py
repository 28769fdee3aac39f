"""The line that introduces a list is part of what each item says."""

import pytest

from citeledger.core.anchoring import OutcomeKind
from tests.unit.core.anchored import outcome

TEXT = (
    "# Expenses\n\nMeals are not paid.\n\n{}\n\n- Book by rail.\n- Keep the receipts.\n\nThe line manager approves.\n"
)
LONG = "Use a text editor to change the word pick to {} for the commits you want to join, then save {}:"


def became(before: str, now: str, *, cited: str = "Book by rail.", text: str = TEXT) -> OutcomeKind:
    return outcome(text.format(before), text.format(now), cited).kind


@pytest.mark.parametrize(
    "now",
    [
        "Employees need not:",
        "Employees no longer have to:",
        "It is forbidden to:",
        "Employees may, if they like:",
        "Employees may:",
        "Employees must sometimes:",
        "Guests must:",
        "Suspended since March:",
        "Employees must not:",
        "Employees must, before it was removed:",
        "Meals aside, guests must:",
        "Must employees?",
    ],
)
def test_a_lead_that_says_otherwise_leaves_its_items_in_doubt(now: str) -> None:
    assert became("Employees must:", now) is OutcomeKind.AMBIGUOUS
    assert became(now, "Employees must:") is OutcomeKind.AMBIGUOUS
    paragraph = "# Expenses\n\n{}\n\nBook by rail. Keep the receipts, all of them, for a year.\n"
    assert became("Employees must:", now, text=paragraph) is OutcomeKind.AMBIGUOUS


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ("Employees must:", "**Employees** must:"),
        ("Employees must:", "EMPLOYEES must:"),
        ("Employees must:", "3. Employees must:"),
        ("Exit critera:", "Exit criteria:"),
        ("And for that the house offers three means:", "For that purpose, the house offers the following options:"),
        (
            "Travel is for a few, and now and then for all. Some parts of it are told in a list that has these rules:",
            "Travel is for a few, so parts of it are told in a list that has these rules:",
        ),
        ("Here's all one may bring:", "Here're all one may bring:"),
        (
            "Travel is what we do now and then\nThe following papers are asked for:",
            "The following papers are asked for:",
        ),
        ("The house gives these rules:", "It gives the rules:"),
        ("We have no fees for travel, but the following is asked:", "We only ask for it, and the following is asked:"),
        ("Employes must:", "Employees must:"),
        ("These are the rules we use to decide who may travel:", "These are the rules we use deciding who may travel:"),
        ("It has the following properties:", "It has these properties:"),
        ("Travel has the following:", "Travel has these:"),
        ("Critera criteri for the exit gate:", "Criteria criteria for the exit gate:"),
        ("Such uses may include:", "Data is used to improve the service. Such uses may include:"),
        ("The following projects are owned by us:", "The following projects owned by us:"),
        (
            "If the report is n/a, send the appropriate message:",
            "If the report impact is none, send the appropriate message:",
        ),
        (LONG.format("fixup", "your changes"), LONG.format("squash", "your changes")),
        ("You get a copy in a few easy steps:", "You get a copy in a few steps:"),
        ("In short, the differences between the two cards are:", "The differences between the two cards are:"),
        ("You have got three easy options to book a trip:", "You have got three options:"),
        ("The card has three fields that can be changed:", "The card has the following fields that can be changed:"),
        ("It can be set which does two things:", "It can be set which does a few things:"),
        ("Both plans are worth taking a look:", "Both plans are worth taking a look at:"),
        ("For a refund of costs in Spain, send us these papers:", "For a refund of costs, send us these papers:"),
        ("Employees must", "Staff must"),
        ("Effective: 1 May", "Effective: 2 June"),
        ("This list names the approvers for travel:", "The following list names the approvers for travel:"),
        ("Send these papers for trips that are pre-booked:", "Send these papers for trips that are prebooked:"),
        (
            "Please refer to our handbook for different ways to book trips:",
            "Please take a look at the handbook for different ways of booking trips:",
        ),
        (
            "Please refer to our handbook for different ways to reserve trips:",
            "Please refer to the handbook for different ways of reserving trips:",
        ),
        (
            "There are a number of popular trains, buses, and ferries that leave from town in the morning:",
            "There are a few trains or coaches that leave from town in the morning:",
        ),
        ("Diese Regeln gelten für alle Gäste:", "Die folgenden Regeln gelten für alle Gäste:"),
    ],
)
def test_one_set_differently_corrected_or_touched_elsewhere_does_not(before: str, now: str) -> None:
    assert became(before, now).is_current


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ("Mitarbeiter dürfen:", "Mitarbeiter müssen:"),
        ("Les employés peuvent:", "Les visiteurs peuvent:"),
        ("员工必须：", "客人必须："),
        ("Сотрудники должны:", "Сотрудники могут:"),
    ],
)
def test_it_is_asked_in_every_language(before: str, now: str) -> None:
    assert became(before, now) is OutcomeKind.AMBIGUOUS


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ("To enter the building you need any of these papers:", "To enter the building you need these papers:"),
        ("To enter the building you need all of these papers:", "To enter the building you need one of these papers:"),
        ("No employee may take these to work:", "They may take these to work:"),
        ("It gives these rules:", "Staff gives these rules:"),
        ("If you travel, and you stay for a night, bring:", "Unless you travel, and you stay for a night, bring:"),
        ("We have no fees for travel, but you must bring:", "We have no fees for travel, but you may bring:"),
        ("In short, do no travel by car but ask for these:", "By car ask for these:"),
        (
            "Read this when you travel with setup.py 7.x by rail:",
            "Read this unless you travel with setup.py 7.x by rail:",
        ),
        (
            "While the trips below are required, it makes this easier:",
            "While the trips below are optional, it makes this easier:",
        ),
        (
            "At this point you can still get back to your old way, by this:",
            "At this point you cannot get back to your old way, by this:",
        ),
        (
            "Guests and staff live here. Staff is told of it in a list that has at its end these rules:",
            "Guests and staff live here. Guests is told of it in a list that has at its end these rules:",
        ),
        (
            "All live here. Staff is told of it in a list that has at its end these rules:",
            "All live here, but no staff is told of it in a list that has at its end these rules:",
        ),
        (
            "While the trips you take in a year for us are required, they make it easier for you and for us:",
            "While the trips you take in a year for us are optional, they make it easier for you and for us:",
        ),
        ("We have the following kinds of travel here:", "We have the following unsupported kinds of travel here:"),
        ("It is a list of new kinds of travel, mainly:", "It is a list of old kinds of travel, mainly:"),
        ("To leave after 3 days of work you need to:", "To leave after 5 days of work you need to:"),
        ("For a refund of costs, send us these papers:", "For a refund of costs in the south of Spain, send us these:"),
        ("Guests of the house may book a trip:", "Staff in the house may book a trip:"),
        ("You may bring the following things to the office:", "You may not bring the following things to the office:"),
    ],
)
def test_left_out_words_count_where_they_say_how_many_or_deny(before: str, now: str) -> None:
    assert became(before, now) is OutcomeKind.AMBIGUOUS


RULED_OTHERWISE = [
    ("The seller of the house must:", "The buyer of the house must:"),
    ("You may do the following:", "You may not do the following:"),
    ("The following is allowed on weekdays:", "The following is allowed on weekends:"),
    ("Guests with a pass may:", "Staff with a pass may:"),
    ("Guests with a valid pass must:", "Guests with a valid pass should:"),
    ("Members of the club are allowed to:", "Members of the club are forbidden to:"),
    ("The following items are required at the gate:", "The following items are optional at the gate:"),
    ("Adults pay these fees at the gate:", "Children pay these fees at the gate:"),
    ("Before you enter the vault, do this:", "After you enter the vault, do this:"),
    ("You should do the following before you leave:", "You should do the following after you leave:"),
    ("In winter, the house is open:", "In summer, the house is open:"),
    ("To start the server, run these:", "To stop the server, run these:"),
    ("To enable the alarm, press these keys:", "To disable the alarm, press these keys:"),
    ("To install the card, do the following:", "To uninstall the card, do the following:"),
    ("To add a user to the list, do this:", "To remove a user from the list, do this:"),
    ("To open the vault, take the following steps:", "To close the vault, take the following steps:"),
    ("The tenant is responsible for the following:", "The landlord is responsible for the following:"),
    ("The employer shall bear these costs:", "The employee shall bear these costs:"),
    ("All of the following are required to enter:", "Any of the following are required to enter:"),
    ("You need all of these papers to enter:", "You need one of these papers to enter:"),
    ("You must bring the following papers:", "You can bring the following papers:"),
    ("You should avoid the following mistakes:", "You must avoid the following mistakes:"),
    ("If you are a member, you may do this:", "If you are not a member, you may do this:"),
    ("If you are a member, do the following:", "Unless you are a member, do the following:"),
    ("You may take the following with you:", "You may take only the following with you:"),
    ("Guests may take the following with them:", "Guests may take the following with them until May:"),
    ("Within 30 days you must send us the following:", "Within 60 days you must send us the following:"),
    ("A fine of 30 euros is due for the following:", "A fine of 50 euros is due for the following:"),
    (
        "The following releases are supported by the team:",
        "The following releases are no longer supported by the team:",
    ),
    ("The following releases are supported by the team:", "The following releases are unsupported by the team:"),
    ("These are the current rules of the house:", "These are the former rules of the house:"),
    (
        "The following options are deprecated in this release:",
        "The following options are available in this release:",
    ),
    ("The data below is public and shown to all:", "The data below is private and shown to all:"),
    ("The following data is collected by the site:", "The following data is not collected by the site:"),
    ("We never share the following with others:", "We share the following with others:"),
    ("We will share these with the police:", "We will not share these with the police:"),
    ("The maintainers must approve the following:", "The contributors must approve the following:"),
    ("The user is allowed to do the following:", "The administrator is allowed to do the following:"),
    ("The owner of the project can do the following:", "The member of the project can do the following:"),
    ("You can do the following without a pass:", "You can do the following with a pass:"),
    ("The refund is paid in the following cases:", "No refund is paid in the following cases:"),
    ("The following are covered by the plan:", "The following are excluded from the plan:"),
    ("The following are included in the price:", "The following are excluded from the price:"),
    ("Use the following on Linux to build the house:", "Use the following on Windows to build the house:"),
    ("In France the following rules apply to guests:", "In Germany the following rules apply to guests:"),
    ("On Mondays the house is open for these guests:", "On Fridays the house is open for these guests:"),
    ("The following is true of a good report:", "The following is true of a bad report:"),
    ("Send the following to Anna when you leave:", "Send the following to Carl when you leave:"),
    ("For a refund of costs, send us these papers:", "For a refund of costs in May, send us these papers:"),
    (
        "Reviewers should do the following to accept a change:",
        "Reviewers should do the following to reject a change:",
    ),
    ("The following will be deleted when you leave:", "The following will be kept when you leave:"),
    ("Do the following in production to be safe:", "Do the following in development to be safe:"),
    ("The minimum amounts for the following are:", "The maximum amounts for the following are:"),
    ("Most guests pay the following fees here:", "Few guests pay the following fees here:"),
    ("Everyone who works here must do the following:", "Nobody who works here must do the following:"),
    ("It is your duty to do the following here:", "It is our duty to do the following here:"),
    ("You agree that we may do the following:", "We agree that you may do the following:"),
    ("The first time you enter, bring the following:", "The last time you enter, bring the following:"),
    ("The old plan pays for the following:", "The plan pays for the following:"),
    ("You need three of these papers to enter:", "You need two of these papers to enter:"),
    ("You may stay for three days with the following:", "You may stay for two days with the following:"),
    ("It is safe to delete the following files:", "It is unsafe to delete the following files:"),
]
SAID_OTHERWISE = [
    (
        "We work with the big services in the following areas:",
        "We work with the popular services in the following areas:",
    ),
    ("You can set the following options in the file:", "You can set the following settings in the file:"),
    ("The list below describes the parts of the house:", "The list below explains the parts of the house:"),
    ("Four parts make up the house in the park:", "The house in the park is made up of four parts:"),
    ("You can install the card with the tool:", "To install the card and the box, use the following:"),
    ("And finally you can disable the alarm globally:", "Finally, the alarm can be globally disabled:"),
    (
        "For the single case, the state is the number of the server:",
        "In the case of single ones, the state is the number of the server:",
    ),
    (
        "Each class of papers in the house inherits these from the base:",
        "Each class of papers in the house implements these of the base:",
    ),
    ("So using the example from the book:", "So using the same example from the blog:"),
    ("You can get the house directly from the shop:", "Get the house with a card from the shop like this:"),
    (
        "Users can configure the following things in the file:",
        "You can configure the following things in the file:",
    ),
    (
        "Please refer to our handbook for the ways to book trips through Spain:",
        "Please take a look at the handbook for ways of booking trips around Spain:",
    ),
    ("The rooms in the house on the lake have a view:", "The garden of the house by the lake has a bath:"),
    (
        "Please refer to our handbook for different ways to book a trip:",
        "Please refer to our lawyer for different ways to book a trip:",
    ),
    ("With the card in you hand, you can do this:", "With the card in your hand, you can do this:"),
    ("There are three ways to enter the house:", "There are four ways to enter the house:"),
    ("Unacceptable things include:", "Unacceptable things include, but are not limited to:"),
    (
        "The House Charter is based on rules, and we comply with them in the following ways:",
        "The House Charters are based on rules, and we adhere to them in the following ways:",
    ),
    ("Afterwards, look at the following parts:", "Afterward, look at the following parts:"),
]


@pytest.mark.parametrize(("before", "now"), RULED_OTHERWISE)
def test_one_that_makes_another_rule_leaves_its_items_in_doubt(before: str, now: str) -> None:
    assert became(before, now) is OutcomeKind.AMBIGUOUS
    assert became(now, before) is OutcomeKind.AMBIGUOUS


@pytest.mark.parametrize(("before", "now"), SAID_OTHERWISE)
def test_one_that_an_editor_wrote_anew_makes_the_same_rule(before: str, now: str) -> None:
    assert became(before, now).is_current
    assert became(now, before).is_current


def test_a_time_or_place_put_into_one_limits_what_stands_under_it() -> None:
    anywhen = "You may enter the house through the back door with these:"
    assert became(anywhen, anywhen.replace("with", "on Sundays with")) is OutcomeKind.AMBIGUOUS
    assert became(anywhen, anywhen.replace("with", "in France with")) is OutcomeKind.AMBIGUOUS


@pytest.mark.parametrize(
    "now",
    [
        "Please take a look at the handbook for different ways of booking no trip:",
        "You must take a look at the handbook for different ways of booking a trip:",
        "Please take a look at the handbook for all different ways of booking a trip:",
        "Please take a look at the handbook for different ways of booking a trip unless it is short:",
        "Please take a look at the handbook for the ways of booking a trip during a stay:",
        "Please refer to our handbook for different ways to sell a trip:",
        "Please refer to the handbook for different ways of selling a trip:",
    ],
)
def test_one_written_anew_says_the_same_by_its_other_words(now: str) -> None:
    before = "Please refer to our handbook for different ways to book a trip:"
    assert became(before, now) is OutcomeKind.AMBIGUOUS
    assert became(now, before) is OutcomeKind.AMBIGUOUS


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ("The card currently supports:", "The card's feature highlights include:"),
        ("The card offers:", "These are the features of the card:"),
        ("Some examples:", "Some sample scenarios include:"),
        ("Die Karte bietet:", "Merkmale der Karte sind:"),
        ("Karta поддерживает:", "Функции karta:"),
    ],
)
def test_a_line_that_only_lists_may_do_so_in_other_words(before: str, now: str) -> None:
    assert became(before, now).is_current
    assert became(now, before).is_current


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ("The card currently supports:", "The room's feature highlights include:"),
        ("The card currently supports:", "The missing features of the card include:"),
        ("The card currently supports:", "The features of the card were:"),
        ("The card currently supports:", "Both features of the card are:"),
        ("The card currently supports:", "Optional features of the card include:"),
        ("The card currently supports:", "The features of the card after May are:"),
        ("The card currently supports:", "The features of the card do not include:"),
        ("The card must have:", "The features of the card must include:"),
        ("The card currently supports:", "Some examples of the card are:"),
        ("Guests offer:", "Guests have:"),
        ("Benefits for staff include:", "Benefits for guests include:"),
        ("Some examples:", "Some bad scenarios include:"),
        ("Some examples:", "The card has:"),
        ("The card has:", "Some examples of the card are:"),
        ("The card:", "The card's feature highlights include:"),
    ],
)
def test_one_that_lists_something_else_or_makes_a_rule_leaves_its_items_in_doubt(before: str, now: str) -> None:
    assert became(before, now) is OutcomeKind.AMBIGUOUS
    assert became(now, before) is OutcomeKind.AMBIGUOUS


@pytest.mark.parametrize(
    ("now", "is_current"),
    [
        ("To enter the house at night or on a Sunday you need to bring these papers with you if you are staff:", False),
        ("When it rains, to enter the house at night or on a Sunday you need to bring these papers with you:", False),
        ("To enter the house at night or on a Sunday you may need to bring these papers with you:", False),
        ("To enter the house at night or on a Sunday you need to bring these papers with you during a strike:", False),
        ("To enter the house at night or on a Sunday you need to bring these papers along with you:", True),
        ("To enter the house at night or on a Sunday you need to bring these papers and cards with you:", True),
    ],
)
def test_a_condition_put_into_a_long_one_counts(now: str, *, is_current: bool) -> None:
    before = "To enter the house at night or on a Sunday you need to bring these papers with you:"
    assert became(before, now).is_current is is_current
    assert became(now, before).is_current is is_current


def test_in_a_long_one_the_words_at_its_end_count_each() -> None:
    assert became(LONG.format("fixup", "your changes"), LONG.format("fixup", "no changes")) is OutcomeKind.AMBIGUOUS


FIELDS = "# Options\n\nAll of them.\n\n{}\n\nThey are read once.\n\n## Others\n\n{}\n\nNothing is kept.\n"
APART, BROKEN = "Type: text\n\nDefault: the name of the house", "Type: text<br>\nDefault: the name of the house"


@pytest.mark.parametrize("cited", ["Default: the name of the house", "the name of the house"])
def test_a_value_behind_its_label_is_no_label_of_the_line_below(cited: str) -> None:
    old, new = (FIELDS.format(one, "Type: text, list") for one in (APART, BROKEN))
    assert outcome(old, new, cited).is_current
    assert outcome(new, old, cited).is_current
    assert outcome(old, old.replace("Type: text\n", "Type: text, list\n"), cited).is_current
    assert outcome(new, new.replace("<br>", "  "), cited).is_current
    assert not outcome(old, old.replace("Default: ", "Former: "), "the name of the house").is_current


def test_a_paragraph_behind_the_list_is_not_under_the_lead() -> None:
    assert became("Employees must:", "Guests must:", cited="The line manager approves.").is_current


RATES = "# Rates\n\nMeals.\n\n{}\n\n| City | Rate |\n| --- | --- |\n| Berlin | 35 euros |\n| Rome | 40 euros |\n"


@pytest.mark.parametrize("cited", ["35 euros", "Berlin | 35 euros"])
def test_a_table_stands_under_its_lead_cell_by_cell(cited: str) -> None:
    assert became("These rates hold:", "These no longer hold:", cited=cited, text=RATES) is OutcomeKind.AMBIGUOUS
    assert became("", "Repealed:", cited=cited, text=RATES) is OutcomeKind.AMBIGUOUS
    assert became("", "These rates hold:", cited=cited, text=RATES).is_current


TYPES = ("text/plain", "text/markdown")
PARTED = "# Rules\n\nMeals are not paid.\n\n{}\n\nThe line manager approves.\n"


def current(old: str, new: str, cited: str, media_type: str) -> bool:
    return outcome(PARTED.format(old), PARTED.format(new), cited, media_type=media_type).is_current


OTHERWISE = [
    (
        "an exception",
        "Bring what you like:\n\n- dogs\n- cats",
        "Bring what you like, except for:\n\n- dogs\n- cats",
        "dogs",
    ),
    (
        "moved from one item under another",
        "- You must\n  - ask the guard\n  - pay\n- You must not\n  - smoke",
        "- You must\n  - pay\n- You must not\n  - ask the guard\n  - smoke",
        "ask the guard",
    ),
    (
        "indented under the one above",
        "- Allowed\n- dogs at night\n- Forbidden\n- cats",
        "- Allowed\n- dogs at night\n- Forbidden\n  - cats",
        "cats",
    ),
    (
        "the one above indented as well",
        "- Allowed\n  - dogs at night\n- Forbidden\n  - cats",
        "- Allowed\n  - dogs at night\n  - Forbidden\n  - cats",
        "cats",
    ),
    ("by a tab", "- Forbidden\n\t- cats\n- Allowed", "- Forbidden\n- cats\n- Allowed", "cats"),
    ("numbered", "1. Allowed\n2. Forbidden\n    1. cats", "1. Allowed\n2. Forbidden\n3. cats", "cats"),
]
AS_BEFORE = [
    ("an item put in", "Bring:\n\n- dogs\n- cats", "Bring:\n\n- dogs\n- birds\n- cats", "dogs"),
    (
        "another indent",
        "- Allowed\n  - dogs at night\n- Forbidden\n  - cats",
        "- Allowed\n    - dogs at night\n- Forbidden\n    - cats",
        "cats",
    ),
    ("by one space", "* Bring this:\n * dogs\n * cats", "* Bring this:\n  * dogs\n  * cats", "cats"),
    (
        "a sentence under another",
        "- Dogs may enter at night.\n- Cats may enter at night.",
        "- Dogs may enter at night.\n  - Cats may enter at night.",
        "Cats may enter at night.",
    ),
]


@pytest.mark.parametrize("media_type", TYPES)
@pytest.mark.parametrize(("_name", "old", "new", "cited"), OTHERWISE, ids=[case[0] for case in OTHERWISE])
def test_an_item_under_another_one_is_in_doubt(_name: str, old: str, new: str, cited: str, media_type: str) -> None:
    assert not current(old, new, cited, media_type)
    assert not current(new, old, cited, media_type)


@pytest.mark.parametrize("media_type", TYPES)
@pytest.mark.parametrize(("_name", "old", "new", "cited"), AS_BEFORE, ids=[case[0] for case in AS_BEFORE])
def test_one_under_the_same_is_current(_name: str, old: str, new: str, cited: str, media_type: str) -> None:
    assert current(old, new, cited, media_type)


@pytest.mark.parametrize("cited", ["Say who got the gift", "include a copy of it"])
def test_bullets_stand_under_the_numbered_item_that_introduces_them_at_any_indent(cited: str) -> None:
    items = "{0}- Say who got the gift\n{0}- include a copy of it"
    text = f"1. Ask the desk first.\n2. When you send the report, please:\n{items}"
    for media_type in TYPES:
        assert current(text.format(""), text.format("     "), cited, media_type)
        assert not current(text.format(""), text.format("").replace("please", "please do not"), cited, media_type)


BOX = "- {} Guests may enter the vault. They ask first.\n- [ ] Dogs may enter\n"


@pytest.mark.parametrize("media_type", TYPES)
@pytest.mark.parametrize("cited", ["Guests may enter the vault.", "They ask first.", "Guests"])
@pytest.mark.parametrize(("old", "new"), [("[ ]", "[x]"), ("[x]", "[-]"), ("☐", "☑"), ("☑", "☒"), ("", "[x]")])
def test_a_box_that_is_ticked_is_of_what_stands_behind_it(cited: str, old: str, new: str, media_type: str) -> None:
    assert not current(BOX.format(old), BOX.format(new), cited, media_type)
    assert not current(BOX.format(new), BOX.format(old), cited, media_type)


@pytest.mark.parametrize("media_type", TYPES)
def test_a_value_in_what_is_ticked_is_as_it_is(media_type: str) -> None:
    old, new = (f"- {box} Pay 30 euros at the desk\n- [ ] Wait\n" for box in ("[ ]", "[x]"))
    assert current(old, new, "30 euros", media_type)
    assert not current(old, new, "Pay 30 euros", media_type)


@pytest.mark.parametrize("media_type", TYPES)
@pytest.mark.parametrize(("old", "new"), [("[x]", "[X]"), ("[ ]", "☐"), ("[x]", "✔")])
def test_one_that_says_the_same_does_not_alarm(old: str, new: str, media_type: str) -> None:
    assert current(BOX.format(old), BOX.format(new), "Guests may enter the vault.", media_type)
    other = BOX.format(old).replace("[ ] Dogs", "[x] Dogs")
    assert current(BOX.format(old), other, "Guests may enter the vault.", media_type)


VALUES = [
    ("Dogs: yes", "Dogs: no", "Dogs"),
    ("Dogs: yes", "Dogs: no", "Dogs:"),
    ("- Dogs: yes\n- Cats: yes", "- Dogs: no\n- Cats: yes", "Dogs"),
    ("Dogs – 30 euros", "Dogs – 40 euros", "Dogs"),
    ("Dogs: yes, if they are small and quiet.", "Dogs: no, not even small and quiet ones.", "Dogs"),
    ("Hunde: ja", "Hunde: nein", "Hunde"),
    ("狗：是", "狗：否", "狗"),
    ("Opening hours: 9 to 5", "Opening hours: 8 to 4", "Opening hours"),
]
SAME_VALUES = [
    ("Dogs: yes", "Dogs: yes, always", "Dogs"),
    ("Dogs: yes", "Dogs: Yes.", "Dogs"),
    ("- Dogs: yes\n- Cats: no", "- Dogs: yes\n- Cats: yes", "Dogs"),
    ("Members: a contributor for at least three months", "Members: any contributor for three months", "Members"),
    ("All dogs are small: yes", "All dogs are small: no", "dogs"),
]


@pytest.mark.parametrize("media_type", TYPES)
@pytest.mark.parametrize(("old", "new", "cited"), VALUES)
def test_a_label_of_which_another_value_is_said_is_in_doubt(old: str, new: str, cited: str, media_type: str) -> None:
    assert not current(old, new, cited, media_type)
    assert not current(new, old, cited, media_type)


@pytest.mark.parametrize("media_type", TYPES)
@pytest.mark.parametrize(("old", "new", "cited"), SAME_VALUES)
def test_one_that_keeps_its_value_is_current(old: str, new: str, cited: str, media_type: str) -> None:
    assert current(old, new, cited, media_type)


SAID = "The guests may enter the vault after nine in the evening."


@pytest.mark.parametrize("label", ["In France", "For Members", "Für Gäste", "En France", "From 2025", "Во Франции"])
def test_a_label_that_says_where_or_for_whom_leaves_a_sentence_in_doubt(label: str) -> None:
    for media_type in TYPES:
        assert not current(SAID, f"{label}: {SAID}", SAID, media_type)
        assert current(SAID, f"Opening Hours: {SAID}", SAID, media_type)


@pytest.mark.parametrize(
    ("before", "now", "is_current"),
    [
        ("Anna wrote", "Carl wrote", False),
        ("According to Anna", "According to Carl", False),
        ("Anna schrieb", "Carl schrieb", False),
        ("Anna wrote", "Anna writes", True),
        ("Opening hours", "Hours of opening", True),
    ],
)
def test_a_label_that_names_who_says_it_names_the_same(before: str, now: str, *, is_current: bool) -> None:
    text = "# Rules\n\nThe first paragraph.\n\n{}: The vault is open at night.\n\nThe last one.\n"
    assert outcome(text.format(before), text.format(now), "The vault is open at night.").is_current is is_current


def test_a_number_in_a_label_is_the_same_with_or_without_its_sign() -> None:
    text = "# Rules\n\n- Fix (#1289): the lamp.\n- Fix (#1290): support the ring.\n"
    assert outcome(text, text.replace("#", ""), "support the ring").is_current
    assert not outcome(text, text.replace("1289", "0").replace("1290", "1289"), "support the ring").is_current
