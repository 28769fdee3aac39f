"""Cursors: opaque, signed, and good for one principal and one list (threat T40)."""

from uuid import UUID, uuid4

import pytest

from citeledger.core.principals import Kind, Principal
from citeledger.interfaces.api.cursors import cursor_after, place_of
from citeledger.interfaces.api.problems import ProblemFound

LAST = UUID("3f0c8d5e-7a41-4c52-9d7e-0b9f5f2a1c11")
ANN = Principal(kind=Kind.PERSON, id=1, uid=uuid4(), name="ann")
BEN = Principal(kind=Kind.PERSON, id=2, uid=uuid4(), name="ben")


def test_a_cursor_leads_back_to_its_place() -> None:
    cursor = cursor_after(principal=ANN, listing="/documents", last=LAST)

    assert place_of(principal=ANN, listing="/documents", cursor=cursor) == LAST


@pytest.mark.parametrize(
    ("principal", "listing", "change"),
    [
        (BEN, "/documents", lambda cursor: cursor),
        (ANN, "/answers", lambda cursor: cursor),
        (ANN, "/documents", lambda cursor: cursor[:-1]),
        (ANN, "/documents", lambda cursor: "A" + cursor[1:]),
        (ANN, "/documents", lambda _cursor: str(LAST)),
        (ANN, "/documents", lambda _cursor: "é::"),
    ],
    ids=["of another principal", "of another list", "cut", "changed", "made up", "nonsense"],
)
def test_any_other_cursor_is_refused(principal: Principal, listing: str, change: object) -> None:
    cursor = cursor_after(principal=ANN, listing="/documents", last=LAST)

    with pytest.raises(ProblemFound) as caught:
        place_of(principal=principal, listing=listing, cursor=change(cursor))

    assert caught.value.problem.kind.code == "bad_cursor"
