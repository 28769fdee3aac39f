"""Pages of hosts: where citations are shown."""

from typing import Any
from uuid import UUID

from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from citeledger.interfaces.api import inputs, outputs, schema, texts
from citeledger.interfaces.api.catalogue import PAGES
from citeledger.interfaces.api.endpoint import LIST_PARAMETERS, Endpoint, Outcome
from citeledger.ledger import services
from revalidation import reading
from revalidation.metrics import ShownOn, shown
from revalidation.repeating import repeatable_page


class Pages(Endpoint):
    parameters = LIST_PARAMETERS

    @schema.listing(name="pages_list", summary="Pages of your surfaces, newest first", of=outputs.PageItem)
    def get(self, _request: Request) -> Response:
        return self.listed(
            read=lambda after, limit: reading.pages(viewer=self.principal, after=after, limit=limit),
            show=lambda item: outputs.PageItem(item).data,
        )

    @schema.change(
        name="pages_put",
        summary="Say which citations a host's page shows; the same reference is the same page",
        takes=inputs.PageIn,
        gives={200: outputs.Created},
        problems=("not_found", "forbidden", *PAGES),
    )
    def post(self, _request: Request) -> Response:
        given = self.given(of=inputs.PageIn)
        return self.change(lambda: self._put(given))

    def _put(self, given: dict[str, Any]) -> Outcome:
        uid = services.put_page(actor=self.principal, at=self.now, **given)
        return Outcome(status.HTTP_200_OK, {"uid": str(uid)})


class Page(Endpoint):
    parameters = frozenset({texts.NAME})

    @schema.read(
        name="pages_read",
        summary="A page's statements as you may read them, with their states and what to do about them",
        gives=outputs.Page,
        problems=("bad_value", "not_found"),
        parameters=(texts.PARAMETER,),
    )
    def get(self, request: Request, uid: UUID) -> Response:
        is_all = texts.asks_for_all(request)
        found = reading.page(viewer=self.principal, uid=uid)
        shown(on=ShownOn.API, states=found.states)
        return Response(outputs.Page(found if is_all else repeatable_page(found)).data)
