"""What the measured server answers beside the site: the naive evaluator, and a way to make it cold.

Plain views below the same middleware, with the same look-up of the same token; nothing of the API is imported.
"""

import json
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from acl.queries import principal_of_token
from citeledger.core.principals import Principal
from citeledger.core.states import ADVICE_OF
from citeledger.evidence.bench import coldness, naive


@csrf_exempt
@require_POST
def answer_naively(request: HttpRequest) -> HttpResponse:
    """The same question and the same answer as `/api/v1/verdicts`, worked out one source at a time."""
    viewer = _caller(request)
    citations = [UUID(uid) for uid in json.loads(request.body)["citations"]]
    found = naive.states(viewer=viewer, citations=citations)
    rows = [{"citation": str(uid), "state": state.value, "advice": ADVICE_OF[state].value} for uid, state in found]
    return JsonResponse(rows, safe=False)


@csrf_exempt
@require_POST
def forget(request: HttpRequest) -> HttpResponse:
    """Make this process and its cache cold. Results in the database stay."""
    _caller(request)
    return JsonResponse({"memos": coldness.forget()})


def _caller(request: HttpRequest) -> Principal:
    principal = principal_of_token(token=request.headers.get("Authorization", "").removeprefix("Bearer "))
    if principal is None:
        raise PermissionDenied
    return principal
