"""Uploads: files that are read in the background, looked at, and published or dropped."""

import re
from collections.abc import Callable
from typing import Any, Final
from uuid import UUID

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from citeledger.documents import uploads
from citeledger.documents.metadata import LONGEST_LANGUAGE_TAG
from citeledger.documents.services import uploading
from citeledger.documents.services.uploading import LARGEST_UPLOAD, NewDocument, NextVersion
from citeledger.documents.uploads import LONGEST_PIECE, UploadState
from citeledger.extraction.formats import FORMATS
from citeledger.interfaces.api import limits, outputs, schema, upload_shapes
from citeledger.interfaces.api.documents import metadata_of
from citeledger.interfaces.api.endpoint import Endpoint, Outcome
from citeledger.interfaces.api.fields import LARGEST_INTEGER
from citeledger.interfaces.api.problems import ProblemFound
from citeledger.interfaces.api.receiving import FORM, FileParser, FormOrBytes, FormParser, ReceivedFile

_NUMBER: Final = re.compile(r"\d{1,10}", re.ASCII)
_FORM: Final = {
    "type": "object",
    "properties": {"file": {"type": "string", "format": "binary"}},
    "required": ["file"],
    "additionalProperties": False,
}
_FILES: Final[dict[str, Any]] = {
    FORM: _FORM,
    **dict.fromkeys(("application/octet-stream", *sorted(FORMATS)), OpenApiTypes.BINARY),
}
_QUERY: Final = (
    OpenApiParameter("document", OpenApiTypes.UUID, description="What it is meant for; a new document if left out."),
    OpenApiParameter(
        "file_name",
        {"type": "string", "maxLength": upload_shapes.LONGEST_NAME_SENT},
        description="Its ending tells the type where nothing else does.",
    ),
    OpenApiParameter(
        "language",
        {"type": "string", "maxLength": LONGEST_LANGUAGE_TAG},
        description="What print is read in; the document's language if left out.",
    ),
)
_PIECE: Final = (
    OpenApiParameter("start", {"type": "integer", "minimum": 0, "maximum": LARGEST_INTEGER}),
    OpenApiParameter("length", {"type": "integer", "minimum": 1, "maximum": LONGEST_PIECE}),
)


class Uploads(Endpoint):
    parameters = frozenset({"document", "file_name", "language"})
    body_bytes = LARGEST_UPLOAD + limits.FORM_BYTES
    parser_classes = [FormParser, FileParser]
    content_negotiation_class = FormOrBytes

    @schema.read(
        name="uploads_list", summary="Your uploads that are not published, newest first", gives=upload_shapes.Uploads
    )
    def get(self, _request: Request) -> Response:
        found = uploads.uploads(viewer=self.principal)
        return Response({"uploads": upload_shapes.Upload(found, many=True).data})

    @schema.upload(
        name="uploads_receive",
        summary="Send a file, to be read in the background",
        takes=_FILES,
        gives={202: outputs.Created},
        problems=(
            *("not_found", "forbidden", "document_retired", "empty_upload", "source_too_large", "not_as_declared"),
            *("unsupported_media_type", "invalid_metadata", "too_many_uploads"),
        ),
        parameters=_QUERY,
    )
    def post(self, request: Request) -> Response:
        said = upload_shapes.UploadQuery().run_validation(request.query_params.dict())
        return self.proved_change(
            lambda: self._ready_to_receive(said),
            show=lambda uid: Outcome(status.HTTP_202_ACCEPTED, {"uid": str(uid)}),
        )

    def _ready_to_receive(self, said: dict[str, Any]) -> Callable[[], UUID]:
        file = self._file()
        return uploading.ready_to_receive(
            actor=self.principal,
            document=said.get("document"),
            data=file.data,
            media_type=file.media_type,
            file_name=said.get("file_name") or file.name,
            language=said.get("language") or None,
            at=self.now,
        )

    def _file(self) -> ReceivedFile:
        # DRF asks no parser about a request without a body.
        file: ReceivedFile = dict(self.request.data).get("file", ReceivedFile(b"", None, ""))
        return file

    def asked(self) -> Any:
        return [self._file().identity(), self.request.query_params.dict()]


class Upload(Endpoint):
    parameters = frozenset({"start", "length"})
    http_method_names = ["get", "head", "delete"]

    @schema.read(
        name="uploads_read",
        summary="An upload's state and, once it is read, a piece of its text",
        gives=upload_shapes.UploadWithText,
        problems=("not_found", "bad_value", "damaged_record"),
        parameters=_PIECE,
    )
    def get(self, _request: Request, uid: UUID) -> Response:
        start = self._number("start", unasked=0, least=0, most=LARGEST_INTEGER)
        length = self._number("length", unasked=LONGEST_PIECE, least=1, most=LONGEST_PIECE)
        found = uploads.upload(viewer=self.principal, uid=uid)
        is_ready = found.state is UploadState.READY
        piece = uploads.piece(viewer=self.principal, uid=uid, start=start, length=length) if is_ready else None
        shown = {"piece": upload_shapes.PreviewPiece(piece).data if piece else None}
        return Response(upload_shapes.Upload(found).data | shown)

    @schema.remove(name="uploads_discard", summary="Drop an upload and all that was read", problems=("not_found",))
    def delete(self, _request: Request, uid: UUID) -> Response:
        uploading.discard(actor=self.principal, upload=uid)
        return Response(status=status.HTTP_204_NO_CONTENT)

    def _number(self, name: str, *, unasked: int, least: int, most: int) -> int:
        text = self.request.query_params.get(name, str(unasked))
        if not _NUMBER.fullmatch(text) or not least <= int(text) <= most:
            raise ProblemFound(code="bad_value", at=name, detail=f"Send {least} to {most}.")
        return int(text)


class Publication(Endpoint):
    @schema.change(
        name="uploads_publish",
        summary="Make an upload a version: of a new document, or the next one of a document",
        takes=upload_shapes.PublicationIn,
        gives={201: upload_shapes.Published},
        problems=(
            *("not_found", "forbidden", "conflict", "document_retired", "invalid_metadata"),
            *("upload_not_ready", "no_target", "two_targets", "damaged_record"),
        ),
    )
    def post(self, _request: Request, uid: UUID) -> Response:
        target = _target(self.given(of=upload_shapes.PublicationIn))
        return self.proved_change(
            lambda: uploading.ready_to_publish_upload(actor=self.principal, upload=uid, target=target, at=self.now),
            show=lambda done: Outcome(status.HTTP_201_CREATED, dict(upload_shapes.Published(done).data)),
        )


def _target(given: dict[str, Any]) -> NewDocument | NextVersion | None:
    if "new_document" in given:
        return NewDocument(metadata_of(given["new_document"]))
    if "next_version" in given:
        return NextVersion(given["next_version"]["document"], given["next_version"]["expected_version"])
    return None
