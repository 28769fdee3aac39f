"""Forms about uploads: a file, and where it goes once it was read."""

from typing import Any
from uuid import UUID

from django import forms

from citeledger.documents.metadata import LONGEST_LANGUAGE_TAG


class FileForm(forms.Form):
    """One file; pages with script send several, one after the other."""

    file = forms.FileField(label="File", allow_empty_file=True)
    document = forms.UUIDField(widget=forms.HiddenInput, required=False)
    language = forms.CharField(
        max_length=LONGEST_LANGUAGE_TAG,
        required=False,
        label="Language of scanned pages",
        help_text="A language tag, such as en or de. It matters for pictures and scanned pages only.",
    )


class NextVersionForm(forms.Form):
    """Which document this is the next version of: one of those listed, or one by its uid.

    A choice carries the version that was current when the page was shown, so that nobody is overtaken unseen.
    """

    document = forms.ChoiceField(required=False)
    document_uid = forms.UUIDField(
        required=False, label="Or by its uid", help_text="For a document that is not in the list above."
    )

    def __init__(self, *args: Any, candidates: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [("", "Choose a document"), *candidates]
        self.fields["document"] = forms.ChoiceField(label="Next version of", choices=choices, required=False)

    def clean(self) -> dict[str, Any]:
        """Exactly one of the two ways to name a document."""
        said = super().clean() or {}
        if not self.errors and bool(said["document"]) == bool(said["document_uid"]):
            self.add_error("document", "Choose a document, or give its uid: one of the two.")
        return said

    def chosen(self) -> tuple[UUID, UUID | None] | None:
        """The document and its version as listed; None where it was given by its uid."""
        document, _, version = self.cleaned_data["document"].partition(" ")
        return (UUID(document), UUID(version) if version else None) if document else None


class OnTopForm(forms.Form):
    """Publish over `expected`, the version the uploader looked at; empty where there was none."""

    expected = forms.UUIDField(widget=forms.HiddenInput, required=False)
