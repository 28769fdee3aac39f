"""Handing a text to another agent, and taking one over."""

from uuid import UUID

from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from citeledger.emission import hand_offs
from citeledger.emission.hand_offs import TakenOver
from citeledger.interfaces.api import outputs, schema
from citeledger.interfaces.api.endpoint import Endpoint, Outcome
from citeledger.interfaces.api.hand_off_shapes import HandOffIn, TakeOverIn
from citeledger.interfaces.handing_over import envelope_of
from revalidation import withholding


class HandOffs(Endpoint):
    @schema.change(
        name="hand_offs_give",
        summary="Hand an answer to somebody: they may read it from now on, and you get an envelope for them",
        takes=HandOffIn,
        gives={201: outputs.HandedOver},
        problems=("not_found", "forbidden", "unknown_receiver"),
    )
    def post(self, _request: Request) -> Response:
        given = self.given(of=HandOffIn)
        response = self.change(lambda: self._hand_over(answer=given["answer"], to=given["to"]))
        # Kept replies hold no texts: the envelope is made anew on every way out, from what may be repeated then.
        hand_off = UUID(response.data["uid"])
        response.data = {
            "envelope": envelope_of(sender=self.principal, hand_off=hand_off),
            "unshared": hand_offs.unshared(sender=self.principal, hand_off=hand_off),
        }
        return response

    def _hand_over(self, *, answer: UUID, to: UUID) -> Outcome:
        uid = hand_offs.hand_over(sender=self.principal, answer=answer, to=to, at=self.now)
        return Outcome(status.HTTP_201_CREATED, {"uid": str(uid)})


class TakeOvers(Endpoint):
    @schema.change(
        name="hand_offs_take",
        summary="Take over what an envelope hands to you: a derived text of yours that rests on the sender's",
        takes=TakeOverIn,
        gives={201: outputs.TakenOver},
        problems=("forbidden", "envelope_refused", "source_not_proved", "lineage_too_deep", "lineage_too_large"),
    )
    def post(self, _request: Request) -> Response:
        envelope = self.given(of=TakeOverIn)["envelope"]
        return self.proved_change(
            lambda: hand_offs.ready_to_take_over(receiver=self.principal, envelope=envelope, at=self.now),
            show=_taken_over,
        )


def _taken_over(taken: TakenOver) -> Outcome:
    if taken.left_out:
        withholding.note()
    return Outcome(status.HTTP_201_CREATED, outputs.TakenOver(taken).data)
