"""Binding a statement to another place in the current version: the places side by side, a button for each."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from citeledger.core.principals import Principal
from citeledger.core.refusals import NotFound, Refused
from citeledger.core.states import State
from citeledger.documents import queries
from citeledger.documents.views import VersionView
from citeledger.interfaces.web.console import now, signed_in
from citeledger.interfaces.web.forms import RebindForm
from citeledger.interfaces.web.notices import done
from citeledger.interfaces.web.presenters import rebinding as presenters
from citeledger.interfaces.web.presenters.statements import citation_address
from citeledger.rebinding import services as rebinding
from revalidation.panels import Panel, panel

_OK, _UNPROCESSABLE = 200, 422
_HOLDS = "The words of this place are others. Read both, then say that the statement holds with them."
_CHANGED_ON_ITS_WAY = "The form was changed on its way. Open this page again."


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def rebind(request: HttpRequest, viewer: Principal, citation: UUID) -> HttpResponse:
    """Choose where the words stand now, and record the statement anew."""
    found = panel(viewer=viewer, citation=citation)
    if found.state is State.UNAVAILABLE:
        raise NotFound
    own = rebinding.bound_places(writer=viewer, citation=citation)
    if found.state is not State.SOURCE_CHANGED:
        return HttpResponseRedirect(citation_address(citation=citation))
    problem = ""
    if request.method == "POST":
        try:
            return done(key="rebound", name="citation", citation=_rebound(request, viewer, citation))
        except Refused as refused:
            problem = refused.detail
    places = presenters.places(panel=found, own=own)
    refusals = rebinding.refusals(writer=viewer, citation=citation, places=places)
    page = presenters.rebind_page(
        panel=found, places=places, refused=refusals, texts=_texts(viewer, found), notice=problem
    )
    return render(request, "ledger/rebind.html", {"page": page}, status=_UNPROCESSABLE if problem else _OK)


def _rebound(request: HttpRequest, viewer: Principal, citation: UUID) -> UUID:
    form = RebindForm(request.POST)
    if not form.is_valid():
        raise Refused("bad_form", _HOLDS if form.errors.keys() == {"holds"} else _CHANGED_ON_ITS_WAY)
    recorded = rebinding.rebind(writer=viewer, citation=citation, cited=form.cited(), to=form.place(), at=now())
    return recorded.citations[0]


def _texts(viewer: Principal, found: Panel) -> dict[UUID, VersionView]:
    return {uid: queries.version(viewer=viewer, uid=uid) for uid in {s.current_version for s in found.sources}}
