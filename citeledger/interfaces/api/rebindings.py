"""Binding a citation's words to another place: a new citation, linked to the old one, which stays what it was."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from citeledger.emission.proof import SpanDraft
from citeledger.emission.services import RecordedAnswer
from citeledger.emission.shape import Unit
from citeledger.interfaces.api import inputs, outputs, schema
from citeledger.interfaces.api.answers import kept_answer, read_back
from citeledger.interfaces.api.endpoint import Endpoint
from citeledger.rebinding.services import CitedPlace, ready_to_rebind


class Rebindings(Endpoint):
    @schema.change(
        name="citations_rebind",
        summary="Bind a statement to another place: a new citation, linked from this one",
        takes=inputs.RebindingIn,
        gives={201: outputs.RecordedAnswer},
        problems=(
            *("not_found", "forbidden", "not_a_direct_source", "not_the_current_version", "nothing_changed"),
            *("exact_mismatch", "offset_out_of_range", "offset_inside_character", "empty_span", "span_too_long"),
            *("unseen_text", "span_unquotable", "not_contiguous_source", "source_not_proved"),
            *("written_anew_only", "cannot_be_checked", "own_publication"),
        ),
    )
    def post(self, _request: Request, uid: UUID) -> Response:
        given = self.given(of=inputs.RebindingIn)
        reply = self.proved_change(lambda: self._ready_to_rebind(uid, given), show=kept_answer)
        return read_back(reply, viewer=self.principal)

    def _ready_to_rebind(self, uid: UUID, given: dict[str, Any]) -> Callable[[], RecordedAnswer]:
        to = given["to"] | {"unit": Unit(given["to"].get("unit", Unit.CODE_POINTS))}
        return ready_to_rebind(
            writer=self.principal,
            citation=uid,
            cited=CitedPlace(**given["cited"]),
            to=SpanDraft(**to),
            at=self.now,
        )
