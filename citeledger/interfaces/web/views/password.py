"""A person's own password."""

from django.contrib.auth import authenticate, update_session_auth_hash
from django.contrib.auth.base_user import AbstractBaseUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from acl import services
from citeledger.core.principals import Principal
from citeledger.core.refusals import Refused
from citeledger.interfaces.web.console import now, signed_in
from citeledger.interfaces.web.forms import PasswordForm, show_refusal, status_of
from citeledger.interfaces.web.notices import done


@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def password(request: HttpRequest, viewer: Principal) -> HttpResponse:
    """Change one's own password: this session goes on, every other one ends."""
    form = PasswordForm(request.POST if request.method == "POST" else None)
    if form.is_valid() and _is_known(request, viewer, form):
        said = form.cleaned_data
        try:
            services.change_password(actor=viewer, current=said["current"], new=said["password"], at=now())
            _keep_this_session(request)
            return done(key="password", name="tokens")
        except Refused as refused:
            show_refusal(form=form, refused=refused)
    return render(request, "people/password.html", {"form": form}, status=status_of(form=form))


def _is_known(request: HttpRequest, viewer: Principal, form: PasswordForm) -> bool:
    """Whether the current password is right. Asked as signing in asks: guesses count with those made there.

    Where there were too many, the answer is the one that signing in gives then, whatever is drawn here.
    """
    if authenticate(request, username=viewer.name, password=form.cleaned_data["current"]) is not None:
        return True
    form.add_error("current", "That is not your password now.")
    return False


def _keep_this_session(request: HttpRequest) -> None:
    """Bind it to the new password, under a new key."""
    user = request.user
    if isinstance(user, AbstractBaseUser):
        user.refresh_from_db(fields=["password"])
        update_session_auth_hash(request, user)
