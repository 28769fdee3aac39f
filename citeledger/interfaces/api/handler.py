"""From what was raised to what is answered: one function per family of exceptions, one shape for all."""

from collections.abc import Iterator
from functools import singledispatch
from typing import Any, Final

import structlog
from django.db import InterfaceError, OperationalError
from django.http import Http404
from rest_framework import exceptions
from rest_framework.response import Response

from citeledger.core.refusals import Conflict, Forbidden, NotFound, Refused
from citeledger.documents.queries import DamagedVersion
from citeledger.interfaces.api import limits
from citeledger.interfaces.api.catalogue import CATALOGUE
from citeledger.interfaces.api.problems import MEDIA_TYPE, Problem, ProblemFound
from citeledger.interfaces.wording import OUTAGE_NOTICE
from citeledger.log.replies import KeyReused
from revalidation.mismatches import Met, met
from revalidation.pacing import TooSoon

_log = structlog.get_logger(__name__)

# The words of DRF's own checks that our fields keep; every other code of a field is a code of the catalogue.
_CODE_OF_CHECK: Final = {
    "required": "missing_field",
    "null": "wrong_type",
    "not_a_list": "wrong_type",
    "max_length": "too_long",
    "min_value": "bad_value",
    "max_value": "bad_value",
    "object_with_text": "wrong_type",
    "null_characters_not_allowed": "bad_value",
    "surrogate_characters_not_allowed": "bad_value",
}


def problem_response(error: Exception, _context: dict[str, Any]) -> Response:
    """DRF's exception handler. Answers everything, so that no page of Django's ever leaves under the API."""
    problem = problem_of(error)
    response = Response(problem.body(), status=problem.kind.status, content_type=MEDIA_TYPE)
    for name, value in problem.headers.items():
        response[name] = value
    return response


@singledispatch
def problem_of(error: Exception) -> Problem:
    """The problem that stands for an exception. What nobody expected is logged and told without any detail."""
    _log.error("api_exception_unexpected", exc_info=error)
    return Problem(kind=CATALOGUE["internal_error"])


@problem_of.register
def _(error: ProblemFound) -> Problem:
    return error.problem


@problem_of.register
def _(error: Refused) -> Problem:
    kind = CATALOGUE.get(error.code)
    if kind is None:
        # The suite reads every code raised in the source; this is for code it could not read.
        _log.error("refusal_outside_catalogue", code=error.code)
        kind = CATALOGUE["refused"]
    detail = f"{error.detail}; worked out: {error.worked_out}" if error.worked_out else error.detail
    return Problem(kind=kind, detail=detail, at=error.at)


@problem_of.register
def _(error: TooSoon) -> Problem:
    """Not for long: the same may be sent again after the pause."""
    return Problem(kind=CATALOGUE[error.code], detail=error.detail, headers={"Retry-After": str(error.seconds)})


@problem_of.register
def _(error: NotFound) -> Problem:
    return Problem(kind=CATALOGUE["not_found"], at=error.at)


@problem_of.register
def _(error: DamagedVersion) -> Problem:
    """A broken pointer fails loudly (DESIGN rule 3): nothing of the text leaves, and the log names the version."""
    met(record=Met.VERSION, name=error.version)
    return Problem(kind=CATALOGUE["damaged_record"])


@problem_of.register
def _(_error: Http404) -> Problem:
    return Problem(kind=CATALOGUE["unknown_route"])


@problem_of.register
def _(_error: Forbidden) -> Problem:
    return Problem(kind=CATALOGUE["forbidden"])


@problem_of.register
def _(error: Conflict) -> Problem:
    return Problem(kind=CATALOGUE["conflict"], current=error.current)


@problem_of.register
def _(_error: KeyReused) -> Problem:
    return Problem(kind=CATALOGUE["idempotency_key_reused"])


@problem_of.register(OperationalError)
@problem_of.register(InterfaceError)
def _(_error: OperationalError | InterfaceError) -> Problem:
    """No database, a lock not obtained in time, a deadlock: nothing was decided, so nothing is said (DESIGN rule 8)."""
    headers = {"Retry-After": str(limits.SECONDS_BEFORE_RETRY)}
    return Problem(kind=CATALOGUE["outage"], detail=OUTAGE_NOTICE, headers=headers)


@problem_of.register(exceptions.NotAuthenticated)
@problem_of.register(exceptions.AuthenticationFailed)
def _(error: exceptions.APIException) -> Problem:
    challenge = {"WWW-Authenticate": str(getattr(error, "auth_header", ""))}
    return Problem(kind=CATALOGUE["no_identity"], headers=challenge)


@problem_of.register
def _(_error: exceptions.MethodNotAllowed) -> Problem:
    return Problem(kind=CATALOGUE["method_not_allowed"])


@problem_of.register
def _(_error: exceptions.UnsupportedMediaType) -> Problem:
    return Problem(kind=CATALOGUE["only_json"])


@problem_of.register
def _(error: exceptions.ValidationError) -> Problem:
    at, fault = next(_faults(error.detail, at=""))
    code = _CODE_OF_CHECK.get(fault.code or "", fault.code or "")
    kind = CATALOGUE.get(code, CATALOGUE["bad_value"])
    if kind.code == "missing_field":
        return Problem(kind=kind, detail=f"Send '{at.rpartition('.')[2]}'.", at=at)
    return Problem(kind=kind, detail=str(fault) if code == kind.code else "", at=at)


def _faults(detail: Any, *, at: str) -> Iterator[tuple[str, exceptions.ErrorDetail]]:
    """The leaves of DRF's tree of errors with their addresses, in the order of the fields."""
    if isinstance(detail, exceptions.ErrorDetail):
        yield at, detail
    elif isinstance(detail, list):
        for index, child in enumerate(detail):
            # A list of messages belongs to one place; a list of trees has one tree per item.
            yield from _faults(child, at=at if isinstance(child, str) else _below(at, str(index)))
    elif isinstance(detail, dict):
        for name, child in detail.items():
            yield from _faults(child, at=_below(at, str(name)) if name != "non_field_errors" else at)


def _below(at: str, step: str) -> str:
    return f"{at}.{step}" if at else step
