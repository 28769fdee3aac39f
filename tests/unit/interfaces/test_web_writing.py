"""How a text was written, in words: alike steps in a row are one, and what is left out is counted."""

from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest

from citeledger.emission.kinds import StepKind
from citeledger.emission.sessions import StepView
from citeledger.emission.written import Writing
from citeledger.interfaces.web.presenters.writing import writing_part

AT = datetime(2026, 3, 2, 9, tzinfo=UTC)
ONE, TWO = UUID(int=1), UUID(int=2)


def writing(*done: tuple[StepKind, UUID | str | None], earlier: int = 0) -> Writing:
    """One step a minute."""
    steps = (
        StepView(
            ordinal=earlier + place,
            kind=kind,
            at=AT + timedelta(minutes=place),
            subject=told if isinstance(told, UUID) else None,
            query=told if isinstance(told, str) else None,
        )
        for place, (kind, told) in enumerate(done)
    )
    return Writing(session=ONE, earlier=earlier, steps=tuple(steps))


def test_alike_steps_in_a_row_are_told_as_one_with_the_time_of_the_last_and_every_search_alone() -> None:
    part = writing_part(
        writing=writing(
            (StepKind.OPENED, None),
            (StepKind.SEARCHED, "refund"),
            (StepKind.SEARCHED, "re\u202efund"),
            (StepKind.READ, ONE),
            (StepKind.READ, ONE),
            (StepKind.MINTED, ONE),
            (StepKind.MINTED, TWO),
            (StepKind.EMITTED, TWO),
            (StepKind.READ, TWO),
            (StepKind.EMITTED, ONE),
        )
    )
    assert part is not None
    assert [(step.words, step.query, step.at.minute) for step in part.steps] == [
        ("Began", "", 0),
        ("Searched", "refund", 1),
        ("Searched", "re⟨U+202E⟩fund", 2),
        ("Read 1 text", "", 4),
        ("Took 2 passages to cite", "", 6),
        ("Wrote 1 other text", "", 7),
        ("Read 1 text", "", 8),
        ("Wrote this text", "", 9),
    ]


@pytest.mark.parametrize(("earlier", "said"), [(0, ""), (1, "1 earlier step"), (7, "7 earlier steps")])
def test_what_is_left_out_is_counted(earlier: int, said: str) -> None:
    part = writing_part(writing=writing((StepKind.EMITTED, ONE), earlier=earlier))
    assert part is not None
    assert (part.earlier, len(part.steps)) == (said, 1)


def test_where_there_is_no_session_nothing_is_said() -> None:
    assert writing_part(writing=None) is None
