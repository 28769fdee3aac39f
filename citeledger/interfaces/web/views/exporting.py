"""A page or a text as PDF. The copy can never be checked again, so what it says is asked once more before it leaves."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Final, TypeVar
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from citeledger.core.principals import Principal
from citeledger.core.refusals import NotFound
from citeledger.interfaces.exports.pdf import (
    MEDIA_TYPE,
    Export,
    ExportKind,
    ExportNotRenderedError,
    disposition,
    render_pdf,
)
from citeledger.interfaces.web import errors
from citeledger.interfaces.web.console import now, signed_in
from citeledger.interfaces.web.presenters.report import EXPORTED_KINDS, Told, answer_report, page_report
from revalidation import reading
from revalidation.metrics import ShownOn, shown
from revalidation.panels import attestations, changes, passages
from revalidation.views import AnswerView, PageView, StatementView

_TRIES: Final = 3
View = TypeVar("View", PageView, AnswerView)


@require_safe
@signed_in
def export(_request: HttpRequest, viewer: Principal, page: UUID) -> HttpResponse:
    """The page for this viewer, or 503 where it cannot be drawn, or rights and texts move faster than that."""
    return _copy(read=partial(reading.page, viewer=viewer, uid=page), draw=partial(_page, viewer))


@require_safe
@signed_in
def export_answer(_request: HttpRequest, viewer: Principal, answer: UUID) -> HttpResponse:
    """Likewise an answer, or a text derived from others."""
    return _copy(read=partial(reading.answer, viewer=viewer, uid=answer), draw=partial(_answer, viewer))


def _copy(*, read: Callable[[], View], draw: Callable[[View], Export]) -> HttpResponse:
    for _ in range(_TRIES):
        before = read()
        try:
            drawn = draw(before)
            data = render_pdf(export=drawn)
        except ExportNotRenderedError:
            return errors.outage()
        if read() == before:
            headers = {"Content-Disposition": disposition(export=drawn)}
            return HttpResponse(data, content_type=MEDIA_TYPE, headers=headers)
    return errors.outage()


def _page(viewer: Principal, found: PageView) -> Export:
    kind, told = _kind(found.page.kind), _told(viewer, found.statements)
    return page_report(found=found, kind=kind, viewer_name=viewer.name, told=told, computed_at=now())


def _answer(viewer: Principal, found: AnswerView) -> Export:
    kind, told = _kind(found.kind), _told(viewer, found.segments)
    return answer_report(found=found, kind=kind, viewer_name=viewer.name, told=told, computed_at=now())


def _kind(named: str) -> ExportKind:
    kind = EXPORTED_KINDS.get(named)
    if kind is None:
        raise NotFound
    return kind


def _told(viewer: Principal, segments: Iterable[object]) -> Told:
    statements = [segment for segment in segments if isinstance(segment, StatementView)]
    shown(on=ShownOn.EXPORT, states=[statement.state for statement in statements])
    citations = [statement.citation for statement in statements]
    return Told(
        changed=changes(viewer=viewer, citations=citations),
        cited=passages(viewer=viewer, citations=citations),
        attested=attestations(viewer=viewer, citations=citations),
    )
