"""A person's own access tokens."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from acl import queries, services
from citeledger.core.principals import Principal
from citeledger.core.refusals import NotFound, Refused
from citeledger.interfaces.web.console import now, signed_in
from citeledger.interfaces.web.forms import TokenForm, show_refusal, status_of
from citeledger.interfaces.web.notices import done, notice_of
from citeledger.interfaces.web.presenters.asking import revoking_token
from citeledger.interfaces.web.presenters.people import tokens_page
from citeledger.interfaces.web.views.asking import asked, is_sure


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def tokens(request: HttpRequest, viewer: Principal) -> HttpResponse:
    """One's own tokens; a new one is in the answer to the form that asked for it, and nowhere else."""
    form, secret = TokenForm(request.POST if request.method == "POST" else None), ""
    if form.is_valid():
        try:
            secret = services.issue_token(actor=viewer, name=form.cleaned_data["name"], at=now())
            form = TokenForm()
        except Refused as refused:
            show_refusal(form=form, refused=refused)
    rows = queries.tokens_of(principal=viewer)
    page = tokens_page(rows=rows, secret=secret, notice=notice_of(request=request))
    return render(request, "people/tokens.html", {"page": page, "form": form}, status=status_of(form=form))


@require_POST
@signed_in
def revoke(request: HttpRequest, viewer: Principal, token: UUID) -> HttpResponse:
    """Revoke one of one's own tokens, asked once more before."""
    if not is_sure(request):
        name = _working(viewer=viewer, token=token)
        return asked(request, revoking_token(name=name, back=reverse("web:tokens")))
    services.revoke_token(actor=viewer, token=token, at=now())
    return done(key="token-revoked", name="tokens")


def _working(*, viewer: Principal, token: UUID) -> str:
    """The name of one's own token, unless it is revoked. Raises NotFound."""
    own = {row.uid: row.name for row in queries.tokens_of(principal=viewer) if not row.revoked}
    if token not in own:
        raise NotFound
    return own[token]
