"""What an operator's machines ask: is it alive, may it be believed, what did it show."""

import os

from django.db import Error
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from acl.queries import holds, principal_of_token
from acl.rights import InstallationRight
from revalidation.health import ready
from revalidation.metrics import exposition

_BEARER = "Bearer "
RETRY_AFTER_SECONDS = 5


@never_cache
@require_safe
def alive(_request: HttpRequest) -> HttpResponse:
    """200 while the process lives; asks nothing of anybody."""
    return JsonResponse({"status": "alive"})


@never_cache
@require_safe
def readiness(_request: HttpRequest) -> HttpResponse:
    """200 if database, triggers and proofs are well, else 503 with the names of what is not: a closed list."""
    found = ready()
    body = {"status": "ready" if found.is_ready else "not ready", "problems": list(found.problems)}
    return JsonResponse(body, status=200 if found.is_ready else 503)


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Prometheus text for a token whose holder operates; anybody else gets the same 404 as for any address.

    503 to everyone while nobody can say who operates.
    """
    try:
        return _metrics(header=request.headers.get("Authorization", ""))
    except Error:
        return HttpResponse(status=503, headers={"Retry-After": str(RETRY_AFTER_SECONDS)})


def _metrics(*, header: str) -> HttpResponse:
    reader = principal_of_token(token=header.removeprefix(_BEARER)) if header.startswith(_BEARER) else None
    if reader is None or not holds(principal=reader, right=InstallationRight.OPERATE):
        return HttpResponse(status=404)
    text = exposition(multiprocess="PROMETHEUS_MULTIPROC_DIR" in os.environ)
    return HttpResponse(text, content_type="text/plain; version=0.0.4; charset=utf-8")
