"""What every form has in common: what browsers do to it, and how it comes back."""

from typing import cast

from django import forms
from django.http import QueryDict

from citeledger.core.refusals import Refused

_UNPROCESSABLE = 422


def as_typed(text: str) -> str:
    """Undo what browsers do to a form: they send every line end as CR LF, whatever stood in the field."""
    return text.replace("\r\n", "\n")


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


class ConfirmForm(forms.Form):
    """Nothing but the press of the button."""
