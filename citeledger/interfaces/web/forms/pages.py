"""The forms about pages of hosts."""

from typing import Any
from uuid import UUID

from django import forms

from citeledger.core.references import LedgerReference, UntrustedLink, parse_reference
from citeledger.interfaces.addresses import without_own_address
from citeledger.ledger.services import LONGEST_NAME

_KINDS_OF_PAGE = [("runbook", "Runbook"), ("ticket", "Ticket"), ("thread", "Thread")]


class PageForm(forms.Form):
    """What a page of a host shows: its title, its kind, and its citations in order, one on each line."""

    title = forms.CharField(max_length=LONGEST_NAME)
    kind = forms.ChoiceField(choices=_KINDS_OF_PAGE, widget=forms.RadioSelect, initial="runbook")
    citations = forms.CharField(
        widget=forms.Textarea(attrs={"rows": 6, "class": "code"}),
        help_text="Citations in their order, one on each line: the uid, or the address of the citation’s page here.",
    )

    def clean_citations(self) -> list[UUID]:
        """The uids in order. The address of a citation's page here names it; any other address is no citation."""
        lines = self.cleaned_data["citations"].split()
        found = [parse_reference(text=without_own_address(text=line)) for line in lines]
        wrong = [one.shown for one in found if isinstance(one, UntrustedLink)]
        if wrong:
            raise forms.ValidationError(f"“{wrong[0]}” is not the uid of a citation: write one on each line.")
        return [one.citation for one in found if isinstance(one, LedgerReference)]


class EditPageForm(PageForm):
    """The same. `expected` is the state of the page that the writer started from."""

    expected = forms.CharField(widget=forms.HiddenInput, required=False)


class NewPageForm(PageForm):
    """The same, and where the page stands: its surface, and its name there."""

    surface = forms.ChoiceField()
    host_reference = forms.CharField(
        max_length=LONGEST_NAME, help_text="What the host calls it, such as a ticket number."
    )

    def __init__(self, *args: Any, surfaces: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["surface"] = forms.ChoiceField(choices=surfaces, help_text="The host that shows the page.")

    def clean_surface(self) -> UUID:
        """The surface as chosen."""
        return UUID(self.cleaned_data["surface"])
