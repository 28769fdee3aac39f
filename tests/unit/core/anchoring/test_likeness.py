"""The part of a text a passage may have been edited into."""

from citeledger.core.anchoring.likeness import edited_form
from tests.unit.core.anchored import steps


def test_words_far_behind_are_no_part_of_an_edited_form() -> None:
    old, new = "Wait for 30 days .", "Now wait Wait for 60 days or so and then go on and on ."
    passage, there = old.split(), new.split()
    form = edited_form(passage, there, at_least=0.5)
    assert form is not None
    assert there[form.first : form.stop] == ["Wait", "for", "60", "days", "or"]


def test_many_equal_pieces_take_time_by_their_number() -> None:
    """Each piece at an end is weighed once, not all that is left with it."""

    def work(pieces: int) -> int:
        passage = [f"a{number}" for number in range(pieces)]
        there = [word for number, known in enumerate(passage) for word in (*["y"] * number, known)]
        return steps(lambda: edited_form(passage, there, at_least=0.9))

    assert work(240) < 3 * work(120)
