"""Pages that change a document: forms, conflicts, confirmations."""

from dataclasses import dataclass
from uuid import UUID

from citeledger.documents.views import DocumentView
from citeledger.interfaces.web.presenters.documents import DocumentHeading, document_heading


@dataclass(frozen=True, slots=True, kw_only=True)
class EditPage:
    """After a conflict: what the writer started from and what is newest, where both can be compared."""

    document: DocumentHeading
    base_uid: UUID | None = None
    newest_uid: UUID | None = None
    conflict: bool = False
    notice: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmPage:
    document: DocumentHeading
    heading: str
    consequences: tuple[str, ...]
    button: str
    is_dangerous: bool = True
    notice: str = ""


def edit_page(
    *, document: DocumentView, base: UUID | None = None, newest: str = "", conflict: bool = False
) -> EditPage:
    """The page around a form that changes the document."""
    return EditPage(
        document=document_heading(document=document),
        base_uid=base,
        newest_uid=UUID(newest) if newest else None,
        conflict=conflict,
    )


def retirement(*, document: DocumentView) -> ConfirmPage:
    """Before a document is retired."""
    return ConfirmPage(
        document=document_heading(document=document),
        heading="Retire this document",
        consequences=(
            "Everything that cites it becomes unavailable, for everyone, at once.",
            "Only people who manage it still see it, and it takes no changes any more.",
            "There is no way back.",
        ),
        button="Retire",
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


def withdrawal(*, document: DocumentView, label: str) -> ConfirmPage:
    """Before a version is withdrawn."""
    return ConfirmPage(
        document=document_heading(document=document),
        heading=f"Withdraw {label.lower()}",
        consequences=(
            "The version is never shown, quoted or compared again. What cites it becomes unavailable.",
            "If it is the current one, the newest version that stands takes its place.",
            "There is no way back.",
        ),
        button="Withdraw",
    )
