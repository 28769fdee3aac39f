"""The way in: home, signing in and out."""

from django.contrib.auth.views import LoginView, LogoutView
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe

from citeledger.core.principals import Principal
from citeledger.interfaces.web.console import for_everyone, no_store, signed_in
from citeledger.interfaces.web.forms import SignInForm
from citeledger.interfaces.web.presenters.badges import legend


@require_safe
@for_everyone
def home(request: HttpRequest, _viewer: Principal) -> HttpResponse:
    """What this is, and what the badges mean."""
    return render(request, "home.html", {"legend": legend()})


def sign_out(request: HttpRequest) -> HttpResponseBase:
    """Ask once more, then sign out."""
    return _sign_out(request) if request.method == "POST" else _ask_to_sign_out(request)


@require_safe
@signed_in
def _ask_to_sign_out(request: HttpRequest, _viewer: Principal) -> HttpResponse:
    return render(request, "sign_out.html")


# `next` leads to an address of this host or nowhere: LoginView checks it (threat T68).
sign_in = no_store(LoginView.as_view(template_name="sign_in.html", authentication_form=SignInForm))
_sign_out = no_store(LogoutView.as_view(next_page="web:home"))
