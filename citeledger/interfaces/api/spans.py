"""Spans: exact characters of exact versions, proved as they are born."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from citeledger.core.principals import Kind, Principal
from citeledger.documents.programs import programs_of
from citeledger.emission import services as emission
from citeledger.emission.proof import SpanDraft
from citeledger.emission.services import MintedSpan
from citeledger.emission.shape import Unit
from citeledger.interfaces.api import inputs, outputs, schema
from citeledger.interfaces.api.catalogue import MINTING
from citeledger.interfaces.api.endpoint import Endpoint, Outcome


def drafts_of(given: dict[str, Any]) -> list[SpanDraft]:
    """The spans a body asks for, as the gate takes them."""
    return [SpanDraft(**span | {"unit": Unit(span.get("unit", Unit.CODE_POINTS))}) for span in given["spans"]]


def minted_spans(writer: Principal, minted: Sequence[MintedSpan]) -> Outcome:
    """What is said of spans that were just minted. What the gate would refuse of them is said at once (ADR 17)."""
    programs = programs_of(versions=[span.version for span in minted]) if writer.kind is Kind.SERVICE else {}
    own = {version for version, name in programs.items() if name == writer.name}
    return Outcome(status.HTTP_201_CREATED, {"spans": outputs.Span(minted, many=True, context={"own": own}).data})


class Spans(Endpoint):
    @schema.change(
        name="spans_mint",
        summary="Mint spans: all of them, or none",
        takes=inputs.SpansIn,
        gives={201: outputs.Spans},
        problems=("not_found", "forbidden", *MINTING),
    )
    def post(self, _request: Request) -> Response:
        drafts = drafts_of(self.given(of=inputs.SpansIn))
        return self.proved_change(
            lambda: emission.ready_to_mint(writer=self.principal, drafts=drafts, at=self.now),
            show=partial(minted_spans, self.principal),
        )
