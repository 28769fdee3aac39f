"""What publishing would do, asked by the pages on which people publish."""

from collections.abc import Callable
from uuid import UUID

from citeledger.core.principals import Principal
from citeledger.core.refusals import Refused
from citeledger.documents.gate import Manuscript
from citeledger.interfaces.web.presenters.ahead import Ahead, ahead
from revalidation.previews import preview

PREVIEW = "preview"
"""The name of the button that asks, instead of publishing."""


def foreseen(*, editor: Principal, document: UUID, read: Callable[[], Manuscript]) -> Ahead:
    """Raises what `preview` raises."""
    return ahead(preview=preview(editor=editor, document=document, read=read))


def foreseen_or_none(*, editor: Principal, document: UUID, read: Callable[[], Manuscript]) -> Ahead | None:
    """None where publishing would be refused: that is told by whoever publishes, not on the way to it."""
    try:
        return foreseen(editor=editor, document=document, read=read)
    except Refused:
        return None
