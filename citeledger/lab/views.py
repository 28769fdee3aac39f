"""The lab's page: look, and change the world. Open to whoever reaches a development site, the only kind with a lab."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.csrf import csrf_protect
from django.views.decorators.http import require_POST, require_safe

from citeledger.interfaces.web.console import no_store
from citeledger.interfaces.web.notices import news_of, telling
from citeledger.lab import pointers, story
from citeledger.lab.actions import Action, CannotNow, action_named, perform
from citeledger.lab.board import board
from citeledger.lab.mistakes import Mistake
from citeledger.lab.people import MissingPart

NOTICES = {
    "done": "Done: “{}”. Every badge was computed again, for every reader.",
    "same": "“{}” changed nothing: the world is like that already.",
    "gone": "“{}” changed nothing: this world does not allow that any more. Start again for a fresh one.",
}
UNKNOWN = "There is no such control."


@no_store
@require_safe
@csrf_protect
def show(request: HttpRequest) -> HttpResponse:
    """The board; `?mistake=` shows one of the known mistakes beside it."""
    scene = story.current_scene()
    if scene is None:
        return render(request, "lab/empty.html", status=503)
    chosen = request.GET.get("mistake", "")
    mistake = Mistake(chosen) if chosen in list(Mistake) else None
    told, _, did = news_of(request=request).partition(" ")
    pressed = action_named(did)
    notice = _notice(told=told, pressed=pressed)
    try:
        shown = board(scene=scene, mistake=mistake, notice=notice, pressed=pressed, now=timezone.now())
    except MissingPart as missing:
        return render(request, "lab/empty.html", {"missing": str(missing)}, status=503)
    return render(request, "lab/board.html", {"board": shown})


def _notice(*, told: str, pressed: Action | None) -> str:
    """What pressing a control came to, and which; nothing where no control was pressed."""
    if pressed is None:
        return UNKNOWN if told == "unknown" else ""
    return NOTICES.get(told, "").format(pressed.label)


@no_store
@require_POST
@csrf_protect
def act(request: HttpRequest) -> HttpResponse:
    """Do one thing to the world, then look again, from where it was done."""
    name = request.POST.get("action", "")
    try:
        told = "done" if perform(name=name, now=timezone.now()) else "same"
    except (CannotNow, MissingPart):
        told = "gone"
    except LookupError:
        told = "unknown"
    mistake = request.POST.get("mistake", "")
    kept = f"?mistake={mistake}" if mistake in list(Mistake) else ""
    news, place = (f"{told} {name}", f"#control-{name}") if action_named(name) else (told, "#runbook")
    return telling(news=news, address=f"{reverse('lab:board')}{kept}", place=place)


@no_store
@require_safe
def pointed(request: HttpRequest) -> HttpResponse:
    """How pointers die; `?cited=` chooses the passage by its number."""
    numbered = {str(number): exact for number, exact in enumerate(pointers.CITED)}
    exact = numbered.get(request.GET.get("cited", ""), pointers.CITED[0])
    shown = {
        "choices": [(chosen, " ".join(chosen.split()), chosen == exact) for chosen in pointers.CITED],
        "intact": pointers.intact(exact=exact),
        "stations": pointers.stations(exact=exact),
    }
    return render(request, "lab/pointers.html", shown)
