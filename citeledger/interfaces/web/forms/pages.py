"""The form about pages of hosts."""

from typing import Any
from uuid import UUID

from django import forms

from citeledger.core.references import LedgerReference, UntrustedLink, parse_reference
from citeledger.ledger.services import LONGEST_NAME

_KINDS_OF_PAGE = [("runbook", "Runbook"), ("ticket", "Ticket"), ("thread", "Thread")]


class PageForm(forms.Form):
    """A page of a host: its name there, and the citations it shows, one uid on each line."""

    surface = forms.ChoiceField()
    title = forms.CharField(max_length=LONGEST_NAME)
    kind = forms.ChoiceField(choices=_KINDS_OF_PAGE, widget=forms.RadioSelect, initial="runbook")
    host_reference = forms.CharField(
        max_length=LONGEST_NAME, help_text="What the host calls it, such as a ticket number."
    )
    citations = forms.CharField(
        widget=forms.Textarea(attrs={"rows": 6, "class": "code"}), help_text="Uids of citations, one on each line."
    )

    def __init__(self, *args: Any, surfaces: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["surface"] = forms.ChoiceField(choices=surfaces, help_text="The host that shows the page.")

    def clean_surface(self) -> UUID:
        """The surface as chosen."""
        return UUID(self.cleaned_data["surface"])

    def clean_citations(self) -> list[UUID]:
        """The uids in order; an address is no citation, whatever it leads to."""
        found = [parse_reference(text=line) for line in self.cleaned_data["citations"].split()]
        wrong = [one.shown for one in found if isinstance(one, UntrustedLink)]
        if wrong:
            raise forms.ValidationError(f"“{wrong[0]}” is not the uid of a citation: write one uid on each line.")
        return [one.citation for one in found if isinstance(one, LedgerReference)]
