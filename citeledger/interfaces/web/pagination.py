"""Long lists, a page at a time: the address carries the uid of the last row seen, nothing that counts (threat T40)."""

from collections.abc import Sequence
from typing import Final, Protocol
from urllib.parse import urlencode
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


def more_address(*, rows: Sequence[Addressed], **asked: str) -> str:
    """Where the list goes on, asked the same; empty when the page is not full."""
    return address_of(**asked, after=str(rows[-1].uid)) if len(rows) == PAGE_SIZE else ""


def address_of(**asked: str) -> str:
    """``?q=refund&page=2``: what is asked, without what is empty."""
    said = {name: value for name, value in asked.items() if value}
    return f"?{urlencode(said)}" if said else ""
