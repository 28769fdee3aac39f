"""What is wrong with an evaluation file."""


class Fault(ValueError):
    """The file cannot be evaluated. Says where (line, from 1; None: the file as a whole) and what to do."""

    def __init__(self, message: str, *, line: int | None = None) -> None:
        super().__init__(message if line is None else f"line {line}: {message}")
