"""The limits a program has to know, in one table, served at ``/api/v1/limits``.

What a body may hold is limited here; what a document or an answer may hold is limited where it is made.
"""

from datetime import timedelta
from typing import Final

from citeledger.core.lineage import SPAN_CAP
from citeledger.documents.absences import STEPS_AT_ONCE
from citeledger.documents.gate import LARGEST_SOURCE
from citeledger.documents.search import searching
from citeledger.documents.services.uploading import LARGEST_UPLOAD, UPLOADS_AT_ONCE
from citeledger.documents.snapshots import DOCUMENTS_PER_SNAPSHOT
from citeledger.documents.uploads import LONGEST_PIECE
from citeledger.emission import absences, provider_responses, retrofitting, shape
from citeledger.emission.marked import TEXT_LENGTH
from citeledger.emission.sessions import SESSION_LIFE
from citeledger.emission.steps import STEPS_PER_SESSION
from citeledger.ledger.services import CITATIONS_PER_PAGE
from revalidation.attesting import LONGEST_NOTE
from revalidation.previews import CITATIONS_COMPARED, PREVIEWS_A_MINUTE

BODY_BYTES: Final = 8 * 1024 * 1024
CITATIONS_PER_VERDICT_REQUEST: Final = 500
VERSIONS_PER_ATTESTATION: Final = SPAN_CAP
"""As many as one citation may rest on spans."""
ITEMS_PER_LIST: Final = 200
ITEMS_PER_LIST_UNASKED: Final = 50
IDEMPOTENCY_KEY_CHARACTERS: Final = 200
FORM_BYTES: Final = 16 * 1024
"""What a form adds at most to the file in it."""
SECONDS_BEFORE_RETRY: Final = 2
"""What `Retry-After` says during an outage."""

DOCUMENTED: Final[dict[str, int]] = {
    "body_bytes": BODY_BYTES,
    "citations_per_verdict_request": CITATIONS_PER_VERDICT_REQUEST,
    "citations_per_page": CITATIONS_PER_PAGE,
    "source_bytes": LARGEST_SOURCE,
    "upload_bytes": LARGEST_UPLOAD,
    "uploads_at_once": UPLOADS_AT_ONCE,
    "upload_piece_characters": LONGEST_PIECE,
    "previews_per_minute": PREVIEWS_A_MINUTE,
    "citations_per_preview": CITATIONS_COMPARED,
    "spans_per_request": shape.SPANS_PER_REQUEST,
    "span_characters": shape.SPAN_LENGTH,
    "marked_text_characters": TEXT_LENGTH,
    "segments_per_answer": shape.SEGMENTS_PER_ANSWER,
    "statements_per_answer": shape.STATEMENTS_PER_ANSWER,
    "computed_characters_per_answer": shape.COMPUTED_LENGTH,
    "statement_characters": shape.STATEMENT_LENGTH,
    "spans_per_statement": shape.SPANS_PER_CITATION,
    "derived_texts_per_statement": shape.DERIVED_PER_CITATION,
    "inputs_per_computation": shape.INPUTS_PER_COMPUTATION,
    "distinct_spans_per_answer": shape.SPANS_PER_ANSWER,
    "distinct_derived_texts_per_answer": shape.DERIVED_PER_ANSWER,
    "absences_per_answer": shape.ABSENCES_PER_ANSWER,
    "documents_per_absence": absences.DOCUMENTS_PER_SEARCH,
    "absence_characters_per_answer": absences.CODE_POINTS_PER_ANSWER,
    "absence_steps_per_answer": STEPS_AT_ONCE,
    "question_characters": shape.QUESTION_LENGTH,
    "documents_per_snapshot": DOCUMENTS_PER_SNAPSHOT,
    "query_characters": searching.LONGEST_QUERY,
    "words_per_query": searching.TERMS_PER_QUERY,
    "hits_per_search": searching.HITS,
    "steps_per_session": STEPS_PER_SESSION,
    "session_hours": SESSION_LIFE // timedelta(hours=1),
    "documents_per_ingest": provider_responses.DOCUMENTS_PER_INGEST,
    "parts_per_document": provider_responses.PARTS_PER_DOCUMENT,
    "characters_per_ingest": provider_responses.CODE_POINTS_PER_INGEST,
    "retrofit_characters": retrofitting.RETROFIT_LENGTH,
    "sentences_per_retrofit": retrofitting.SENTENCES_PER_RETROFIT,
    "note_characters": LONGEST_NOTE,
    "versions_per_attestation": VERSIONS_PER_ATTESTATION,
    "items_per_list": ITEMS_PER_LIST,
    "items_per_list_unasked": ITEMS_PER_LIST_UNASKED,
    "idempotency_key_characters": IDEMPOTENCY_KEY_CHARACTERS,
}
