"""Reviewing what changed: the queue, and saying that a statement still holds."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_safe

from citeledger.core.principals import Principal
from citeledger.core.refusals import Conflict, Forbidden, NotFound, Refused
from citeledger.core.states import State
from citeledger.interfaces.web.console import now, signed_in
from citeledger.interfaces.web.forms import AttestForm, show_refusal, status_of
from citeledger.interfaces.web.notices import done, notice_of
from citeledger.interfaces.web.pagination import PAGE_SIZE, after_of
from citeledger.interfaces.web.presenters import reviewing as presenters
from citeledger.interfaces.web.presenters.statements import citation_address
from revalidation import attesting
from revalidation.metrics import ShownOn, shown
from revalidation.panels import Panel, panel
from revalidation.rebindings import newest_successors
from revalidation.reviews import reviews

_CONFLICT = 409


@require_safe
@signed_in
def queue(request: HttpRequest, viewer: Principal) -> HttpResponse:
    """What changed under statements the viewer may attest."""
    found = reviews(viewer=viewer, after=after_of(request=request), limit=PAGE_SIZE)
    shown(on=ShownOn.WEB, states=[State.SOURCE_CHANGED] * len(found.items))
    rebound = newest_successors(viewer=viewer, citations=[item.uid for item in found.items])
    page = presenters.review_list(found=found, rebound=rebound, notice=notice_of(request=request))
    return render(request, "ledger/review.html", {"page": page})


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def attest(request: HttpRequest, viewer: Principal, citation: UUID) -> HttpResponse:
    """What was cited, what stands there now, and a line that says why the statement holds all the same."""
    found = _attestable(viewer=viewer, citation=citation)
    if found.state is not State.SOURCE_CHANGED:
        return HttpResponseRedirect(citation_address(citation=citation))
    form = AttestForm(
        request.POST if request.method == "POST" else None,
        initial={"versions": presenters.current_versions(panel=found)},
    )
    try:
        if form.is_valid():
            attesting.attest(actor=viewer, citation=citation, at=now(), **form.cleaned_data)
            return done(key="attested", name="citation", citation=citation)
    except Refused as refused:
        show_refusal(form=form, refused=refused)
    except Conflict as conflict:
        again = _attestable(viewer=viewer, citation=citation)
        return _overtaken(request, again, form, current=conflict.current)
    page = presenters.attest_page(panel=found)
    return render(request, "ledger/attest.html", {"page": page, "form": form}, status=status_of(form=form))


def _attestable(*, viewer: Principal, citation: UUID) -> Panel:
    """The panel, for whoever may attest it once it changes. One answer for all that is unavailable (DESIGN rule 6)."""
    found = panel(viewer=viewer, citation=citation)
    if found.state is State.UNAVAILABLE:
        raise NotFound
    if not attesting.may_attest(viewer=viewer, documents={source.document for source in found.sources}):
        raise Forbidden
    return found


def _overtaken(request: HttpRequest, found: Panel, form: AttestForm, *, current: str) -> HttpResponse:
    again = AttestForm({"versions": current, "note": form.cleaned_data["note"]})
    page = presenters.attest_page(panel=found, overtaken=True)
    return render(request, "ledger/attest.html", {"page": page, "form": again}, status=_CONFLICT)
