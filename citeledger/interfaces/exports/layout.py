"""What the template sets: plain data for `report.typ`, user texts as passages, every fixed word already chosen."""

from collections.abc import Iterable, Iterator

from citeledger.core.statements import FROM_SOURCES
from citeledger.core.states import READING_ORDER, State
from citeledger.interfaces.exports.attachment import ATTACHMENT_NAME, SCHEMA, JsonObject, substitutions
from citeledger.interfaces.exports.export import (
    Export,
    ExportedAttestation,
    ExportedHeading,
    ExportedSegment,
    ExportedSource,
    ExportedStatement,
    ExportedStructure,
)
from citeledger.interfaces.exports.passages import line, passage, shortened
from citeledger.interfaces.exports.sentences import (
    KINDS,
    NOTICES,
    attested_sentence,
    basis_remark,
    basis_word,
    bound_sentence,
    stamp,
    summary,
)
from citeledger.interfaces.wording import (
    AS_OF,
    BASES,
    ICON_SIZE,
    STATES,
    WITHHELD,
    handed_withheld_notice,
    withheld_notice,
)

DEEPEST_HEADING = 6  # PDF 1.7 has H1 to H6
KEPT_TOGETHER = 12  # lines of a statement that is not split between pages
LINE = 30.0  # em that surely fit on one line of a statement
NAMED_BY_NUMBER = 24  # statements of one state listed at the top; the rest are in the table at the end
NAME_IN_FOOTER = 24.0  # em
TITLE_IN_HEADER = 32.0  # em
BASIS_COLUMN = 7.0  # em, beside its sign
UID_COLUMN = 21.8  # em; the 36 characters of a uid stay on one line
_SIGNS = {**BASES, "as_of": AS_OF, "withheld": WITHHELD}


def report_data(*, export: Export) -> JsonObject:
    """The whole report. Contains nothing of a statement that its `shown_*` properties hold back."""
    return {
        "kind": KINDS[export.kind],
        "running_title": shortened(text=export.title, ems=TITLE_IN_HEADER),
        "running_stamp": _running_stamp(export=export),
        "title": line(text=export.title if export.title.strip() else KINDS[export.kind]).data,
        "reference": line(text=export.host_reference).data if export.host_reference else None,
        "stamp": line(text=stamp(viewer_name=export.viewer_name, at=export.computed_at)).data,
        "summary": summary(counts=export.count_by_state),
        "unproved": _unproved(export=export),
        "attention": list(_attention(statements=export.statements)),
        "body": list(_body(segments=export.segments)),
        "sources": list(_sources(statements=export.statements)),
        "legend": list(_legend()),
        "signs_legend": list(_signs_legend()),
        "icon_size": ICON_SIZE,
        "icons": {state: wording.icon for state, wording in STATES.items()},
        "signs": {kind: words.icon for kind, words in _SIGNS.items()},
        "attachment": {"name": ATTACHMENT_NAME, "schema": SCHEMA},
        "has_substitutions": bool(substitutions(export=export)),
    }


def _unproved(*, export: Export) -> str:
    said = withheld_notice(count=export.withheld), handed_withheld_notice(count=export.handed_withheld)
    return " ".join(filter(None, said))


def _running_stamp(*, export: Export) -> str:
    return stamp(viewer_name=shortened(text=export.viewer_name, ems=NAME_IN_FOOTER), at=export.computed_at)


def _attention(*, statements: tuple[ExportedStatement, ...]) -> Iterator[JsonObject]:
    """For each state but `current`: the numbers of its statements, so that a reader finds what needs a look."""
    for state in READING_ORDER:
        places = [place for place, statement in enumerate(statements) if statement.shown_state is state]
        if state is not State.CURRENT and places:
            yield {
                "state": state.value,
                "word": STATES[state].word,
                **_named_places(statements=statements, places=places),
            }


def _sources(*, statements: tuple[ExportedStatement, ...]) -> Iterator[JsonObject]:
    """Every version that what is shown rests on, once, in the order of the text, and the numbers of its statements."""
    places: dict[ExportedSource, list[int]] = {}
    for place, statement in enumerate(statements):
        for source in statement.shown_sources:
            places.setdefault(source, []).append(place)
    for source, found in places.items():
        yield {
            "title": line(text=source.title).data,
            "version": str(source.number),
            "on": source.on.isoformat(),
            **_named_places(statements=statements, places=found),
        }


def _named_places(*, statements: tuple[ExportedStatement, ...], places: list[int]) -> JsonObject:
    links = [{"to": place, "number": str(statements[place].ordinal)} for place in places[:NAMED_BY_NUMBER]]
    return {"links": links, "more": max(0, len(places) - NAMED_BY_NUMBER)}


def _body(*, segments: Iterable[ExportedSegment]) -> Iterator[JsonObject]:
    place, level = 0, 1
    for segment in segments:
        match segment:
            case ExportedHeading() if segment.text.strip():  # an empty heading is an error in PDF/UA-1
                level = _level(wanted=segment.level, before=level)
                yield {"type": "heading", "level": level, "text": line(text=segment.text).data}
            case ExportedStructure():
                yield {"type": "structure", "text": passage(text=segment.text).data}
            case ExportedStatement():
                yield _statement(statement=segment, place=place)
                place += 1


def _level(*, wanted: int, before: int) -> int:
    """The title is level 1; a heading may go one deeper than the one before it, not more (PDF/UA-1, 7.4.2)."""
    return max(2, min(wanted + 1, before + 1, DEEPEST_HEADING))


def _statement(*, statement: ExportedStatement, place: int) -> JsonObject:
    text = statement.shown_text
    said = NOTICES[statement.shown_state] if text is None else text
    shown = passage(text=f"{statement.mark} {said}".strip())
    basis, changed_on = statement.shown_basis, statement.shown_changed_on
    return {
        "type": "statement",
        "place": place,
        "number": str(statement.ordinal),
        "text": shown.data,
        "withheld": text is None,
        "kept_together": shown.ems / LINE + len(shown.lines) <= KEPT_TOGETHER,
        "uid": line(text=statement.citation_uid, widest_word=UID_COLUMN).data,
        "state": statement.shown_state.value,
        "word": STATES[statement.shown_state].word,
        "basis": None if basis is None else _basis(basis=basis),
        "as_of": [bound_sentence(bound=bound) for bound in statement.shown_as_of],
        "changed_on": changed_on and changed_on.isoformat(),
        "notes": [line(text=note).data for note in statement.shown_notes],
        "attestation": _attestation(attested=statement.shown_attestation),
    }


def _basis(*, basis: str) -> JsonObject:
    return {
        "sign": basis if basis in BASES else None,
        "word": line(text=basis_word(basis=basis), widest_word=BASIS_COLUMN).data,
        "remark": basis_remark(basis=basis),
    }


def _attestation(*, attested: ExportedAttestation | None) -> JsonObject | None:
    if attested is None:
        return None
    return {
        "said": line(text=attested_sentence(attested=attested)).data,
        "note": line(text=attested.note).data,
        "applies": attested.still_applies,
    }


def _legend() -> Iterator[JsonObject]:
    """All four states, always, so that the legend says nothing about this export."""
    for state in READING_ORDER:
        wording = STATES[state]
        yield {"state": state.value, "word": wording.word, "meaning": wording.meaning, "action": wording.action}


def _signs_legend() -> Iterator[JsonObject]:
    """Likewise every sign."""
    for kind in (*map(str, FROM_SOURCES), "as_of", "withheld"):
        words = _SIGNS[kind]
        yield {"sign": kind, "word": words.word, "meaning": words.meaning, "remark": words.remark}
