"""Long lists, a page at a time: the address carries the uid of the last row seen, nothing that counts (threat T40)."""

from collections.abc import Sequence
from typing import Final, Protocol
from uuid import UUID

from django.http import HttpRequest

from citeledger.core.refusals import NotFound

PAGE_SIZE: Final = 50


class Addressed(Protocol):
    """A row with a uid."""

    @property
    def uid(self) -> UUID: ...


def after_of(*, request: HttpRequest) -> UUID | None:
    """The row to go on behind, or None for the beginning. Raises NotFound for anything but a uid."""
    given = request.GET.get("after")
    if given is None:
        return None
    try:
        return UUID(given)
    except ValueError:
        raise NotFound from None


def more_address(*, rows: Sequence[Addressed]) -> str:
    """Where the list goes on; empty when the page is not full."""
    return f"?after={rows[-1].uid}" if len(rows) == PAGE_SIZE else ""
