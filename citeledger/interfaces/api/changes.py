"""What a program polls: which of its own answers do not stand any more as they were recorded."""

from rest_framework.request import Request
from rest_framework.response import Response

from citeledger.interfaces.api import outputs, schema
from citeledger.interfaces.api.endpoint import LIST_PARAMETERS, Endpoint
from citeledger.interfaces.api.walks import Walk, cursor_of, walk_of
from revalidation.changed_answers import changed_answers
from revalidation.metrics import ShownOn, shown


class Changes(Endpoint):
    parameters = LIST_PARAMETERS

    @schema.stretched(
        name="changes_list",
        summary="Your own answers of which something is not current for you now, newest first",
        gives=outputs.Changes,
    )
    def get(self, request: Request) -> Response:
        limit, cursor = self.limit(), request.query_params.get("cursor")
        walk = walk_of(cursor, principal=self.principal, listing=request.path) if cursor else Walk()
        found = changed_answers(viewer=self.principal, after=walk.after, limit=limit)
        news = walk.news(found.items)
        shown(on=ShownOn.API, states=[one.state for item in news for one in item.citations])
        # A stretch may be short and go on, so the service says where, not the number of items.
        following = walk.on(found.items, after=found.next) if found.next else walk.again(found.items)
        behind = cursor_of(following, principal=self.principal, listing=request.path)
        where = {"next": behind, "since": None} if found.next else {"next": None, "since": behind}
        return Response({"items": outputs.ChangedAnswer(news, many=True).data, **where})
