"""Snapshots: sets of documents pinned as they were, yours alone to read."""

from typing import Any
from uuid import UUID

from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from citeledger.documents import pinned, services
from citeledger.documents.programs import programs_of
from citeledger.interfaces.api import inputs, outputs, schema
from citeledger.interfaces.api.endpoint import LIST_PARAMETERS, Endpoint, Outcome
from revalidation import withholding


class Snapshots(Endpoint):
    parameters = LIST_PARAMETERS

    @schema.listing(name="snapshots_list", summary="Snapshots you pinned, newest first", of=outputs.SnapshotItem)
    def get(self, _request: Request) -> Response:
        return self.listed(
            read=lambda after, limit: pinned.snapshots(viewer=self.principal, after=after, limit=limit),
            show=lambda item: outputs.SnapshotItem(item).data,
        )

    @schema.change(
        name="snapshots_pin",
        summary="Pin the current versions of documents under a name",
        takes=inputs.SnapshotIn,
        gives={201: outputs.SnapshotPinned},
        problems=("forbidden", "invalid_name", "no_documents", "too_many_documents", "unknown_document"),
    )
    def post(self, _request: Request) -> Response:
        given = self.given(of=inputs.SnapshotIn)
        return self.change(lambda: self._pin(given))

    def _pin(self, given: dict[str, Any]) -> Outcome:
        made = services.pin(actor=self.principal, at=self.now, **given)
        return Outcome(status.HTTP_201_CREATED, outputs.SnapshotPinned(made).data)


class Snapshot(Endpoint):
    @schema.read(
        name="snapshots_read",
        summary="A snapshot of yours, with the documents you may read now",
        gives=outputs.Snapshot,
        problems=("not_found",),
    )
    def get(self, _request: Request, uid: UUID) -> Response:
        found = pinned.snapshot(viewer=self.principal, uid=uid)
        if found.unavailable:
            withholding.note()
        marks = programs_of(versions=[one.version for one in found.documents])
        return Response(outputs.Snapshot(found, context={"programs": marks}).data)


class Changes(Endpoint):
    @schema.read(
        name="snapshots_compare",
        summary="What changed from one snapshot of yours to another",
        gives=outputs.SnapshotChanges,
        problems=("not_found",),
    )
    def get(self, _request: Request, uid: UUID, other: UUID) -> Response:
        found = pinned.changes(viewer=self.principal, old=uid, new=other)
        if found.unavailable:
            withholding.note()
        marks = programs_of(versions=found.versions())
        return Response(outputs.SnapshotChanges(found, context={"programs": marks}).data)


class Proof(Endpoint):
    @schema.read(
        name="snapshots_prove",
        summary="The proof that a document's text was pinned, to be checked without this site",
        gives=outputs.InclusionProof,
        problems=("not_found",),
    )
    def get(self, _request: Request, uid: UUID, document: UUID) -> Response:
        found = pinned.proof(viewer=self.principal, snapshot=uid, document=document)
        return Response(outputs.InclusionProof(found).data)
