"""The gate: may the writer read and cite it, is it proved, then record it with its lineage (DESIGN rules 2 and 12)."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID, uuid4

from django.db import transaction

from acl.queries import principal_with_uid
from citeledger.core import lineage
from citeledger.core.principals import Principal
from citeledger.core.refusals import Forbidden, NotFound, Refused
from citeledger.core.spans import SpanError, prove
from citeledger.core.statements import AnswerKind, Basis, Context, Segment, Structure
from citeledger.emission.proof import SpanDraft, check_length, check_quotable, check_seen, is_quote, prove_draft
from citeledger.emission.shape import (
    SPANS_PER_REQUEST,
    Placed,
    Unit,
    check_answer,
    distinct_sources,
    placed_statements,
)
from citeledger.emission.sources import (
    CitableSpan,
    citable_versions,
    readable_spans,
    readable_texts,
    readable_versions,
    texts_of_versions,
)
from citeledger.ledger.births import Place, ProvedSpan, Sources, insert_answer, insert_spans
from citeledger.ledger.facts import AnswerRecord, StatementRecord, StructureRecord
from citeledger.ledger.locks import keep_lineage
from citeledger.ledger.queries import text_closures

_UNKNOWN = "No such source that you can read."
_UNBORN = 0  # the answer being recorded: nothing can rest on it yet, and no row has this id


@dataclass(frozen=True, slots=True)
class MintedSpan:
    """A span of the ledger: offsets in code points, end exclusive, whatever unit was sent."""

    uid: UUID
    version: UUID
    start: int
    end: int
    exact: str


@dataclass(frozen=True, slots=True)
class RecordedAnswer:
    """The answer's uid and the uid of each statement's citation, in the order of the statements."""

    uid: UUID
    citations: tuple[UUID, ...]


def mint_span(
    *, writer: Principal, version: UUID, start: int, end: int, exact: str, unit: str = Unit.CODE_POINTS, at: datetime
) -> MintedSpan:
    """Mint one span: prove that the version's canonical text holds `exact` at the offsets, then record it.

    A span lives once: minting the same place again returns it. Raises NotFound (unknown, hidden, retired, withdrawn),
    Forbidden (readable, but not citable) and Refused: `offset_out_of_range`, `offset_inside_character`,
    `exact_mismatch`, `empty_span`, `unseen_text`, `span_unquotable`, `source_not_proved`, `span_too_long`,
    `unknown_unit`.
    """
    draft = SpanDraft(version=version, start=start, end=end, exact=exact, unit=_unit(unit))
    return _mint(writer=writer, drafts={"": draft}, at=at)[0]


def mint_spans(*, writer: Principal, drafts: Sequence[SpanDraft], at: datetime) -> tuple[MintedSpan, ...]:
    """`mint_span` for up to SPANS_PER_REQUEST drafts: all or none, in one transaction, in the order of the drafts.

    The number of queries does not grow with the drafts (SQLite: inserts go in batches of 999 values). Refusals
    address the draft (`spans.3`). Raises what `mint_span` raises, and Refused `too_many_spans`.
    """
    if len(drafts) > SPANS_PER_REQUEST:
        raise Refused("too_many_spans", f"At most {SPANS_PER_REQUEST} spans fit in one request.", "spans")
    return _mint(writer=writer, drafts={f"spans.{number}": draft for number, draft in enumerate(drafts)}, at=at)


def _unit(unit: str) -> Unit:
    try:
        return Unit(unit)
    except ValueError:
        raise Refused("unknown_unit", f"Count offsets in one of {', '.join(Unit)}.", "unit") from None


def _mint(*, writer: Principal, drafts: Mapping[str, SpanDraft], at: datetime) -> tuple[MintedSpan, ...]:
    for where, draft in drafts.items():
        check_length(draft=draft, at=where)
    _identity(writer)
    # What readers see of megabytes takes a while to tell, so it happens before the transaction: texts are frozen.
    proved = _proved(writer=writer, drafts=drafts)
    with transaction.atomic():
        _identity(writer)
        # Asked again: a right may have gone meanwhile.
        _check_citable(citable_versions(writer=writer, uids={draft.version for draft in drafts.values()}), drafts)
        uids = insert_spans(proved=proved, writer=writer, at=at)
    return tuple(
        MintedSpan(uids[span.place], span.version, span.place.start, span.place.end, span.exact) for span in proved
    )


def _check_citable(may_cite: Mapping[UUID, bool], drafts: Mapping[str, SpanDraft]) -> None:
    """`may_cite` holds the versions the writer reads. Raises NotFound, Forbidden."""
    if may_cite.keys() != {draft.version for draft in drafts.values()}:
        raise NotFound
    if not all(may_cite.values()):
        raise Forbidden


def _proved(*, writer: Principal, drafts: Mapping[str, SpanDraft]) -> list[ProvedSpan]:
    versions = readable_versions(writer=writer, uids={draft.version for draft in drafts.values()})
    _check_citable({uid: version.may_cite for uid, version in versions.items()}, drafts)
    places = {
        where: prove_draft(draft=draft, text=versions[draft.version].text, at=where) for where, draft in drafts.items()
    }
    for uid, version in versions.items():
        passages = {where: place for where, place in places.items() if drafts[where].version == uid}
        check_seen(passages=passages, text=version.text, media_type=version.media_type)
        check_quotable(passages=passages, structure=version.structure)
    return [
        ProvedSpan(place=Place(versions[draft.version].id, *places[where]), version=draft.version, exact=draft.exact)
        for where, draft in drafts.items()
    ]


def record_answer(
    *,
    writer: Principal,
    kind: AnswerKind,
    segments: Sequence[Segment],
    context: Context,
    on_behalf_of: UUID | None,
    at: datetime,
) -> RecordedAnswer:
    """Record an answer or derived text with the lineage of every statement: all of it, or nothing.

    The writer reads and may cite every span's document, and reads every derived text named. What those texts rest on
    travels in the closure and is asked of every viewer at every look, so nothing gains an audience here (rule 12).
    The number of queries does not grow with the answer (SQLite: inserts go in batches of 999 values). Raises
    Forbidden (a source may be read but not cited, or nobody is writing) and Refused with `at` addressing the segment:
    the codes of `emission.shape`, `unknown_source` (unknown, hidden, retired, withdrawn, erased),
    `not_contiguous_source`, `source_not_proved`, `lineage_too_deep`, `lineage_too_large`, `unknown_person`.
    """
    check_answer(segments=segments, context=context)
    with transaction.atomic():
        author = _identity(writer)
        reader = _person(on_behalf_of)
        statements = placed_statements(segments)
        found = _found(writer=writer, statements=statements)
        _prove_again(statements=statements, spans=found.spans)
        record = AnswerRecord(
            uid=uuid4(),
            kind=kind,
            writer=author,
            on_behalf_of=on_behalf_of,
            at=at,
            statements=tuple(_statement_records(statements)),
            structures=tuple(_structure_records(segments)),
            context=context,
        )
        insert_answer(
            record=record,
            writer=writer,
            on_behalf_of=reader,
            sources=Sources(spans={uid: span.id for uid, span in found.spans.items()}, derived=found.derived),
            closures=[_closure(placed=placed, found=found) for placed in statements],
        )
    return RecordedAnswer(uid=record.uid, citations=tuple(each.citation for each in record.statements))


def _identity(writer: Principal) -> UUID:
    """The writer's uid. Nobody in particular and whoever was shut out meanwhile write nothing, whatever is public."""
    if writer.uid is None or principal_with_uid(uid=writer.uid) is None:
        raise Forbidden
    return writer.uid


