"""What names a thing, looked at before it is sent: the site answers what is no uid as one that nobody has."""

from uuid import UUID


def uid_of(given: object) -> UUID:
    """The uid as it was given, or read from its text. Raises ValueError for other text, TypeError for anything else."""
    if isinstance(given, UUID):
        return given
    if not isinstance(given, str):
        raise TypeError(f"{type(given).__name__} given where a uid (uuid.UUID, or its text) is meant")
    try:
        return UUID(given)
    except ValueError:
        raise ValueError(f"{given!r} is no uid") from None
