"""Pages of hosts, as the viewer may read what they cite."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_safe

from acl.queries import surfaces_of
from citeledger.core.principals import Principal
from citeledger.core.refusals import Conflict, NotFound, Refused
from citeledger.interfaces.web.console import now, signed_in
from citeledger.interfaces.web.forms import EditPageForm, NewPageForm, on_top_of, show_refusal, status_of
from citeledger.interfaces.web.notices import done, notice_of
from citeledger.interfaces.web.pagination import PAGE_SIZE, after_of, more_address
from citeledger.interfaces.web.presenters import pages as presenters
from citeledger.interfaces.web.presenters.badges import signs
from citeledger.ledger import services
from citeledger.ledger.pages import own_page
from revalidation import reading
from revalidation.metrics import ShownOn, shown

_CONFLICT = 409
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
    return render(request, "pages/page.html", {"page": drawn, "signs": signs()})


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def new_page(request: HttpRequest, viewer: Principal) -> HttpResponse:
    """Say what a page of a host shows."""
    surfaces = presenters.surface_choices(surfaces=surfaces_of(principal=viewer))
    form = NewPageForm(request.POST if request.method == "POST" else None, surfaces=surfaces)
    if form.is_valid():
        try:
            uid = services.create_page(actor=viewer, at=now(), **form.cleaned_data)
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
    form = EditPageForm(request.POST if request.method == "POST" else None, initial=presenters.as_typed(own=own))
    if form.is_valid():
        try:
            services.edit_page(actor=viewer, page=page, at=now(), **form.cleaned_data)
            return done(key="page-saved", name="page", page=page)
        except Conflict as conflict:
            again = EditPageForm(on_top_of(form=form, current=conflict.current))
            drawn = presenters.edit_page(page=page, own=own, conflict=True)
            return render(request, "pages/edit.html", {"form": again, "page": drawn}, status=_CONFLICT)
        except Refused as refused:
            show_refusal(form=form, refused=refused)
        except NotFound:
            form.add_error(None, _NOT_OF_THE_SURFACE)
    drawn = presenters.edit_page(page=page, own=own)
    return render(request, "pages/edit.html", {"form": form, "page": drawn}, status=status_of(form=form))
