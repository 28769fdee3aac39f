"""Sets of documents pinned as they were: the list, one, what changed between two, and a new one."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_safe

from citeledger.core.principals import Principal
from citeledger.core.refusals import Refused
from citeledger.documents import pinned, queries, services
from citeledger.documents.programs import programs_of
from citeledger.interfaces.names import shown_name
from citeledger.interfaces.web.console import now, signed_in
from citeledger.interfaces.web.forms import SnapshotForm, show_refusal, status_of
from citeledger.interfaces.web.notices import done, notice_of
from citeledger.interfaces.web.pagination import PAGE_SIZE, after_of, more_address
from citeledger.interfaces.web.presenters import snapshots as presenters
from revalidation import withholding

_CANDIDATES = 50
_COMPARABLE = 20


@require_safe
@signed_in
def snapshots(request: HttpRequest, viewer: Principal) -> HttpResponse:
    """What the viewer pinned, newest first."""
    rows = pinned.snapshots(viewer=viewer, after=after_of(request=request), limit=PAGE_SIZE)
    page = presenters.snapshot_list(rows=rows, more=more_address(rows=rows), notice=notice_of(request=request))
    return render(request, "snapshots/list.html", {"page": page})


@require_safe
@signed_in
def snapshot(request: HttpRequest, viewer: Principal, snapshot: UUID) -> HttpResponse:
    """One snapshot, and the newest others to compare it with."""
    found = pinned.snapshot(viewer=viewer, uid=snapshot)
    if found.unavailable:
        withholding.note()
    others = pinned.snapshots(viewer=viewer, after=None, limit=_COMPARABLE)
    page = presenters.snapshot_page(
        snapshot=found,
        programs=programs_of(versions=[one.version for one in found.documents]),
        others=others,
        notice=notice_of(request=request),
    )
    return render(request, "snapshots/snapshot.html", {"page": page})


@require_safe
@signed_in
def changes(request: HttpRequest, viewer: Principal, old: UUID, new: UUID) -> HttpResponse:
    """What changed from one to another."""
    found = pinned.changes(viewer=viewer, old=old, new=new)
    if found.unavailable:
        withholding.note()
    page = presenters.changes_page(changes=found, programs=programs_of(versions=found.versions()))
    return render(request, "snapshots/changes.html", {"page": page})


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def new_snapshot(request: HttpRequest, viewer: Principal) -> HttpResponse:
    """Pin documents as they are."""
    rows = queries.documents(viewer=viewer, after=None, limit=_CANDIDATES)
    candidates = [
        (str(row.uid), shown_name(text=row.title).text) for row in rows if row.version and row.retired_at is None
    ]
    form = SnapshotForm(request.POST if request.method == "POST" else None, candidates=candidates)
    if form.is_valid():
        try:
            documents = form.documents()
            made = services.pin(actor=viewer, name=form.cleaned_data["name"], documents=documents, at=now())
            return done(key="pinned", name="snapshot", snapshot=made.uid)
        except Refused as refused:
            show_refusal(form=form, refused=refused)
    return render(request, "snapshots/new.html", {"form": form}, status=status_of(form=form))
