"""Citing: choose passages, write a statement that rests on them, record it."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_POST

from citeledger.core.principals import Principal
from citeledger.core.refusals import NotFound, Refused
from citeledger.core.statements import AnswerKind, Context, Statement
from citeledger.documents import queries
from citeledger.emission.services import MintedSpan, mint_span, record_answer
from citeledger.emission.shape import Unit
from citeledger.interfaces.web import tray
from citeledger.interfaces.web.console import now, signed_in
from citeledger.interfaces.web.forms import BlockForm, SelectionForm, StatementForm, show_refusal, status_of
from citeledger.interfaces.web.notices import done, notice_of
from citeledger.interfaces.web.presenters.citing import Source, citing_page, in_words
from citeledger.interfaces.web.presenters.documents import document_page
from revalidation import withholding

_SURFACE = "web"
_UNPROCESSABLE = 422
_MANY_DIGITS = 10  # no place in a tray has so many; beyond some thousands Python refuses to read them
_NOTHING_SELECTED = "Nothing was chosen. Select some words first, or use the ¶ beside a block."


@require_POST
@signed_in
def choose(request: HttpRequest, viewer: Principal, document: UUID, version: UUID) -> HttpResponse:
    """Mint the selected passage, or a whole block, and put it into the tray."""
    try:
        span = _mint_block(request, viewer, version) if "block" in request.POST else _mint(request, viewer, version)
        tray.choose(session=request.session, span=span)
    except Refused as refused:
        return _back_to_text(request, viewer, document, version, problem=in_words(refused=refused).detail)
    return done(key="chosen", name="cite")


def _mint(request: HttpRequest, viewer: Principal, version: UUID) -> MintedSpan:
    form = SelectionForm(request.POST)
    if not form.is_valid():
        raise Refused("nothing_selected", _NOTHING_SELECTED)
    return mint_span(writer=viewer, version=version, unit=Unit.UTF16, at=now(), **form.cleaned_data)


def _mint_block(request: HttpRequest, viewer: Principal, version: UUID) -> MintedSpan:
    """The words of the block that starts where the form says; spaces at its edges are no part of it."""
    form = BlockForm(request.POST)
    blocks = queries.version(viewer=viewer, uid=version).blocks
    block = next((b for b in blocks if form.is_valid() and b.start == form.cleaned_data["block"]), None)
    if block is None or not block.text.strip():
        raise Refused("nothing_selected", _NOTHING_SELECTED)
    start = block.start + len(block.text) - len(block.text.lstrip())
    exact = block.text.strip()
    return mint_span(writer=viewer, version=version, start=start, end=start + len(exact), exact=exact, at=now())


def _back_to_text(
    request: HttpRequest, viewer: Principal, document: UUID, version: UUID, *, problem: str
) -> HttpResponse:
    found = queries.document(viewer=viewer, uid=document)
    page = document_page(document=found, version=queries.version(viewer=viewer, uid=version), notice=problem)
    return render(request, "documents/document.html", {"page": page}, status=_UNPROCESSABLE)


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def cite(request: HttpRequest, viewer: Principal) -> HttpResponse:
    """Write and record a statement on the chosen passages."""
    form = StatementForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            answer = _record(request, viewer, form)
            tray.clear(session=request.session)
            return done(key="recorded", name="answer", answer=answer)
        except Refused as refused:
            passages = len(tray.chosen(session=request.session))
            show_refusal(form=form, refused=in_words(refused=refused, passages=passages))
    sources = [_source(viewer, passage) for passage in tray.chosen(session=request.session)]
    page = citing_page(sources=sources, notice=notice_of(request=request))
    return render(request, "citing/cite.html", {"page": page, "form": form}, status=status_of(form=form))


def _record(request: HttpRequest, viewer: Principal, form: StatementForm) -> UUID:
    spans = tuple(passage.span for passage in tray.chosen(session=request.session))
    return record_answer(
        writer=viewer,
        kind=AnswerKind.ANSWER,
        segments=[Statement(text=form.cleaned_data["statement"], basis=form.chosen_basis(), spans=spans)],
        context=Context(question=form.cleaned_data["question"], surface=_SURFACE),
        on_behalf_of=None,
        at=now(),
    ).uid


def _source(viewer: Principal, passage: tray.Chosen) -> Source:
    try:
        version = queries.version(viewer=viewer, uid=passage.version)
        return Source(passage, queries.document(viewer=viewer, uid=version.document), version)
    except NotFound:
        withholding.note()
        return Source(passage, None, None)


@require_POST
@signed_in
def drop(request: HttpRequest, _viewer: Principal) -> HttpResponse:
    """Take a passage out of the tray."""
    place = request.POST.get("place", "")
    tray.drop(session=request.session, place=int(place) if place.isdecimal() and len(place) < _MANY_DIGITS else 0)
    return done(key="dropped", name="cite")
