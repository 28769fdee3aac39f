"""What can be done in a session."""

from enum import StrEnum


class StepKind(StrEnum):
    """Each with a `subject` but the first two: the version read, the span minted, the answer emitted."""

    OPENED = "opened"
    SEARCHED = "searched"
    READ = "read"
    MINTED = "minted"
    EMITTED = "emitted"
