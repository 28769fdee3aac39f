"""What people type, checked for form only: whether it may be done is decided behind the one call of each view."""

from typing import Any, cast
from uuid import UUID

from django import forms
from django.contrib.auth.forms import AuthenticationForm, UsernameField
from django.http import QueryDict

from acl.names import LONGEST_ACCOUNT_NAME, LONGEST_TOKEN_NAME
from acl.queries import Holder
from acl.rights import Right
from citeledger.core.principals import Kind
from citeledger.core.references import LedgerReference, UntrustedLink, parse_reference
from citeledger.core.refusals import Refused
from citeledger.core.statements import Basis
from citeledger.documents.metadata import LONGEST, LONGEST_LANGUAGE_TAG, Status
from citeledger.emission import shape
from citeledger.emission.proof import SpanDraft
from citeledger.emission.rebinding import CitedPlace
from citeledger.interfaces.wording import BASES
from citeledger.ledger.services import LONGEST_NAME
from revalidation.attesting import LONGEST_NOTE

_DAY = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
_MEDIA_TYPES = [("text/markdown", "Markdown"), ("text/plain", "Plain text")]
_STATUSES = [(Status.DRAFT.value, "Draft"), (Status.PUBLISHED.value, "Published")]
_KINDS_OF_PAGE = [("runbook", "Runbook"), ("ticket", "Ticket"), ("thread", "Thread")]
_KINDS_OF_HOLDER = [("group", "Group"), ("user", "Person or service")]


def _as_typed(text: str) -> str:
    """Undo what browsers do to a form: they send every line end as CR LF, whatever stood in the field."""
    return text.replace("\r\n", "\n")


def _text_field(*, rows: int, label: str, help_text: str = "") -> forms.CharField:
    """A text taken as typed: nothing stripped, because offsets will index it."""
    widget = forms.Textarea(attrs={"rows": rows, "class": "text", "spellcheck": "true"})
    return forms.CharField(label=label, help_text=help_text, strip=False, widget=widget)


_UNPROCESSABLE = 422


def show_refusal(*, form: forms.Form, refused: Refused) -> None:
    """Say beside the field it is about, or above the form, why nothing was changed."""
    form.add_error(refused.at if refused.at in form.fields else None, refused.detail)


def status_of(*, form: forms.Form) -> int:
    """200 for a form to fill in, 422 for one that came back."""
    return _UNPROCESSABLE if form.is_bound and not form.is_valid() else 200


def on_top_of(*, form: forms.Form, current: str) -> QueryDict:
    """What was typed, to be sent again on the state that is current now."""
    typed = cast("QueryDict", form.data).copy()
    typed["expected"] = current
    return typed


class SignInForm(AuthenticationForm):
    """Name and password."""

    username = UsernameField(widget=forms.TextInput(attrs={"autofocus": True, "autocomplete": "username"}))


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


class TextForm(forms.Form):
    """The text of the next version. `expected` is the version the writer started from; empty for the first."""

    expected = forms.UUIDField(widget=forms.HiddenInput, required=False)
    media_type = forms.ChoiceField(choices=_MEDIA_TYPES, label="Format")
    text = _text_field(rows=28, label="Text", help_text="Kept exactly as you type it.")

    def version(self) -> dict[str, Any]:
        """The arguments that describe the version."""
        text = _as_typed(self.cleaned_data["text"])
        names = ("media_type", "expected")
        return {"data": text.encode()} | {name: self.cleaned_data[name] for name in names}


class ConfirmForm(forms.Form):
    """Nothing but the press of the button."""


class RevertForm(forms.Form):
    """`expected` is the current version the writer looked at; empty where there is none."""

    expected = forms.UUIDField(widget=forms.HiddenInput, required=False)


class SupersedeForm(forms.Form):
    """Which document takes over, one of the newest or any by its uid, and from which day (its first moment in UTC)."""

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


class SelectionForm(forms.Form):
    """A selection in a browser: UTF-16 offsets into the whole text, and the characters between them."""

    start = forms.IntegerField(min_value=0)
    end = forms.IntegerField(min_value=0)
    exact = forms.CharField(strip=False)

    def clean_exact(self) -> str:
        """The characters as selected."""
        return _as_typed(self.cleaned_data["exact"])


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
        return _as_typed(self.cleaned_data["statement"])

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

    def clean_exact(self) -> str:
        """The characters as shown."""
        return _as_typed(self.cleaned_data["exact"])

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


class PersonForm(forms.Form):
    """A new account. A service has no password: it signs in with tokens only."""

    username = forms.CharField(
        max_length=LONGEST_ACCOUNT_NAME, label="Name", widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
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


class PasswordForm(forms.Form):
    """One's own password: as it is, and as it shall be."""

    current = forms.CharField(
        strip=False,
        label="Your password now",
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )
    password = forms.CharField(
        strip=False, label="New password", widget=forms.PasswordInput(attrs={"autocomplete": "new-password"})
    )
    again = forms.CharField(
        strip=False, label="New password again", widget=forms.PasswordInput(attrs={"autocomplete": "new-password"})
    )

    def clean_again(self) -> str:
        """The same as above: nobody sees what they type."""
        if self.cleaned_data["again"] != self.cleaned_data.get("password"):
            raise forms.ValidationError("The two are not the same.")
        return str(self.cleaned_data["again"])


class GroupForm(forms.Form):
    name = forms.CharField(max_length=LONGEST_ACCOUNT_NAME, label="New group")


class MembershipForm(forms.Form):
    group = forms.CharField(
        max_length=LONGEST_ACCOUNT_NAME, label="Group", help_text="The group's name exactly as it is written."
    )


class ActivityForm(forms.Form):
    active = forms.ChoiceField(choices=[("yes", "yes"), ("no", "no")])


class TokenForm(forms.Form):
    name = forms.CharField(
        max_length=LONGEST_TOKEN_NAME, help_text="What will use it, so that you can tell tokens apart."
    )
