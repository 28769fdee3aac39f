"""Reading documents: the list, the text, its versions, and what changed between two of them."""

import re
from typing import Final
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from citeledger.core.outcomes import Locator
from citeledger.core.principals import Principal
from citeledger.core.refusals import NotFound
from citeledger.documents import queries
from citeledger.documents.programs import programs_of
from citeledger.documents.views import DocumentSummary, DocumentView
from citeledger.interfaces.web.console import signed_in
from citeledger.interfaces.web.notices import notice_of
from citeledger.interfaces.web.pagination import PAGE_SIZE, after_of, more_address
from citeledger.interfaces.web.presenters import difference as differences
from citeledger.interfaces.web.presenters import documents as presenters
from citeledger.interfaces.web.presenters import history
from citeledger.interfaces.web.presenters.filtering import titles_filter
from citeledger.interfaces.web.sought import Sought, sought
from revalidation import withholding

_PASSAGE: Final = re.compile(r"(\d{1,9})-(\d{1,9})", re.ASCII)


@require_safe
@signed_in
def documents(request: HttpRequest, viewer: Principal) -> HttpResponse:
    """The documents the viewer may read, newest first, or those of them with certain words in the title."""
    asked = sought(request=request)
    rows = _listed(viewer, asked, after_of(request=request))
    page = presenters.document_list(
        rows=rows,
        programs=programs_of(versions=[row.version for row in rows]),
        narrowed=titles_filter(asked=asked),
        more=more_address(rows=rows, q=asked.words),
        notice=notice_of(request=request),
    )
    return render(request, "documents/list.html", {"page": page}, status=asked.status)


def _listed(viewer: Principal, asked: Sought, after: UUID | None) -> tuple[DocumentSummary, ...]:
    if asked.problem:
        return ()
    if not asked.terms:
        return queries.documents(viewer=viewer, after=after, limit=PAGE_SIZE)
    withholding.note()  # as of every search
    return queries.documents_titled(viewer=viewer, terms=asked.terms, after=after, limit=PAGE_SIZE)


@require_safe
@signed_in
def document(request: HttpRequest, viewer: Principal, document: UUID) -> HttpResponse:
    """A document with its current text."""
    found = queries.document(viewer=viewer, uid=document)
    if found.version is None:
        page = presenters.empty_page(document=found, notice=notice_of(request=request))
        return render(request, "documents/empty.html", {"page": page})
    return _text(request, viewer, found, found.version)


@require_safe
@signed_in
def version(request: HttpRequest, viewer: Principal, document: UUID, version: UUID) -> HttpResponse:
    """A document with the text of one of its versions."""
    return _text(request, viewer, queries.document(viewer=viewer, uid=document), version)


def _passage(request: HttpRequest) -> Locator | None:
    """The passage a link leads to, as two offsets in code points; None where it names none, or what is no passage."""
    found = _PASSAGE.fullmatch(request.GET.get("passage", ""))
    return Locator(int(found[1]), int(found[2])) if found else None


def _text(request: HttpRequest, viewer: Principal, found: DocumentView, version: UUID) -> HttpResponse:
    shown = queries.version(viewer=viewer, uid=version)
    if shown.document != found.uid:
        raise NotFound
    page = presenters.document_page(
        document=found, version=shown, passage=_passage(request), notice=notice_of(request=request)
    )
    return render(request, "documents/document.html", {"page": page})


@require_safe
@signed_in
def versions(request: HttpRequest, viewer: Principal, document: UUID) -> HttpResponse:
    """All versions of a document, newest first."""
    found = queries.document(viewer=viewer, uid=document)
    rows = queries.versions(viewer=viewer, document=document)
    page = history.version_list(document=found, rows=rows, notice=notice_of(request=request))
    return render(request, "documents/versions.html", {"page": page})


@require_safe
@signed_in
def difference(request: HttpRequest, viewer: Principal, document: UUID, old: UUID, new: UUID) -> HttpResponse:
    """Word by word, what changed from one version to another."""
    found = queries.document(viewer=viewer, uid=document)
    compared = queries.difference(viewer=viewer, old=old, new=new)
    if compared.document != document:
        raise NotFound
    page = differences.difference_page(document=found, compared=compared)
    return render(request, "documents/difference.html", {"page": page})
