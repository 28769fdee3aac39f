"""What the manager of an answer or derived text does with it: share it, take that back, erase it."""

from datetime import datetime
from typing import Protocol
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from acl import services
from acl.queries import Holder, can_on_answer, grants_on_answer
from acl.rights import Right
from citeledger.core.principals import Principal
from citeledger.core.refusals import Forbidden, Refused
from citeledger.interfaces.web.console import now, signed_in
from citeledger.interfaces.web.forms import ConfirmForm, HolderForm, show_refusal, status_of
from citeledger.interfaces.web.notices import done, notice_of
from citeledger.interfaces.web.presenters.ledger import erasing
from citeledger.interfaces.web.presenters.rights import ANSWER_RIGHTS, choices, sharing_page
from citeledger.interfaces.web.views.asking import asked_of_holder
from citeledger.ledger.services import erase_answer
from revalidation import reading
from revalidation.views import AnswerView

_CHOICES = choices(columns=ANSWER_RIGHTS)


class _Change(Protocol):
    def __call__(self, *, actor: Principal, answer: UUID, right: Right, holder: Holder, at: datetime) -> None: ...


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def share(request: HttpRequest, viewer: Principal, answer: UUID) -> HttpResponse:
    """Who may read the answer, and a form to let somebody more."""
    found = _managed(viewer=viewer, answer=answer)
    if request.method != "POST":
        return _page(request, viewer, found, HolderForm(rights=_CHOICES, initial={"right": Right.READ.value}))
    return _changed(request, viewer, found, services.grant_answer, "granted")


@require_POST
@signed_in
def unshare(request: HttpRequest, viewer: Principal, answer: UUID) -> HttpResponse:
    """Take one right from one holder, asked once more before."""
    found, back = _managed(viewer=viewer, answer=answer), reverse("web:share", kwargs={"answer": answer})
    form = HolderForm(request.POST, rights=_CHOICES)
    question = asked_of_holder(request, form, columns=ANSWER_RIGHTS, place="Share", back=back)
    return question or _changed(request, viewer, found, services.revoke_answer, "revoked")


def _changed(request: HttpRequest, viewer: Principal, found: AnswerView, change: _Change, said: str) -> HttpResponse:
    form = HolderForm(request.POST, rights=_CHOICES)
    if form.is_valid():
        try:
            change(actor=viewer, answer=found.uid, right=form.chosen_right(), holder=form.holder(), at=now())
            return done(key=said, name="share", answer=found.uid)
        except Refused as refused:
            show_refusal(form=form, refused=refused)
    return _page(request, viewer, found, form)


def _page(request: HttpRequest, viewer: Principal, found: AnswerView, form: HolderForm) -> HttpResponse:
    held = grants_on_answer(viewer=viewer, answer=found.uid)
    page = sharing_page(answer=found, grants=held, notice=notice_of(request=request))
    return render(request, "ledger/share.html", {"page": page, "form": form}, status=status_of(form=form))


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def erase(request: HttpRequest, viewer: Principal, answer: UUID) -> HttpResponse:
    """Erase the answer for good, asked once more before."""
    found = _managed(viewer=viewer, answer=answer)
    form = ConfirmForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        erase_answer(actor=viewer, answer=answer, at=now())
        return done(key="erased", name="ledger")
    return render(request, "ledger/ask.html", {"page": erasing(answer=found)})


def _managed(*, viewer: Principal, answer: UUID) -> AnswerView:
    found = reading.answer(viewer=viewer, uid=answer)
    if not can_on_answer(principal=viewer, right=Right.MANAGE, answer=answer):
        raise Forbidden
    return found
