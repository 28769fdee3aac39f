"""The attached `citeledger-export.json`: the same facts as on paper, for programs.

Schema `citeledger-export/1`, one JSON object, ASCII only (other characters as `\\uXXXX`; nothing is invisible):

- `schema`, `kind`, `title`, `host_reference` (or null), `viewer` {`name`}, `computed_at` (RFC 3339, UTC, seconds),
  `stamp` (the sentence on the first page), `summary` {`citations`, and one count for each state}, `withheld` (sentences
  of an answer that were never recorded, as unproved), `handed_withheld` (those of the text handed over that became it)
- `segments`, in order: {`type`: `heading`, `level`, `text`} | {`type`: `structure`, `text`} | {`type`: `statement`,
  `ordinal`, `mark` (of an item of a list, or empty), `text`, `citation_uid`, `state`, `basis`,
  `as_of` (versions it is bound to: {`number`, `on` (date)}), `changed_on` (date), `notes` (how cited passages were
  read), `sources` (what it rests on: {`title`, `number` of the version, `on` (date)}), `attestation` (the newest "this
  still holds": {`by`, `on` (date), `note`, `still_applies`})}; what is not shown is null or empty, for every cause
- `substitutions`: which characters of which shown text are printed as `[U+9000]`: {`where`: `title`, `host_reference`,
  `viewer_name` or the index of the segment, whose sources and attestation are part of it, `characters`}. The texts in
  this file are always the originals.

A change that could mislead a reader of an older schema takes a new number.
"""

import json
from collections.abc import Iterator
from datetime import UTC

from citeledger.core.states import State
from citeledger.interfaces.exports.export import (
    Export,
    ExportedAttestation,
    ExportedHeading,
    ExportedSegment,
    ExportedStatement,
    ExportedStructure,
)
from citeledger.interfaces.exports.glyphs import unprintable
from citeledger.interfaces.exports.sentences import stamp

SCHEMA = "citeledger-export/1"
ATTACHMENT_NAME = "citeledger-export.json"

JsonObject = dict[str, object]


def attachment(*, export: Export) -> bytes:
    """The file's bytes; equal exports give equal bytes."""
    return json.dumps(_document(export=export), sort_keys=True, indent=1).encode("ascii") + b"\n"


def substitutions(*, export: Export) -> list[JsonObject]:
    """Where on paper a `[U+9000]` stands for a character, and for which."""
    found = ((where, unprintable(text=text)) for where, text in _shown_texts(export=export))
    return [{"where": where, "characters": characters} for where, characters in found if characters]


def _document(*, export: Export) -> JsonObject:
    return {
        "schema": SCHEMA,
        "kind": export.kind,
        "title": export.title,
        "host_reference": export.host_reference,
        "viewer": {"name": export.viewer_name},
        "computed_at": f"{export.computed_at.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}",
        "stamp": stamp(viewer_name=export.viewer_name, at=export.computed_at),
        "summary": _summary(export=export),
        "withheld": export.withheld,
        "handed_withheld": export.handed_withheld,
        "segments": [_segment(segment=segment) for segment in export.segments],
        "substitutions": substitutions(export=export),
    }


def _summary(*, export: Export) -> JsonObject:
    counts = export.count_by_state
    return {"citations": counts.total(), **{state.value: counts[state] for state in State}}


def _segment(*, segment: ExportedSegment) -> JsonObject:
    match segment:
        case ExportedHeading(level=level, text=text):
            return {"type": "heading", "level": level, "text": text}
        case ExportedStructure(text=text):
            return {"type": "structure", "text": text}
        case ExportedStatement():
            return _statement(statement=segment)


def _statement(*, statement: ExportedStatement) -> JsonObject:
    changed_on = statement.shown_changed_on
    return {
        "type": "statement",
        "ordinal": statement.ordinal,
        "mark": statement.mark,
        "text": statement.shown_text,
        "citation_uid": statement.citation_uid,
        "state": statement.shown_state.value,
        "basis": statement.shown_basis,
        "as_of": [{"number": bound.number, "on": bound.on.isoformat()} for bound in statement.shown_as_of],
        "changed_on": changed_on and changed_on.isoformat(),
        "notes": list(statement.shown_notes),
        "sources": [
            {"title": source.title, "number": source.number, "on": source.on.isoformat()}
            for source in statement.shown_sources
        ],
        "attestation": _attestation(attested=statement.shown_attestation),
    }


def _attestation(*, attested: ExportedAttestation | None) -> JsonObject | None:
    if attested is None:
        return None
    return {
        "by": attested.by,
        "on": attested.on.isoformat(),
        "note": attested.note,
        "still_applies": attested.still_applies,
    }


def _shown_texts(*, export: Export) -> Iterator[tuple[str | int, str]]:
    yield "title", export.title
    yield "host_reference", export.host_reference or ""
    yield "viewer_name", export.viewer_name
    for index, segment in enumerate(export.segments):
        yield index, "\n".join(_texts_of(segment=segment))


def _texts_of(*, segment: ExportedSegment) -> Iterator[str]:
    if not isinstance(segment, ExportedStatement):
        yield segment.text
        return
    yield from (segment.mark, segment.shown_text or "")
    yield from (source.title for source in segment.shown_sources)
    if attested := segment.shown_attestation:
        yield from (attested.by, attested.note)
