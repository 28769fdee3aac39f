"""What every address of the API has in common; a view adds only: translate in, one call, translate out."""

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final, Protocol, TypeVar
from urllib.parse import unquote_to_bytes
from uuid import UUID

from django.utils.cache import patch_vary_headers
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from citeledger.core.principals import Principal
from citeledger.interfaces.api import limits
from citeledger.interfaces.api.authentication import BearerToken, HasPrincipal
from citeledger.interfaces.api.cursors import cursor_after, place_of
from citeledger.interfaces.api.fields import Input
from citeledger.interfaces.api.handler import problem_response
from citeledger.interfaces.api.parsing import StrictJSONParser
from citeledger.interfaces.api.problems import ProblemFound
from citeledger.log import replies

_KEY: Final = re.compile(rf"[\x21-\x7e]{{1,{limits.IDEMPOTENCY_KEY_CHARACTERS}}}", re.ASCII)
_REPLACED: Final = "\N{REPLACEMENT CHARACTER}"  # what stands for bytes that are no UTF-8
_NUMBER: Final = re.compile(r"[1-9]\d{0,5}", re.ASCII)


class Addressed(Protocol):
    """Whatever a list shows: it has an outside address."""

    @property
    def uid(self) -> UUID: ...


A = TypeVar("A", bound=Addressed)
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a change answers with. Ids and numbers only: it may be kept and given again (see ``log.replies``)."""

    status: int
    body: Mapping[str, Any] | None = None


class OnlyJSON(BaseContentNegotiation):
    """One representation whatever is asked for: an `Accept` header or a `?format=` changes nothing (threat T75)."""

    def select_parser(self, request: Request, parsers: Iterable[BaseParser]) -> BaseParser | None:
        given = request.content_type.partition(";")[0].strip().lower()
        return next((parser for parser in parsers if parser.media_type == given), None)

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        del request, format_suffix
        renderer = next(iter(renderers))
        return renderer, str(renderer.media_type)


class Endpoint(APIView):
    """Closed unless a view opens itself. JSON in, JSON out, nothing kept by anybody on the way."""

    authentication_classes = [BearerToken]
    permission_classes = [HasPrincipal]
    parser_classes = [StrictJSONParser]
    renderer_classes = [JSONRenderer]
    content_negotiation_class = OnlyJSON
    throttle_classes = []
    metadata_class = None
    http_method_names = ["get", "head", "post", "put"]
    parameters: frozenset[str] = frozenset()
    """Names of the query parameters the view reads; any other is refused (threat T74)."""
    body_bytes: int = limits.BODY_BYTES
    """What a body may hold at most."""

    now: datetime
    """The moment of this request, aware UTC: the clock is read here and handed down."""

    def get_exception_handler(self) -> Callable[[Exception, dict[str, Any]], Response]:
        return problem_response

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        self.now = datetime.now(tz=UTC)
        _refuse_unread_body(request, largest=self.body_bytes)
        _refuse_ambiguous_query(request, known=self.parameters)

    def finalize_response(self, request: Request, response: Response, *args: Any, **kwargs: Any) -> Response:
        """No validators, no caches, no cross-site readers, on every answer alike (threats T36, T37, T65)."""
        super().finalize_response(request, response, *args, **kwargs)
        response["Cache-Control"] = "no-store, private"
        patch_vary_headers(response, ["Authorization"])
        return response

    @property
    def principal(self) -> Principal:
        """Who calls. Only for views that did not open themselves."""
        principal: Principal = self.request.auth  # type: ignore[assignment]  # BearerToken puts it there
        return principal

    def asked(self) -> Any:
        """What the body asks for, as JSON: two requests with the same key must ask for the same."""
        return self.request.data

    def given(self, *, of: type[Input]) -> Any:
        """The body as `of` describes it. Raises DRF's ValidationError, ProblemFound."""
        return of().run_validation(self.request.data)

    def change(self, do: Callable[[], Outcome]) -> Response:
        """Do it, or give the kept reply again when the caller's key was used for the same request before."""
        return self.proved_change(lambda: do, show=lambda outcome: outcome)

    def proved_change(self, prove: Callable[[], Callable[[], T]], *, show: Callable[[T], Outcome]) -> Response:
        """`change` for what works on text: `prove` does so before the transaction, the call it returns writes."""
        key = self.request.headers.get("Idempotency-Key")
        if key is None:
            return _response(_reply(show(prove()())))
        return _response(
            replies.once(request=self._identified(key=key), at=self.now, prove=lambda: _replying(prove(), show))
        )

    def listed(self, *, read: Callable[[UUID | None, int], Sequence[A]], show: Callable[[A], Any]) -> Response:
        """A stretch of a list. `read` takes (after, limit); one item more than shown tells whether it goes on."""
        after, limit = self.stretch()
        found = read(after, limit + 1)
        shown = found[:limit]
        goes_on = len(found) > limit
        next_cursor = (
            cursor_after(principal=self.principal, listing=self.request.path, last=shown[-1].uid) if goes_on else None
        )
        return Response({"items": [show(item) for item in shown], "next": next_cursor})

    def stretch(self) -> tuple[UUID | None, int]:
        """Which stretch of the list is asked for: the uid it follows, and how many items. Raises ProblemFound."""
        limit, cursor = self.limit(), self.request.query_params.get("cursor")
        after = place_of(principal=self.principal, listing=self.request.path, cursor=cursor) if cursor else None
        return after, limit

    def limit(self) -> int:
        """How many items are asked for. Raises ProblemFound `bad_value`."""
        text = self.request.query_params.get("limit", str(limits.ITEMS_PER_LIST_UNASKED))
        if not _NUMBER.fullmatch(text) or int(text) > limits.ITEMS_PER_LIST:
            raise ProblemFound(code="bad_value", at="limit", detail=f"Send 1 to {limits.ITEMS_PER_LIST}.")
        return int(text)

    def _identified(self, *, key: str) -> replies.Request:
        if not _KEY.fullmatch(key) or self.principal.uid is None:
            raise ProblemFound(code="bad_idempotency_key", at="Idempotency-Key")
        asked = json.dumps([self.request.method, self.request.path, self.asked()], sort_keys=True)
        digest = hashlib.sha256(asked.encode()).hexdigest()
        return replies.Request(principal_uid=self.principal.uid, key=key, digest=digest)


