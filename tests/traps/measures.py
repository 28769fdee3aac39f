"""Edits beside a cited amount, label or item, planted behind the paragraph: what belongs to it, what does not."""

from collections.abc import Callable, Iterator
from random import Random

from tests.traps.cases import CHANGED, CURRENT, Edit, Operation
from tests.traps.sources import Passage


def operations() -> Iterator[Operation]:
    """Every edit beside what is cited."""
    for label, edits in ((CHANGED, _MUST_ALARM), (CURRENT, _MUST_NOT_ALARM)):
        for name, (trap, old, new) in edits.items():
            yield Operation(name, trap, label, _planting(old, new))


def _planting(old: str, new: str) -> Callable[[Passage, Random], Edit | None]:
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
