"""Asked once more: what was sent comes back as a question, and is done when it is sent again with a yes."""

from collections.abc import Iterable
from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from citeledger.interfaces.web.forms import HolderForm
from citeledger.interfaces.web.presenters.asking import Question, revoking
from citeledger.interfaces.web.presenters.rights import RightColumn

SURE = "sure"
_NOT_REPEATED = frozenset({SURE, "csrfmiddlewaretoken"})


def is_sure(request: HttpRequest) -> bool:
    """Whether the question was answered."""
    return SURE in request.POST


def asked(request: HttpRequest, question: Question) -> HttpResponse:
    """The question, with what was sent to be sent again."""
    sent = tuple((name, str(value)) for name, value in request.POST.items() if name not in _NOT_REPEATED)
    return render(request, "ask.html", {"page": replace(question, sent=sent)})


def asked_of_holder(
    request: HttpRequest, form: HolderForm, *, columns: Iterable[RightColumn], place: str, back: str
) -> HttpResponse | None:
    """Whether to take the right from the holder; None where the form is wrong or that was answered."""
    if is_sure(request) or not form.is_valid():
        return None
    right = form.cleaned_data["right"]
    return asked(request, revoking(columns=columns, right=right, holder=form.holder(), place=place, back=back))
