"""Spans: proved against the text of a version the writer may cite, then recorded (DESIGN rule 2)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from uuid import UUID

from django.db import transaction

from citeledger.core.principals import Principal
from citeledger.core.refusals import Forbidden, NotFound, Refused
from citeledger.emission.proof import SpanDraft, check_length, check_quotable, check_seen, prove_draft
from citeledger.emission.shape import SPANS_PER_REQUEST, Unit
from citeledger.emission.sources import citable_versions, readable_versions
from citeledger.emission.writers import acted_for, identity_of
from citeledger.ledger.births import Place, ProvedSpan, insert_spans


@dataclass(frozen=True, slots=True)
class MintedSpan:
    """A span of the ledger: offsets in code points, end exclusive, whatever unit was sent."""

    uid: UUID
    version: UUID
    start: int
    end: int
    exact: str


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
    return _mint(writer=writer, proved=prove_spans(writer=writer, drafts={"": draft}), at=at)[0]


def mint_spans(*, writer: Principal, drafts: Sequence[SpanDraft], at: datetime) -> tuple[MintedSpan, ...]:
    """`mint_span` for up to SPANS_PER_REQUEST drafts: all or none, in one transaction, in the order of the drafts.

    The number of queries does not grow with the drafts (SQLite: inserts go in batches of 999 values). Refusals
    address the draft (`spans.3`). Raises what `mint_span` raises, and Refused `too_many_spans`.
    """
    return ready_to_mint(writer=writer, drafts=drafts, at=at)()


def ready_to_mint(
    *, writer: Principal, drafts: Sequence[SpanDraft], on_behalf_of: UUID | None = None, at: datetime
) -> Callable[[], tuple[MintedSpan, ...]]:
    """`mint_spans` in two steps: everything is proved here, only the call returned needs a transaction.

    Minted for somebody, by their rights instead of the writer's. Both raise what `mint_spans` raises, and Refused
    (`may_not_act_for`, `unknown_person`).
    """
    if len(drafts) > SPANS_PER_REQUEST:
        raise Refused("too_many_spans", f"At most {SPANS_PER_REQUEST} spans fit in one request.", "spans")
    named = {f"spans.{number}": draft for number, draft in enumerate(drafts)}
    proved = prove_spans(writer=writer, drafts=named, on_behalf_of=on_behalf_of)
    return partial(_mint, writer=writer, proved=proved, on_behalf_of=on_behalf_of, at=at)


def _unit(unit: str) -> Unit:
    try:
        return Unit(unit)
    except ValueError:
        raise Refused("unknown_unit", f"Count offsets in one of {', '.join(Unit)}.", "unit") from None


@transaction.atomic
def _mint(
    *, writer: Principal, proved: Sequence[ProvedSpan], on_behalf_of: UUID | None = None, at: datetime
) -> tuple[MintedSpan, ...]:
    uids = insert_proved(writer=writer, proved=proved, on_behalf_of=on_behalf_of, at=at)
    return tuple(
        MintedSpan(uids[span.place], span.version, span.place.start, span.place.end, span.exact) for span in proved
    )


def insert_proved(
    *, writer: Principal, proved: Sequence[ProvedSpan], on_behalf_of: UUID | None = None, at: datetime
) -> dict[Place, UUID]:
    """The uids of spans that `prove_spans` proved for the same people, in the caller's transaction.

    Their rights are asked again, as one may have gone meanwhile: raises NotFound, Forbidden, Refused as there.
    """
    identity_of(writer)
    viewer = acted_for(writer=writer, uid=on_behalf_of) or writer
    versions = dict.fromkeys((span.version for span in proved), "")
    _check_citable(citable_versions(writer=viewer, uids=versions), versions)
    return insert_spans(proved=proved, writer=writer, at=at)


def _check_citable(may_cite: Mapping[UUID, bool], wanted: Mapping[UUID, str]) -> None:
    """`may_cite` holds the versions the writer reads, `wanted` where each is named. Raises NotFound, Forbidden."""
    for uid, where in wanted.items():
        if uid not in may_cite:
            raise NotFound(where)
    if not all(may_cite.values()):
        raise Forbidden


def prove_spans(
    *, writer: Principal, drafts: Mapping[str, SpanDraft], on_behalf_of: UUID | None = None
) -> list[ProvedSpan]:
    """The drafts, by the addresses that refusals name, proved against texts the writer may cite. Writes nothing.

    For somebody: against texts that they may cite. Raises what `ready_to_mint` raises. Texts are frozen, so what is
    proved here stays so.
    """
    for where, draft in drafts.items():
        check_length(draft=draft, at=where)
    identity_of(writer)
    viewer = acted_for(writer=writer, uid=on_behalf_of) or writer
    wanted: dict[UUID, str] = {}
    for where, draft in drafts.items():
        wanted.setdefault(draft.version, where)
    versions = readable_versions(writer=viewer, uids=wanted)
    _check_citable({uid: version.may_cite for uid, version in versions.items()}, wanted)
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
