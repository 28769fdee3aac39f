"""What people type, checked for form only: whether it may be done is decided behind the one call of each view."""

from typing import Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm, UsernameField

from citeledger.core.principals import Kind
from citeledger.core.statements import Basis
from citeledger.interfaces.wording import BASES

_DAY = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
_MEDIA_TYPES = [("text/markdown", "Markdown"), ("text/plain", "Plain text")]
_STATUSES = [("draft", "Draft"), ("published", "Published")]
_KINDS_OF_PAGE = [("runbook", "Runbook"), ("ticket", "Ticket"), ("thread", "Thread")]
_KINDS_OF_HOLDER = [("group", "Group"), ("user", "Person or service")]


def _text_field(*, rows: int, label: str, help_text: str = "") -> forms.CharField:
    """A text taken as typed: nothing stripped, because offsets will index it."""
    widget = forms.Textarea(attrs={"rows": rows, "class": "text", "spellcheck": "true"})
    return forms.CharField(label=label, help_text=help_text, strip=False, widget=widget)


class SignInForm(AuthenticationForm):
    """Name and password."""

    username = UsernameField(widget=forms.TextInput(attrs={"autofocus": True, "autocomplete": "username"}))


class DetailsForm(forms.Form):
    """The metadata of a document. `expected` is the revision the writer started from."""

    expected = forms.IntegerField(widget=forms.HiddenInput, required=False)
    title = forms.CharField(max_length=300)
    owner = forms.CharField(max_length=200, required=False, help_text="Who answers for it.")
    originator = forms.CharField(max_length=200, required=False, help_text="Who wrote it, if somebody else did.")
    classification = forms.CharField(max_length=100, required=False, help_text="For example: public, internal.")
    language = forms.CharField(max_length=35, initial="en", help_text="A language tag, such as en or pt-BR.")
    effective_from = forms.DateField(required=False, widget=_DAY)
    source_quality = forms.CharField(
        max_length=500, required=False, help_text="How good a source it is, and for what, in a sentence."
    )
    status = forms.ChoiceField(choices=_STATUSES, initial="draft", widget=forms.RadioSelect)


class NewDocumentForm(DetailsForm):
    """The metadata of a new document."""

    field_order = ["title"]


class TextForm(forms.Form):
    """The text of the next version. `expected` is the version the writer started from; empty for the first."""

    expected = forms.UUIDField(widget=forms.HiddenInput, required=False)
    media_type = forms.ChoiceField(choices=_MEDIA_TYPES, label="Format")
    text = _text_field(rows=28, label="Text", help_text="Kept exactly as you type it.")

    def data_of_version(self) -> bytes:
        """The bytes of the version: what was typed, as UTF-8."""
        return str(self.cleaned_data["text"]).encode()


class ConfirmForm(forms.Form):
    """Nothing but the press of the button."""


class SupersedeForm(forms.Form):
    """Which document takes over, and from when (a day, from its first moment in UTC)."""

    by = forms.ChoiceField(label="Superseded by")
    effective_from = forms.DateField(label="From", widget=_DAY)

    def __init__(self, *args: Any, candidates: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["by"] = forms.ChoiceField(label="Superseded by", choices=[("", "Choose a document"), *candidates])


class HolderForm(forms.Form):
    """One right and one holder, to grant or to revoke."""

    kind = forms.ChoiceField(label="To whom", choices=_KINDS_OF_HOLDER, widget=forms.RadioSelect)
    name = forms.CharField(
        max_length=150,
        help_text="A name exactly as it is written. Two groups have no members: “signed_in” is whoever signed in, "
        "“anyone” is also every visitor.",
    )
    right = forms.ChoiceField(widget=forms.RadioSelect)

    def __init__(self, *args: Any, rights: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["right"] = forms.ChoiceField(choices=rights, widget=forms.RadioSelect)


class SelectionForm(forms.Form):
    """A selection in a browser: UTF-16 offsets into the whole text, and the characters between them."""

    start = forms.IntegerField(min_value=0)
    end = forms.IntegerField(min_value=0)
    exact = forms.CharField(strip=False)


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
        max_length=2000, required=False, help_text="What was asked, if the statement answers a question."
    )


class PageForm(forms.Form):
    """A page of a host: its name there, and the citations it shows, one uid on each line."""

    title = forms.CharField(max_length=300)
    kind = forms.ChoiceField(choices=_KINDS_OF_PAGE, widget=forms.RadioSelect, initial="runbook")
    host_reference = forms.CharField(max_length=300, help_text="What the host calls it, such as a ticket number.")
    citations = forms.CharField(
        widget=forms.Textarea(attrs={"rows": 6, "class": "code"}), help_text="Uids of citations, one on each line."
    )


class PersonForm(forms.Form):
    """A new account. A service has no password: it signs in with tokens only."""

    username = forms.CharField(max_length=150, label="Name", widget=forms.TextInput(attrs={"autocomplete": "off"}))
    kind = forms.ChoiceField(
        choices=[(Kind.PERSON.value, "Person"), (Kind.SERVICE.value, "Service")],
        initial=Kind.PERSON.value,
        widget=forms.RadioSelect,
    )
    password = forms.CharField(
        required=False,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text="Leave it empty for a service.",
    )


class GroupForm(forms.Form):
    name = forms.CharField(max_length=150, label="New group")


class MembershipForm(forms.Form):
    group = forms.CharField(max_length=150, label="Group", help_text="The group's name exactly as it is written.")


class ActivityForm(forms.Form):
    active = forms.ChoiceField(choices=[("yes", "yes"), ("no", "no")])


class TokenForm(forms.Form):
    name = forms.CharField(max_length=100, help_text="What will use it, so that you can tell tokens apart.")
