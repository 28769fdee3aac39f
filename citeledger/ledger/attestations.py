"""Attestations as records of the ledger: written by the evaluator's service, erased with what they speak of.

An attestation names what was attested, passage by passage, so that anyone can tell whether it still speaks of what
stands in the documents now.
"""

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID

import rfc8785
from django.db.models import QuerySet

from citeledger.core.hashing import sha256_hex
from citeledger.core.outcomes import OutcomeKind
from citeledger.core.principals import Principal
from citeledger.core.refusals import NotFound
from citeledger.ledger.locks import keep_lineage
from citeledger.ledger.models import Attestation, Closure
from citeledger.log.models import LogDetail
from citeledger.log.services import Fact, Json, append, append_all, open_doors

ATTESTED = "attested"
ATTESTATION_ERASED = "attestation_erased"


class BrokenAttestation(ValueError):
    """What somebody saw cannot be read as it is stored. The record is damaged: show nothing of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenPassage:
    """What became of one span in `version`, and where: code points, end exclusive, None where there is no place.

    `superseded_by` is the document that had taken over, if one had.
    """

    span: UUID
    version: UUID
    outcome: str
    start: int | None
    end: int | None
    superseded_by: UUID | None


def insert_attestation(
    *, citation_id: int, person: Principal, note: str, seen: tuple[SeenPassage, ...], at: datetime
) -> UUID:
    """Write an attestation and its log entry, in the caller's transaction. NotFound if lineage was erased meanwhile."""
    keep_lineage()
    if not Closure.objects.filter(citation=citation_id).exists():
        raise NotFound
    row = Attestation.objects.create(
        citation_id=citation_id,
        person_id=person.id,  # type: ignore[misc]  # the service lets persons through, nobody else
        note=note,
        seen=_to_json(seen),
        at=at,
    )
    append(kind=ATTESTED, actor=person, subject=row.uid, body=describe_attestation(row), at=at)
    return row.uid


def describe_attestation(row: Attestation) -> dict[str, Json]:
    """The body of `attested`. Costs queries unless the citation and the person are loaded."""
    return {
        "at": row.at.astimezone(UTC).isoformat(timespec="microseconds"),
        "attestation": str(row.uid),
        "citation": str(row.citation.uid),
        "note_sha256": sha256_hex(row.note),
        "person": str(row.person.uid),
        "seen": json.loads(row.seen),
    }


def seen_passages(stored: str) -> tuple[SeenPassage, ...]:
    """What the person saw, in the order it was written, from `seen` as stored. Raises BrokenAttestation."""
    try:
        return tuple(_passage(passage) for passage in json.loads(stored))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise BrokenAttestation("What was attested cannot be read.") from None


def _to_json(seen: tuple[SeenPassage, ...]) -> str:
    return rfc8785.dumps([_fields(passage) for passage in seen]).decode()


def _fields(passage: SeenPassage) -> dict[str, Json]:
    return {
        "end": passage.end,
        "outcome": passage.outcome,
        "span": str(passage.span),
        "start": passage.start,
        "superseded_by": str(passage.superseded_by) if passage.superseded_by else None,
        "version": str(passage.version),
    }


def _passage(fields: dict[str, Json]) -> SeenPassage:
    by = fields["superseded_by"]
    return SeenPassage(
        span=UUID(str(fields["span"])),
        version=UUID(str(fields["version"])),
        outcome=OutcomeKind(str(fields["outcome"])).value,
        start=_offset(fields["start"]),
        end=_offset(fields["end"]),
        superseded_by=UUID(str(by)) if by else None,
    )


def _offset(value: Json) -> int | None:
    if value is not None and not isinstance(value, int):
        raise TypeError("An offset is a number.")
    return value


def erase_attestations(*, rows: QuerySet[Attestation], actor: Principal, at: datetime) -> None:
    """Erase these for good: note, lineage and the details of their facts. The fact of each erasure stays.

    Part of an erasure, inside its transaction, which holds off all who record answers: the number of statements does
    not grow with the attestations (SQLite: inserts go in batches of 999 values).
    """
    erased = list(rows.values_list("uid", flat=True))
    open_doors(subjects=erased, actor=actor, at=at)
    LogDetail.objects.filter(entry__subject_uid__in=rows.values("uid")).delete()
    rows.delete()
    append_all(
        facts=[Fact(kind=ATTESTATION_ERASED, subject=uid, body={"attestation": str(uid)}) for uid in erased],
        actor=actor,
        at=at,
    )
