"""Uploads: send files, look at what was read from one, publish or discard it."""

from collections.abc import Callable
from uuid import UUID

from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from acl.rights import Right
from citeledger.core.principals import Principal
from citeledger.core.refusals import Conflict, Forbidden, NotFound, Refused
from citeledger.documents import queries, uploads
from citeledger.documents.gate import Manuscript
from citeledger.documents.metadata import Metadata, Status
from citeledger.documents.services import uploading
from citeledger.documents.services.uploading import LARGEST_UPLOAD, NewDocument, NextVersion, Published
from citeledger.documents.uploads import LONGEST_PIECE, UploadState, UploadView
from citeledger.documents.views import DocumentView
from citeledger.interfaces.web.console import now, signed_in
from citeledger.interfaces.web.forms import DetailsForm, show_refusal, status_of
from citeledger.interfaces.web.forms.uploads import FileForm, NextVersionForm, OnTopForm
from citeledger.interfaces.web.notices import done, notice_of
from citeledger.interfaces.web.presenters.ahead import Ahead
from citeledger.interfaces.web.presenters.uploads import title_for, upload_page, uploads_page
from citeledger.interfaces.web.views.ahead import PREVIEW, foreseen, foreseen_or_none, status_ahead

_CONFLICT = 409
_TOO_LARGE = 413
_FORM_BYTES = 16 * 1024  # what a form adds at most to the file in it
_MOST_CANDIDATES = 200
_NEWS = {Status.DRAFT: "drafted", Status.PUBLISHED: "first-published"}
_NO_REPLY = "The file is larger than what can be sent."


@csrf_exempt  # a body that is too large is answered before anything reads it; `_files` checks the token
@require_http_methods(["GET", "HEAD", "POST"])
def files(request: HttpRequest) -> HttpResponseBase:
    """One's own files on their way, and a form to send one more."""
    if int(request.META.get("CONTENT_LENGTH") or 0) > LARGEST_UPLOAD + _FORM_BYTES:
        return _too_large(request)
    return _files(request)


@signed_in
def _too_large(request: HttpRequest, viewer: Principal) -> HttpResponse:
    return _files_page(request, viewer, None, FileForm(), status=_TOO_LARGE, notice=_NO_REPLY)


@signed_in
def _files(request: HttpRequest, viewer: Principal) -> HttpResponse:
    if request.method != "POST":
        document = _aimed_at(viewer, request.GET.get("document", ""))
        form = FileForm(initial={"document": document.uid if document else None})
        return _files_page(request, viewer, document, form, notice=notice_of(request=request))
    form = FileForm(request.POST, request.FILES)
    document = _aimed_at(viewer, request.POST.get("document", ""))
    if form.is_valid():
        try:
            return redirect("web:upload", upload=_receive(viewer, form, document))
        except Refused as refused:
            show_refusal(form=form, refused=Refused(refused.code, refused.detail, "file"))
    return _files_page(request, viewer, document, form, status=status_of(form=form))


def _aimed_at(viewer: Principal, uid: str) -> DocumentView | None:
    """The document files are meant for, if one is named. Raises NotFound, Forbidden."""
    if not uid:
        return None
    try:
        document = queries.document(viewer=viewer, uid=UUID(uid))
    except ValueError:
        raise NotFound from None
    if Right.EDIT not in document.rights:
        raise Forbidden
    return document


def _receive(viewer: Principal, form: FileForm, document: DocumentView | None) -> UUID:
    """What the browser says of the type is a guess from the name; we guess from the same name ourselves."""
    file = form.cleaned_data["file"]
    return uploading.receive(
        actor=viewer,
        document=document.uid if document else None,
        data=file.read(),
        media_type=None,
        file_name=file.name or "",
        language=form.cleaned_data["language"] or None,
        at=now(),
    )


def _files_page(
    request: HttpRequest,
    viewer: Principal,
    document: DocumentView | None,
    form: FileForm,
    *,
    status: int = 200,
    notice: str = "",
) -> HttpResponse:
    page = uploads_page(uploads=uploads.uploads(viewer=viewer), document=document, notice=notice)
    return render(request, "uploads/files.html", {"page": page, "form": form}, status=status)


@require_http_methods(["GET", "HEAD"])
@signed_in
def file(request: HttpRequest, viewer: Principal, upload: UUID) -> HttpResponse:
    """How far a file is; once it is read, what was read and the ways to publish it."""
    return _file_page(request, viewer, uploads.upload(viewer=viewer, uid=upload), notice=notice_of(request=request))


@require_POST
@signed_in
def publish(request: HttpRequest, viewer: Principal, upload: UUID) -> HttpResponse:
    """Publish it where the form that was sent says."""
    found = uploads.upload(viewer=viewer, uid=upload)
    form = _sent_form(request, viewer, found)
    if form.is_valid():
        try:
            return _acted(request, viewer, found, form)
        except Refused as refused:
            show_refusal(form=form, refused=refused)
    return _file_page(request, viewer, found, form, status=status_of(form=form))


def _acted(request: HttpRequest, viewer: Principal, found: UploadView, form: Form) -> HttpResponse:
    """Published, or looked ahead where that was asked for or somebody published meanwhile. Raises Refused."""
    target = _target(viewer, found, form)
    if PREVIEW in request.POST and isinstance(form, NextVersionForm) and isinstance(target, NextVersion):
        return _looked_ahead(request, viewer, found, form, target)
    try:
        return _done(target, uploading.publish_upload(actor=viewer, upload=found.uid, target=target, at=now()))
    except Conflict:
        if isinstance(form, NextVersionForm) and isinstance(target, NextVersion):
            return _looked_ahead(request, viewer, found, form, target, status=_CONFLICT)
        return _file_page(request, viewer, found, status=_CONFLICT)


