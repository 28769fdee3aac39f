"""What every page is given besides its own content."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest
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
        person=shown_name(text=viewer.name) if viewer.uid else None,
        administers=InstallationRight.OPERATE in rights,
        audits=InstallationRight.AUDIT in rights,
        lab_address="/lab" if settings.LAB else "",
    )
