"""A moment as facts are written down: one spelling, so that the same fact is the same bytes whoever writes it."""

from datetime import UTC, datetime


def written(at: datetime) -> str:
    """``2026-03-02T09:00:00.000000+00:00``: RFC 3339 in UTC, always to the microsecond. `at` is aware."""
    return at.astimezone(UTC).isoformat(timespec="microseconds")
