"""Spans, and the answers and derived texts that rest on them."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from citeledger.core.principals import Principal
from citeledger.core.statements import (
    Absence,
    AnswerKind,
    Basis,
    Computation,
    ComputedInput,
    Context,
    Role,
    Segment,
    Statement,
    Structure,
)
from citeledger.emission import marked
from citeledger.emission import services as emission
from citeledger.emission.services import OnUnproved, RecordedAnswer
from citeledger.emission.written import session_of
from citeledger.interfaces.api import inputs, outputs, schema, texts
from citeledger.interfaces.api.catalogue import RECORDING
from citeledger.interfaces.api.endpoint import LIST_PARAMETERS, Endpoint, Outcome
from citeledger.ledger import services as ledger
from revalidation import reading, service
from revalidation.metrics import ShownOn, shown
from revalidation.repeating import repeatable


def kept_answer(recorded: RecordedAnswer) -> Outcome:
    """What is kept of an answer that was just recorded."""
    return Outcome(status.HTTP_201_CREATED, outputs.KeptAnswer(recorded).data)


def read_back(reply: Response, *, viewer: Principal) -> Response:
    """The kept reply with the state of each of its citations now: what is kept holds none, as it may be given later."""
    found = service.verdicts(viewer=viewer, citations=[UUID(uid) for uid in reply.data["citations"]])
    shown(on=ShownOn.API, states=[one.state for one in found])
    reply.data = {**reply.data, "states": outputs.Verdict(found, many=True).data}
    return reply


def _segment(given: dict[str, Any]) -> Segment:
    if given["type"] == "structure":
        return Structure(role=Role(given["role"]), text=given["text"])
    computation = _computation(given["computation"]) if "computation" in given else None
    inputs = [each.span for each in computation.inputs] if computation else []
    return Statement(
        text=given["text"],
        basis=Basis(given["basis"]),
        spans=tuple(dict.fromkeys([*given.get("spans", ()), *inputs])),
        derived_from=tuple(given.get("derived_from", ())),
        as_of=tuple(given.get("as_of", ())),
        computation=computation,
        absence=Absence(**given["absence"]) if "absence" in given else None,
    )


def _computation(given: dict[str, Any]) -> Computation:
    return Computation(
        operation=given["operation"],
        inputs=tuple(ComputedInput(each["span"], each.get("language")) for each in given["inputs"]),
        value=given["value"],
        parameters=given.get("parameters", {}),
        language=given.get("language", ""),
    )


def ready_to_answer(
    given: dict[str, Any], *, ready: Callable[..., Callable[[], RecordedAnswer]], **who: Any
) -> Callable[[], RecordedAnswer]:
    """`ready` to record what a body asks for; `who` writes it, when, and from which session."""
    how: dict[str, Any] = {
        "kind": AnswerKind(given["kind"]),
        "context": Context(**given.get("context", {})),
        "on_behalf_of": given.get("on_behalf_of"),
        "on_unproved": OnUnproved(given.get("on_unproved", OnUnproved.REJECT)),
    }
    if "text" in given:
        basis = Basis(given.get("basis", marked.BASES[0]))
        return marked.ready_to_record_marked(text=given["text"], basis=basis, ready=ready, **how, **who)
    return ready(segments=[_segment(segment) for segment in given["segments"]], **how, **who)


class Answers(Endpoint):
    parameters = LIST_PARAMETERS

    @schema.listing(name="answers_list", summary="Answers you may read, newest first", of=outputs.AnswerItem)
    def get(self, _request: Request) -> Response:
        return self.listed(
            read=lambda after, limit: reading.answers(viewer=self.principal, after=after, limit=limit),
            show=lambda item: outputs.AnswerItem(item).data,
        )

    @schema.change(
        name="answers_record",
        summary="Record an answer or a derived text, as ordered segments or as text with citation markers",
        takes=inputs.AnswerIn,
        gives={201: outputs.RecordedAnswer},
        problems=("not_found", "forbidden", *RECORDING),
    )
    def post(self, _request: Request) -> Response:
        given = self.given(of=inputs.AnswerIn)
        reply = self.proved_change(
            lambda: ready_to_answer(given, ready=emission.ready_to_record, writer=self.principal, at=self.now),
            show=kept_answer,
        )
        return read_back(reply, viewer=self.principal)


class Answer(Endpoint):
    parameters = frozenset({texts.NAME})

    @schema.read(
        name="answers_read",
        summary="An answer as you may read it, with the state of each statement and what to do about it",
        gives=outputs.Answer,
        problems=("bad_value", "not_found"),
        parameters=(texts.PARAMETER,),
    )
    def get(self, request: Request, uid: UUID) -> Response:
        is_all = texts.asks_for_all(request)
        found = reading.answer(viewer=self.principal, uid=uid)
        shown(on=ShownOn.API, states=found.states)
        session = session_of(viewer=self.principal, answer=uid)
        told = outputs.Answer(found if is_all else repeatable(found), context={"session": session})
        return Response(told.data)


class Erasure(Endpoint):
    @schema.change(
        name="answers_erase",
        summary="Erase an answer: its text, its lineage, and the lineage of all that rests on it",
        takes=inputs.Nothing,
        gives={204: None},
        problems=("not_found", "forbidden"),
    )
    def post(self, _request: Request, uid: UUID) -> Response:
        self.given(of=inputs.Nothing)
        return self.change(lambda: self._erase(uid))

    def _erase(self, uid: UUID) -> Outcome:
        ledger.erase_answer(actor=self.principal, answer=uid, at=self.now)
        return Outcome(status.HTTP_204_NO_CONTENT)
