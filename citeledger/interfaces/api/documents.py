"""Documents and what becomes of them."""

from collections.abc import Callable, Sequence
from typing import Any
from uuid import UUID

from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from citeledger.documents import queries, services
from citeledger.documents.metadata import Metadata, Status
from citeledger.documents.programs import programs_of
from citeledger.documents.views import DocumentSummary
from citeledger.interfaces.api import inputs, outputs, schema
from citeledger.interfaces.api.endpoint import LIST_PARAMETERS, Endpoint, Outcome

_CHANGES = ("not_found", "forbidden", "document_retired")


def _created(uid: UUID) -> Outcome:
    return Outcome(status.HTTP_201_CREATED, {"uid": str(uid)})


def metadata_of(given: dict[str, Any]) -> Metadata:
    """What `MetadataIn` (or a replacement) describes."""
    said = {name: value for name, value in given.items() if name != "expected_number"}
    if "status" in said:
        said["status"] = Status(said["status"])
    return Metadata(**said)


class Documents(Endpoint):
    parameters = LIST_PARAMETERS

    @schema.listing(name="documents_list", summary="Documents you may read, newest first", of=outputs.DocumentItem)
    def get(self, _request: Request) -> Response:
        programs: dict[UUID, str] = {}

        def read(after: UUID | None, limit: int) -> Sequence[DocumentSummary]:
            rows = queries.documents(viewer=self.principal, after=after, limit=limit)
            programs.update(programs_of(versions=[row.version for row in rows]))
            return rows

        return self.listed(read=read, show=lambda item: outputs.DocumentItem(item, context={"programs": programs}).data)

    @schema.change(
        name="documents_create",
        summary="Create a document; only you can read it until you grant",
        takes=inputs.MetadataIn,
        gives={201: outputs.Created},
        problems=("forbidden", "invalid_metadata"),
    )
    def post(self, _request: Request) -> Response:
        metadata = metadata_of(self.given(of=inputs.MetadataIn))
        return self.change(
            lambda: Outcome(
                status.HTTP_201_CREATED,
                {"uid": str(services.create_document(actor=self.principal, metadata=metadata, at=self.now))},
            )
        )


class Document(Endpoint):
    @schema.read(
        name="documents_read",
        summary="A document's metadata, current version, and your rights",
        gives=outputs.Document,
        problems=("not_found",),
    )
    def get(self, _request: Request, uid: UUID) -> Response:
        return Response(outputs.Document(queries.document(viewer=self.principal, uid=uid)).data)


class DocumentMetadata(Endpoint):
    @schema.replace(
        name="documents_describe",
        summary="Replace the metadata, if its number still is the expected one",
        takes=inputs.MetadataReplacement,
        gives=outputs.MetadataNumber,
        problems=(*_CHANGES, "invalid_metadata", "conflict"),
    )
    def put(self, _request: Request, uid: UUID) -> Response:
        given = self.given(of=inputs.MetadataReplacement)
        number = services.update_metadata(
            actor=self.principal,
            document=uid,
            metadata=metadata_of(given),
            expected=given["expected_number"],
            at=self.now,
        )
        return Response({"number": number})


class Versions(Endpoint):
    @schema.read(
        name="versions_list",
        summary="A document's versions, newest first",
        gives=outputs.Versions,
        problems=("not_found",),
    )
    def get(self, _request: Request, uid: UUID) -> Response:
        found = queries.versions(viewer=self.principal, document=uid)
        return Response({"versions": outputs.VersionItem(found, many=True).data})

    @schema.change(
        name="versions_publish",
        summary="Publish a version, if the current one still is the expected one",
        takes=inputs.NewVersion,
        gives={201: outputs.Created},
        problems=(*_CHANGES, "conflict", "one_source", "source_too_large", "undecodable_text"),
    )
    def post(self, _request: Request, uid: UUID) -> Response:
        given = self.given(of=inputs.NewVersion)
        return self.proved_change(lambda: self._ready_to_publish(document=uid, given=given), show=_created)

    def _ready_to_publish(self, *, document: UUID, given: dict[str, Any]) -> Callable[[], UUID]:
        return services.ready_to_publish(
            actor=self.principal,
            document=document,
            data=given["text"].encode() if "text" in given else given["data_base64"],
            media_type=given["media_type"],
            expected=given["expected_version"],
            effective_at=given.get("effective_at"),
            at=self.now,
        )


