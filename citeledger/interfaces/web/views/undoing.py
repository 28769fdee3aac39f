"""What can be undone: an edit by publishing an older text again, a retirement by ending it. Asked once more before."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from acl.rights import Right
from citeledger.core.principals import Principal
from citeledger.core.refusals import Conflict, Forbidden, NotFound
from citeledger.documents import queries, services
from citeledger.documents.services.undoing import manuscript_of
from citeledger.documents.views import DocumentView
from citeledger.interfaces.web.console import now, signed_in
from citeledger.interfaces.web.forms import ConfirmForm, RevertForm
from citeledger.interfaces.web.notices import done
from citeledger.interfaces.web.presenters import changing
from citeledger.interfaces.web.presenters.ahead import Ahead
from citeledger.interfaces.web.presenters.documents import version_label
from citeledger.interfaces.web.views.ahead import foreseen_or_none
from citeledger.interfaces.web.views.lifecycle import asking_page, managed, went_through

_CONFLICT = 409


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def unretire(request: HttpRequest, viewer: Principal, document: UUID) -> HttpResponse:
    """End a retirement."""
    found = managed(viewer=viewer, document=document)
    form = ConfirmForm(request.POST if request.method == "POST" else None)
    if went_through(form, lambda: services.unretire(actor=viewer, document=document, at=now())):
        return done(key="unretired", name="document", document=document)
    return asking_page(request, changing.unretirement(document=found), form)


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def revert(request: HttpRequest, viewer: Principal, document: UUID, version: UUID) -> HttpResponse:
    """Publish an older version's text again."""
    found, label = _editable(viewer=viewer, document=document, version=version)
    form = RevertForm(request.POST if request.method == "POST" else None, initial={"expected": found.version})
    try:
        if went_through(form, lambda: _revert(viewer=viewer, document=document, version=version, form=form)):
            return done(key="reverted", name="document", document=document)
    except Conflict as conflict:
        ahead = _ahead(viewer, document, version, expected=found.version)
        page = changing.reversion(document=found, label=label, overtaken=True, ahead=ahead)
        looked_at = str(ahead.against or "") if ahead else conflict.current
        return asking_page(request, page, RevertForm({"expected": looked_at}), status=_CONFLICT)
    ahead = _ahead(viewer, document, version, expected=found.version)
    if ahead and not form.is_bound:
        form = RevertForm(initial={"expected": ahead.against})
    return asking_page(request, changing.reversion(document=found, label=label, ahead=ahead), form)


def _ahead(viewer: Principal, document: UUID, version: UUID, *, expected: UUID | None) -> Ahead | None:
    return foreseen_or_none(
        editor=viewer,
        document=document,
        read=lambda: manuscript_of(actor=viewer, document=document, to=version),
        expected=expected,
    )


def _editable(*, viewer: Principal, document: UUID, version: UUID) -> tuple[DocumentView, str]:
    found = queries.document(viewer=viewer, uid=document)
    shown = queries.version(viewer=viewer, uid=version)
    if shown.document != document:
        raise NotFound
    if Right.EDIT not in found.rights:
        raise Forbidden
    return found, version_label(number=shown.number, rendition=shown.rendition)


def _revert(*, viewer: Principal, document: UUID, version: UUID, form: RevertForm) -> None:
    services.revert(actor=viewer, document=document, to=version, expected=form.cleaned_data["expected"], at=now())
