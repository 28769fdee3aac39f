"""Pages that change a document: forms, conflicts, confirmations."""

from dataclasses import dataclass
from typing import Final
from uuid import UUID

from citeledger.documents.views import DocumentView
from citeledger.interfaces.web.presenters.ahead import Ahead
from citeledger.interfaces.web.presenters.documents import DocumentHeading, document_heading

_OVERTAKEN: Final = (
    "Somebody published meanwhile. Look at their version, and again at what this turns, before you go on: published "
    "now, this text takes the place of theirs, without what they changed."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class EditPage:
    """After a conflict: what the writer started from and what is newest, where both can be compared.

    `ahead`: what publishing would do, for who asked.
    """

    document: DocumentHeading
    base_uid: UUID | None = None
    newest_uid: UUID | None = None
    conflict: bool = False
    ahead: Ahead | None = None
    notice: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmPage:
    document: DocumentHeading
    heading: str
    consequences: tuple[str, ...]
    button: str
    is_dangerous: bool = True
    ahead: Ahead | None = None
    notice: str = ""


def edit_page(
    *,
    document: DocumentView,
    base: UUID | None = None,
    newest: str = "",
    conflict: bool = False,
    ahead: Ahead | None = None,
) -> EditPage:
    """The page around a form that changes the document."""
    return EditPage(
        document=document_heading(document=document),
        base_uid=base,
        newest_uid=UUID(newest) if newest else None,
        conflict=conflict,
        ahead=ahead,
    )


def retirement(*, document: DocumentView, resting: int) -> ConfirmPage:
    """Before a document is retired. `resting`: how many statements rest on it."""
    return ConfirmPage(
        document=document_heading(document=document),
        heading="Retire this document",
        consequences=(
            _resting(resting, on="this document"),
            "Everything that cites it becomes unavailable, for everyone, at once.",
            "Only people who manage it still see it, and it takes no changes any more.",
            "They can end the retirement; then everything is as it was.",
        ),
        button="Retire",
    )


def unretirement(*, document: DocumentView) -> ConfirmPage:
    """Before a retirement is ended."""
    return ConfirmPage(
        document=document_heading(document=document),
        heading="End the retirement",
        consequences=(
            "Whoever holds the right to read it sees it again, at once, and it takes changes.",
            "What cites it is available again, and says what became of the cited passages.",
        ),
        button="End the retirement",
        is_dangerous=False,
    )


def reversion(
    *, document: DocumentView, label: str, overtaken: bool = False, ahead: Ahead | None = None
) -> ConfirmPage:
    """Before an older text is published again. `overtaken`: somebody published while this page was open."""
    return ConfirmPage(
        document=document_heading(document=document),
        heading=f"Publish {label.lower()} again",
        consequences=(
            f"The text of {label.lower()} becomes the newest version. Nothing is deleted; the versions between stay.",
            "What cites passages that stood in it, and were edited since, is current again for its readers.",
        ),
        button="Publish again",
        is_dangerous=False,
        ahead=ahead,
        notice=_OVERTAKEN if overtaken else "",
    )


def adoption(*, document: DocumentView, label: str, published_by: str) -> ConfirmPage:
    """Before a person stands by what a program published."""
    return ConfirmPage(
        document=document_heading(document=document),
        heading=f"Adopt {label.lower()}",
        consequences=(
            *((published_by,) if published_by else ()),
            "From now on you stand by what it says, and the log names you. Read it first.",
            "The mark beside its citations goes, and the program may cite it like any other document.",
            "There is no way back.",
        ),
        button="Adopt",
        is_dangerous=False,
    )


def supersession(*, document: DocumentView) -> ConfirmPage:
    """Before another document takes over."""
    return ConfirmPage(
        document=document_heading(document=document),
        heading="Supersede this document",
        consequences=(
            "From the day you name on, everything that cites this document shows “Source changed”.",
            "Its text stays readable. Readers of both documents see which one takes over.",
        ),
        button="Record",
        is_dangerous=False,
    )


def withdrawal(*, document: DocumentView, label: str, resting: int) -> ConfirmPage:
    """Before a version is withdrawn. `resting`: how many statements rest on it."""
    return ConfirmPage(
        document=document_heading(document=document),
        heading=f"Withdraw {label.lower()}",
        consequences=(
            _resting(resting, on="this version"),
            "The version is never shown, quoted or compared again. What cites it becomes unavailable.",
            "If it is the current one, the newest version that stands takes its place.",
            "There is no way back.",
        ),
        button="Withdraw",
    )


def _resting(count: int, *, on: str) -> str:
    if count == 0:
        return f"No statement rests on {on}."
    return f"{count:,} statement{'s rest' if count > 1 else ' rests'} on {on}."
