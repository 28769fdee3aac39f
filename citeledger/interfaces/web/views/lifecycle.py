"""What becomes of a document: retired, superseded, one of its versions withdrawn or adopted. Asked before each."""

from collections.abc import Callable
from datetime import UTC, datetime, time
from uuid import UUID

from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from acl.rights import Right
from citeledger.core.principals import Principal
from citeledger.core.refusals import Forbidden, NotFound, Refused
from citeledger.documents import queries, services
from citeledger.documents.views import DocumentView
from citeledger.interfaces.names import shown_name
from citeledger.interfaces.web.console import now, signed_in
from citeledger.interfaces.web.forms import ConfirmForm, SupersedeForm, show_refusal, status_of
from citeledger.interfaces.web.notices import done
from citeledger.interfaces.web.presenters import changing
from citeledger.interfaces.web.presenters.documents import published_by, version_label
from revalidation.resting import resting_on_document, resting_on_version

_CANDIDATES = 50
_UNKNOWN = "You can read no document with this uid."


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def retire(request: HttpRequest, viewer: Principal, document: UUID) -> HttpResponse:
    """Retire a document."""
    found = managed(viewer=viewer, document=document)
    form = ConfirmForm(request.POST if request.method == "POST" else None)
    if went_through(form, lambda: services.retire(actor=viewer, document=document, at=now())):
        return done(key="retired", name="document", document=document)
    page = changing.retirement(document=found, resting=resting_on_document(document=document))
    return asking_page(request, page, form)


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def supersede(request: HttpRequest, viewer: Principal, document: UUID) -> HttpResponse:
    """Name the document that takes over, and the day from which it does."""
    found = managed(viewer=viewer, document=document)
    others = queries.documents(viewer=viewer, after=None, limit=_CANDIDATES)
    choices = [(str(other.uid), shown_name(text=other.title).text) for other in others if other.uid != document]
    form = SupersedeForm(request.POST if request.method == "POST" else None, candidates=choices)
    if went_through(form, lambda: _supersede(viewer=viewer, document=document, form=form)):
        return done(key="superseded", name="document", document=document)
    return asking_page(request, changing.supersession(document=found), form)


def _supersede(*, viewer: Principal, document: UUID, form: SupersedeForm) -> None:
    first_moment = datetime.combine(form.cleaned_data["effective_from"], time.min, tzinfo=UTC)
    by = form.successor()
    try:
        services.supersede(actor=viewer, document=document, by=by, effective_from=first_moment, at=now())
    except NotFound:
        raise Refused("unknown_document", _UNKNOWN, "by_uid") from None


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def withdraw(request: HttpRequest, viewer: Principal, document: UUID, version: UUID) -> HttpResponse:
    """Withdraw one version."""
    found = managed(viewer=viewer, document=document)
    shown = queries.version(viewer=viewer, uid=version)
    if shown.document != document:
        raise NotFound
    form = ConfirmForm(request.POST if request.method == "POST" else None)
    if went_through(form, lambda: services.withdraw(actor=viewer, version=version, at=now())):
        return done(key="withdrawn", name="versions", document=document)
    label = version_label(number=shown.number, rendition=shown.rendition)
    page = changing.withdrawal(document=found, label=label, resting=resting_on_version(version=version))
    return asking_page(request, page, form)


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def adopt(request: HttpRequest, viewer: Principal, document: UUID, version: UUID) -> HttpResponse:
    """Stand by what a program published."""
    found, shown = queries.document(viewer=viewer, uid=document), queries.version(viewer=viewer, uid=version)
    if shown.document != document:
        raise NotFound
    if Right.EDIT not in found.rights:
        raise Forbidden
    form = ConfirmForm(request.POST if request.method == "POST" else None)
    if went_through(form, lambda: services.adopt(actor=viewer, version=version, at=now())):
        return done(key="adopted", name="version", document=document, version=version)
    label = version_label(number=shown.number, rendition=shown.rendition)
    page = changing.adoption(document=found, label=label, published_by=published_by(program=shown.program))
    return asking_page(request, page, form)


def managed(*, viewer: Principal, document: UUID) -> DocumentView:
    """The document, for whoever manages it. Raises NotFound, Forbidden."""
    found = queries.document(viewer=viewer, uid=document)
    if Right.MANAGE not in found.rights:
        raise Forbidden
    return found


def went_through(form: Form, change: Callable[[], None]) -> bool:
    """Make the change if the form was sent and is right; a refusal comes to stand in the form."""
    if not form.is_valid():
        return False
    try:
        change()
    except Refused as refused:
        show_refusal(form=form, refused=refused)
        return False
    return True


def asking_page(
    request: HttpRequest, page: changing.ConfirmPage, form: Form, *, status: int | None = None
) -> HttpResponse:
    """The question before it is done, with what spoke against it, if something did."""
    context = {"page": page, "form": form}
    return render(request, "documents/confirm.html", context, status=status or status_of(form=form))
