"""What every page is given besides its own content."""

from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import SimpleLazyObject

from acl.queries import installation_rights
from acl.rights import InstallationRight
from citeledger.interfaces.names import shown_name
from citeledger.interfaces.web.console import viewer_of
from citeledger.interfaces.web.presenters.frame import SiteFrame


def site(request: HttpRequest) -> dict[str, Any]:
    """`site`: a SiteFrame, worked out only when a template asks, so that pages without a database stay possible."""
    return {"site": SimpleLazyObject(lambda: _frame(request=request))}


def _frame(*, request: HttpRequest) -> SiteFrame:
    viewer = viewer_of(request)
    rights = installation_rights(principal=viewer)
    return SiteFrame(
        sign_in_address=_sign_in_address(request=request),
        person=shown_name(text=viewer.name) if viewer.uid else None,
        administers=InstallationRight.OPERATE in rights,
        audits=InstallationRight.AUDIT in rights,
        lab_address="/lab" if settings.LAB else "",
    )


def _sign_in_address(*, request: HttpRequest) -> str:
    """Back to what was looked at: the address as asked, so the same for everything that has one (DESIGN rule 13)."""
    address = reverse("web:sign-in")
    if request.path in {address, reverse("web:home")} or request.method not in {"GET", "HEAD"}:
        return address
    return f"{address}?{urlencode({'next': request.get_full_path()}, safe='/')}"