class Version(Endpoint):
    @schema.read(
        name="versions_read", summary="A version's text and blocks", gives=outputs.Version, problems=("not_found",)
    )
    def get(self, _request: Request, uid: UUID) -> Response:
        return Response(outputs.Version(queries.version(viewer=self.principal, uid=uid)).data)


class Retirement(Endpoint):
    @schema.change(
        name="documents_retire",
        summary="Retire a document: nobody but its managers sees it until it is un-retired",
        takes=inputs.Nothing,
        gives={204: None},
        problems=_CHANGES,
    )
    def post(self, _request: Request, uid: UUID) -> Response:
        self.given(of=inputs.Nothing)
        return self.change(lambda: self._retire(uid))

    def _retire(self, uid: UUID) -> Outcome:
        services.retire(actor=self.principal, document=uid, at=self.now)
        return Outcome(status.HTTP_204_NO_CONTENT)


class Unretirement(Endpoint):
    @schema.change(
        name="documents_unretire",
        summary="End a retirement: readers see the document again, as it was",
        takes=inputs.Nothing,
        gives={204: None},
        problems=("not_found", "forbidden", "document_not_retired"),
    )
    def post(self, _request: Request, uid: UUID) -> Response:
        self.given(of=inputs.Nothing)
        return self.change(lambda: self._unretire(uid))

    def _unretire(self, uid: UUID) -> Outcome:
        services.unretire(actor=self.principal, document=uid, at=self.now)
        return Outcome(status.HTTP_204_NO_CONTENT)


class Reversion(Endpoint):
    @schema.change(
        name="versions_revert",
        summary="Publish an older version's text again, if the current one still is the expected one",
        takes=inputs.Reversion,
        gives={201: outputs.Created},
        problems=(*_CHANGES, "conflict", "damaged_record"),
    )
    def post(self, _request: Request, uid: UUID) -> Response:
        given = self.given(of=inputs.Reversion)
        wanted = {"to": given["to"], "expected": given["expected_version"]}
        return self.proved_change(
            lambda: services.ready_to_revert(actor=self.principal, document=uid, at=self.now, **wanted), show=_created
        )


class Supersession(Endpoint):
    @schema.change(
        name="documents_supersede",
        summary="Supersede a document by another from a time on",
        takes=inputs.Supersession,
        gives={204: None},
        problems=(*_CHANGES, "supersession_by_itself", "supersession_cycle"),
    )
    def post(self, _request: Request, uid: UUID) -> Response:
        given = self.given(of=inputs.Supersession)
        return self.change(lambda: self._supersede(uid, by=given["by"], effective_from=given["effective_from"]))

    def _supersede(self, uid: UUID, **given: Any) -> Outcome:
        services.supersede(actor=self.principal, document=uid, at=self.now, **given)
        return Outcome(status.HTTP_204_NO_CONTENT)


class Withdrawal(Endpoint):
    @schema.change(
        name="versions_withdraw",
        summary="Withdraw a version, for good: never shown, quoted or compared again",
        takes=inputs.Nothing,
        gives={204: None},
        problems=("not_found", "forbidden", "version_withdrawn"),
    )
    def post(self, _request: Request, uid: UUID) -> Response:
        self.given(of=inputs.Nothing)
        return self.change(lambda: self._withdraw(uid))

    def _withdraw(self, uid: UUID) -> Outcome:
        services.withdraw(actor=self.principal, version=uid, at=self.now)
        return Outcome(status.HTTP_204_NO_CONTENT)
