"""The words of a sentence before the ones cited may say of whom they hold."""

import pytest

from tests.unit.core.anchored import outcome

PAGE = "# Rules\n\nThe first paragraph is about other things.\n\n{}\n\nThe last one says something else.\n"


def is_current(before: str, now: str, cited: str) -> bool:
    return outcome(PAGE.format(before), PAGE.format(now), cited).is_current


@pytest.mark.parametrize(
    "cited", ["must pay the fee", "must pay the fee within ten days", "must pay the fee within ten days."]
)
@pytest.mark.parametrize(
    ("before", "now"),
    [
        ("The seller {}", "The buyer {}"),
        ("The two sellers {}", "The two buyers {}"),
        (
            "Whoever has bought a house from the city and its seller {}",
            "Whoever has bought a house from the city and its buyer {}",
        ),
        ("Guests of the house {}", "Staff of the house {}"),
        ("The fee of the old seller is what he {}", "The fee of the old buyer is what he {}"),
        (
            "The seller of the house, who signed the form at the desk, {}",
            "The buyer of the house, who signed the form at the desk, {}",
        ),
        ("According to Anna, he {}", "According to Carl, he {}"),
        ("3 men {}", "4 men {}"),
        ("The seller {}", "The authorised buyer {}"),
        ("Both sellers {}", "The other buyer here {}"),
        ("You {}", "The administrator {}"),
        ("They {}", "Guests {}"),
        ("We demand that he {}", "Our partners demand that he {}"),
        ("They {}", "The guests {}"),
        ("Der Verkäufer {}", "Der andere Käufer {}"),
        ("Der Verkäufer {}", "Der Käufer {}"),
        ("Продавец {}", "Покупатель {}"),
    ],
)
def test_another_subject_before_the_words_cited_alarms(before: str, now: str, cited: str) -> None:
    full = "must pay the fee within ten days."
    assert not is_current(before.format(full), now.format(full), cited)


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ("The seler {}", "The seller {}"),
        ("The recieving {}", "The receiving {}"),
        ("The seller {}", "The sellers {}"),
        ("The seller {}", "THE SELLER {}"),
        ("Your seller {}", "Our seller {}"),
        ("The seller {}", "It {}"),
        ("As illustration, he {}", "For example, he {}"),
        ("The seller {}", "He {}"),
        ("The seller {}", "The honest sellers {}"),
        ("On the whole, sellers {}", "Buyers {}"),
        ("Seller {}", "The seller {}"),
        ("The seller {}", "The seller of the house {}"),
        (
            "The seller, who lives in the house for some time, {}",
            "The seller, who stays in the house for some time, {}",
        ),
        ("Look here. The seller {}", "Look there. The seller {}"),
    ],
)
def test_one_corrected_or_written_at_length_does_not(before: str, now: str) -> None:
    full = "must pay the fee within ten days."
    assert is_current(before.format(full), now.format(full), "must pay the fee")


def test_nor_do_words_behind_or_a_label() -> None:
    assert is_current(
        "Guests may enter at night, says the owner.", "Guests may enter at night, says the thief.", "Guests may enter"
    )
    assert is_current("- Gold 30 days\n- Silver 14 days", "- Golden 30 days\n- Silver 14 days", "30 days")
    assert is_current("Fee: it is 30 euros a day.", "Price: it is 30 euros a day.", "it is 30 euros a day.")


def test_a_determiner_directly_before_the_words_cited_is_no_subject() -> None:
    assert is_current("Ask our clerk for a key to it.", "Ask your clerk for a key to it.", "clerk for a key")
    assert not is_current("We may ask for a key to it.", "We must ask for a key to it.", "ask for a key")


@pytest.mark.parametrize(
    ("before", "now", "is_kept"),
    [
        ("Adult fee", "Senior fee", False),
        ("Deadline for guests", "Deadline for staff", False),
        ("Adult price", "Adult prices", True),
        ("Fee", "Price", True),
        ("Adult fee", "Price of it", True),
        ("Your fee", "Our fee", True),
    ],
)
def test_a_label_with_another_word_beside_one_that_stayed_is_of_something_else(
    before: str, now: str, *, is_kept: bool
) -> None:
    assert is_current(f"{before}: 30 euros in cash", f"{now}: 30 euros in cash", "30 euros in cash") is is_kept


@pytest.mark.parametrize("pronoun", ["He", "They", "This"])
def test_a_pronoun_is_of_the_subject_of_the_sentence_before(pronoun: str) -> None:
    cited = f"{pronoun} must pay the fee within ten days."
    was = "The seller signs all of the many forms that the house wants at the desk."
    assert not is_current(f"{was} {cited}", f"{was.replace('seller', 'buyer')} {cited}", cited)
    assert is_current(f"{was} {cited}", f"{was.replace('seller', 'sellers')} {cited}", cited)
    assert is_current(f"{was} {cited}", f"{was.replace('many', 'other')} {cited}", cited)
    assert is_current(f"{was} {cited}", f"{was.replace('The', 'Any')} {cited}", cited)
    at_hand = was.replace("The seller", "This form")
    assert is_current(f"{at_hand} {cited}", f"{at_hand.replace('This form', 'This deed')} {cited}", cited)
    assert is_current(f"{was}\n\n{cited}", f"{was.replace('seller', 'buyer')}\n\n{cited}", cited)
