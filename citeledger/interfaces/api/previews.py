"""What publishing would do, before it is done: nothing is stored by asking."""

from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from citeledger.core.refusals import Refused
from citeledger.documents import uploads
from citeledger.documents.gate import Manuscript, read_manuscript
from citeledger.documents.services import uploading
from citeledger.interfaces.api import inputs, outputs, schema, upload_shapes
from citeledger.interfaces.api.endpoint import Endpoint
from revalidation.previews import PREVIEWS_A_MINUTE, preview

_SELDOM = f"publishes nothing, and answers {PREVIEWS_A_MINUTE} times in a minute"
_PROBLEMS = ("not_found", "forbidden", "document_retired", "too_many_previews")


class VersionPreview(Endpoint):
    @schema.asked(
        name="versions_preview",
        summary=f"What publishing a text as the next version would do to the citations you may read; {_SELDOM}",
        takes=inputs.PreviewIn,
        gives=outputs.Preview,
        problems=(*_PROBLEMS, "one_source", "source_too_large", "undecodable_text"),
    )
    def post(self, _request: Request, uid: UUID) -> Response:
        given = self.given(of=inputs.PreviewIn)

        def read() -> Manuscript:
            data = given["text"].encode() if "text" in given else given["data_base64"]
            return read_manuscript(data=data, media_type=given["media_type"])

        return Response(outputs.Preview(preview(editor=self.principal, document=uid, read=read, at=self.now)).data)


class UploadPreview(Endpoint):
    @schema.asked(
        name="uploads_preview",
        summary=f"What publishing an upload as a next version would do to the citations you may read; {_SELDOM}",
        takes=upload_shapes.UploadPreviewIn,
        gives=outputs.Preview,
        problems=(*_PROBLEMS, "upload_not_ready", "no_target", "damaged_record"),
    )
    def post(self, _request: Request, uid: UUID) -> Response:
        named = self.given(of=upload_shapes.UploadPreviewIn).get("document")
        document = named or uploads.upload(viewer=self.principal, uid=uid).document
        if document is None:
            raise Refused("no_target", "Name the document this would be the next version of.", "document")

        def read() -> Manuscript:
            return uploading.manuscript_of(actor=self.principal, upload=uid)

        found = preview(editor=self.principal, document=document, read=read, at=self.now)
        return Response(outputs.Preview(found).data)