def _person(uid: UUID | None) -> Principal | None:
    person = principal_with_uid(uid=uid) if uid else None
    if uid and person is None:
        raise Refused("unknown_person", "Nobody active has this uid.", "on_behalf_of")
    return person


@dataclass(frozen=True, slots=True)
class _Found:
    """The sources an answer names: spans, ids of derived texts, and what citing each of those texts takes."""

    spans: Mapping[UUID, CitableSpan]
    derived: Mapping[UUID, int]
    texts: Mapping[int, lineage.Closure]

    def knows_text(self, uid: UUID) -> bool:
        """A text that lost lineage to an erasure is no source any more."""
        return self.derived.get(uid) in self.texts


def _found(*, writer: Principal, statements: Sequence[Placed]) -> _Found:
    span_uids, derived_uids = distinct_sources(statements)
    keep_lineage()
    derived = readable_texts(writer=writer, uids=derived_uids)
    found = _Found(
        spans=readable_spans(writer=writer, uids=span_uids),
        derived=derived,
        texts=text_closures(text_ids=derived.values()),
    )
    for placed in statements:
        _require_known(placed=placed, found=found)
    if not all(span.may_cite for span in found.spans.values()):
        raise Forbidden
    return found


def _require_known(*, placed: Placed, found: _Found) -> None:
    for number, uid in enumerate(placed.statement.spans):
        if uid not in found.spans:
            raise Refused("unknown_source", _UNKNOWN, f"{placed.at}.spans.{number}")
    for number, uid in enumerate(placed.statement.derived_from):
        if not found.knows_text(uid):
            raise Refused("unknown_source", _UNKNOWN, f"{placed.at}.derived_from.{number}")


