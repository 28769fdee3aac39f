"""What is refused about documents, files, snapshots and searches."""

from http import HTTPStatus
from typing import Final

from citeledger.interfaces.api.catalogue.kinds import BAD, OURS, SEND_LESS, kind

DOCUMENTS: Final = (
    kind("one_source", BAD, "Not exactly one source", "Send either 'text' or 'data_base64'."),
    kind("unsupported_media_type", BAD, "Not a readable document type", "Convert it to a type the schema names."),
    kind("not_as_declared", BAD, "Not the type it claims", "Name the type the bytes are of, or none."),
    kind("source_too_large", BAD, "The document is too large", "Split the document."),
    kind("undecodable_text", BAD, "Not a text", "Send UTF-8 without NUL and lone surrogates, at least one byte."),
    kind("invalid_metadata", BAD, "Metadata that cannot stand", "Correct the field named by 'at'."),
    kind("document_retired", BAD, "The document is retired", "A retired document takes no changes."),
    kind("nothing_to_adopt", BAD, "Nothing to adopt", "A person published this version, or adopted it before."),
    kind("document_not_retired", BAD, "The document is not retired", "Nothing is left to do."),
    kind("supersession_by_itself", BAD, "Superseded by itself", "Name another document."),
    kind("supersession_cycle", BAD, "A circle of supersessions", "Name a document that does not lead back here."),
    kind("version_withdrawn", BAD, "Withdrawn before", "Nothing is left to do."),
    kind("different_documents", BAD, "Versions of two documents", "Compare two versions of the same document."),
    kind("stale_cursor", BAD, "The list has moved on", "Start again without 'cursor'."),
    kind(
        "too_many_previews",
        HTTPStatus.TOO_MANY_REQUESTS,
        "Too many previews in a minute",
        "Wait as long as 'Retry-After' says; publishing needs no preview.",
    ),
    kind("damaged_record", OURS, "A stored record fails its proof", "Do not rely on it; tell the operators."),
)
UPLOADS: Final = (
    kind(
        "bad_multipart",
        BAD,
        "Not a form with one file",
        "Send exactly one part, named 'file', with a file name; everything else travels in the query.",
    ),
    kind("empty_upload", BAD, "An empty file", "Send at least one byte."),
    kind("too_many_uploads", BAD, "Too many uploads wait", "Publish or discard some of yours."),
    kind("upload_not_ready", BAD, "The upload is not ready", "Ask for its state until it is 'ready'; publish it once."),
    kind("no_target", BAD, "Nowhere to publish to", "Send 'new_document' or 'next_version'."),
    kind("two_targets", BAD, "Two places to publish to", "Send 'new_document' or 'next_version', not both."),
)
SNAPSHOTS: Final = (
    kind("invalid_name", BAD, "A name that cannot stand", "Send one line without control characters."),
    kind("no_documents", BAD, "Nothing to pin", "Name at least one document."),
    kind("too_many_documents", BAD, "Too many documents", SEND_LESS),
    kind("unknown_document", BAD, "No such document that you can read", "Name documents with a text you can read."),
)
SEARCH: Final = (
    kind("no_words", BAD, "Nothing to look up", "Send at least one word or number; signs alone are not looked up."),
    kind("query_too_long", BAD, "The query is too long", "Ask for what matters; the limits are at /api/v1/limits."),
    kind("too_many_words", BAD, "Too many words", "Ask for what matters; the limits are at /api/v1/limits."),
    kind("limit_out_of_range", BAD, "Not so many passages", "Ask for as many as /api/v1/limits allows."),
)
