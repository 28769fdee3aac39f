"""Edits beside a cited amount, label or item, planted behind the paragraph: what belongs to it, what does not."""

from collections.abc import Callable, Iterator
from random import Random

from tests.traps.cases import CHANGED, CURRENT, Edit, Operation
from tests.traps.sources import Passage


def operations() -> Iterator[Operation]:
    """Every edit beside what is cited."""
    for label, edits in ((CHANGED, _MUST_ALARM), (CURRENT, _MUST_NOT_ALARM)):
        for name, (trap, old, new) in edits.items():
            yield Operation(name, trap, label, planting(old, new))


def planting(old: str, new: str) -> Callable[[Passage, Random], Edit | None]:
    """What stands between the brackets ⟦ and ⟧ of the old words is cited."""

    def plant(passage: Passage, random: Random) -> Edit | None:
        if passage.is_item:
            return None
        before, cited, behind = old.replace("⟧", "⟦").split("⟦")
        was, now = (
            passage.with_paragraph(f"{passage.paragraph}\n\n{words}") for words in (before + cited + behind, new)
        )
        start = was.index(before + cited + behind, passage.paragraph_end) + len(before)
        return Edit(was, now, start, start + len(cited))

    return plant


_MUST_ALARM = {
    "out_of_another": ("a share of another whole", "You win ⟦3⟧ in 10 draws.", "You win 3 in 100 draws."),
    "bound_behind": ("a bound turned", "It needs ⟦release 1.2⟧ or later.", "It needs release 1.2 or earlier."),
    "of_another": ("days of something else", "Give ⟦5 days⟧ of notice.", "Give 5 days of leave."),
    "noun_behind": ("the same without a preposition", "Man gibt ⟦5 Tage⟧ Frist.", "Man gibt 5 Tage Urlaub."),
    "per_another": ("a rate of another span", "Pay ⟦5 euros⟧ per week.", "Pay 5 euros per month."),
    "rate_put_in": ("a rate of no span before", "Pay ⟦5 euros⟧.", "Pay 5 euros weekly."),
    "like_a_year": ("a number that looks like a year", "Pay ⟦2000⟧ euros.", "Pay 2000 dollars."),
    "unit_at_end": ("a unit put to the end of a line", "The most is ⟦30⟧", "The most is 30 days"),
    "minus_put_in": ("the negative in words", "Store it at ⟦30 degrees⟧.", "Store it at minus 30 degrees."),
    "bound_of_one": ("a bound before a span without number", "It takes ⟦a week⟧.", "It takes at least a week."),
    "tens_put_in": ("another number in words", "It takes ⟦five days⟧.", "It takes twenty five days."),
    "never_put_in": ("a negation before the words", "They must ⟦always wait⟧.", "They must never always wait."),
    "range_begins": ("where the range begins", "It takes between 3 and ⟦5 days⟧.", "It takes between 2 and 5 days."),
    "times": ("how often it is meant", "Take ⟦2 pills⟧ 3 times.", "Take 2 pills 6 times."),
    "condition_first": (
        "a condition the sentence begins with",
        "The guests ⟦may enter the vault.⟧ They pay.",
        "If asked, the guests may enter the vault. They pay.",
    ),
    "exception_behind": (
        "an exception at a line end",
        "⟦Guests may enter the vault⟧.",
        "Guests may enter the vault\nwith the exception of children.",
    ),
    "longer_subject": (
        "a subject of more words",
        "The seller ⟦must pay the fee.⟧",
        "The authorised buyer must pay the fee.",
    ),
    "lead_unsupported": (
        "a word in the lead that takes back",
        "It knows the following kinds of guests:\n\n- ⟦dogs⟧\n- cats",
        "It knows the following unsupported kinds of guests:\n\n- dogs\n- cats",
    ),
    "lead_of_another": (
        "a letter of the lead that makes another word",
        "In this country you must bring:\n\n- ⟦dogs⟧\n- cats",
        "In this county you must bring:\n\n- dogs\n- cats",
    ),
    "lead_of_another_thing": (
        "a lead that lists what something else has",
        "The card currently supports:\n\n- ⟦dogs⟧\n- cats",
        "The room's feature highlights include:\n\n- dogs\n- cats",
    ),
    "lead_exchanged_among_others": (
        "a word of the lead exchanged among others that only join",
        "Please refer to our list for different ways to book:\n\n- ⟦dogs⟧\n- cats",
        "Please refer to the list for different ways of selling:\n\n- dogs\n- cats",
    ),
    "speaker": ("another speaker", "Anna wrote: ⟦Guests may enter.⟧", "Carl wrote: Guests may enter."),
    "raised_note": (
        "a note by a raised number",
        "⟦Guests may enter.⟧ They pay.",
        "Guests may enter.<sup>1</sup> They pay.\n\n<sup>1</sup> Not on Sundays.",
    ),
    "except_for": (
        "an exception in the lead",
        "Bring what you like:\n\n- ⟦dogs⟧\n- cats",
        "Bring what you like, except for:\n\n- dogs\n- cats",
    ),
    "label_denied": ("no for yes behind the label", "⟦Dogs⟧: yes", "Dogs: no"),
    "box_ticked": ("a box ticked", "- [ ] ⟦Dogs may enter⟧\n- [ ] Cats wait", "- [x] Dogs may enter\n- [ ] Cats wait"),
    "indented_under": (
        "indented under the item above",
        "- Allowed\n- cats\n- Forbidden\n- ⟦dogs⟧",
        "- Allowed\n- cats\n- Forbidden\n  - dogs",
    ),
    "label_where": (
        "a label that says where",
        "⟦Guests may enter.⟧ They pay.",
        "In France: Guests may enter. They pay.",
    ),
}
_MUST_NOT_ALARM = {
    "share_kept": ("more words before a share", "You win ⟦3⟧ in 10 draws.", "In sum, you win 3 in 10 draws."),
    "of_the_same": ("another article", "Ask within ⟦5 days⟧ of the draw.", "Ask within 5 days of your draw."),
    "conjunction_behind": ("another conjunction", "It takes ⟦5 days⟧ and a fee.", "It takes 5 days or a fee."),
    "same_rate": ("the same rate in other words", "Pay ⟦5 euros⟧ a week.", "Pay 5 euros per week."),
    "year_kept": ("more words behind a year", "In ⟦2000⟧ it opened.", "In 2000, it opened."),
    "stop_put_in": ("a stop at the end of a line", "The most is ⟦30⟧", "The most is 30."),
    "range_kept": (
        "more words before a range",
        "It takes between 3 and ⟦5 days⟧.",
        "In sum, it takes between 3 and 5 days.",
    ),
    "opening_put_in": (
        "words a sentence begins with that bind nothing",
        "The guests ⟦may enter the vault.⟧ They pay.",
        "In short, the guests may enter the vault. They pay.",
    ),
    "pronoun_for_subject": (
        "a pronoun for the subject",
        "The seller ⟦must pay the fee.⟧",
        "He must pay the fee.",
    ),
    "lead_polished": (
        "a lead in lighter words",
        "It knows the following kinds:\n\n- ⟦dogs⟧\n- cats",
        "It knows these kinds:\n\n- dogs\n- cats",
    ),
    "lead_as_features": (
        "a lead that lists the same as features",
        "The card currently supports:\n\n- ⟦dogs⟧\n- cats",
        "The card's feature highlights include:\n\n- dogs\n- cats",
    ),
    "comma_before_except": (
        "a comma before an exception",
        "⟦Enter the vault after dark⟧, except if the warden objects.",
        "Enter the vault after dark except if the warden objects.",
    ),
    "source_mark_gone": (
        "a mark of a source inside the words",
        "⟦They enter.[^9s] They pay.⟧\n\n[^9s]: See Smith (2019), p. 4.",
        "They enter. They pay.",
    ),
    "link_attributes": (
        "attributes behind a link",
        "⟦See [the list](https://a.example/b) before.⟧",
        'See [the list](https://a.example/b){.wide target="_blank"} before.',
    ),
    "item_put_in": ("an item more under the lead", "Bring:\n\n- ⟦dogs⟧\n- cats", "Bring:\n\n- birds\n- dogs\n- cats"),
    "label_said_more": ("more of the same value", "⟦Dogs⟧: yes", "Dogs: yes, always"),
    "other_box_ticked": (
        "another box",
        "- [ ] ⟦Dogs may enter⟧\n- [ ] Cats wait",
        "- [ ] Dogs may enter\n- [x] Cats wait",
    ),
    "indent_of_all": (
        "another indent of all items",
        "- Allowed\n  - cats\n- Forbidden\n  - ⟦dogs⟧",
        "- Allowed\n    - cats\n- Forbidden\n    - dogs",
    ),
    "label_named": (
        "a label in capitals",
        "⟦Guests may enter.⟧ They pay.",
        "Opening Hours: Guests may enter. They pay.",
    ),
}
