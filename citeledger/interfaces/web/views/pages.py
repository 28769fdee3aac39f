"""Pages of hosts, as the viewer may read what they cite."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_safe

from acl.queries import surfaces_of
from citeledger.core.principals import Principal
from citeledger.core.refusals import NotFound, Refused
from citeledger.interfaces.web.console import now, signed_in
from citeledger.interfaces.web.forms import NewPageForm, PageForm, show_refusal, status_of
from citeledger.interfaces.web.notices import done, notice_of
from citeledger.interfaces.web.pagination import PAGE_SIZE, after_of, more_address
from citeledger.interfaces.web.presenters import pages as presenters
from citeledger.ledger.pages import OwnPage, own_page
from citeledger.ledger.services import create_page, put_page
from revalidation import reading
from revalidation.metrics import ShownOn, shown

_NOT_OF_THE_SURFACE = "You do not belong to this surface any more."


@require_safe
@signed_in
def pages(request: HttpRequest, viewer: Principal) -> HttpResponse:
    """The pages of the viewer's surfaces, newest first."""
    rows = reading.pages(viewer=viewer, after=after_of(request=request), limit=PAGE_SIZE)
    page = presenters.page_list(rows=rows, more=more_address(rows=rows), notice=notice_of(request=request))
    return render(request, "pages/list.html", {"page": page})


@require_safe
@signed_in
def page(request: HttpRequest, viewer: Principal, page: UUID) -> HttpResponse:
    """One page with its statements and their badges."""
    computed_at = now()
    found = reading.page(viewer=viewer, uid=page)
    shown(on=ShownOn.WEB, states=found.states)
    drawn = presenters.host_page(found=found, computed_at=computed_at, notice=notice_of(request=request))
    return render(request, "pages/page.html", {"page": drawn})


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def new_page(request: HttpRequest, viewer: Principal) -> HttpResponse:
    """Say what a page of a host shows."""
    surfaces = presenters.surface_choices(surfaces=surfaces_of(principal=viewer))
    form = NewPageForm(request.POST if request.method == "POST" else None, surfaces=surfaces)
    if form.is_valid():
        try:
            uid = create_page(actor=viewer, at=now(), **form.cleaned_data)
            return done(key="page-saved", name="page", page=uid)
        except Refused as refused:
            show_refusal(form=form, refused=refused)
        except NotFound:
            form.add_error("surface", _NOT_OF_THE_SURFACE)
    has_surfaces = {"has_surfaces": bool(surfaces)}
    return render(request, "pages/new.html", {"form": form} | has_surfaces, status=status_of(form=form))


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def edit_page(request: HttpRequest, viewer: Principal, page: UUID) -> HttpResponse:
    """Say anew what a page of one's own shows. Where it stands is its name, and stays."""
    own = own_page(owner=viewer, uid=page)
    form = PageForm(request.POST if request.method == "POST" else None, initial=presenters.as_typed(own=own))
    if form.is_valid():
        try:
            return done(key="page-saved", name="page", page=_put_again(viewer, own, form))
        except Refused as refused:
            show_refusal(form=form, refused=refused)
        except NotFound:
            form.add_error(None, _NOT_OF_THE_SURFACE)
    drawn = presenters.edit_page(page=page, own=own)
    return render(request, "pages/edit.html", {"form": form, "page": drawn}, status=status_of(form=form))


def _put_again(viewer: Principal, own: OwnPage, form: PageForm) -> UUID:
    return put_page(actor=viewer, surface=own.surface, host_reference=own.host_reference, at=now(), **form.cleaned_data)
