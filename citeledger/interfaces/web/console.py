"""What every page of the site has in common: who looks, what the clock says, and how a no is answered."""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import wraps
from typing import Concatenate, ParamSpec

from django.contrib.auth.views import redirect_to_login
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.template.response import SimpleTemplateResponse
from django.views.decorators.csrf import csrf_protect

from acl.queries import principal_of
from citeledger.core.principals import ANONYMOUS, Principal
from citeledger.core.refusals import Forbidden, NotFound, Refused
from citeledger.documents.queries import DamagedVersion
from citeledger.interfaces.web import errors
from citeledger.interfaces.web.notices import forget
from revalidation.mismatches import Met, met

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponseBase]
ViewerView = Callable[Concatenate[HttpRequest, Principal, P], HttpResponse]


def now() -> datetime:
    """The clock of this edge: aware UTC. Nothing behind it looks at another one."""
    return datetime.now(tz=UTC)


def viewer_of(request: HttpRequest) -> Principal:
    """Who looks: the signed-in user if the account is active, else the anonymous principal. Read live."""
    user_id = request.user.pk
    return (principal_of(user_id=user_id) if user_id is not None else None) or ANONYMOUS


def no_store(view: View[P]) -> View[P]:
    """For views of the framework: nothing between us and the browser keeps the answer."""

    @wraps(view)
    def page(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        return _answer(lambda: view(request, *args, **kwargs), request=request)

    return page


def for_everyone(view: ViewerView[P]) -> View[P]:
    """A page that visitors see too, each with their own answer."""

    @wraps(view)
    def page(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        return _answer(lambda: view(request, viewer_of(request), *args, **kwargs), request=request)

    return csrf_protect(page)


def signed_in(view: ViewerView[P]) -> View[P]:
    """A page of the console. Visitors are sent to sign in, whatever the address names (threat T52)."""

    @wraps(view)
    def page(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        return _answer(lambda: _answer_signed_in(view, request, *args, **kwargs), request=request)

    return csrf_protect(page)


def _answer_signed_in(view: ViewerView[P], request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
    viewer = viewer_of(request)
    if viewer is ANONYMOUS:
        return redirect_to_login(request.get_full_path())
    return view(request, viewer, *args, **kwargs)


def _answer(ask: Callable[[], HttpResponseBase], *, request: HttpRequest) -> HttpResponseBase:
    try:
        response = ask()
        if isinstance(response, SimpleTemplateResponse):
            response.render()  # here, where an outage is still answered
    except NotFound:
        return errors.not_found(request)
    except Forbidden:
        return errors.forbidden(request)
    except Refused:  # an address nobody was given: what a form may get wrong is answered in the form
        return errors.bad_request(request)
    except DamagedVersion as damaged:
        met(record=Met.VERSION, name=damaged.version)
        return errors.damaged()
    except (OperationalError, InterfaceError):
        return errors.outage()
    forget(request=request, response=response)
    response["Cache-Control"] = "private, no-store"
    return response
