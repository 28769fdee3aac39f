"""Behind the badges, for auditors: everyone else gets the answer of an address that does not exist.

Opening a page looks at nothing; each look is asked for with a button, because each is logged (DESIGN rules 4, 11).
"""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from acl.queries import principal_named
from citeledger.core.principals import ANONYMOUS, Principal
from citeledger.interfaces.web.console import now, signed_in
from citeledger.interfaces.web.forms import ViewerForm, status_of
from citeledger.interfaces.web.presenters import audit as presenters
from revalidation import decisions


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def why(request: HttpRequest, viewer: Principal, citation: UUID) -> HttpResponse:
    """Why somebody sees the state of a citation. `?viewer=` fills in the form and does nothing more."""
    decisions.require_audit(reader=viewer)
    if request.method != "POST":
        return _why(request, citation, None, ViewerForm(initial={"viewer": request.GET.get("viewer", "")}))
    form = ViewerForm(request.POST)
    chosen = _chosen(form)
    traced = decisions.trace(reader=viewer, viewer=chosen, citation=citation, at=now()) if chosen else None
    return _why(request, citation, traced, form)


def _chosen(form: ViewerForm) -> Principal | None:
    """The viewer the form names; where there is none, the form says so."""
    if not form.is_valid():
        return None
    name = form.cleaned_data["viewer"]
    found = principal_named(username=name) if name else ANONYMOUS
    if found is None:
        form.add_error("viewer", "Nobody active has this username.")
    return found


def _why(request: HttpRequest, citation: UUID, traced: decisions.Trace | None, form: ViewerForm) -> HttpResponse:
    page = presenters.why_page(citation=citation, trace=traced)
    return render(request, "ledger/why.html", {"page": page, "form": form}, status=status_of(form=form))


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def original(request: HttpRequest, viewer: Principal, answer: UUID) -> HttpResponse:
    """What was said originally, once the auditor has asked for it."""
    decisions.require_audit(reader=viewer)
    if request.method != "POST":
        return render(request, "ledger/ask.html", {"page": presenters.before_original()})
    found = decisions.original(reader=viewer, answer=answer, at=now())
    return render(request, "ledger/original.html", {"page": presenters.original_page(original=found)})