LIST_PARAMETERS: Final = frozenset({"cursor", "limit"})


def _refuse_unread_body(request: Request, *, largest: int) -> None:
    """Judged by its announced length, before a byte of it is read."""
    if request.META.get("HTTP_TRANSFER_ENCODING") and not request.META.get("CONTENT_LENGTH"):
        raise ProblemFound(code="length_required")
    if int(request.META.get("CONTENT_LENGTH") or 0) > largest:
        raise ProblemFound(code="body_too_large", detail=f"The limit is {largest} bytes.")


def _refuse_ambiguous_query(request: Request, *, known: frozenset[str]) -> None:
    """What is unknown, given twice or no UTF-8 could mean one thing to us and another to whoever stands between."""
    for name, values in request.query_params.lists():
        if name not in known:
            said = f"Remove it; known here: {', '.join(sorted(known)) or 'none'}."
            raise ProblemFound(code="unknown_parameter", detail=said, at=name)
        if len(values) > 1:
            raise ProblemFound(code="bad_value", at=name, detail="Send it once.")
    try:
        unquote_to_bytes(request.META.get("QUERY_STRING", "")).decode()
    except UnicodeDecodeError:
        at = next((name for name, value in request.query_params.items() if _REPLACED in value), "")
        raise ProblemFound(code="bad_characters", at=at, detail="Send UTF-8 without surrogates.") from None


def _replying(write: Callable[[], T], show: Callable[[T], Outcome]) -> Callable[[], replies.Reply]:
    return lambda: _reply(show(write()))


def _reply(outcome: Outcome) -> replies.Reply:
    return replies.Reply(status=outcome.status, body=json.dumps(outcome.body))


def _response(reply: replies.Reply) -> Response:
    response = Response(json.loads(reply.body), status=reply.status)
    if reply.replayed:
        response["Idempotent-Replayed"] = "true"
    return response
