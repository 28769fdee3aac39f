"""Exports the tests are made of."""

from dataclasses import replace
from datetime import UTC, date, datetime

from citeledger.interfaces.exports.pdf import (
    Export,
    ExportedAttestation,
    ExportedHeading,
    ExportedSegment,
    ExportedStatement,
    ExportedStructure,
)

COMPUTED_AT = datetime(2026, 11, 30, 10, 42, 7, 123456, tzinfo=UTC)


def uid(number: int) -> str:
    return f"6f9619ff-8b86-4011-b42d-{number:012d}"


def statement(text: str | None, *, number: int = 1, state: str = "current", **more: object) -> ExportedStatement:
    facts = {"basis": "quoted", "citation_uid": uid(number)} | more
    return ExportedStatement(ordinal=number, text=text, state=state, **facts)


def export(*segments: ExportedSegment, **more: object) -> Export:
    made = Export(
        kind="runbook",
        title="Handling a refund request",
        host_reference="RB-0142",
        viewer_name="Amira Haddad",
        computed_at=COMPUTED_AT,
        segments=segments,
    )
    return replace(made, **more)


ATTESTED = ExportedAttestation(
    by="legal", on=date(2026, 6, 20), note="The statement speaks of goods bought in May.", still_applies=True
)
REFUNDS = export(
    ExportedHeading(level=1, text="Before you start"),
    statement("Goods may be returned within 30 days.", state="source_changed", changed_on=date(2026, 6, 12)),
    statement("The refund goes to the payment method of the order.", number=2, basis="paraphrased"),
    ExportedStructure(text="Steps"),
    statement(None, number=3, state="unavailable"),
    statement("Gift cards are never refunded.", number=4, state="unverified"),
)