def _looked_ahead(
    request: HttpRequest,
    viewer: Principal,
    found: UploadView,
    form: NextVersionForm,
    target: NextVersion,
    *,
    status: int = 0,
) -> HttpResponse:
    """The file beside what it turns of the document chosen, to be published over the version it was compared with."""
    ahead = foreseen(editor=viewer, document=target.document, read=_reader(viewer, found.uid), expected=target.expected)
    sent = form.having_looked_at(document=target.document, version=ahead.against)
    again = NextVersionForm(sent, candidates=_candidates(viewer))
    overtaken = target.document if ahead.overtaken else None
    return _file_page(
        request, viewer, found, again, status=status or status_ahead(asked=ahead), ahead=ahead, overtaken=overtaken
    )


def _done(target: NewDocument | NextVersion, published: Published) -> HttpResponse:
    made = _NEWS[target.metadata.status] if isinstance(target, NewDocument) else "published"
    return done(key=made if published.is_new else "identical", name="document", document=published.document)


def _sent_form(request: HttpRequest, viewer: Principal, upload: UploadView) -> Form:
    if upload.document is not None:
        return OnTopForm(request.POST)
    if request.POST.get("as") == "next":
        return NextVersionForm(request.POST, candidates=_candidates(viewer))
    return DetailsForm(request.POST)


def _target(viewer: Principal, upload: UploadView, form: Form) -> NewDocument | NextVersion:
    if isinstance(form, DetailsForm):
        return NewDocument(Metadata(**form.details()))
    if isinstance(form, NextVersionForm):
        return _chosen(viewer, form)
    if upload.document is None:
        raise NotFound
    return NextVersion(upload.document, form.cleaned_data["expected"])


def _chosen(viewer: Principal, form: NextVersionForm) -> NextVersion:
    chosen = form.chosen()
    document = form.cleaned_data["document_uid"]
    return NextVersion(*(chosen or (document, queries.document(viewer=viewer, uid=document).version)))


def _reader(viewer: Principal, upload: UUID) -> Callable[[], Manuscript]:
    return lambda: uploading.manuscript_of(actor=viewer, upload=upload)


def _candidates(viewer: Principal) -> list[tuple[str, str]]:
    """Documents the viewer may edit, newest first, each with the version that is current now."""
    found = queries.editable_documents(viewer=viewer, limit=_MOST_CANDIDATES)
    return [(f"{each.uid} {each.version or ''}".strip(), each.title) for each in found]


def _file_page(
    request: HttpRequest,
    viewer: Principal,
    found: UploadView,
    form: Form | None = None,
    *,
    status: int = 200,
    notice: str = "",
    ahead: Ahead | None = None,
    overtaken: UUID | None = None,
) -> HttpResponse:
    """`ahead`: what publishing it would do to a document that was asked about; else to the one it is meant for.

    `overtaken`: a document in which somebody published since it was looked at.
    """
    document = queries.document(viewer=viewer, uid=found.document) if found.document else None
    is_ready = found.state is UploadState.READY
    start = _start(request)
    piece = uploads.piece(viewer=viewer, uid=found.uid, start=start, length=LONGEST_PIECE) if is_ready else None
    published = queries.version(viewer=viewer, uid=found.version).document if found.version else None
    ahead = ahead or (_meant(viewer, found) if not start else None)
    newest = ahead.against if ahead else document.version if document else None
    if is_ready and document and newest != found.expected:
        overtaken = document.uid
    page = upload_page(
        upload=found,
        document=document,
        piece=piece,
        published_document=published,
        overtaken=overtaken,
        ahead=ahead,
        notice=notice,
    )
    forms = _forms(viewer, found, newest, form, title_for(upload=found, piece=piece)) if is_ready else {}
    return render(request, "uploads/file.html", {"page": page} | forms, status=status)


def _meant(viewer: Principal, found: UploadView) -> Ahead | None:
    """What publishing it would do to the document it is meant for, once it is read."""
    if found.state is not UploadState.READY or found.document is None:
        return None
    read = _reader(viewer, found.uid)
    return foreseen_or_none(editor=viewer, document=found.document, read=read, expected=found.expected)


def _start(request: HttpRequest) -> int:
    start = request.GET.get("start", "")
    return int(start) if start.isascii() and start.isdecimal() and len(start) < 10 else 0


def _forms(
    viewer: Principal, upload: UploadView, expected: UUID | None, sent: Form | None, title: str
) -> dict[str, Form]:
    """The ways to publish it: the form that came back as it was sent, the others empty."""
    if upload.document is not None:
        return {"on_top": sent or OnTopForm(initial={"expected": expected})}
    proposed = {"title": title, "language": upload.language}
    empty = {"details": DetailsForm(initial=proposed), "next": NextVersionForm(candidates=_candidates(viewer))}
    return empty | ({"next" if isinstance(sent, NextVersionForm) else "details": sent} if sent else {})


@require_POST
@signed_in
def discard(_request: HttpRequest, viewer: Principal, upload: UUID) -> HttpResponse:
    """Drop it with all that was read."""
    uploading.discard(actor=viewer, upload=upload)
    return done(key="discarded", name="uploads")
