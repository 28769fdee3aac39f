"""What still holds, for the caller, now. Every citation gets an answer, whatever it is (DESIGN rules 4 to 6)."""

from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from citeledger.core.states import ADVICE_OF
from citeledger.interfaces.api import inputs, outputs, schema
from citeledger.interfaces.api.endpoint import Endpoint
from revalidation import service
from revalidation.metrics import ShownOn, shown
from revalidation.panels import panel


class Verdicts(Endpoint):
    @schema.asked(
        name="verdicts",
        summary="The states of citations, in the order asked; unknown uids are unavailable",
        takes=inputs.CitationsIn,
        gives=outputs.Verdict(many=True),
    )
    def post(self, _request: Request) -> Response:
        citations = self.given(of=inputs.CitationsIn)["citations"]
        found = service.verdicts(viewer=self.principal, citations=citations)
        shown(on=ShownOn.API, states=[verdict.state for verdict in found])
        return Response(
            [{"citation": str(one.citation), "state": one.state.value, "advice": ADVICE_OF[one.state]} for one in found]
        )


class Panel(Endpoint):
    @schema.read(
        name="citations_panel",
        summary="All that you may know about one citation; unknown uids are unavailable",
        gives=outputs.Panel,
        problems=("unknown_route",),
    )
    def get(self, _request: Request, uid: UUID) -> Response:
        found = panel(viewer=self.principal, citation=uid)
        shown(on=ShownOn.API, states=[found.state])
        return Response(outputs.Panel(found).data)
