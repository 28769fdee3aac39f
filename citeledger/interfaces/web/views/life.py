"""The life of a document's cited passages, version by version."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from citeledger.core.principals import Principal
from citeledger.documents import queries
from citeledger.interfaces.web.console import signed_in
from citeledger.interfaces.web.pagination import after_of
from citeledger.interfaces.web.presenters.life import life_page
from revalidation import lives
from revalidation.metrics import ShownOn, shown

_LANES = 60


@require_safe
@signed_in
def life(request: HttpRequest, viewer: Principal, document: UUID) -> HttpResponse:
    """Which passages of which answers lived, moved, changed, and when."""
    found = lives.life(viewer=viewer, document=document, after=after_of(request=request), limit=_LANES)
    shown(on=ShownOn.WEB, states=[one.state for passage in found.passages for one in passage.citations])
    page = life_page(document=queries.document(viewer=viewer, uid=document), life=found)
    return render(request, "documents/life.html", {"page": page})
