"""Badges on other people's pages: the frame, what its script asks, and what an element on a host's page asks.

Nothing here reads a cookie or a session: browsers do not send them into frames, and they would be the wrong viewer
if they did (threats T54, T66). The viewer comes with the question, in its body.
"""

from uuid import UUID

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from acl.assertions import NoIdentity, registered_origins, surface_of_origin
from citeledger.core.states import State
from citeledger.interfaces.embed import answers, presenters
from citeledger.interfaces.embed.asking import (
    Malformed,
    PanelQuestion,
    StatesQuestion,
    panel_question,
    states_question,
)
from citeledger.interfaces.embed.viewers import viewer_of
from revalidation import metrics, panels, service


@require_safe
@xframe_options_exempt
@answers.telling_outages
def frame(request: HttpRequest, *, citation: UUID) -> HttpResponse:
    """The page inside a frame: constant for every uid. Opened as a page of its own, it leads to the citation's page."""
    if request.headers.get("Sec-Fetch-Dest") == "document":
        return answers.to_citation_page(address=f"{settings.PUBLIC_URL}/c/{citation}")
    return answers.frame_page(origins=registered_origins())


@csrf_exempt
@require_http_methods(["POST"])
@answers.telling_outages
def panel(request: HttpRequest) -> HttpResponse:
    """What the script of our own frame asks: state and dates of one citation."""
    if request.headers.get("Origin") != settings.PUBLIC_URL:
        return answers.refused_answer()
    try:
        question = panel_question(request=request)
    except Malformed:
        return answers.malformed_answer()
    shown = _panel(question)
    metrics.shown(on=metrics.ShownOn.EMBED, states=[State(shown.state)])
    return answers.panel_answer(shown=shown)


def _panel(question: PanelQuestion) -> presenters.ShownPanel:
    try:
        viewer = viewer_of(assertion=question.assertion, origin=question.origin, now=timezone.now())
    except NoIdentity:
        return presenters.NOTHING_SHOWN
    return presenters.shown_panel(panel=panels.panel(viewer=viewer, citation=question.citation))


@csrf_exempt
@require_http_methods(["POST", "OPTIONS"])
@answers.telling_outages
def states(request: HttpRequest) -> HttpResponse:
    """What an element on a host's page asks: the states of all its citations, where the host may know them.

    A host that acts on states instead of showing them is told to stop and ask again where one could not be checked
    (DESIGN rule 8): it never has to tell "unverified" from a verdict.
    """
    origin = request.headers.get("Origin", "")
    surface = surface_of_origin(origin=origin)
    if surface is None or not surface.knows_states:
        return answers.refused_answer()
    if request.method == "OPTIONS":
        return answers.preflight_answer(origin=origin)
    try:
        question = states_question(request=request)
    except Malformed:
        return answers.allowing(answers.malformed_answer(), origin=origin)
    found = _states(question, origin=origin)
    if surface.stops_on_failure and State.UNVERIFIED.value in dict(found).values():
        return answers.allowing(answers.outage_answer(), origin=origin)
    metrics.shown(on=metrics.ShownOn.EMBED, states=[State(state) for _, state in found])
    return answers.states_answer(states=found, origin=origin)


def _states(question: StatesQuestion, *, origin: str) -> tuple[tuple[str, str], ...]:
    try:
        viewer = viewer_of(assertion=question.assertion, origin=origin, now=timezone.now())
    except NoIdentity:
        return presenters.unverified_states(citations=question.citations)
    return presenters.shown_states(verdicts=service.verdicts(viewer=viewer, citations=question.citations))
