"""Creating documents, publishing versions, changing details: each on the state the writer started from."""

from uuid import UUID

from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from acl.rights import Right
from citeledger.core.principals import Principal
from citeledger.core.refusals import Conflict, Forbidden, Refused
from citeledger.documents import queries, services
from citeledger.documents.gate import read_manuscript
from citeledger.documents.metadata import Metadata
from citeledger.documents.views import DocumentView
from citeledger.extraction import MEDIA_TYPES
from citeledger.interfaces.web.console import now, signed_in
from citeledger.interfaces.web.forms import DetailsForm, TextForm, on_top_of, show_refusal, status_of
from citeledger.interfaces.web.notices import done
from citeledger.interfaces.web.presenters.ahead import Ahead
from citeledger.interfaces.web.presenters.changing import EditPage, edit_page
from citeledger.interfaces.web.views.ahead import PREVIEW, foreseen, status_ahead

_OK = 200
_CONFLICT = 409


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def new_document(request: HttpRequest, viewer: Principal) -> HttpResponse:
    """A form for the details of a new document."""
    form = DetailsForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            uid = services.create_document(actor=viewer, metadata=Metadata(**form.details()), at=now())
            return done(key="created", name="edit-text", document=uid)
        except Refused as refused:
            show_refusal(form=form, refused=refused)
    return render(request, "documents/new.html", {"form": form}, status=status_of(form=form))


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def edit_text(request: HttpRequest, viewer: Principal, document: UUID) -> HttpResponse:
    """A form with the current text; what is sent becomes the next version.

    What was read from a file has no such form: the words alone would lose its cells, pages and doubts.
    """
    found = _editable(viewer=viewer, document=document)
    current = _current_text(viewer=viewer, found=found)
    if current["media_type"] not in MEDIA_TYPES:
        return render(request, "documents/edit_file.html", {"page": edit_page(document=found)}, status=_status(request))
    if request.method != "POST":
        return _text_page(request, found, TextForm(initial=current))
    form = TextForm(request.POST)
    if not form.is_valid():
        return _text_page(request, found, form)
    sent = form.version()
    try:
        if PREVIEW in request.POST:
            return _looked_ahead(request, found, form, ahead=_ahead(viewer, document, **sent))
        uid = services.publish_version(actor=viewer, document=document, at=now(), **sent)
    except Conflict as conflict:
        return _text_conflict(request, found, form, newest=conflict.current)
    except Refused as refused:
        show_refusal(form=form, refused=refused)
        return _text_page(request, found, form)
    return done(key="unchanged" if uid == sent["expected"] else "published", name="document", document=document)


def _status(request: HttpRequest) -> int:
    """Asking for a form that there is not is fine; sending one changes nothing."""
    return _CONFLICT if request.method == "POST" else _OK


def _editable(*, viewer: Principal, document: UUID) -> DocumentView:
    found = queries.document(viewer=viewer, uid=document)
    if Right.EDIT not in found.rights:
        raise Forbidden
    return found


def _current_text(*, viewer: Principal, found: DocumentView) -> dict[str, object]:
    if found.version is None:
        return {"expected": "", "media_type": "text/markdown", "text": ""}
    current = queries.version(viewer=viewer, uid=found.version)
    return {"expected": current.uid, "media_type": current.media_type, "text": current.text}


def _current_details(found: DocumentView) -> dict[str, object]:
    names = ("title", "owner", "originator", "classification", "language", "effective_from", "source_quality")
    details: dict[str, object] = {name: getattr(found, name) for name in names}
    return details | {"status": found.status.value, "expected": found.metadata_number}


def _ahead(viewer: Principal, document: UUID, *, data: bytes, media_type: str, expected: UUID | None) -> Ahead:
    return foreseen(
        editor=viewer,
        document=document,
        read=lambda: read_manuscript(data=data, media_type=media_type),
        expected=expected,
    )


def _text_page(request: HttpRequest, found: DocumentView, form: TextForm) -> HttpResponse:
    page = edit_page(document=found)
    return _edit_page(request, "documents/edit_text.html", page, form, status=status_of(form=form))


def _looked_ahead(request: HttpRequest, found: DocumentView, form: TextForm, *, ahead: Ahead) -> HttpResponse:
    """What was typed, to be published over the version it was compared with; whoever was overtaken is told."""
    newest = str(ahead.against or "")
    page = edit_page(
        document=found, base=form.cleaned_data["expected"], newest=newest, conflict=ahead.overtaken, ahead=ahead
    )
    again = TextForm(on_top_of(form=form, current=newest))
    return _edit_page(request, "documents/edit_text.html", page, again, status=status_ahead(asked=ahead))


def _text_conflict(request: HttpRequest, found: DocumentView, form: TextForm, *, newest: str) -> HttpResponse:
    page = edit_page(document=found, base=form.cleaned_data["expected"], newest=newest, conflict=True)
    again = TextForm(on_top_of(form=form, current=newest))
    return _edit_page(request, "documents/edit_text.html", page, again, status=_CONFLICT)


def _edit_page(request: HttpRequest, template: str, page: EditPage, form: Form, *, status: int) -> HttpResponse:
    return render(request, template, {"page": page, "form": form}, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def edit_details(request: HttpRequest, viewer: Principal, document: UUID) -> HttpResponse:
    """A form with the current details."""
    found = _editable(viewer=viewer, document=document)
    if request.method != "POST":
        return _details_page(request, found, DetailsForm(initial=_current_details(found)))
    form = DetailsForm(request.POST)
    if not form.is_valid():
        return _details_page(request, found, form)
    try:
        said = Metadata(**form.details())
        services.update_metadata(actor=viewer, document=document, metadata=said, expected=form.revision(), at=now())
    except Conflict as conflict:
        return _details_conflict(request, found, form, newest=conflict.current)
    except Refused as refused:
        show_refusal(form=form, refused=refused)
        return _details_page(request, found, form)
    return done(key="saved", name="document", document=document)


def _details_page(request: HttpRequest, found: DocumentView, form: DetailsForm) -> HttpResponse:
    page = edit_page(document=found)
    return _edit_page(request, "documents/edit_details.html", page, form, status=status_of(form=form))


def _details_conflict(request: HttpRequest, found: DocumentView, form: DetailsForm, *, newest: str) -> HttpResponse:
    page = edit_page(document=found, conflict=True)
    again = DetailsForm(on_top_of(form=form, current=newest))
    return _edit_page(request, "documents/edit_details.html", page, again, status=_CONFLICT)
