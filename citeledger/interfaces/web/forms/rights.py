"""Forms about rights: who holds them, and through whose eyes an auditor looks."""

from typing import Any

from django import forms

from acl.names import LONGEST_ACCOUNT_NAME
from acl.queries import Holder
from acl.rights import Right

_KINDS_OF_HOLDER = [("group", "Group"), ("user", "Person or service")]


class HolderForm(forms.Form):
    """One right and one holder, to grant or to revoke."""

    kind = forms.ChoiceField(label="To whom", choices=_KINDS_OF_HOLDER, widget=forms.RadioSelect)
    name = forms.CharField(
        max_length=LONGEST_ACCOUNT_NAME,
        help_text="A name exactly as it is written. Two groups have no members: “signed_in” is whoever signed in, "
        "“anyone” is also every visitor.",
    )
    right = forms.ChoiceField(widget=forms.RadioSelect)

    def __init__(self, *args: Any, rights: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["right"] = forms.ChoiceField(choices=rights, widget=forms.RadioSelect)

    def chosen_right(self) -> Right:
        """The right as chosen."""
        return Right(self.cleaned_data["right"])

    def holder(self) -> Holder:
        """The holder as written."""
        return Holder(kind=self.cleaned_data["kind"], name=self.cleaned_data["name"])


class DocumentUidForm(forms.Form):
    """The way to the rights of a document that cannot be found in a list: an operator's."""

    document = forms.UUIDField(label="Uid of the document", help_text="As whoever owns the document tells you.")


class ViewerForm(forms.Form):
    """Through whose eyes an auditor looks."""

    viewer = forms.CharField(
        max_length=LONGEST_ACCOUNT_NAME,
        required=False,
        label="Viewer",
        help_text="A username exactly as it is written. Leave it empty for a visitor.",
    )
