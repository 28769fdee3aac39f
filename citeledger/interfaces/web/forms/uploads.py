"""Forms about uploads: a file, and where it goes once it was read."""

from typing import Any, ClassVar, cast
from uuid import UUID

from django import forms
from django.http import QueryDict

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


class _Candidate(forms.ChoiceField):
    """A document of the list with the version its sender looked at, which need not be the current one any more."""

    def valid_value(self, value: Any) -> bool:
        listed = cast("list[tuple[str, str]]", self.choices)
        return _document_in(value) in {_document_in(key) for key, _ in listed if key}


def _document_in(value: str) -> str:
    return value.partition(" ")[0]


class NextVersionForm(forms.Form):
    """Which document this is the next version of: one of those listed, or one by its uid.

    A choice carries the version that was current when the page was shown, and `looked_at` that of a document given by
    its uid once its preview was shown: so nobody is overtaken unseen.
    """

    alternatives: ClassVar = ("document", "document_uid")
    """Of these one is needed: neither is optional, and neither alone is required."""

    looked_at = forms.CharField(widget=forms.HiddenInput, required=False, max_length=80)
    document = forms.ChoiceField(required=False)
    document_uid = forms.UUIDField(
        required=False, label="Or by its uid", help_text="For a document that is not in the list above."
    )

    def __init__(self, *args: Any, candidates: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [("", "Choose a document"), *candidates]
        self.fields["document"] = _Candidate(label="Next version of", choices=choices, required=False)

    def clean(self) -> dict[str, Any]:
        """Exactly one of the two ways to name a document."""
        said = super().clean() or {}
        if not self.errors and bool(said["document"]) == bool(said["document_uid"]):
            self.add_error("document", "Choose a document, or give its uid: one of the two.")
        return said

    def chosen(self) -> tuple[UUID, UUID | None] | None:
        """The document and its version as it was looked at; None where it was not: its current one counts then."""
        given = str(self.cleaned_data["document_uid"] or "")
        seen = self.cleaned_data["document"] or self.cleaned_data["looked_at"]
        document, _, version = seen.partition(" ")
        try:
            found = UUID(document), UUID(version) if version else None
        except ValueError:
            return None
        return found if given in {"", str(found[0])} else None

    def having_looked_at(self, *, document: UUID, version: UUID | None) -> QueryDict:
        """What was sent, to be sent again on this version of that document."""
        sent = cast("QueryDict", self.data).copy()
        sent["document" if self.cleaned_data["document"] else "looked_at"] = f"{document} {version or ''}".strip()
        return sent


class OnTopForm(forms.Form):
    """Publish over `expected`, the version the uploader looked at; empty where there was none."""

    expected = forms.UUIDField(widget=forms.HiddenInput, required=False)
