"""Who may do what: on documents, and on answers and derived texts."""

from typing import Any
from uuid import UUID

from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from acl import queries, services
from acl.queries import Holder
from acl.rights import Right
from citeledger.interfaces.api import inputs, outputs, schema
from citeledger.interfaces.api.endpoint import Endpoint, Outcome

_PROBLEMS = ("not_found", "unknown_holder")


def _grant(given: dict[str, Any]) -> dict[str, Any]:
    return {"right": Right(given["right"]), "holder": Holder(**given["holder"])}


class DocumentGrants(Endpoint):
    @schema.read(
        name="document_grants_list",
        summary="Who holds what on a document (for its managers)",
        gives=outputs.Grants,
        problems=("not_found",),
    )
    def get(self, _request: Request, uid: UUID) -> Response:
        found = queries.grants_on(viewer=self.principal, document=uid)
        return Response({"grants": outputs.Grant(found, many=True).data})

    @schema.change(
        name="document_grants_grant",
        summary="Grant a right on a document; edit and manage bring read with them",
        takes=inputs.DocumentGrantIn,
        gives={204: None},
        problems=_PROBLEMS,
    )
    def post(self, _request: Request, uid: UUID) -> Response:
        grant = _grant(self.given(of=inputs.DocumentGrantIn))
        return self.change(lambda: self._grant(uid, grant))

    def _grant(self, uid: UUID, grant: dict[str, Any]) -> Outcome:
        services.grant(actor=self.principal, document=uid, at=self.now, **grant)
        return Outcome(status.HTTP_204_NO_CONTENT)


class DocumentRevocation(Endpoint):
    @schema.change(
        name="document_grants_revoke",
        summary="Revoke exactly one right on a document, at once",
        takes=inputs.DocumentGrantIn,
        gives={204: None},
        problems=(*_PROBLEMS, "last_manager"),
    )
    def post(self, _request: Request, uid: UUID) -> Response:
        grant = _grant(self.given(of=inputs.DocumentGrantIn))
        return self.change(lambda: self._revoke(uid, grant))

    def _revoke(self, uid: UUID, grant: dict[str, Any]) -> Outcome:
        services.revoke(actor=self.principal, document=uid, at=self.now, **grant)
        return Outcome(status.HTTP_204_NO_CONTENT)


class AnswerGrants(Endpoint):
    @schema.read(
        name="answer_grants_list",
        summary="Who holds what on an answer or derived text (for its managers)",
        gives=outputs.Grants,
        problems=("not_found",),
    )
    def get(self, _request: Request, uid: UUID) -> Response:
        found = queries.grants_on_answer(viewer=self.principal, answer=uid)
        return Response({"grants": outputs.Grant(found, many=True).data})

    @schema.change(
        name="answer_grants_grant",
        summary="Grant read or manage on an answer or derived text",
        takes=inputs.AnswerGrantIn,
        gives={204: None},
        problems=_PROBLEMS,
    )
    def post(self, _request: Request, uid: UUID) -> Response:
        grant = _grant(self.given(of=inputs.AnswerGrantIn))
        return self.change(lambda: self._grant(uid, grant))

    def _grant(self, uid: UUID, grant: dict[str, Any]) -> Outcome:
        services.grant_answer(actor=self.principal, answer=uid, at=self.now, **grant)
        return Outcome(status.HTTP_204_NO_CONTENT)


class AnswerRevocation(Endpoint):
    @schema.change(
        name="answer_grants_revoke",
        summary="Revoke exactly one right on an answer or derived text, at once",
        takes=inputs.AnswerGrantIn,
        gives={204: None},
        problems=_PROBLEMS,
    )
    def post(self, _request: Request, uid: UUID) -> Response:
        grant = _grant(self.given(of=inputs.AnswerGrantIn))
        return self.change(lambda: self._revoke(uid, grant))

    def _revoke(self, uid: UUID, grant: dict[str, Any]) -> Outcome:
        services.revoke_answer(actor=self.principal, answer=uid, at=self.now, **grant)
        return Outcome(status.HTTP_204_NO_CONTENT)
