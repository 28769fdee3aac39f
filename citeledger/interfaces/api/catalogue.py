"""What can go wrong, as one table: the codes a program may rely on, with their status and what to do about them."""

from dataclasses import dataclass
from http import HTTPStatus
from typing import Final

from citeledger.core.operations.agreement import CODES as DOES_NOT_AGREE
from citeledger.core.operations.refusing import CODES as NOT_COMPUTABLE

ADDRESS: Final = "/api/v1/problems"


@dataclass(frozen=True, slots=True, kw_only=True)
class ProblemKind:
    """One row of the catalogue. `advice` says what the program can do about it."""

    code: str
    status: int
    title: str
    advice: str

    @property
    def type(self) -> str:
        """The kind's address, relative to the site (RFC 9457, section 3.1.1)."""
        return f"{ADDRESS}/{self.code}"


_SEND_LESS = "Split the request; the limits are at /api/v1/limits."
_BAD = HTTPStatus.BAD_REQUEST
_OURS = HTTPStatus.INTERNAL_SERVER_ERROR


def _kind(code: str, status: HTTPStatus, title: str, advice: str) -> ProblemKind:
    return ProblemKind(code=code, status=int(status), title=title, advice=advice)


_WHO_AND_WHETHER = (
    _kind(
        "no_identity",
        HTTPStatus.UNAUTHORIZED,
        "No valid token",
        "Send 'Authorization: Bearer <token>' with the token of an active user or service.",
    ),
    _kind(
        "forbidden",
        HTTPStatus.FORBIDDEN,
        "The right is missing",
        "You can read this but may not do that; ask a holder of the 'manage' right on it.",
    ),
    _kind(
        "not_found",
        HTTPStatus.NOT_FOUND,
        "Not found",
        "There is nothing here for you. Things that do not exist and things you may not read answer alike.",
    ),
    _kind(
        "unknown_route",
        HTTPStatus.NOT_FOUND,
        "No such address",
        "Compare the path with /api/v1/schema: no slash at the end, ids are lower-case UUIDs.",
    ),
    _kind(
        "conflict",
        HTTPStatus.CONFLICT,
        "Somebody was faster",
        "Read what is current (member 'current'), redo the change on it, send it again.",
    ),
)
_HTTP = (
    _kind(
        "method_not_allowed",
        HTTPStatus.METHOD_NOT_ALLOWED,
        "Method not allowed",
        "Use one of the methods in the 'Allow' header.",
    ),
    _kind(
        "length_required",
        HTTPStatus.LENGTH_REQUIRED,
        "Length required",
        "Send the body with a Content-Length; chunked bodies are not read.",
    ),
    _kind("body_too_large", HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "Body too large", _SEND_LESS),
    _kind(
        "only_json",
        HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
        "Only JSON is read",
        "Send 'Content-Type: application/json'.",
    ),
    _kind("bad_json", _BAD, "Not JSON", "Send one JSON value in UTF-8 (RFC 8259), no name twice, no NaN or Infinity."),
    _kind(
        "bad_characters",
        _BAD,
        "Characters that cannot be stored",
        "Send text without NUL (U+0000) and without lone surrogates.",
    ),
    _kind(
        "internal_error",
        _OURS,
        "Our fault",
        "Nothing was changed. Repeat with the same Idempotency-Key; if it stays, tell the operator.",
    ),
    _kind(
        "outage",
        HTTPStatus.SERVICE_UNAVAILABLE,
        "Nothing can be checked at the moment",
        "Stop, wait as long as 'Retry-After' says, send the same again. An outage says nothing about any citation.",
    ),
)
_SHAPE = (
    _kind("missing_field", _BAD, "A field is missing", "Add the field named by 'at'."),
    _kind("unknown_field", _BAD, "An unknown field", "Remove the field named by 'at'; fields are never ignored."),
    _kind("unknown_parameter", _BAD, "An unknown query parameter", "Remove the parameter named by 'at'."),
    _kind("wrong_type", _BAD, "A value of the wrong type", "Send the JSON type of the schema; nothing is converted."),
    _kind("bad_value", _BAD, "A value that is not allowed", "Send a value the schema allows at 'at'."),
    _kind("too_long", _BAD, "Longer than the limit", _SEND_LESS),
    _kind("bad_cursor", _BAD, "Not a cursor of this list", "Start again without 'cursor'; cursors cannot be shared."),
    _kind(
        "bad_idempotency_key",
        _BAD,
        "Not an idempotency key",
        "Send 1 to 200 visible ASCII characters, a fresh UUID for example.",
    ),
    _kind(
        "idempotency_key_reused",
        HTTPStatus.UNPROCESSABLE_ENTITY,
        "The key belongs to another request",
        "Use a new Idempotency-Key for a new request; repeat the old request unchanged to get its reply again.",
    ),
    _kind("refused", _BAD, "Refused", "Read 'detail'; nothing was changed."),
)
# Raised as `Refused` by the services. `detail` is more exact than the advice here, and often has the number in it.
_DOCUMENTS = (
    _kind("one_source", _BAD, "Not exactly one source", "Send either 'text' or 'data_base64'."),
    _kind("unsupported_media_type", _BAD, "Not a readable document type", "Convert it to a type the schema names."),
    _kind("not_as_declared", _BAD, "Not the type it claims", "Name the type the bytes are of, or none."),
    _kind("source_too_large", _BAD, "The document is too large", "Split the document."),
    _kind("undecodable_text", _BAD, "Not a text", "Send UTF-8 without NUL and lone surrogates, at least one byte."),
    _kind("invalid_metadata", _BAD, "Metadata that cannot stand", "Correct the field named by 'at'."),
    _kind("document_retired", _BAD, "The document is retired", "A retired document takes no changes."),
    _kind("document_not_retired", _BAD, "The document is not retired", "Nothing is left to do."),
    _kind("supersession_by_itself", _BAD, "Superseded by itself", "Name another document."),
    _kind("supersession_cycle", _BAD, "A circle of supersessions", "Name a document that does not lead back here."),
    _kind("version_withdrawn", _BAD, "Withdrawn before", "Nothing is left to do."),
    _kind("different_documents", _BAD, "Versions of two documents", "Compare two versions of the same document."),
    _kind("stale_cursor", _BAD, "The list has moved on", "Start again without 'cursor'."),
    _kind("damaged_record", _OURS, "A stored record fails its proof", "Do not rely on it; tell the operators."),
)
_UPLOADS = (
    _kind(
        "bad_multipart",
        _BAD,
        "Not a form with one file",
        "Send exactly one part, named 'file', with a file name; everything else travels in the query.",
    ),
    _kind("empty_upload", _BAD, "An empty file", "Send at least one byte."),
    _kind("too_many_uploads", _BAD, "Too many uploads wait", "Publish or discard some of yours."),
    _kind(
        "upload_not_ready", _BAD, "The upload is not ready", "Ask for its state until it is 'ready'; publish it once."
    ),
    _kind("no_target", _BAD, "Nowhere to publish to", "Send 'new_document' or 'next_version'."),
    _kind("two_targets", _BAD, "Two places to publish to", "Send 'new_document' or 'next_version', not both."),
)
_SPANS = (
    _kind("offset_out_of_range", _BAD, "Offsets outside the text", "Check the version and the unit of the offsets."),
    _kind("offset_inside_character", _BAD, "An offset inside a character", "Send the edge of a whole character."),
    _kind("exact_mismatch", _BAD, "Not the text at the offsets", "Check the version and the unit of the offsets."),
    _kind("empty_span", _BAD, "A span of nothing", "Cite some words."),
    _kind("span_too_long", _BAD, "The span is too long", "Cite the sentence, not the document."),
    _kind("unknown_unit", _BAD, "Not a unit of offsets", "Count in code_points, utf16 or utf8."),
    _kind("unseen_text", _BAD, "Text that readers do not see", "Cite what the document shows, not what it hides."),
    _kind("span_unquotable", _BAD, "Read too badly to be cited", "Read 'detail'; cite a passage that was read surely."),
    _kind("too_many_spans", _BAD, "Too many spans", _SEND_LESS),
)
_ANSWERS = (
    _kind("text_or_segments", _BAD, "Not exactly one of both", "Send 'segments', or 'text' and what goes with it."),
    _kind("malformed_marker", _BAD, "Not a marker", "Write [cite:UID] or [cite:UID,UID], without spaces."),
    _kind("marker_closes_nothing", _BAD, "A marker behind nothing", "Put it behind what it closes, in its paragraph."),
    _kind("text_outside_statement", _BAD, "Text outside a statement", "Put claims into statements, with their spans."),
    _kind("no_statement", _BAD, "An answer without a statement", "Send at least one statement."),
    _kind("empty_statement", _BAD, "A statement that says nothing", "Send its text, or leave it out."),
    _kind("statement_too_long", _BAD, "The statement is too long", "Split it into sentences."),
    _kind(
        "statement_without_source", _BAD, "A statement without a source", "Mint a span and name it, or leave it out."
    ),
    _kind("not_contiguous_source", _BAD, "Not a quote of its span", "Quote one span whole, or call it paraphrased."),
    _kind("unknown_source", _BAD, "No such source that you can read", "Name spans and derived texts you can read."),
    _kind("source_not_citable", _BAD, "Readable, but not yours to cite", "Ask for the cite right on its document."),
    _kind("nothing_proved", _BAD, "No statement is left to record", "Read 'detail'; mint spans for what you say."),
    _kind("as_of_not_cited", _BAD, "Not a span of the statement", "Name in 'as_of' only what 'spans' names."),
    _kind("source_not_proved", _BAD, "A stored source fails its proof", "Do not rely on it; tell the operators."),
    _kind("too_many_segments", _BAD, "Too many segments", _SEND_LESS),
    _kind("too_many_statements", _BAD, "Too many statements", _SEND_LESS),
    _kind("too_many_sources", _BAD, "Too many sources", _SEND_LESS),
    _kind("too_many_derived_texts", _BAD, "Too many derived texts", _SEND_LESS),
    _kind("context_too_long", _BAD, "The context is too long", _SEND_LESS),
    _kind("unstorable_text", _BAD, "Characters that cannot be stored", "Send text without NUL and lone surrogates."),
    _kind("lineage_too_deep", _BAD, "The lineage is too deep", "Cite the texts this one was made from."),
    _kind("lineage_too_large", _BAD, "The lineage is too large", "Cite fewer texts, or their sources themselves."),
    _kind(
        "may_not_act_for",
        HTTPStatus.FORBIDDEN,
        "You may not act for others",
        "Leave 'on_behalf_of' out, or ask an operator for the right 'act_for'.",
    ),
    _kind("unknown_person", _BAD, "Nobody active has this uid", "Leave 'on_behalf_of' out, or send an active user's."),
    _kind("invalid_title", _BAD, "A title that cannot stand", "Send one line without control characters."),
    _kind("invalid_host_reference", _BAD, "Not a reference", "Send one line without control characters."),
    _kind("unknown_page_kind", _BAD, "Not a kind of page", "Send runbook, ticket or thread."),
    _kind("page_exists", _BAD, "A page with this reference exists", "Put to its uid what it is to show."),
    _kind("too_many_citations", _BAD, "Too many citations", _SEND_LESS),
)
_COMPUTED = (
    *(
        _kind(code, _BAD, f"Not computed: {code.replace('_', ' ')}", f"{said[:1].upper()}{said[1:]}.")
        for code, said in (NOT_COMPUTABLE | DOES_NOT_AGREE).items()
    ),
    _kind("ground_missing", _BAD, "The ground is missing", "Send 'computation' or 'absence', as the basis says."),
    _kind("ground_of_another_basis", _BAD, "Not the ground of this basis", "Leave it out, or send the other basis."),
    _kind("input_not_cited", _BAD, "An input that is not cited", "Name the span in 'spans', too."),
    _kind("too_many_inputs", _BAD, "Too many inputs", _SEND_LESS),
    _kind("unknown_language", _BAD, "Not a language", "Name languages by their BCP 47 tags."),
    _kind(
        "absence_with_sources",
        _BAD,
        "An absence that names sources",
        "An absence rests on its search alone; say the rest in another statement.",
    ),
    _kind("unknown_snapshot", _BAD, "No such snapshot of yours", "Pin a snapshot of your own and name it."),
    _kind(
        "snapshot_not_readable", _BAD, "You may not read all of it", "Pin what you may read, in versions that stand."
    ),
    _kind(
        "snapshot_too_large",
        _BAD,
        "Too much to search",
        "Pin fewer documents; at most 500, and ten million characters.",
    ),
    _kind("present", _BAD, "It is there", "The search finds it: cite it, or search for less."),
    _kind("query_not_understood", _BAD, "Not a query", "Read docs/agents.md: version 1, a kind, what to look for."),
    _kind("query_too_large", _BAD, "The query is too large", "Look for fewer, or shorter, words."),
    _kind("query_says_nothing", _BAD, "The query looks for nothing", "Look for at least one letter or digit."),
    _kind(
        "pattern_not_understood",
        _BAD,
        "Not a pattern that is matched here",
        "Read 'detail'; patterns match in linear time.",
    ),
    _kind("not_written_from_sources", _BAD, "Not written from sources", "Mint spans first, then write on them."),
)
_SNAPSHOTS = (
    _kind("invalid_name", _BAD, "A name that cannot stand", "Send one line without control characters."),
    _kind("no_documents", _BAD, "Nothing to pin", "Name at least one document."),
    _kind("too_many_documents", _BAD, "Too many documents", _SEND_LESS),
    _kind("unknown_document", _BAD, "No such document that you can read", "Name documents with a text you can read."),
)
_SEARCH = (
    _kind("no_words", _BAD, "Nothing to look up", "Send at least one word or number; signs alone are not looked up."),
    _kind("query_too_long", _BAD, "The query is too long", "Ask for what matters; the limits are at /api/v1/limits."),
    _kind("too_many_words", _BAD, "Too many words", "Ask for what matters; the limits are at /api/v1/limits."),
    _kind("limit_out_of_range", _BAD, "Not so many passages", "Ask for as many as /api/v1/limits allows."),
)
_SESSIONS = (
    _kind("session_full", _BAD, "Too many steps", "Open another session and go on there."),
    _kind("span_not_in_session", _BAD, "Not minted in this session", "Mint the span here before you write on it."),
)
_INGESTS = (
    _kind("bad_parts", _BAD, "Not parts of the document", "Send ranges of its text; a text is sent in one part."),
    _kind("too_much_text", _BAD, "Too much text to read", _SEND_LESS),
)
_REVIEWS = (
    _kind("invalid_note", _BAD, "A note that cannot stand", "Send one line that says why, without control characters."),
    _kind("nothing_changed", _BAD, "Nothing to attest", "The cited passages are unchanged; the state says so."),
    _kind("not_a_direct_source", _BAD, "Not a place the citation names", "Re-bind the text through which it came."),
    _kind("written_anew_only", _BAD, "Not to be re-bound", "Write a new statement on the new place."),
    _kind("not_the_current_version", _BAD, "Not the current version", "Bind to a place in 'current_version'."),
    _kind("cannot_be_checked", _BAD, "It cannot be checked just now", "Read the panel again later."),
)
_HAND_OFFS = (
    _kind("unknown_receiver", _BAD, "Nobody active has this uid", "Send the uid that the receiver's /api/v1/me says."),
    _kind(
        "envelope_refused",
        _BAD,
        "Not an envelope for you, now",
        "Altered, for somebody else, expired, taken over before, or nothing of it is yours to read: ask for a new one.",
    ),
)
_ADMINISTRATION = (
    _kind("unknown_holder", _BAD, "No such user or group", "Check the spelling of the name."),
    _kind(
        "last_manager",
        HTTPStatus.CONFLICT,
        "Nobody would manage it any more",
        "Grant manage to somebody else first.",
    ),
    _kind("right_not_applicable", _BAD, "Not a right of this thing", "Answers carry read and manage only."),
    _kind("reserved_group", _BAD, "A group without members", "Grant to anyone and signed_in; nobody joins them."),
    _kind("unknown_group", _BAD, "No such group", "Check the spelling of the name."),
    _kind("group_name_taken", _BAD, "The group exists", "Choose another name."),
    _kind("unknown_user", _BAD, "No such user", "Check the uid."),
    _kind("username_taken", _BAD, "The user exists", "Choose another name."),
    _kind("invalid_username", _BAD, "Not a username", "Use letters, digits and @ . + - _ only."),
    _kind("wrong_password", _BAD, "Not the password", "Send the password as it is now."),
    _kind("weak_password", _BAD, "The password is too weak", "Choose a longer, less common one."),
    _kind("name_taken", _BAD, "The surface exists", "Choose another name."),
    _kind("bad_origin", _BAD, "Not an exact web origin", "Send scheme and host, and the port if there is one."),
    _kind("origin_taken", _BAD, "The origin belongs to a surface", "Remove it there first."),
    _kind("kid_taken", _BAD, "The key name exists", "Choose another name."),
    _kind("bad_algorithm", _BAD, "Not an algorithm of surface keys", "Use EdDSA or HS256."),
    _kind("bad_key", _BAD, "Not a key", "Send an Ed25519 public key in PEM."),
    _kind("weak_key", _BAD, "The secret is too short", "Send at least 32 random bytes."),
)

KINDS: Final = (
    *_WHO_AND_WHETHER,
    *_HTTP,
    *_SHAPE,
    *_DOCUMENTS,
    *_UPLOADS,
    *_SPANS,
    *_ANSWERS,
    *_COMPUTED,
    *_SNAPSHOTS,
    *_SEARCH,
    *_SESSIONS,
    *_INGESTS,
    *_REVIEWS,
    *_HAND_OFFS,
    *_ADMINISTRATION,
)
CATALOGUE: Final[dict[str, ProblemKind]] = {kind.code: kind for kind in KINDS}
"""Every code the API can answer with, in the order of the documentation."""
