"""What publishing would do, asked by the pages on which people publish."""

from collections.abc import Callable
from uuid import UUID

from citeledger.core.principals import Principal
from citeledger.core.refusals import Refused
from citeledger.documents import queries
from citeledger.documents.gate import Manuscript
from citeledger.interfaces.web.console import now
from citeledger.interfaces.web.presenters.ahead import Ahead, ahead, too_soon
from revalidation.pacing import TooSoon
from revalidation.previews import preview

PREVIEW = "preview"
"""The name of the button that asks, instead of publishing."""
_OK = 200
_TOO_MANY = 429


def foreseen(*, editor: Principal, document: UUID, read: Callable[[], Manuscript], expected: UUID | None) -> Ahead:
    """`expected`: the version its asker started from, or looked at. Raises what `preview` raises, but for TooSoon."""
    try:
        found = preview(editor=editor, document=document, read=read, at=now())
    except TooSoon as soon:
        newest = queries.document(viewer=editor, uid=document).version
        return too_soon(seconds=soon.seconds, newest=newest, expected=expected)
    return ahead(preview=found, expected=expected)


def foreseen_or_none(
    *, editor: Principal, document: UUID, read: Callable[[], Manuscript], expected: UUID | None
) -> Ahead | None:
    """None where publishing would be refused: that is told by whoever publishes, not on the way to it."""
    try:
        return foreseen(editor=editor, document=document, read=read, expected=expected)
    except Refused:
        return None


def status_ahead(*, asked: Ahead) -> int:
    """Of a page that was asked for it."""
    return _TOO_MANY if asked.wait else _OK
