"""Forms about documents: what they are, what they say, what takes over from them."""

from typing import Any, ClassVar
from uuid import UUID

from django import forms

from citeledger.documents.metadata import LONGEST, LONGEST_LANGUAGE_TAG, Status
from citeledger.interfaces.web.forms.replies import as_typed

_DAY = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
_MEDIA_TYPES = [("text/markdown", "Markdown"), ("text/plain", "Plain text")]
_STATUSES = [(Status.DRAFT.value, "Draft"), (Status.PUBLISHED.value, "Published")]


class DetailsForm(forms.Form):
    """The metadata of a document. `expected` is the revision the writer started from."""

    expected = forms.IntegerField(widget=forms.HiddenInput, required=False)
    title = forms.CharField(max_length=LONGEST["title"])
    owner = forms.CharField(max_length=LONGEST["owner"], required=False, help_text="Who answers for it.")
    originator = forms.CharField(
        max_length=LONGEST["originator"], required=False, help_text="Who wrote it, if somebody else did."
    )
    classification = forms.CharField(
        max_length=LONGEST["classification"], required=False, help_text="For example: public, internal."
    )
    language = forms.CharField(
        max_length=LONGEST_LANGUAGE_TAG, initial="en", help_text="A language tag, such as en or pt-BR."
    )
    effective_from = forms.DateField(required=False, widget=_DAY)
    source_quality = forms.CharField(
        max_length=LONGEST["source_quality"],
        required=False,
        help_text="How good a source it is, and for what, in a sentence.",
    )
    status = forms.ChoiceField(choices=_STATUSES, initial=Status.DRAFT.value, widget=forms.RadioSelect)

    def details(self) -> dict[str, Any]:
        """The fields of `Metadata` as typed."""
        said = {name: value for name, value in self.cleaned_data.items() if name != "expected"}
        return said | {"status": Status(said["status"])}

    def revision(self) -> int:
        """The revision the writer started from; 0, which none has, where the field was tampered with."""
        return self.cleaned_data["expected"] or 0


def _text_field(*, rows: int, label: str, help_text: str = "") -> forms.CharField:
    """A text taken as typed: nothing stripped, because offsets will index it."""
    widget = forms.Textarea(attrs={"rows": rows, "class": "text", "spellcheck": "true"})
    return forms.CharField(label=label, help_text=help_text, strip=False, widget=widget)


class TextForm(forms.Form):
    """The text of the next version. `expected` is the version the writer started from; empty for the first."""

    expected = forms.UUIDField(widget=forms.HiddenInput, required=False)
    media_type = forms.ChoiceField(choices=_MEDIA_TYPES, label="Format")
    text = _text_field(rows=28, label="Text", help_text="Kept exactly as you type it.")

    def version(self) -> dict[str, Any]:
        """The arguments that describe the version."""
        text = as_typed(self.cleaned_data["text"])
        names = ("media_type", "expected")
        return {"data": text.encode()} | {name: self.cleaned_data[name] for name in names}


class RevertForm(forms.Form):
    """`expected` is the current version the writer looked at; empty where there is none."""

    expected = forms.UUIDField(widget=forms.HiddenInput, required=False)


class SupersedeForm(forms.Form):
    """Which document takes over, one of the newest or any by its uid, and from which day (its first moment in UTC)."""

    alternatives: ClassVar = ("by", "by_uid")
    """Of these one is needed: neither is optional, and neither alone is required."""

    by = forms.ChoiceField(required=False)
    by_uid = forms.UUIDField(
        required=False, label="Or by its uid", help_text="For a document that is not in the list above."
    )
    effective_from = forms.DateField(label="From", widget=_DAY)

    def __init__(self, *args: Any, candidates: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [("", "Choose a document"), *candidates]
        self.fields["by"] = forms.ChoiceField(label="Superseded by", choices=choices, required=False)

    def clean(self) -> dict[str, Any]:
        """Exactly one of the two ways to name a document."""
        said = super().clean() or {}
        if not self.errors and bool(said["by"]) == bool(said["by_uid"]):
            self.add_error("by", "Choose a document, or give its uid: one of the two.")
        return said

    def successor(self) -> UUID:
        """The document as chosen or named."""
        return self.cleaned_data["by_uid"] or UUID(self.cleaned_data["by"])
