"""An answer that withholds something leaves at a tick, whatever it had to look at (DESIGN rule 6, threat T32).

What may not be known differs in size: a lineage of thousands of passages takes longer to look through than a uid that
never existed. An answer with a verdict on something hidden, or with the refusal that hidden and unknown things share,
therefore waits for the next tick counted from its own beginning. An answer that withholds nothing never waits.
"""

import time
from collections.abc import Callable
from http import HTTPStatus

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse

from revalidation import withholding

_REFUSALS = frozenset({HTTPStatus.BAD_REQUEST, HTTPStatus.NOT_FOUND, HTTPStatus.UNPROCESSABLE_ENTITY})
Answering = Callable[[HttpRequest], HttpResponse]


def leave_at_ticks(answering: Answering) -> Answering:
    """Middleware, the outermost: what another one did after it would be seen by a clock again."""
    tick = settings.WITHHELD_TICK_MILLISECONDS / 1000  # seconds
    if not tick:
        raise MiddlewareNotUsed

    def answer_at_tick(request: HttpRequest) -> HttpResponse:
        began = time.monotonic()
        with withholding.watching() as watch:
            response = answering(request)
        if watch.withheld or _refuses(request, response):
            time.sleep(tick - (time.monotonic() - began) % tick)
        return response

    return answer_at_tick


def _refuses(request: HttpRequest, response: HttpResponse) -> bool:
    """By an address of ours: one that leads nowhere asks about nothing."""
    return response.status_code in _REFUSALS and request.resolver_match is not None
