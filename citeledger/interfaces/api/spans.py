"""Spans: exact characters of exact versions, proved as they are born."""

from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from citeledger.emission import services as emission
from citeledger.emission.proof import SpanDraft
from citeledger.emission.shape import Unit
from citeledger.interfaces.api import inputs, outputs, schema
from citeledger.interfaces.api.endpoint import Endpoint, Outcome


class Spans(Endpoint):
    @schema.change(
        name="spans_mint",
        summary="Mint spans: all of them, or none",
        takes=inputs.SpansIn,
        gives={201: outputs.Spans},
        problems=("not_found", "forbidden"),
    )
    def post(self, _request: Request) -> Response:
        given = self.given(of=inputs.SpansIn)["spans"]
        drafts = [SpanDraft(**span | {"unit": Unit(span.get("unit", Unit.CODE_POINTS))}) for span in given]
        return self.proved_change(
            lambda: emission.ready_to_mint(writer=self.principal, drafts=drafts, at=self.now),
            show=lambda minted: Outcome(status.HTTP_201_CREATED, {"spans": outputs.Span(minted, many=True).data}),
        )
