"""Every answer an embed can get. Constant but for the states in them: no validators, no cookies, nothing to store.

Bodies that carry states are filled up to the length of the longest, so that not even their size tells one state
from another (threats T38, T46).
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict
from functools import wraps
from typing import Any, Final

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.loader import render_to_string

from citeledger.core.states import State
from citeledger.interfaces.embed.presenters import LONGEST_NAME, ShownPanel
from citeledger.interfaces.wording import OUTAGE_NOTICE, STATES, WIDEST_WORD, program_notice

SECONDS_BEFORE_RETRY: Final = 2
PREFLIGHT_SECONDS: Final = 600
"""How long a browser may remember that an origin may ask; each answer is checked anew whatever it remembers."""

_ALWAYS: Final = {
    "Cache-Control": "no-store, private",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
_LONGEST_STATE: Final = max(len(state.value) for state in State)
_LONGEST_NAME: Final = "\N{GRINNING FACE}" * LONGEST_NAME  # no code point is written with more characters
_LONGEST_PANEL: Final = len(
    json.dumps(
        asdict(
            ShownPanel(
                state="x" * _LONGEST_STATE,
                changed_on="2026-11-30",
                attested_on="2026-11-30",
                attested_by=_LONGEST_NAME,
                published_by_program=_LONGEST_NAME,
            )
        )
    )
)
_JSON: Final = "application/json"
_TEXT: Final = "text/plain; charset=utf-8"

View = Callable[..., HttpResponse]


def frame_page(*, origins: tuple[str, ...]) -> HttpResponse:
    """The page inside every frame: the same bytes whatever citation is asked for; its script asks for the state."""
    badges = tuple(_badge(state=state) for state in State)
    page = render_to_string(
        "embed/frame.html",
        {
            "badges": badges,
            "initial": _badge(state=State.UNVERIFIED),
            "origins": " ".join(origins),
            "program": program_notice(name="|").split("|"),  # the script puts the name between, as text
        },
    )
    answer = _answer(page, content_type="text/html; charset=utf-8")
    answer["Content-Security-Policy"] = _frame_policy(origins=origins)
    return answer


def _badge(*, state: State) -> dict[str, str]:
    words = STATES[state.value]
    return {
        "state": state.value,
        "word": words.word,
        "widest": WIDEST_WORD,
        "meaning": words.meaning,
        "action": words.action,
        "icon": words.icon,
    }


def _frame_policy(*, origins: tuple[str, ...]) -> str:
    """Who may frame us comes from the register, never from the request (threat T58); nobody, if it is empty."""
    ancestors = " ".join(origins) or "'none'"
    return "; ".join(
        (
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "connect-src 'self'",
            "base-uri 'none'",
            "form-action 'none'",
            f"frame-ancestors {ancestors}",
        )
    )


def to_citation_page(*, address: str) -> HttpResponse:
    """Where a frame's address leads when a person opens it as a page of its own: known or not, always there."""
    return _dressed(HttpResponseRedirect(address))


def panel_answer(*, shown: ShownPanel) -> HttpResponse:
    """State and dates (ISO, UTC) of one citation, and who attested it."""
    body = json.dumps(asdict(shown))
    return _answer(body.ljust(_LONGEST_PANEL), content_type=_JSON)


def states_answer(*, states: tuple[tuple[str, str], ...], origin: str) -> HttpResponse:
    """Pairs of citation uid and state, in the order asked, for the page at `origin`."""
    body = json.dumps({"states": [{"citation": uid, "state": state} for uid, state in states]})
    spare = sum(_LONGEST_STATE - len(state) for _, state in states)
    return allowing(_answer(body + " " * spare, content_type=_JSON), origin=origin)


def preflight_answer(*, origin: str) -> HttpResponse:
    """Yes, a page at this registered origin may post JSON here, without credentials."""
    answer = allowing(_answer("", content_type=_TEXT, status=204), origin=origin)
    answer["Access-Control-Allow-Methods"] = "POST"
    answer["Access-Control-Allow-Headers"] = "content-type"
    answer["Access-Control-Max-Age"] = str(PREFLIGHT_SECONDS)
    return answer


def allowing(answer: HttpResponse, *, origin: str) -> HttpResponse:
    """Let scripts at exactly this origin read the answer. Only ever called with a registered one (threat T65)."""
    answer["Access-Control-Allow-Origin"] = origin
    return answer


def refused_answer() -> HttpResponse:
    """Not a surface that may ask here. The same for unknown origins and for surfaces that may not know states."""
    return _answer("This surface may not ask here.", content_type=_TEXT, status=403)


def malformed_answer() -> HttpResponse:
    """The body is not what docs/embed.md describes."""
    return _answer("The request is malformed.", content_type=_TEXT, status=400)


def outage_answer() -> HttpResponse:
    """Nothing can be checked: neither a verdict nor a hint at one (DESIGN rule 8). Without a database readable by no
    other origin, because the register of origins cannot be asked either; pages show `unverified` all the same."""
    answer = _answer(OUTAGE_NOTICE, content_type=_TEXT, status=503)
    answer["Retry-After"] = str(SECONDS_BEFORE_RETRY)
    return answer


def telling_outages(view: View) -> View:
    """Answer 503 where the database is away, slow to lock or cut off in the middle."""

    @wraps(view)
    def guarded(request: HttpRequest, **parameters: Any) -> HttpResponse:
        try:
            return view(request, **parameters)
        except (OperationalError, InterfaceError):
            return outage_answer()

    return guarded


def _answer(content: str, *, content_type: str, status: int = 200) -> HttpResponse:
    return _dressed(HttpResponse(content, content_type=content_type, status=status))


def _dressed(answer: HttpResponse, *, headers: Mapping[str, str] = _ALWAYS) -> HttpResponse:
    for name, value in headers.items():
        answer[name] = value
    answer["Vary"] = "Origin"
    return answer
