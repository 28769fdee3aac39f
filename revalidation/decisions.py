"""The decision trace: why a viewer sees what they see. Under the audit right; each look is logged (rule 11)."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction

from acl.queries import holds
from acl.rights import InstallationRight
from citeledger.core.principals import Principal
from citeledger.core.refusals import NotFound
from citeledger.core.states import Finding, State
from citeledger.log.services import append
from revalidation import service


@dataclass(frozen=True, slots=True)
class Trace:
    """The findings of both stages for one citation and one viewer, and the state they fold to."""

    citation: UUID
    viewer: str
    state: State
    readable: bool
    findings: tuple[Finding, ...]


@transaction.atomic
def trace(*, reader: Principal, viewer: Principal, citation: UUID, at: datetime) -> Trace:
    """Why `viewer` sees what they see. `NotFound` unless the reader holds the audit right."""
    if not holds(principal=reader, right=InstallationRight.AUDIT):
        raise NotFound
    (decision,) = service.decisions(viewer=viewer, citations=[citation])
    append(kind="trace_read", actor=reader, subject=citation, body={"viewer": str(viewer.uid)}, at=at)
    return Trace(citation, viewer.name, decision.state, decision.readable, decision.findings)
