"""The facts of the ledger as the log keeps them, and the values they are made from.

Written once at birth and built again from the tables by whoever verifies: both must give the same canonical JSON,
so nothing here reads the clock or the database's ids. Texts enter as digests; the details die with an erasure.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from uuid import UUID

import rfc8785

from citeledger.core.hashing import sha256_hex
from citeledger.core.moments import written
from citeledger.core.statements import AnswerKind, Basis, Context, Role
from citeledger.log.services import Json

SPAN_MINTED = "span_minted"
ANSWER_RECORDED = "answer_recorded"
ANSWER_ERASED = "answer_erased"
PAGE_PUT = "page_put"

Body = dict[str, Json]


@dataclass(frozen=True, slots=True, kw_only=True)
class SpanRecord:
    """A span as recorded: `start` and `end` in code points of the version's canonical text, end exclusive."""

    uid: UUID
    version: UUID
    start: int
    end: int
    exact: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementRecord:
    """A statement and its citation; `spans` and `derived` are the sources named directly, in order.

    `as_of` are the spans bound to their version; `ground` is the canonical JSON of a computation or an absence.
    """

    ordinal: int
    position: int
    basis: Basis
    text: str
    citation: UUID
    spans: tuple[UUID, ...]
    derived: tuple[UUID, ...]
    as_of: tuple[UUID, ...] = ()
    ground: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StructureRecord:
    position: int
    role: Role
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerRecord:
    """Everything recorded of one answer or derived text, in the order of its positions.

    `withheld` counts the statements that were sent with it and not recorded.
    """

    uid: UUID
    kind: AnswerKind
    writer: UUID
    on_behalf_of: UUID | None
    at: datetime
    statements: tuple[StatementRecord, ...]
    structures: tuple[StructureRecord, ...]
    context: Context
    withheld: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class PageRecord:
    uid: UUID
    surface: UUID
    kind: str
    owner: UUID
    host_reference: str
    title: str
    citations: tuple[UUID, ...]


def describe_span(span: SpanRecord) -> Body:
    """The body of `span_minted`."""
    return {
        "at": written(span.at),
        "end": span.end,
        "exact_sha256": sha256_hex(span.exact),
        "span": str(span.uid),
        "start": span.start,
        "version": str(span.version),
    }


def describe_answer(answer: AnswerRecord) -> Body:
    """The body of `answer_recorded`: every statement with its direct edges, every structure, the context.

    What not every answer has stands in it only where there is some, so that the facts of older ones stay what they are.
    """
    body: Body = {
        "answer": str(answer.uid),
        "at": written(answer.at),
        "context_sha256": sha256_hex(rfc8785.dumps(asdict(answer.context))),
        "kind": answer.kind.value,
        "on_behalf_of": str(answer.on_behalf_of) if answer.on_behalf_of else None,
        "statements": [_describe_statement(statement) for statement in answer.statements],
        "structures": [_describe_structure(structure) for structure in answer.structures],
        "writer": str(answer.writer),
    }
    return body | ({"withheld": answer.withheld} if answer.withheld else {})


def _describe_statement(statement: StatementRecord) -> Body:
    body: Body = {
        "basis": statement.basis.value,
        "citation": str(statement.citation),
        "derived_from": _uids(statement.derived),
        "ordinal": statement.ordinal,
        "position": statement.position,
        "spans": _uids(statement.spans),
        "text_sha256": sha256_hex(statement.text),
    }
    as_of: Body = {"as_of": _uids(statement.as_of)} if statement.as_of else {}
    ground: Body = {"ground_sha256": sha256_hex(statement.ground)} if statement.ground is not None else {}
    return body | as_of | ground


def _describe_structure(structure: StructureRecord) -> Body:
    return {
        "position": structure.position,
        "role": structure.role.value,
        "text_sha256": sha256_hex(structure.text),
    }


def describe_erasure(answer: AnswerRecord) -> Body:
    """The body of `answer_erased`: the records that stay (who, when, which citations), nothing of what they said."""
    return {
        "answer": str(answer.uid),
        "at": written(answer.at),
        "kind": answer.kind.value,
        "on_behalf_of": str(answer.on_behalf_of) if answer.on_behalf_of else None,
        "statements": [
            {
                "basis": statement.basis.value,
                "citation": str(statement.citation),
                "ordinal": statement.ordinal,
                "position": statement.position,
            }
            for statement in answer.statements
        ],
        "writer": str(answer.writer),
    }


def describe_page(page: PageRecord) -> Body:
    """The body of `page_put`: which citations the page shows from now on."""
    return {
        "citations": _uids(page.citations),
        "host_reference_sha256": sha256_hex(page.host_reference),
        "kind": page.kind,
        "owner": str(page.owner),
        "page": str(page.uid),
        "surface": str(page.surface),
        "title_sha256": sha256_hex(page.title),
    }


def _uids(uids: Sequence[UUID]) -> list[Json]:
    return [str(uid) for uid in uids]
