"""Files in bodies: bytes with their media type, or a form with one file. Read as far as the limit, no further."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import IO, Any, Final, cast

from django.core.exceptions import SuspiciousOperation
from django.core.files.uploadedfile import UploadedFile
from django.core.files.uploadhandler import FileUploadHandler
from django.http.multipartparser import MultiPartParser, MultiPartParserError
from rest_framework.parsers import BaseParser
from rest_framework.request import Request

from citeledger.documents.services.uploading import LARGEST_UPLOAD
from citeledger.interfaces.api.endpoint import OnlyJSON
from citeledger.interfaces.api.problems import ProblemFound

FORM: Final = "multipart/form-data"
_REPLACED: Final = "\N{REPLACEMENT CHARACTER}"  # what Django puts for bytes of a name that are no UTF-8
# What programs send that have nothing to say about their bytes.
_SAYS_NOTHING: Final = frozenset({"", "application/octet-stream"})


@dataclass(frozen=True, slots=True)
class ReceivedFile:
    """Bytes, and what was said of them: a media type without parameters (None: nothing), a name (empty: none)."""

    data: bytes
    media_type: str | None
    name: str

    def identity(self) -> list[str | None]:
        """The same for the same file; as JSON."""
        return [sha256(self.data).hexdigest(), self.media_type, self.name]


class FormOrBytes(OnlyJSON):
    """A form is read as one; every other body is the file itself."""

    def select_parser(self, request: Request, parsers: Iterable[BaseParser]) -> BaseParser | None:
        form, file = parsers
        return form if _without_parameters(request.content_type) == FORM else file


class FileParser(BaseParser):
    """The body is the file."""

    media_type = "*/*"

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> dict[str, ReceivedFile]:
        del parser_context
        try:
            return {"file": ReceivedFile(stream.read(LARGEST_UPLOAD + 1), said(media_type or ""), "")}
        except OSError:
            raise ProblemFound(code="empty_upload", detail="The body ended before its Content-Length.") from None


class FormParser(BaseParser):
    """A form with exactly one part: a file named `file`."""

    media_type = FORM

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> dict[str, ReceivedFile]:
        request: Request = (parser_context or {})["request"]
        described = {**request.META, "CONTENT_TYPE": media_type}
        handlers = [_Limit(), *request.upload_handlers]
        try:
            fields, files = MultiPartParser(described, cast("Any", stream), handlers, "utf-8").parse()
        # What Django says of broken forms, of too many parts, and of connections that end too early.
        except (MultiPartParserError, SuspiciousOperation, OSError):
            raise ProblemFound(code="bad_multipart") from None
        if fields or list(files) != ["file"] or len(files.getlist("file")) != 1:
            raise ProblemFound(code="bad_multipart")
        name = cast("UploadedFile[bytes]", files["file"]).name or ""
        if _REPLACED in name:
            raise ProblemFound(code="bad_characters", at="file_name", detail="The file's name is no UTF-8.")
        with cast("UploadedFile[bytes]", files["file"]) as file:
            return {"file": ReceivedFile(file.read(), said(file.content_type or ""), name)}


class _Limit(FileUploadHandler):
    """Stops the transfer at the first byte too many."""

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:
        if start + len(raw_data) > LARGEST_UPLOAD:
            raise ProblemFound(code="source_too_large", detail=f"A file has at most {LARGEST_UPLOAD} bytes.")
        return raw_data

    def file_complete(self, file_size: int) -> None:
        del file_size


def said(content_type: str) -> str | None:
    """The media type a sender names, None where it names none."""
    media_type = _without_parameters(content_type)
    return None if media_type in _SAYS_NOTHING else media_type


def _without_parameters(content_type: str) -> str:
    return content_type.partition(";")[0].strip().lower()
