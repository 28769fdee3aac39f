"""What became of a document's cited passages, version by version."""

from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from citeledger.interfaces.api import outputs, schema
from citeledger.interfaces.api.cursors import cursor_after
from citeledger.interfaces.api.endpoint import LIST_PARAMETERS, Endpoint
from revalidation import lives
from revalidation.metrics import ShownOn, shown


class Life(Endpoint):
    parameters = LIST_PARAMETERS

    @schema.stretched(
        name="documents_life",
        summary="What became of the cited passages of a document, version by version",
        gives=outputs.Life,
        problems=("not_found",),
    )
    def get(self, _request: Request, uid: UUID) -> Response:
        after, limit = self.stretch()
        found = lives.life(viewer=self.principal, document=uid, after=after, limit=limit)
        shown(on=ShownOn.API, states=[one.state for passage in found.passages for one in passage.citations])
        following = found.next and cursor_after(principal=self.principal, listing=self.request.path, last=found.next)
        body = {"versions": found.versions, "passages": found.passages, "next": following}
        return Response(outputs.Life(body).data)
