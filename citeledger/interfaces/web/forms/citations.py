"""Forms about citations: choosing passages, saying something on them, and what follows when they change."""

from uuid import UUID

from django import forms

from citeledger.core.statements import Basis
from citeledger.emission import shape
from citeledger.emission.proof import SpanDraft
from citeledger.interfaces.web.forms.replies import as_typed
from citeledger.interfaces.wording import BASES
from citeledger.rebinding.services import CitedPlace
from revalidation.attesting import LONGEST_NOTE


class SelectionForm(forms.Form):
    """A selection in a browser: UTF-16 offsets into the whole text, and the characters between them."""

    start = forms.IntegerField(min_value=0)
    end = forms.IntegerField(min_value=0)
    exact = forms.CharField(strip=False)

    def clean_exact(self) -> str:
        """The characters as selected."""
        return as_typed(self.cleaned_data["exact"])


class BlockForm(forms.Form):
    """A whole block, by where it starts: code points of the canonical text."""

    block = forms.IntegerField(min_value=0)


class StatementForm(forms.Form):
    """One statement and how it rests on the chosen passages."""

    statement = forms.CharField(
        widget=forms.Textarea(attrs={"rows": 4}), help_text="One sentence or clause that the passages support."
    )
    basis = forms.ChoiceField(
        label="How it rests on them",
        choices=[(basis.value, BASES[basis].word) for basis in (Basis.QUOTED, Basis.PARAPHRASED)],
        widget=forms.RadioSelect,
    )
    question = forms.CharField(
        max_length=shape.QUESTION_LENGTH,
        required=False,
        help_text="What was asked, if the statement answers a question.",
    )

    def clean_statement(self) -> str:
        """The statement as typed, so that a quotation over several lines is the passage to the character."""
        return as_typed(self.cleaned_data["statement"])

    def chosen_basis(self) -> Basis:
        """The basis as chosen."""
        return Basis(self.cleaned_data["basis"])


class RebindForm(forms.Form):
    """One place to leave and one to bind to: code points, and the exact characters as shown beside the button."""

    cited_version = forms.UUIDField()
    cited_start = forms.IntegerField(min_value=0)
    cited_end = forms.IntegerField(min_value=0)
    version = forms.UUIDField()
    start = forms.IntegerField(min_value=0)
    end = forms.IntegerField(min_value=0)
    exact = forms.CharField(strip=False)
    # The new citation reads `current`: where the words differ, somebody says that the statement holds with them.
    holds = forms.BooleanField()

    def clean_exact(self) -> str:
        """The characters as shown."""
        return as_typed(self.cleaned_data["exact"])

    def cited(self) -> CitedPlace:
        """The place to leave."""
        said = self.cleaned_data
        return CitedPlace(version=said["cited_version"], start=said["cited_start"], end=said["cited_end"])

    def place(self) -> SpanDraft:
        """The place to bind to."""
        return SpanDraft(**{name: self.cleaned_data[name] for name in ("version", "start", "end", "exact")})


class AttestForm(forms.Form):
    """Why it still holds. `versions` are the current versions of the sources as shown above the form."""

    versions = forms.CharField(widget=forms.HiddenInput)
    note = forms.CharField(
        max_length=LONGEST_NOTE,
        label="Why it still holds",
        help_text="One line. Whoever may read all the sources sees it, with your name and the day.",
    )

    def clean_versions(self) -> list[UUID]:
        """The uids as shown."""
        try:
            return [UUID(uid) for uid in self.cleaned_data["versions"].split()]
        except ValueError:
            raise forms.ValidationError("The form was changed on its way. Open this page again.") from None
