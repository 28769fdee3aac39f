"""What awaits a person's review, and saying that it still holds."""

from uuid import UUID

from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from citeledger.interfaces.api import inputs, outputs, schema
from citeledger.interfaces.api.cursors import cursor_after
from citeledger.interfaces.api.endpoint import LIST_PARAMETERS, Endpoint, Outcome
from revalidation.attesting import ready_to_attest
from revalidation.reviews import reviews


class Reviews(Endpoint):
    parameters = LIST_PARAMETERS

    @schema.listing(
        name="reviews_list", summary="Citations that await your review, newest change first", of=outputs.Review
    )
    def get(self, _request: Request) -> Response:
        after, limit = self.stretch()
        found = reviews(viewer=self.principal, after=after, limit=limit)
        # A stretch may be short and go on, so the service says where, not the number of items.
        following = found.next and cursor_after(principal=self.principal, listing=self.request.path, last=found.next)
        return Response({"items": outputs.Review(found.items, many=True).data, "next": following})


class Attestations(Endpoint):
    @schema.change(
        name="citations_attest",
        summary="Say that a statement still holds though its source changed; its state stays",
        takes=inputs.AttestationIn,
        gives={201: outputs.Created},
        problems=("not_found", "forbidden", "conflict", "invalid_note", "nothing_changed", "cannot_be_checked"),
    )
    def post(self, _request: Request, uid: UUID) -> Response:
        given = self.given(of=inputs.AttestationIn)
        return self.proved_change(
            lambda: ready_to_attest(actor=self.principal, citation=uid, at=self.now, **given),
            show=lambda made: Outcome(status.HTTP_201_CREATED, {"uid": str(made)}),
        )
