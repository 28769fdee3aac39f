"""Sessions: attribute first, then write. Yours alone; what you do in one is kept with what you emit from it."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final
from uuid import UUID

from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from citeledger.emission import sessions
from citeledger.emission.services import RecordedAnswer
from citeledger.interfaces.api import answers, inputs, outputs, schema, search, spans
from citeledger.interfaces.api.catalogue import MINTING, RECORDING
from citeledger.interfaces.api.endpoint import Endpoint, Outcome
from citeledger.interfaces.api.session_shapes import ReadIn, SearchIn, SessionIn
from revalidation import withholding

_FOR_SOMEBODY: Final = ("may_not_act_for", "unknown_person")
_ANY: Final = ("not_found", "session_full", *_FOR_SOMEBODY)


class Sessions(Endpoint):
    @schema.change(
        name="sessions_open",
        summary="Open a session, in which you search, read and mint before you write",
        takes=SessionIn,
        gives={201: outputs.Created},
        problems=("forbidden", *_FOR_SOMEBODY),
    )
    def post(self, _request: Request) -> Response:
        given = self.given(of=SessionIn)
        return self.change(lambda: self._opened(**given))

    def _opened(self, question: str = "", on_behalf_of: UUID | None = None) -> Outcome:
        uid = sessions.open_session(writer=self.principal, question=question, on_behalf_of=on_behalf_of, at=self.now)
        return Outcome(status.HTTP_201_CREATED, {"uid": str(uid)})


class Session(Endpoint):
    @schema.read(
        name="sessions_read",
        summary="A session of yours, with its steps in order",
        gives=outputs.Session,
        problems=("not_found",),
    )
    def get(self, _request: Request, uid: UUID) -> Response:
        return Response(outputs.Session(sessions.session(viewer=self.principal, uid=uid)).data)


class Search(Endpoint):
    @schema.asked(
        name="sessions_search",
        summary="Search passages, as a step of the session",
        takes=SearchIn,
        gives=outputs.Found,
        problems=(*_ANY, *search.PROBLEMS),
    )
    def post(self, _request: Request, uid: UUID) -> Response:
        asked = self.given(of=SearchIn)
        withholding.note()  # as of every search
        found = sessions.search_in(writer=self.principal, session=uid, at=self.now, **asked)
        return Response(outputs.Found(found).data)


class Reads(Endpoint):
    @schema.asked(
        name="sessions_text",
        summary="Read a version, whole or in part, as a step of the session",
        takes=ReadIn,
        gives=outputs.ReadPassage,
        problems=(*_ANY, "offset_out_of_range"),
    )
    def post(self, _request: Request, uid: UUID) -> Response:
        asked = self.given(of=ReadIn)
        read = sessions.read_in(writer=self.principal, session=uid, at=self.now, **asked)
        return Response(outputs.ReadPassage(read).data)


class Spans(Endpoint):
    @schema.change(
        name="sessions_mint",
        summary="Mint spans, each a step of the session: all of them, or none",
        takes=inputs.SpansIn,
        gives={201: outputs.Spans},
        problems=(*_ANY, "forbidden", *MINTING),
    )
    def post(self, _request: Request, uid: UUID) -> Response:
        drafts = spans.drafts_of(self.given(of=inputs.SpansIn))
        return self.proved_change(
            lambda: sessions.ready_to_mint_in(writer=self.principal, session=uid, drafts=drafts, at=self.now),
            show=partial(spans.minted_spans, self.principal),
        )


class Answers(Endpoint):
    @schema.change(
        name="sessions_emit",
        summary="Record an answer on spans that were minted in the session before",
        takes=inputs.AnswerIn,
        gives={201: outputs.RecordedAnswer},
        problems=(*_ANY, "forbidden", "span_not_in_session", "session_for_another", *RECORDING),
    )
    def post(self, _request: Request, uid: UUID) -> Response:
        given = self.given(of=inputs.AnswerIn)
        reply = self.proved_change(lambda: self._ready(given, uid), show=answers.kept_answer)
        return answers.read_back(reply, viewer=self.principal)

    def _ready(self, given: dict[str, Any], uid: UUID) -> Callable[[], RecordedAnswer]:
        who: dict[str, Any] = {"writer": self.principal, "session": uid, "at": self.now}
        person = sessions.written_for(named=given.get("on_behalf_of"), **who)
        return answers.ready_to_answer(given | {"on_behalf_of": person}, ready=sessions.ready_to_emit, **who)
