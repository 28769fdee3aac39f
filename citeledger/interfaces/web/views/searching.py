"""Searching passages, as people do: the same search as a program's, a page at a time."""

import re
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from citeledger.core.principals import Principal
from citeledger.core.refusals import NotFound
from citeledger.documents.search import searching
from citeledger.interfaces.web.console import now, signed_in
from citeledger.interfaces.web.presenters import searching as presenters
from citeledger.interfaces.web.sought import Sought, sought
from revalidation import withholding

_PAGE_SIZE: Final = 10
_PAGE: Final = re.compile(r"[1-9]\d{0,2}", re.ASCII)
_NOTHING: Final = searching.Found(hits=(), pending=0)


@require_safe
@signed_in
def search(request: HttpRequest, viewer: Principal) -> HttpResponse:
    """The passages that say best what was asked. It leaves at a tick, as every search (ADR 14)."""
    withholding.note()
    asked, number = sought(request=request), _number(request)
    page = presenters.search_page(asked=asked, found=_found(viewer, asked, number), number=number, page_size=_PAGE_SIZE)
    return render(request, "search/search.html", {"page": page}, status=asked.status)


def _number(request: HttpRequest) -> int:
    """The page asked for, from 1. Raises NotFound for anything but a number."""
    given = request.GET.get("page", "1")
    if not _PAGE.fullmatch(given):
        raise NotFound
    return int(given)


def _found(viewer: Principal, asked: Sought, number: int) -> searching.Found:
    """One more than the page shows, which says whether there is another page."""
    if not asked.terms:
        return _NOTHING
    skip = (number - 1) * _PAGE_SIZE
    return searching.search(viewer=viewer, query=asked.words, limit=_PAGE_SIZE + 1, skip=skip, at=now())
