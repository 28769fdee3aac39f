"""A heading taken out: what stood under it is said under the one before it now, or under none."""

import pytest

from tests.unit.core.anchored import outcome

ENTER = "They may enter the vault at any time of the day."
GUESTS, STAFF = "# Guests\n\nGuests wait outside until they are called.\n\n", f"# Staff\n\n{ENTER}\n"
FALLEN = [
    ("to the section before it", GUESTS + STAFF.removeprefix("# Staff\n\n")),
    (
        "to the section before it, renamed",
        (GUESTS + STAFF.removeprefix("# Staff\n\n")).replace("# Guests", "# Visitors"),
    ),
    ("to a section of another chapter", f"# House\n\n#{GUESTS}{ENTER}\n"),
    ("to one after it", f"{GUESTS}{ENTER}\n\n# Dogs\n\nThey wait at home.\n"),
]


@pytest.mark.parametrize(("_name", "new"), FALLEN, ids=[case[0] for case in FALLEN])
def test_it_is_said_of_something_else(_name: str, new: str) -> None:
    answer = outcome(GUESTS + STAFF, new, ENTER)
    assert not answer.is_current
    assert answer.candidates


STAYED = [
    ("under the heading that held it", f"# House\n\nHere.\n\n#{STAFF}", f"# House\n\nHere.\n\n{ENTER}\n"),
    ("under none", STAFF + "\n" + GUESTS, f"{ENTER}\n\n{GUESTS}"),
    ("its heading renamed", GUESTS + STAFF, GUESTS + STAFF.replace("Staff", "Employees")),
    (
        "both headings renamed",
        GUESTS + STAFF,
        (GUESTS + STAFF).replace("# Guests", "# Visitors").replace("# Staff", "# We"),
    ),
    ("its heading made a line in bold", GUESTS + STAFF, (GUESTS + STAFF).replace("# Staff", "**Staff**") + "\nNew.\n"),
    ("both sections put into a chapter", GUESTS + STAFF, "# House\n\n" + (GUESTS + STAFF).replace("# ", "## ")),
    ("a section put in between", GUESTS + STAFF, f"{GUESTS}# Dogs\n\nThey wait at home.\n\n{STAFF}"),
]


@pytest.mark.parametrize(("_name", "old", "new"), STAYED, ids=[case[0] for case in STAYED])
def test_it_is_said_of_the_same(_name: str, old: str, new: str) -> None:
    assert outcome(old, new, ENTER).is_current
