"""Who may do what with a document."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe

from acl import services
from acl.queries import grants_on
from acl.rights import Right
from citeledger.core.principals import Principal
from citeledger.core.refusals import Forbidden, Refused
from citeledger.documents import queries
from citeledger.interfaces.web.console import now, signed_in
from citeledger.interfaces.web.forms import HolderForm, show_refusal, status_of
from citeledger.interfaces.web.notices import done, notice_of
from citeledger.interfaces.web.presenters.rights import RIGHTS, rights_page

_CHOICES = [(right.value, right.word) for right in RIGHTS]


@require_safe
@signed_in
def rights(request: HttpRequest, viewer: Principal, document: UUID) -> HttpResponse:
    """The table of rights, and a form to grant one more."""
    return _page(request, viewer, document, HolderForm(rights=_CHOICES))


def _page(request: HttpRequest, viewer: Principal, document: UUID, form: HolderForm) -> HttpResponse:
    found = queries.document(viewer=viewer, uid=document)
    if Right.MANAGE not in found.rights:
        raise Forbidden
    held = grants_on(viewer=viewer, document=document)
    page = rights_page(document=found, grants=held, notice=notice_of(request=request))
    return render(request, "documents/rights.html", {"page": page, "form": form}, status=status_of(form=form))


@require_POST
@signed_in
def grant(request: HttpRequest, viewer: Principal, document: UUID) -> HttpResponse:
    """Grant one right to one holder."""
    form = HolderForm(request.POST, rights=_CHOICES)
    if form.is_valid():
        try:
            services.grant(actor=viewer, document=document, right=form.chosen_right(), holder=form.holder(), at=now())
            return done(key="granted", name="rights", document=document)
        except Refused as refused:
            show_refusal(form=form, refused=refused)
    return _page(request, viewer, document, form)


@require_POST
@signed_in
def revoke(request: HttpRequest, viewer: Principal, document: UUID) -> HttpResponse:
    """Revoke one right from one holder."""
    form = HolderForm(request.POST, rights=_CHOICES)
    if form.is_valid():
        try:
            services.revoke(actor=viewer, document=document, right=form.chosen_right(), holder=form.holder(), at=now())
            return done(key="revoked", name="rights", document=document)
        except Refused as refused:
            show_refusal(form=form, refused=refused)
    return _page(request, viewer, document, form)
