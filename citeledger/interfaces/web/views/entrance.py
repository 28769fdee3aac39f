"""The way in: home, signing in and out."""

from typing import Any

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


class _SignIn(LoginView):
    """The framework's, in our frame: it calls something of its own `site`, too."""

    template_name = "sign_in.html"
    authentication_form = SignInForm

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        del context["site"]
        return context


# `next` leads to an address of this host or nowhere: LoginView checks it (threat T68).
sign_in = no_store(_SignIn.as_view())
_sign_out = no_store(LogoutView.as_view(next_page="web:home"))
