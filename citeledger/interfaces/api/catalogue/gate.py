"""What the gate refuses: spans, answers and their grounds, and the work in sessions that leads to them."""

from http import HTTPStatus
from typing import Final

from citeledger.core.operations.agreement import CODES as DOES_NOT_AGREE
from citeledger.core.operations.refusing import CODES as NOT_COMPUTABLE
from citeledger.interfaces.api.catalogue.kinds import BAD, SEND_LESS, kind

_OWN_LANGUAGE: Final = "Leave 'language' out, or have the document's language corrected."

SPANS: Final = (
    kind("offset_out_of_range", BAD, "Offsets outside the text", "Check the version and the unit of the offsets."),
    kind("offset_inside_character", BAD, "An offset inside a character", "Send the edge of a whole character."),
    kind("exact_mismatch", BAD, "Not the text at the offsets", "Check the version and the unit of the offsets."),
    kind("empty_span", BAD, "A span of nothing", "Cite some words."),
    kind("span_too_long", BAD, "The span is too long", "Cite the sentence, not the document."),
    kind("unknown_unit", BAD, "Not a unit of offsets", "Count in code_points, utf16 or utf8."),
    kind("unseen_text", BAD, "Text that readers do not see", "Cite what the document shows, not what it hides."),
    kind("span_unquotable", BAD, "Nothing can rest on this passage", "Read 'detail'; cite another passage."),
    kind("too_many_spans", BAD, "Too many spans", SEND_LESS),
)
ANSWERS: Final = (
    kind("text_or_segments", BAD, "Not exactly one of both", "Send 'segments', or 'text' and what goes with it."),
    kind("malformed_marker", BAD, "Not a marker", "Write [cite:UID] or [cite:UID,UID], without spaces."),
    kind("marker_closes_nothing", BAD, "A marker behind nothing", "Put it behind what it closes, in its paragraph."),
    kind("text_outside_statement", BAD, "Text outside a statement", "Put claims into statements, with their spans."),
    kind("runs_together", BAD, "Segments that say something else together", "Put a space or a line end between them."),
    kind("no_statement", BAD, "An answer without a statement", "Send at least one statement."),
    kind("empty_statement", BAD, "A statement that says nothing", "Send its text, or leave it out."),
    kind("statement_too_long", BAD, "The statement is too long", "Split it into sentences."),
    kind("statement_without_source", BAD, "A statement without a source", "Mint a span and name it, or leave it out."),
    kind("not_contiguous_source", BAD, "Not a quote of its span", "Quote one span whole, or call it paraphrased."),
    kind("unknown_source", BAD, "No such source that you can read", "Name spans and derived texts you can read."),
    kind("source_not_citable", BAD, "Readable, but not yours to cite", "Ask for the cite right on its document."),
    kind("nothing_proved", BAD, "No statement is left to record", "Read 'detail'; mint spans for what you say."),
    kind("as_of_not_cited", BAD, "Not a span of the statement", "Name in 'as_of' only what 'spans' names."),
    kind("source_not_proved", BAD, "A stored source fails its proof", "Do not rely on it; tell the operators."),
    kind("too_many_segments", BAD, "Too many segments", SEND_LESS),
    kind("too_many_statements", BAD, "Too many statements", SEND_LESS),
    kind("too_many_sources", BAD, "Too many sources", SEND_LESS),
    kind("too_many_derived_texts", BAD, "Too many derived texts", SEND_LESS),
    kind("context_too_long", BAD, "The context is too long", SEND_LESS),
    kind("unstorable_text", BAD, "Characters that cannot be stored", "Send text without NUL and lone surrogates."),
    kind(
        "own_publication",
        BAD,
        "You published this, or another program that answers did",
        "Cite what it was made from; or ask a person who may edit the document to adopt it.",
    ),
    kind("lineage_too_deep", BAD, "The lineage is too deep", "Cite the texts this one was made from."),
    kind("lineage_too_large", BAD, "The lineage is too large", "Cite fewer texts, or their sources themselves."),
    kind(
        "may_not_act_for",
        HTTPStatus.FORBIDDEN,
        "You may not act for others",
        "Leave 'on_behalf_of' out, or ask an operator for the right 'act_for'.",
    ),
    kind("unknown_person", BAD, "Nobody active has this uid", "Leave 'on_behalf_of' out, or send an active user's."),
)
PAGES: Final = (
    kind("invalid_title", BAD, "A title that cannot stand", "Send one line without control characters."),
    kind("invalid_host_reference", BAD, "Not a reference", "Send one line without control characters."),
    kind("unknown_page_kind", BAD, "Not a kind of page", "Send runbook, ticket or thread."),
    kind("page_exists", BAD, "A page with this reference exists", "Put to its uid what it is to show."),
    kind("too_many_citations", BAD, "Too many citations", SEND_LESS),
)
COMPUTED: Final = (
    *(
        kind(code, BAD, f"Not computed: {code.replace('_', ' ')}", f"{said[:1].upper()}{said[1:]}.")
        for code, said in (NOT_COMPUTABLE | DOES_NOT_AGREE).items()
    ),
    kind("ground_missing", BAD, "The ground is missing", "Send 'computation' or 'absence', as the basis says."),
    kind("ground_of_another_basis", BAD, "Not the ground of this basis", "Leave it out, or send the other basis."),
    kind("input_not_cited", BAD, "An input that is not cited", "Name the span in 'spans', too."),
    kind("input_cut", BAD, "An input that is cut", "Cite all of the value: digits, sign, and what multiplies it."),
    kind("language_contradicts_document", BAD, "Another language than the document's", _OWN_LANGUAGE),
    kind("too_many_inputs", BAD, "Too many inputs", SEND_LESS),
    kind("unknown_language", BAD, "Not a language", "Name languages by their BCP 47 tags."),
    kind(
        "absence_with_sources",
        BAD,
        "An absence that names sources",
        "An absence rests on its search alone; say the rest in another statement.",
    ),
    kind("unknown_snapshot", BAD, "No such snapshot of yours", "Pin a snapshot of your own and name it."),
    kind("snapshot_not_readable", BAD, "You may not read all of it", "Pin what you may read, in versions that stand."),
    kind(
        "snapshot_too_large",
        BAD,
        "Too much to search",
        "Pin fewer documents; at most 500, and ten million characters an answer.",
    ),
    kind("present", BAD, "It is there", "The search finds it: cite it, or search for less."),
    kind("query_not_understood", BAD, "Not a query", "Read docs/agents.md: version 1, a kind, what to look for."),
    kind("query_too_large", BAD, "The query is too large", "Look for fewer, or shorter, words."),
    kind("query_says_nothing", BAD, "The query looks for nothing", "Look for at least one letter or digit."),
    kind("mixed_scripts", BAD, "A word of two scripts", "Write it in the letters of one: 'detail' names the other."),
    kind(
        "pattern_not_understood",
        BAD,
        "Not a pattern that is matched here",
        "Read 'detail'; patterns match in linear time.",
    ),
    kind("not_written_from_sources", BAD, "Not written from sources", "Mint spans first, then write on them."),
)
SESSIONS: Final = (
    kind("session_full", BAD, "Too many steps", "Open another session and go on there."),
    kind(
        "session_for_another",
        BAD,
        "The session is for somebody else",
        "Leave 'on_behalf_of' out; for somebody else open a session with 'on_behalf_of'.",
    ),
    kind("span_not_in_session", BAD, "Not minted in this session", "Mint the span here before you write on it."),
)
INGESTS: Final = (
    kind("bad_parts", BAD, "Not parts of the document", "Send ranges of its text; a text is sent in one part."),
    kind("too_much_text", BAD, "Too much text to read", SEND_LESS),
)
