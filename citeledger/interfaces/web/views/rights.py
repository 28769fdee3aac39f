"""Who may do what with a document. Operators see and change it without reading the document."""

from collections.abc import Callable
from datetime import datetime
from typing import Protocol
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from acl import services
from acl.queries import Grant, Holder, grants_on
from acl.rights import Right
from citeledger.core.principals import Principal
from citeledger.core.refusals import Forbidden, NotFound, Refused
from citeledger.documents import queries
from citeledger.documents.views import DocumentView
from citeledger.interfaces.web.console import now, signed_in
from citeledger.interfaces.web.forms import HolderForm, show_refusal, status_of
from citeledger.interfaces.web.notices import done, notice_of
from citeledger.interfaces.web.presenters.rights import RIGHTS, choices, lacks_read, rights_page
from citeledger.interfaces.web.views.asking import asked_of_holder

_CHOICES = choices(columns=RIGHTS)


class _Change(Protocol):
    def __call__(self, *, actor: Principal, document: UUID, right: Right, holder: Holder, at: datetime) -> None: ...


@require_safe
@signed_in
def rights(request: HttpRequest, viewer: Principal, document: UUID) -> HttpResponse:
    """The table of rights, and a form to grant one more; to whoever may not read the document, themselves first."""
    return _page(request, viewer, document, None)


def _page(request: HttpRequest, viewer: Principal, document: UUID, form: HolderForm | None) -> HttpResponse:
    held = _held(viewer=viewer, document=document)
    found = _readable(viewer=viewer, document=document)
    form = form or HolderForm(rights=_CHOICES, initial=None if found else _oneself(viewer))
    page = rights_page(uid=document, document=found, grants=held, notice=notice_of(request=request))
    return render(request, "documents/rights.html", {"page": page, "form": form}, status=status_of(form=form))


def _held(*, viewer: Principal, document: UUID) -> tuple[Grant, ...]:
    """Raises Forbidden for a reader who does not manage, NotFound for whoever may not know of the document."""
    try:
        return grants_on(viewer=viewer, document=document)
    except NotFound:
        queries.document(viewer=viewer, uid=document)
        raise Forbidden from None


def _readable(*, viewer: Principal, document: UUID) -> DocumentView | None:
    try:
        return queries.document(viewer=viewer, uid=document)
    except NotFound:
        return None


def _oneself(viewer: Principal) -> dict[str, str]:
    return {"kind": "user", "name": viewer.name, "right": Right.READ.value}


@require_POST
@signed_in
def grant(request: HttpRequest, viewer: Principal, document: UUID) -> HttpResponse:
    """Grant one right to one holder."""
    return _changed(request, viewer, document, services.grant, _granted)


@require_POST
@signed_in
def revoke(request: HttpRequest, viewer: Principal, document: UUID) -> HttpResponse:
    """Revoke one right from one holder, asked once more before."""
    _held(viewer=viewer, document=document)
    form, back = HolderForm(request.POST, rights=_CHOICES), reverse("web:rights", kwargs={"document": document})
    question = asked_of_holder(request, form, columns=RIGHTS, place="Rights", back=back)
    return question or _changed(request, viewer, document, services.revoke, lambda *_: "revoked")


def _changed(
    request: HttpRequest, viewer: Principal, document: UUID, change: _Change, said: Callable[..., str]
) -> HttpResponse:
    form = HolderForm(request.POST, rights=_CHOICES)
    if form.is_valid():
        try:
            change(actor=viewer, document=document, right=form.chosen_right(), holder=form.holder(), at=now())
            return done(key=said(viewer, document, form.holder()), name="rights", document=document)
        except Refused as refused:
            show_refusal(form=form, refused=refused)
    return _page(request, viewer, document, form)


def _granted(viewer: Principal, document: UUID, holder: Holder) -> str:
    """Which notice: what was granted counts only beside the right to read."""
    held = grants_on(viewer=viewer, document=document)
    return "granted-unread" if lacks_read(grants=held, holder=holder) else "granted"
