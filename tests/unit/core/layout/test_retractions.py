"""A sentence elsewhere that takes a passage back: beside it, about its section, about the whole text."""

import pytest

from citeledger.core.anchoring import Locator, OutcomeKind, Side, reanchor
from citeledger.core.reading.normalization import normalizer_for
from citeledger.extraction import Options
from citeledger.extraction.formats import load
from tests.unit.core.anchored import outcome, side, steps

SAID = "The guests may enter the vault after nine in the evening."
TEXT = (
    "# House\n\nIntro words are here for all.\n\n## 3. Entry\n\nFirst things first, says the warden.\n\n## 4. Vault\n\n"
    f"The first paragraph is about other things.\n\n{SAID}\n\nThe last one says something else.\n\n"
    "## 5. Other\n\nMore of it here, for all who ask.\n"
)
TAKES_BACK = [
    "This rule is suspended.",
    "This rule is now out of date.",
    "This rule has been temporarily suspended.",
    "This rule is no longer valid since May.",
    "This rule does not apply in 2025.",
    "This does not apply any more.",
    "This is no longer true.",
    "As of June 2025, this rule no longer applies.",
    "Note: this rule is suspended.",
    "That rule was repealed in June.",
    "> This rule is suspended.",
    "> [!WARNING]\n> This rule is deprecated.",
    "> **Note:** This rule is suspended.",
    "::: warning\nThis rule is suspended.\n:::",
    "- This rule is suspended.",
    "**This rule is suspended.**",
    "Superseded by the policy HR-12.",
    "Deleted by the board on 1 May.",
    "This rule is under review.",
    "This rule is scheduled for removal.",
    "This text is kept for historical purposes only.",
    "The board has suspended this rule.",
    "The warden withdrew this rule in May.",
    "We no longer follow this rule.",
    "Do not rely on this rule.",
    "Please note that this rule is no longer applicable.",
    "Diese Regel ist ausgesetzt.",
    "Diese Regel gilt nicht mehr.",
    "Cette règle n'est plus en vigueur.",
    "Cette règle ne s'applique plus.",
    "Esta regla ya no se aplica.",
    "Questa regola è sospesa.",
    "Deze regel geldt niet meer.",
    "Это правило больше не действует.",
    "Это правило отменено.",
    "이 규칙은 폐지되었다.",
    "本规定已废止。",
    "この規則は廃止された。",
]


def became(new: str) -> OutcomeKind:
    return outcome(TEXT, new, SAID).kind


@pytest.mark.parametrize("words", [*TAKES_BACK, "The following no longer applies.", "The next rule is not in force."])
def test_a_paragraph_above_that_takes_it_back_alarms(words: str) -> None:
    assert became(TEXT.replace(SAID, f"{words}\n\n{SAID}")) is OutcomeKind.AMBIGUOUS


@pytest.mark.parametrize(
    "words",
    [
        *TAKES_BACK,
        "The above is repealed.",
        "The rule above was suspended in March 2024.",
        "The preceding paragraph is void.",
        "Repealed.",
        "[Repealed in 2024.]",
        "**Suspended until further notice.**",
    ],
)
def test_one_below_does_so(words: str) -> None:
    assert became(TEXT.replace(SAID, f"{SAID}\n\n{words}")) is OutcomeKind.AMBIGUOUS


@pytest.mark.parametrize(
    "words",
    [
        "Ask at the desk for a key.",
        "Access for former employees is described below.",
        "This applies to all guests.",
        "Proposals are sent to the desk.",
        "Drafts are kept in the archive for ten days.",
        "This page was last updated in 2024.",
        "Expired badges are returned to the desk.",
        "This service is not available on Sundays.",
        "Requests under this rule are rejected by the desk.",
        "This rule applies to guests and not to the staff.",
        "This rule superseded an older one in 2024.",
        "This paragraph is about former employees.",
        "The first paragraph no longer applies.",
        "This rule is not suspended on Sundays.",
        "Note that this guidance is no longer applicable to systems of others.",
        "Once the board has suspended this rule, ask the desk.",
        "Nobody on the board has ever repealed this rule.",
        "If you do not follow this rule, the vault stays shut.",
        "This behaviour can be overridden in a contract.",
    ],
)
@pytest.mark.parametrize("place", ["{1}\n\n{0}", "{0}\n\n{1}"])
def test_other_paragraphs_beside_it_do_not(words: str, place: str) -> None:
    assert became(TEXT.replace(SAID, place.format(SAID, words))).is_current


@pytest.mark.parametrize("words", ["This applies to members only.", "Superseded by the policy on all vaults."])
def test_one_inside_its_paragraph_is_of_the_sentence_before_it(words: str) -> None:
    paragraph = f"{SAID} The desk is open until ten in the evening."
    old, new = TEXT.replace(SAID, paragraph), TEXT.replace(SAID, f"{paragraph} {words}")
    assert outcome(old, new, SAID).is_current
    assert not outcome(old, new, "The desk is open until ten in the evening.").is_current


