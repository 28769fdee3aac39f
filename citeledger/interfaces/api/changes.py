"""What a program polls: which of its own answers do not stand any more as they were recorded."""

from rest_framework.request import Request
from rest_framework.response import Response

from citeledger.interfaces.api import outputs, schema
from citeledger.interfaces.api.cursors import cursor_after
from citeledger.interfaces.api.endpoint import LIST_PARAMETERS, Endpoint
from revalidation.changed_answers import changed_answers
from revalidation.metrics import ShownOn, shown


class Changes(Endpoint):
    parameters = LIST_PARAMETERS

    @schema.listing(
        name="changes_list",
        summary="Your own answers of which something is not current for you now, newest first",
        of=outputs.ChangedAnswer,
    )
    def get(self, _request: Request) -> Response:
        after, limit = self.stretch()
        found = changed_answers(viewer=self.principal, after=after, limit=limit)
        shown(on=ShownOn.API, states=[one.state for item in found.items for one in item.citations])
        # A stretch may be short and go on, so the service says where, not the number of items.
        following = found.next and cursor_after(principal=self.principal, listing=self.request.path, last=found.next)
        return Response({"items": outputs.ChangedAnswer(found.items, many=True).data, "next": following})