def _prove_again(*, statements: Sequence[Placed], spans: Mapping[UUID, CitableSpan]) -> None:
    """Every span is cut from the stored text once more, and every quote compared with what it was cut from."""
    cited: defaultdict[int, list[tuple[Placed, CitableSpan]]] = defaultdict(list)
    for placed in statements:
        for uid in placed.statement.spans:
            cited[spans[uid].version_id].append((placed, spans[uid]))
    for version_id, text in texts_of_versions(version_ids=cited):
        for placed, span in cited.pop(version_id):
            _prove_one(placed=placed, span=span, text=text)
    if cited:
        raise Refused("unknown_source", _UNKNOWN, "segments")


def _prove_one(*, placed: Placed, span: CitableSpan, text: str) -> None:
    try:
        prove(text=text, start=span.start, end=span.end, exact=span.exact)
    except SpanError as error:
        raise Refused(
            "source_not_proved", "A stored source failed its proof; tell the operators.", placed.at
        ) from error
    if placed.statement.basis is Basis.QUOTED and not is_quote(
        statement=placed.statement.text, text=text, start=span.start, end=span.end, media_type=span.media_type
    ):
        raise Refused(
            "not_contiguous_source", "A quote says what its span says, word for word, from edge to edge.", placed.at
        )


def _closure(*, placed: Placed, found: _Found) -> lineage.Closure:
    edges = lineage.Edges(
        text=_UNBORN,
        spans=frozenset(found.spans[uid].id for uid in placed.statement.spans),
        derived=frozenset(found.derived[uid] for uid in placed.statement.derived_from),
    )
    try:
        return lineage.citation_closure(edges=edges, texts=found.texts)
    except lineage.LineageTooDeep as error:
        raise Refused("lineage_too_deep", str(error), placed.at) from error
    except lineage.LineageTooLarge as error:
        raise Refused("lineage_too_large", str(error), placed.at) from error


def _statement_records(statements: Sequence[Placed]) -> list[StatementRecord]:
    return [
        StatementRecord(
            ordinal=ordinal,
            position=placed.position,
            basis=placed.statement.basis,
            text=placed.statement.text,
            citation=uuid4(),
            spans=tuple(dict.fromkeys(placed.statement.spans)),
            derived=tuple(dict.fromkeys(placed.statement.derived_from)),
        )
        for ordinal, placed in enumerate(statements)
    ]


def _structure_records(segments: Sequence[Segment]) -> list[StructureRecord]:
    return [
        StructureRecord(position=position, role=segment.role, text=segment.text)
        for position, segment in enumerate(segments)
        if isinstance(segment, Structure)
    ]