def test_one_more_alarms_where_there_was_one() -> None:
    told = TEXT.replace("Intro words", "This page does not apply to the staff. Intro words")
    assert outcome(TEXT, told, SAID).kind is OutcomeKind.AMBIGUOUS
    assert outcome(told, f"{told}\nNew words.\n", SAID).is_current
    assert outcome(told, told.replace("the staff", "all of the staff"), SAID).is_current
    assert not outcome(told, told.replace(SAID, f"{SAID}\n\nThis rule is suspended."), SAID).is_current
    assert outcome(told, TEXT, SAID).is_current


def test_what_points_away_from_it_is_about_another_one() -> None:
    assert became(TEXT.replace(SAID, f"All of the above no longer applies to anyone.\n\n{SAID}")).is_current
    assert became(TEXT.replace(SAID, f"{SAID}\n\nThe following no longer applies.")).is_current
    assert became(TEXT.replace("More of it here", "This rule is suspended. More of it here")).is_current


@pytest.mark.parametrize(
    "words",
    [
        "Section 4 is repealed.",
        "Section 4 no longer applies.",
        "The board repealed section 4 on 1 May.",
        "Vault: repealed.",
        "Vault: superseded by HR-12.",
        "Section 4 has been suspended until further notice.",
        "§ 4 is repealed.",
        "Sections 3, 4 and 5 are repealed.",
        "Sections 2 to 5 are repealed.",
        "Abschnitte 3 – 7 sind aufgehoben.",
        "The section on the vault no longer applies.",
        "The rules about vault are suspended.",
        'The section "Vault" is repealed.',
        "The Vault section no longer applies.",
        "“Vault” is no longer in force.",
        "Abschnitt 4 ist aufgehoben.",
        "L'article 4 est abrogé.",
        "第4条は廃止する。",
    ],
)
def test_a_repeal_of_its_section_stated_anywhere_alarms(words: str) -> None:
    assert became(f"{TEXT}\n{words}\n") is OutcomeKind.AMBIGUOUS
    assert became(TEXT.replace("Intro words", f"{words} Intro words")) is OutcomeKind.AMBIGUOUS


@pytest.mark.parametrize(
    "words",
    [
        "Section 5 is repealed.",
        "Section 40 is repealed.",
        "Section 4.2 is repealed.",
        "Sections 5 to 9 are repealed.",
        "Sections 3 and 5 are repealed.",
        "The section on the attic no longer applies.",
        "Section 4 of the Act is repealed.",
        "Section 4 is new.",
        "Section 4 applies to all.",
        "Section 4 is not suspended on Sundays.",
        "If section 4 is repealed, ask the warden.",
        "Nobody may say that section 4 is repealed.",
        "The section “Entry” is repealed.",
        "Vault does not apply to them.",
    ],
)
def test_a_repeal_of_something_else_does_not(words: str) -> None:
    assert became(f"{TEXT}\n{words}\n").is_current


@pytest.mark.parametrize(
    ("title", "number"), [("§ 4 Vault", "4"), ("Article 4: Vault", "4"), ("4.1 Vault", "4.1"), ("Section 4", "4")]
)
def test_the_number_is_the_one_the_heading_begins_with(title: str, number: str) -> None:
    old = TEXT.replace("4. Vault", title)
    assert not outcome(old, f"{old}\nSection {number} is repealed.\n", SAID).is_current
    assert outcome(old, f"{old}\nSection 3.1 is repealed.\n", SAID).is_current


def test_numbers_without_a_stop_are_sections_where_they_count_on() -> None:
    old = TEXT.replace("4. Vault", "4 Vault") + "\n## 5 Attic\n\nNobody sleeps up there.\n"
    assert not outcome(old, f"{old}\nSection 4 is repealed.\n", SAID).is_current
    assert outcome(old, f"{old}\nSection 5 is repealed.\n", SAID).is_current
    assert outcome(old.replace("5 Attic", "7 Attic"), f"{old}\nSection 7 is repealed.\n", SAID).is_current


def test_days_in_a_heading_are_no_number_of_it() -> None:
    old = TEXT.replace("4. Vault", "4 days in the vault")
    assert outcome(old, f"{old}\nSection 4 is repealed.\n", SAID).is_current


@pytest.mark.parametrize(
    "words",
    ["This document is deprecated.", "> **Archived.** This policy is no longer in force.", "This page is archived."],
)
def test_a_banner_above_all_takes_all_of_it_back(words: str) -> None:
    assert became(TEXT.replace("Intro words", f"{words}\n\nIntro words")) is OutcomeKind.AMBIGUOUS
    assert became(TEXT.replace("# House", f"{words}\n\n# House")) is OutcomeKind.AMBIGUOUS


def test_one_in_a_section_is_about_that_section() -> None:
    words = "This section no longer applies."
    assert became(TEXT.replace("The first paragraph", f"{words}\n\nThe first paragraph")) is OutcomeKind.AMBIGUOUS
    assert became(TEXT.replace("More of it", f"{words}\n\nMore of it")).is_current


