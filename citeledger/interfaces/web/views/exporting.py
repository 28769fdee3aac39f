"""A page as PDF. The copy can never be checked again, so what it says is asked once more before it leaves."""

from typing import Final
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from citeledger.core.principals import Principal
from citeledger.core.refusals import NotFound
from citeledger.interfaces.exports.pdf import MEDIA_TYPE, Export, ExportNotRenderedError, file_name, render_pdf
from citeledger.interfaces.web import errors
from citeledger.interfaces.web.console import now, signed_in
from citeledger.interfaces.web.presenters.report import EXPORTED_KINDS, report
from revalidation import reading
from revalidation.metrics import ShownOn, shown
from revalidation.panels import attestations, changes, passages
from revalidation.views import PageView

_TRIES: Final = 3


@require_safe
@signed_in
def export(_request: HttpRequest, viewer: Principal, page: UUID) -> HttpResponse:
    """The page for this viewer, or 503 where it cannot be drawn, or rights and texts move faster than that."""
    for _ in range(_TRIES):
        before = reading.page(viewer=viewer, uid=page)
        try:
            drawn = _drawn(viewer=viewer, found=before)
            data = render_pdf(export=drawn)
        except ExportNotRenderedError:
            return errors.outage()
        if reading.page(viewer=viewer, uid=page) == before:
            headers = {"Content-Disposition": f'attachment; filename="{file_name(export=drawn)}"'}
            return HttpResponse(data, content_type=MEDIA_TYPE, headers=headers)
    return errors.outage()


def _drawn(*, viewer: Principal, found: PageView) -> Export:
    kind = EXPORTED_KINDS.get(found.page.kind)
    if kind is None:
        raise NotFound
    shown(on=ShownOn.EXPORT, states=found.states)
    citations = [statement.citation for statement in found.statements]
    return report(
        found=found,
        kind=kind,
        viewer_name=viewer.name,
        changed=changes(viewer=viewer, citations=citations),
        cited=passages(viewer=viewer, citations=citations),
        attested=attestations(viewer=viewer, citations=citations),
        computed_at=now(),
    )
