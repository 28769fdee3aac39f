"""Behind a badge, under the audit right: why a viewer sees what they see, and what an answer said (DESIGN rule 11).

Without the right everything here is `NotFound`, asked before anything else, so that nothing can be told apart. Each
look is logged, in a transaction of its own after the looking: a verdict is one autocommit statement (DESIGN section 4).
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from django.db import transaction

from acl.queries import holds
from acl.rights import InstallationRight
from citeledger.core.principals import Principal
from citeledger.core.refusals import NotFound
from citeledger.core.states import Finding, State
from citeledger.documents.models import Document
from citeledger.ledger.models import Answer, Citation, Span, StructureText
from citeledger.log.services import Json, append
from revalidation import service
from revalidation.proved_texts import proved_texts
from revalidation.views import StructureView

TRACE_READ, ORIGINAL_READ = "trace_read", "original_read"


@dataclass(frozen=True, slots=True)
class Trace:
    """The findings of both stages for one citation and one viewer, and the state they fold to.

    The source of a finding is `document:<uid>` for each passage, `derived:<uid>` for each derived text on the path,
    `citation` for the citation itself, or `check` where nothing could be looked at.
    """

    citation: UUID
    viewer: str
    state: State
    readable: bool
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class OriginalStatement:
    """A statement as recorded. `text` is None for a quotation that no longer re-slices (DESIGN rule 3)."""

    citation: UUID
    basis: str
    text: str | None


@dataclass(frozen=True, slots=True)
class Original:
    """An answer as it was recorded, whoever may read its sources now."""

    uid: UUID
    kind: str
    writer: str
    question: str
    at: datetime
    segments: tuple[OriginalStatement | StructureView, ...]


def trace(*, reader: Principal, viewer: Principal, citation: UUID, at: datetime) -> Trace:
    """Why `viewer` sees what they see of the citation, known or not. `NotFound` unless the reader may audit."""
    require_audit(reader=reader)
    (decision,) = service.decisions(viewer=viewer, citations=[citation])
    found = Trace(citation, viewer.name, decision.state, decision.readable, _addressed(decision.findings))
    seen_by = str(viewer.uid) if viewer.uid else viewer.kind.value
    _log(kind=TRACE_READ, reader=reader, subject=citation, body={"viewer": seen_by}, at=at)
    return found


def original(*, reader: Principal, answer: UUID, at: datetime) -> Original:
    """The answer or derived text as recorded. `NotFound` unless the reader may audit; also when unknown or erased."""
    require_audit(reader=reader)
    rows = Answer.objects.select_related("writer", "context").filter(uid=answer, context__isnull=False)
    row = rows.first()
    if row is None:
        raise NotFound
    found = Original(row.uid, row.kind, row.writer.username, row.context.question, row.at, _segments(row))
    _log(kind=ORIGINAL_READ, reader=reader, subject=answer, body={}, at=at)
    return found


def require_audit(*, reader: Principal) -> None:
    """Raises NotFound unless the reader holds the audit right, now."""
    if not holds(principal=reader, right=InstallationRight.AUDIT):
        raise NotFound


@transaction.atomic
def _log(*, kind: str, reader: Principal, subject: UUID, body: dict[str, Json], at: datetime) -> None:
    append(kind=kind, actor=reader, subject=subject, body=body, at=at)


def _segments(row: Answer) -> tuple[OriginalStatement | StructureView, ...]:
    placed = list(
        Citation.objects.filter(statement__answer=row).values_list("statement__position", "uid", "statement__basis")
    )
    texts = proved_texts([uid for _, uid, _ in placed])
    segments: dict[int, OriginalStatement | StructureView] = {
        position: OriginalStatement(uid, basis, texts[uid][1] if uid in texts else None)
        for position, uid, basis in placed
    }
    for structure in StructureText.objects.filter(answer=row):
        segments[structure.position] = StructureView(structure.role, structure.text)
    return tuple(segments[position] for position in sorted(segments))


def _addressed(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """The findings with outside addresses in place of our ids: those never leave (DESIGN section 4, Keys)."""
    found = tuple(findings)
    spans, texts, scope = _ids(found, "span"), _ids(found, "derived"), _ids(found, "scope")
    uids = {
        f"span:{pk}": f"document:{uid}"
        for pk, uid in Span.objects.filter(pk__in=spans).values_list("pk", "version__document__uid")
    }
    uids |= {
        f"derived:{pk}": f"derived:{uid}" for pk, uid in Answer.objects.filter(pk__in=texts).values_list("pk", "uid")
    }
    rows = Document.objects.filter(pk__in=scope).values_list("pk", "uid")
    uids |= {f"scope:{pk}": f"document:{uid}" for pk, uid in rows}
    return tuple(replace(finding, source=uids.get(finding.source, finding.source)) for finding in found)


def _ids(findings: Iterable[Finding], kind: str) -> set[int]:
    sources = (finding.source.partition(":") for finding in findings)
    return {int(pk) for said, _, pk in sources if said == kind}
