"""Who says a cited passage may stand behind it, and a line of code may be commented out."""

import pytest

from tests.unit.core.anchored import outcome

SAID = "The vault stays open after nine."
END = "\n\nKeys are kept at the desk.\n"


@pytest.mark.parametrize(
    "written",
    [
        "> {1}\n>\n> — {0}",
        "> {1}\n\n— {0} Smith",
        "{1}\n\n-- {0}",
        '"{2}", says {0}.',
        '"{2}", {0} wrote.',
        "«{2}», dit {0}.",
    ],
)
def test_another_speaker_behind_it_alarms(written: str) -> None:
    cited = SAID if "{1}" in written else SAID[:-1]
    old, new = (f"# A\n\n{written.format(name, SAID, SAID[:-1])}{END}" for name in ("Anna", "Carl"))
    assert not outcome(old, new, cited).is_current
    assert outcome(old, f"New.\n\n{old}", cited).is_current


@pytest.mark.parametrize(
    ("before", "now"),
    [
        (f"> {SAID}", f"> {SAID}\n>\n> — Anna"),
        (f"{SAID}\n\n— and more", f"{SAID}\n\n— and other"),
        (f'"{SAID}"', f'"{SAID}" Yes, says Anna.'),
    ],
)
def test_a_name_put_there_and_other_words_behind_a_dash_do_not(before: str, now: str) -> None:
    assert outcome(f"# A\n\n{before}{END}", f"# A\n\n{now}{END}", SAID).is_current


@pytest.mark.parametrize("sign", ["# ", "// ", "-- ", "; ", "% ", "/* ", "<!-- ", "    # "])
def test_a_line_of_code_that_was_commented_out_alarms(sign: str) -> None:
    lines = "fee = 30\ntax = 5"
    old, new = (f"# A\n\nSet this:\n\n```\n{mark}{lines}\n```{END}" for mark in ("", sign))
    assert not outcome(old, new, "fee = 30").is_current
    assert outcome(old, new, "tax = 5").is_current
    assert outcome(new, f"New.\n\n{new}", "fee = 30").is_current


def test_what_looks_like_a_comment_outside_of_code_does_not() -> None:
    assert outcome("# A\n\nFees\n\nThe fee is 30.\n", "# A\n\nFees\n\n## The fee is 30.\n", "The fee is 30.").is_current
