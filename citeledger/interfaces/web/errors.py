"""The answers that say no: constant words whatever the cause (DESIGN rules 6, 8).

All but 404 are the same bytes for everyone and look at no database. A 404 stands in the frame of the other pages, with
who is signed in: for each viewer the same, whatever was asked for.
"""

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

RETRY_AFTER_SECONDS = 5


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:  # noqa: ARG001  # Django's signature
    """400: the request itself could not be read."""
    return _page(template="400.html", status=400)


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:  # noqa: ARG001  # Django's signature
    """403: readable, but the right to do this is missing."""
    return _page(template="403.html", status=403)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:  # noqa: ARG001  # Django's signature
    """404: no such address, no such thing, or nothing this viewer may know of. 503 where we cannot ask who looks."""
    try:
        return _page(template="404.html", status=404, request=request)
    except (OperationalError, InterfaceError):
        return outage()


def server_error(request: HttpRequest) -> HttpResponse:  # noqa: ARG001  # Django's signature
    """500: our fault."""
    return _page(template="500.html", status=500)


def outage() -> HttpResponse:
    """503: the database cannot be asked. Not a verdict, so no state is shown but `unverified`."""
    response = _page(template="errors/outage.html", status=503)
    response["Retry-After"] = str(RETRY_AFTER_SECONDS)
    return response


def damaged() -> HttpResponse:
    """503: a stored text fails its proof. No Retry-After: it does not heal by itself."""
    return _page(template="errors/damaged.html", status=503)


def _page(*, template: str, status: int, request: HttpRequest | None = None) -> HttpResponse:
    response = HttpResponse(render_to_string(template, request=request), status=status)
    response["Cache-Control"] = "private, no-store"
    return response