def test_what_was_taken_back_already_changes_nothing() -> None:
    old = f"{TEXT}\nSection 4 is repealed.\n"
    assert outcome(old, f"{old}\nThis is new.\n", SAID).is_current
    assert outcome(old, TEXT, SAID).is_current


@pytest.mark.parametrize("tag", ["<p>{}</p>", "<div class='note'><p>{}</p></div>", "<ul><li>{}</li></ul>"])
@pytest.mark.parametrize("order", ["{1}{0}", "{0}{1}"])
def test_on_pages_too(tag: str, order: str) -> None:
    page = f"<h1>House</h1><p>First of all.</p><p>{SAID}</p><p>The last one says something else.</p>"
    words = order.format(f"<p>{SAID}</p>", tag.format("This rule is suspended."))
    other = order.format(f"<p>{SAID}</p>", tag.format("This rule is written in a book of the warden."))
    assert not _followed(page, page.replace(f"<p>{SAID}</p>", words))
    assert _followed(page, page.replace(f"<p>{SAID}</p>", other))


def _followed(old: str, new: str) -> bool:
    sides = []
    for text in (old, new):
        extraction = load("text/html").extract(text.encode(), Options())
        sides.append(Side(extraction.text, extraction.structure, normalizer_for("text/html")))
    start = sides[0].text.index(SAID)
    return reanchor(old=sides[0], new=sides[1], spans=[Locator(start, start + len(SAID))])[0].is_current


@pytest.mark.parametrize(
    "part",
    [
        "## {0}. Part\n\nThis rule is void.\n\nSection {0} is repealed.\n\nWord {0}.\n\n",
        "This rule is void. Word {0}. Suspended.\n",
    ],
)
def test_many_of_them_cost_no_more_than_their_number(part: str) -> None:
    """A text of nothing but repeals is read once, and asked once for each passage."""

    def work(times: int) -> int:
        text = "".join(map(part.format, range(times)))
        old, new = side(text), side(f"{text}\nMore.\n")
        spans = [Locator(at, at + 4) for at in range(len(text)) if text.startswith("Word", at)]
        return steps(lambda: reanchor(old=old, new=new, spans=spans))

    assert work(200) < 2.6 * work(100)


AT_ALL = [
    "None of this applies any more.",
    "None of this section is in force.",
    "Everything in this section is outdated.",
    "All of this has lapsed since May.",
    "As we know now, the contrary is true.",
    "Please ignore the rest of this section.",
    "These rules apply to the house by the sea only.",
    "This rule holds for the members of the club only.",
    "Diese Regel gilt nur für die Mitglieder des Hauses.",
    "Cette règle ne s'applique qu'aux membres du club.",
    "أُلغيت هذه القاعدة.",
    "Ο κανόνας αυτός δεν ισχύει πλέον.",
    "Bu kural artık geçerli değildir.",
    "Todo esto queda sin efecto desde mayo.",
]
NOT_AT_ALL = [
    "None of the guests is in the vault now.",
    "Everything on the shelves is old and dusty.",
    "Ignore the noise of the pipes at night.",
    "The opposite house is a bank, and open.",
    "Only guests of the bank may apply for this key.",
    "The vault is dry. This rule applies to members only if asked.",
]


@pytest.mark.parametrize("words", AT_ALL)
@pytest.mark.parametrize("put", ["{1}\n\n{0}", "{0}\n\n{1}"])
def test_what_is_said_of_all_or_of_none_of_it_or_of_some_only_alarms(words: str, put: str) -> None:
    new = TEXT.replace(SAID, put.format(SAID, words))
    assert became(new) is OutcomeKind.AMBIGUOUS
    assert outcome(new, f"New.\n\n{new}", SAID).is_current


@pytest.mark.parametrize("words", NOT_AT_ALL)
def test_words_of_the_same_shape_about_other_things_do_not(words: str) -> None:
    assert became(TEXT.replace(SAID, f"{SAID}\n\n{words}")).is_current


def test_all_of_what_is_above_is_not_what_is_below() -> None:
    assert became(TEXT.replace(SAID, f"Disregard the above.\n\n{SAID}")).is_current
    assert became(TEXT.replace(SAID, f"What follows is no longer true.\n\n{SAID}")) is OutcomeKind.AMBIGUOUS
    assert became(TEXT.replace(SAID, f"{SAID}\n\nWhat follows is no longer true for us.")).is_current


def test_what_ends_another_paragraph_is_said_of_that_one() -> None:
    before = "The first paragraph is about other things."
    told = f"{before} It is long, and it ends here. {{}}"
    old = TEXT.replace(before, told.format("This is the default."))
    assert outcome(old, TEXT.replace(before, told.format("This is deprecated.")), SAID).is_current
    assert not outcome(old, TEXT.replace(before, told.format("The following rule is deprecated.")), SAID).is_current
    assert not outcome(old, old.replace("default.", "default.\n\nThis is deprecated."), SAID).is_current
