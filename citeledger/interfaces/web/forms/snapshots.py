"""Pinning documents."""

from typing import Any, ClassVar
from uuid import UUID

from django import forms

from citeledger.documents.services.pinning import LONGEST_SNAPSHOT_NAME


class SnapshotForm(forms.Form):
    """A name, and the documents to pin: some of the newest, or any by their uids, or both."""

    alternatives: ClassVar = ("chosen", "uids")
    """Of these one is needed at least: neither is optional, and neither alone is required."""

    name = forms.CharField(max_length=LONGEST_SNAPSHOT_NAME, help_text="What you will know it by.")
    chosen = forms.MultipleChoiceField(required=False, widget=forms.CheckboxSelectMultiple)
    uids = forms.CharField(
        required=False,
        label="Or by their uids",
        widget=forms.Textarea(attrs={"rows": 4, "class": "code"}),
        help_text="For documents that are not in the list above, one uid on each line.",
    )

    def __init__(self, *args: Any, candidates: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["chosen"] = forms.MultipleChoiceField(
            label="Documents", choices=candidates, required=False, widget=forms.CheckboxSelectMultiple
        )

    def clean_uids(self) -> list[UUID]:
        """The uids in order."""
        try:
            return [UUID(line) for line in self.cleaned_data["uids"].split()]
        except ValueError:
            raise forms.ValidationError("Every line must be the uid of a document.") from None

    def documents(self) -> list[UUID]:
        """All of them, each once."""
        return list(dict.fromkeys([*map(UUID, self.cleaned_data["chosen"]), *self.cleaned_data["uids"]]))
