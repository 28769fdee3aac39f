"""Forms about accounts: signing in, people, groups and tokens."""

from django import forms
from django.contrib.auth.forms import AuthenticationForm, UsernameField

from acl.names import LONGEST_ACCOUNT_NAME, LONGEST_TOKEN_NAME
from citeledger.core.principals import Kind


class SignInForm(AuthenticationForm):
    """Name and password."""

    username = UsernameField(widget=forms.TextInput(attrs={"autofocus": True, "autocomplete": "username"}))


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
